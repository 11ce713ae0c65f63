"""Metagames of dates against what the game's makers nerfed later.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`), and `cards`: the
scores of all cards.
"""
