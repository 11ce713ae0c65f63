"""Tree searches over any compiled game: UCT, and two ways to treat hidden information.

- `models.tree_search.config`: `TreeSettings`, the settings of a search
- `models.tree_search.core`: the searches and their trees, as kernels

The package knows neither players nor a game. A game provides the kernels that
`models.tree_search.core.search` lists.
"""
