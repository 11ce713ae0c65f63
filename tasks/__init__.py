"""Tasks: steps of flows, with storage, tracking and orchestration.

In reading order:
- `storage`: run directories, with atomic writes
- `tracking`, `orchestration`: MLflow and Prefect
- `games`: games by threads or a cluster, and their seeds
- `run_loop`: every run: resume, evaluate in chunks, store results, record
- `search`: the steps of a search for decks, and of a player's training
- `sql`, `reports`: results of a run, as tables and as pages
- `data`: published results, and the SQL cookbook
"""
