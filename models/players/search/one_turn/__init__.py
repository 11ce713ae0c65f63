"""The one-turn player: the best of all states that can be reached within its own turn.

- `models.players.search.one_turn.player`: `search_one_turn`, the one function that others call
- `models.players.search.one_turn.explore`: depth first through the states of the turn
- `models.players.search.one_turn.stack`: the states it is in, the values it knows, its best plan
- `models.players.search.one_turn.actions`: which actions it tries, and in which order
- `models.players.search.one_turn.chances`: outcomes of random actions, the end of the turn
- `models.players.search.one_turn.unknown`: cards that nobody knows before they are drawn
- `models.players.search.one_turn.keys`: the key by which it recognises a state
- `models.players.search.one_turn.plain_plan`: turns without texts, planned without playing them
- `models.players.search.one_turn.plain`: whether a turn is such, its minions and its cards
- `models.players.search.one_turn.melee`: the best attacks of such a turn
"""
