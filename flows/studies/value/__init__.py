"""The training of a value network: games, fits, checks and matches, round by round.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`).
"""
