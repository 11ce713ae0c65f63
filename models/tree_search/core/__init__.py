"""The kernels of the tree searches.

- `models.tree_search.core.state`: the records: a tree, and the settings of a search
- `models.tree_search.core.stream`: a random stream in one number
- `models.tree_search.core.tree`: nodes of a tree: find, add, select, back up
- `models.tree_search.core.interface`: the kernels that a game provides
- `models.tree_search.core.search`: those kernels: simulations, and the three searches
- `models.tree_search.core.compiled`: `compile_search`, which compiles these for a game

The digest of a game's kernels covers this folder: `engine.core.jit.kernels(..., on=[entry])`.
"""

from engine.core.jit import entry as engine
from engine.core.jit import kernels

kernel, entry = kernels(__file__, on=[engine])
