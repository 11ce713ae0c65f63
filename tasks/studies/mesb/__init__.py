"""The MESB paper: its experiments for its archetypes.

- `finished_runs`: a folder of runs, one per experiment and archetype
- `duels`: games between the best decks
- `extract`: the small tables of a study
- `analysis`, `figures`: the paper's analyses and pictures
- `claims`: the tests of the paper's claims
- `report`: the page
"""
