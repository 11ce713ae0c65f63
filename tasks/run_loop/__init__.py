"""A run of any problem: opened or resumed, evaluated in chunks, recorded.

- `live_run`: `start_run`, and `check_start` before any work; `LiveRun`: stores the results of
  steps, ends iterations, logs them
- `evaluation`: `evaluate` and `evaluate_again`: play vectors in chunks, one file each
- `measured`: counts of steps, seconds over all attempts, and a finished run's seconds by part
"""
