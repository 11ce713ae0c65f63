"""Prefect: its server, steps of flows, how far they are, what goes on and what died, Ctrl-C."""
