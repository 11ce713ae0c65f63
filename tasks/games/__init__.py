"""Games: played by threads or a cluster.

- `seeds`: all random numbers of a run derive from (seed, purpose, index)
- `play`: plays deals and rounds; decks against a field, and against decks in both seats; duels
- `played`: games of persons on disk
- `cluster`: a Dask cluster, and the division of games among its workers
"""
