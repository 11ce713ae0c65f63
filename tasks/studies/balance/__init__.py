"""The balance lab: what a patch does to the landscape of decks.

- `duels`: elites from before the patch against those from after it
- `analysis`: shares, strength, maps, combinations, candidates
- `report`: the page
"""
