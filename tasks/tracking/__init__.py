"""MLflow: its store, its pages, and runs in it.

- `mlflow_store`: the store: its place, opening it, starting and continuing runs
- `mlflow_run`: one run: metrics, artifacts, the surrogate as a model
"""
