"""TradingStone, the paper's tables and losses: `settings`, `play`, `tables` and `page`."""
