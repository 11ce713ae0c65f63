"""The kernels of the tree searches.

- `models.tree_search.core.state`: the records: a tree, and the settings of a search
- `models.tree_search.core.tree`: nodes of a tree: find, add, select, back up; random streams
- `models.tree_search.core.search`: the three searches; `compile_search` compiles them for a game

The digest of a game's kernels covers this folder: `engine.core.jit.kernels(..., on=[entry])`.
"""

from engine.core.jit import entry as engine
from engine.core.jit import kernels

kernel, entry = kernels(__file__, on=[engine])
