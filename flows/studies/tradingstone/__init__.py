"""The study of TradingStone: the paper's two tables, and losses against perfect play.

Its modules are `settings`, `play`, `tables` and `page`.
"""
