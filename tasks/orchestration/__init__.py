"""Prefect: its server, steps of flows, progress, what runs on this machine, Ctrl-C.

- `server`: one Prefect server for one run; `guarded_server`: the script that runs it
- `processes`: ports, health and logs of servers
- `crashes`: marks runs whose process died as crashed, in Prefect and in MLflow
- `cancellation`: what a person stops is cancelled in Prefect, and no crash
- `flow_page`: what a flow run's page in Prefect shows
- `progress`: bars on a terminal, lines in logs
- `interrupt`: Ctrl-C, which must not get lost
"""
