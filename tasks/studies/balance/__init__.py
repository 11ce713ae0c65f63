"""The balance lab: the effect of a patch on the landscape of decks.

- `duels`: old elites against new ones
- `analysis`: shares, strength, maps, combinations, candidates
- `report`: the page
"""
