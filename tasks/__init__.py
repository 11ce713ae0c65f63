"""Tasks: where games, search and training meet storage, tracking and orchestration.

In reading order:
    store: a run's directory, its manifest, and every file format in it.
    server: one Prefect server for a run.
    tracking: a run's parameters, metrics and artifacts in MLflow.
    catalog: SQL over the tables of one or many runs.
"""
