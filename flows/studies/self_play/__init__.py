"""Self-play of one policy that builds decks, too: `settings`, `play`, `tables` and `page`."""
