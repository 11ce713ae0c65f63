"""Prefect: its server, steps of flows, what goes on now and what died, Ctrl-C."""
