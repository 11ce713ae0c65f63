"""TradingStone: a reduced card game of two hands without decks, costs or texts.

- `models.tradingstone.rules`: `TradingRules`, and the variants literal, balanced, noisy, puzzle
- `models.tradingstone.game`: `TradingGame`, a game from Python
- `models.tradingstone.puzzles`: boards that one sequence of attacks clears
- `models.tradingstone.players`: `TradingPlayer`, and many games between two players
- `models.tradingstone.ppo`: PPO with TD(0) advantages
- `models.tradingstone.study`: `TradingStudy`, the protocol of the paper's tables
- `models.tradingstone.exact`: perfect play of small games, and losses against it
- `models.tradingstone.core`: the game, its opponents and its searches, as kernels

Source: the paper on TradingStone (AAAI-20 workshop on reinforcement learning in games).
"""
