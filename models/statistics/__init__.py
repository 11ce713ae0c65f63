"""Statistics of decks, trials and players, and their agreement with other simulators.

- `intervals`: 95 % intervals of shares
- `summaries`: means with errors, confidence bands, analyses of variance
- `ratings`: ratings of players from their games
- `efficiency`: beliefs of an archive against new games
- `calibration`: agreement with SabberStone, and its published results, in `data`
"""
