"""What good players do to an archive of decks, which weak ones have found.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`).
"""
