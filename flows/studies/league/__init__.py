"""A league: players against each other with the same decks and deals.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`).
"""
