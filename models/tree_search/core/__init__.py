"""The kernels of the tree searches.

- `models.tree_search.core.state`: the records: a tree, and the settings of a search
- `models.tree_search.core.stream`: a random stream in one number
- `models.tree_search.core.tree`: nodes of a tree: find, add, select, back up
- `models.tree_search.core.interface`: the kernels that a game provides
- `models.tree_search.core.generic`: marks of kernels that each game compiles anew
- `models.tree_search.core.search`: those kernels: simulations, and the three searches
- `models.tree_search.core.compiled`: `compile_search`, which compiles these for a game
- `models.tree_search.core.jit`: how the kernels of this folder compile

The digest of a game's kernels covers this folder: add `FOLDER` to those given to
`engine.core.jit.kernels`.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
