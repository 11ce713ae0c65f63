"""The kernels of TradingStone.

- `models.tradingstone.core.state`: the records: a game, its rules, the memory of a thread
- `models.tradingstone.core.game`: the rules: legal actions, what they do, hidden cards
- `models.tradingstone.core.scripted`: the greedy opponent
- `models.tradingstone.core.match`: tree searches, whole games, what a player sees
"""

from engine.core.jit import kernels
from models.tree_search.core import entry as tree_search

kernel, entry = kernels(__file__, on=[tree_search])
