"""Who plays the games, and against whom.

- `models.players.decks`: the published opponents and starter decks, as data
- `models.players.evaluate`: decks in, averages over their games out
- `models/players/data`: decks and the weights of the published player's network
"""
