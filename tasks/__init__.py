"""Tasks: where games, search and training meet storage, tracking and orchestration.

In reading order:
- `storage`: run directories, whose files exist completely or not at all
- `tracking`, `orchestration`: MLflow and Prefect
- `games`: games by threads or a cluster, and their seeds
- `run_loop`: what every run does: resume, evaluate in chunks, keep results, record
- `search`, `training`: the steps of a search of decks, and of a player's training
- `sql`, `reports`: what a run found, as tables and as pages
- `studies`: many runs, the claims of a paper or the effect of a patch, and their report
- `data`: published results, and the SQL cookbook
"""
