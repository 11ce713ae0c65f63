"""Who plays the games, and against whom.

- `models.players.decks`: the published opponents and starter decks, as data
- `models.players.config`: how the players search
- `models.players.evaluate`: decks in, averages over their games out
- `models.players.matches`: many games on all cores
- `models.players.replay`: one game as readable text
- `models.players.core`: everything that is compiled: scorers, the turn search, the game loop
- `models/players/data`: decks and the weights of the published player's network
"""
