"""What every configuration is made of.

- `config`: `Config`, the typed, frozen base of all settings; `Scheduling`, which changes no results
- `outcomes`: the numbers recorded of an evaluated deck or player
- `patches`: changes of cards, by name (in `data`) or from a file
"""
