"""HearthSim's experiments: cards, decks, games and results.

HearthSim (Oyaizu 2014) is a simulator whose player plans one turn: `models.players.search`. Its
blog published win rates of decks that this player plays against itself.

- `experiments`: the four experiments: their points, decks, players and sizes
- `game_loop`: compiled: games without mulligan, and their course round by round
- `games`: the games of a point, and its win rates with intervals, lengths and courses
"""
