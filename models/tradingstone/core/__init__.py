"""The kernels of TradingStone.

- `models.tradingstone.core.state`: the records: a game, its rules, the memory of a thread
- `models.tradingstone.core.game`: the rules: legal actions, what they do, hidden cards
- `models.tradingstone.core.scripted`: the greedy opponent
- `models.tradingstone.core.match`: tree searches, whole games, what a player sees
- `models.tradingstone.core.jit`: how the kernels of this folder compile

The first import on a machine compiles them, and reports it.
"""

from pathlib import Path

from engine.core.jit import say_if_uncompiled
from models.tree_search.core import FOLDER as TREE_SEARCH

FOLDERS = (Path(__file__).parent, TREE_SEARCH)

say_if_uncompiled(*FOLDERS)
