"""Prefect: its server, steps, progress, crashed runs, Ctrl-C.

- `server`: one Prefect server for one run; `guarded_server`: the script that runs it
- `steps`: flows and steps, which end as cancelled when a person stops them
- `crashes`: marks runs whose process died as crashed, in Prefect and in MLflow
- `interrupt`: reliable Ctrl-C
- `flow_page`: artifacts of a flow run's page in Prefect
- `progress`: bars on a terminal, lines in logs
"""
