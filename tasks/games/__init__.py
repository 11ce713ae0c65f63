"""Games: played by threads or a cluster, from seeds that name what is drawn.

- `seeds`: everything random in a run derives from (seed, purpose, index)
- `play`: what plays deals and rounds
- `duels`: decks against decks
- `cluster`, `dealing`: a Dask cluster, and how games are divided among its workers
"""
