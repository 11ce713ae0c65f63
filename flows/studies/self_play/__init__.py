"""A training by self-play of one policy that builds decks and plays them.

Its modules are `settings`, `play`, `tables` and `page`.
"""
