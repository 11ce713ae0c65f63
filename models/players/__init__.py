"""Players: what they search, what states are worth to them, and the games they play.

- `models.players.config`: `PlayerConfig`, all settings of a player
- `models.players.search_player`: `SearchPlayer`, a player's plan for a position
- `models.players.evaluate_decks`: decks in, averages over their games out
- `models.players.evaluate_players`: networks in, averages over their games with one deck out
- `models.players.duels`: decks against decks, each with its own scorer
- `models.players.replay`: one game as text
- `models.players.games`: which games are played, and many of them on all cores
- `models.players.averages`: from games to outcomes
- `models.players.networks`: networks by name, from a file, and as arrays
- `models.players.decks`: the published opponents and starter decks, as data
- `models.players.search`: the search players, compiled
- `models.players.core`: scorers, hidden cards and the game loop, compiled
- `models.players.warm`: compiles all kernels
- `models/players/data`: decks, and networks' weights
"""
