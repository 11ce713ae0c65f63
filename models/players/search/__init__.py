"""Search players: each looks for the best plan of actions for the rest of a turn.

- `models.players.search.dispatch`: `find_plan`, which asks the search player of a strategy; the
  random player
- `models.players.search.states`: what all of them do with a state: play an action, score it
- `models.players.search.beam`: the beam search of both papers
- `models.players.search.two_ply`: the beam, then the opponent's reply to its best plans
- `models.players.search.tree`: the tree searches of `models.tree_search`, for the full game
- `models.players.search.one_turn`: HearthSim's player, the best of all states within a turn
- `models.players.search.foresight`: what a scorer would see after an action that is not played
- `models.players.search.reactions`: whether anything in play reacts to an action; damage if not
"""
