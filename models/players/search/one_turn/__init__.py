"""The one-turn player: the best of all states that can be reached within its own turn.

- `models.players.search.one_turn.explore`: `search_one_turn`, depth first through the states
- `models.players.search.one_turn.memory`: the states it is in, and keys and values of known ones
- `models.players.search.one_turn.actions`: which actions it tries, and which cards nobody knows
- `models.players.search.one_turn.chances`: outcomes of random actions, the end of the turn
- `models.players.search.one_turn.plain`: turns without texts, planned without playing them
- `models.players.search.one_turn.melee`: the best attacks of such a turn
"""
