"""The MESB paper: its experiments for its archetypes.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`).
"""
