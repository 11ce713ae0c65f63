"""HearthSim's experiments: games in run directories, published numbers beside ours.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`).
"""
