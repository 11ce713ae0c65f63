"""The metagame of a card pool: a double oracle over decks.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`), and `compare`:
two of them side by side.
"""
