"""The metagame of a card pool: a double oracle over decks.

Its modules are `settings`, `play`, `tables` and `page` (`flows.studies`). `answers` has the
searches and races of a round, `directory` the tables of its directory, and `compare` sets two
metagames side by side.
"""
