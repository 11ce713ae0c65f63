"""A run in progress, whatever it searches: opened or resumed, evaluated in chunks, recorded.

- `opening`: `start_run`, and `check_start` before any work
- `live_run`: `LiveRun`: keeps what steps return, ends iterations, reports on them
- `steps`: `step`, a step of a flow in Prefect
- `evaluation`: `evaluate` and `evaluate_again`: vectors played in chunks, each into a file
- `measured`: `Measured`: what steps counted, and seconds added up over all attempts
- `timing`: where a finished run's time went
"""
