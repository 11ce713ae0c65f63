"""MLflow: its store, its pages, and runs in it.

- `mlflow_store`: where the store is, how it is opened, how a run in it is begun or continued
- `mlflow_run`: one run: metrics, artifacts, the surrogate as a model
- `parent_run`: the run of a folder of runs, such as a study
- `mlflow_app`: MLflow's server, whose pages open on training runs
"""
