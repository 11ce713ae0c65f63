"""The metagame of a card pool: a double oracle over decks (`meta`)."""
