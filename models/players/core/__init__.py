"""Everything of the players that is compiled: scorers, the turn search, the game loop."""
