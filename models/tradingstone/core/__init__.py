"""The kernels of TradingStone.

- `models.tradingstone.core.game`: the records, and the rules: legal actions and what they do
- `models.tradingstone.core.match`: opponents, tree searches, whole games, what a player sees
"""

from engine.core.jit import kernels
from models.tree_search.core import entry as tree_search

kernel, entry = kernels(__file__, on=[tree_search])
