"""TradingStone: a reduced card game of two hands without decks, costs or texts.

- `models.tradingstone.core`: the game, its opponents and its searches, as kernels

Source: the paper on TradingStone (AAAI-20 workshop on reinforcement learning in games).
"""
