"""A card with other numbers, or a new one, in a metagame: which decks take it, and their shares.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`), and `cards`: names, lines
of the card language and patches, as they are given.
"""
