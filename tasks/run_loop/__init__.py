"""A run of any problem: opened or resumed, evaluated in chunks, recorded.

- `opening`: `start_run`, and `check_start` before any work
- `live_run`: `LiveRun`: stores the results of steps, ends iterations, logs them
- `steps`: `step`, a step of a flow as a Prefect task
- `evaluation`: `evaluate` and `evaluate_again`: play vectors in chunks, one file each
- `measured`: `Measured`: counts of steps, and seconds over all attempts
- `timing`: a finished run's seconds by part
"""
