"""Self-play of one policy that builds decks, too: `settings`, `play` and `page`."""
