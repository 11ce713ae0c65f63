"""A training by self-play: one policy that builds decks and plays them.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`).
"""
