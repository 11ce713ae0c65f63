"""The steps of a search: propose decks, play them, fill the archive, train the surrogate."""
