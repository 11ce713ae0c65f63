"""The tree searches of `models.tree_search`, for the full game: MCTS, PI-MCTS and IS-MCTS.

- `models.players.search.tree.game`: the game's kernels that the searches need
- `models.players.search.tree.search`: the searches, compiled for the game, as search players
"""
