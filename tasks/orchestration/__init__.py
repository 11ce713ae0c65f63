"""Prefect: its server, progress, crashed runs, Ctrl-C.

- `server`: one Prefect server for one run; `guarded_server`: the script that runs it
- `processes`: ports, health and logs of servers
- `crashes`: marks runs whose process died as crashed, in Prefect and in MLflow
- `cancellation`: marks stopped runs as cancelled in Prefect
- `interrupt`: reliable Ctrl-C
- `flow_page`: artifacts of a flow run's page in Prefect
- `progress`: bars on a terminal, lines in logs
"""
