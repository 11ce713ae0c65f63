"""Games small enough for exact answers, to check methods of self-play.

- `games`: rock-paper-scissors, Kuhn poker, Leduc poker, as functions of what has happened
- `game_tree`: `GameTree`, all positions of such a game, as arrays
- `exploitability`: values, best responses and exploitability, exact
- `playing`: many games at once between tables of probabilities
- `training`: a table trained by a method of self-play, with its exploitability after each period
"""
