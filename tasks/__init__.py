"""Tasks: where games, search and training meet storage, tracking and orchestration.

In reading order:
    storage: run directories, whose files exist completely or not at all.
    games: chunks of games, by threads or a cluster.
    orchestration, tracking: Prefect and MLflow.
    search: the steps of DSA-ME and its variants; training: those of a player's training.
    reports, sql: what a run found, as pages and as answers.
    study, mesb, balance: many runs, and what follows from them.
    data: published results, and the SQL cookbook.
"""
