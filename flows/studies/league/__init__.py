"""A league, players with the same decks and deals: `settings`, `play`, `tables` and `page`."""
