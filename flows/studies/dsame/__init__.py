"""The DSA-ME paper: trials of several algorithms, and their comparison.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`).
"""
