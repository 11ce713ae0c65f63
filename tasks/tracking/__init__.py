"""MLflow: its store, and a run in it."""
