"""TradingStone: a reduced card game of two hands without decks, costs or texts.

- `models.tradingstone.rules`: `TradingRules`, the variants literal, balanced, noisy and puzzle
- `models.tradingstone.game`: `TradingGame`, a game from Python
- `models.tradingstone.players`: players by name, and many games between two of them
- `models.tradingstone.ppo`: PPO with TD(0) advantages
- `models.tradingstone.study`: `TradingStudy`, the protocol of the paper's tables
- `models.tradingstone.hidden_hands`: small games with hidden hands: an equilibrium by CFR+
- `models.tradingstone.perfect_play`: perfect play with open hands, and losses against either
- `models.tradingstone.core`: the game, its opponents and its searches, as kernels

Source: the paper on TradingStone (AAAI-20 workshop on reinforcement learning in games).
"""
