"""Statistics of decks, trials and players, and their agreement with other simulators.

- `intervals`: 95 % intervals of shares
- `summaries`: means with errors, confidence bands, analyses of variance
- `ratings`: ratings of players from their games
- `beliefs`: what copies of cards are worth, with what is not known of it
- `card_worth`: a linear model of what copies of cards are worth
- `predictions`: log loss, AUC and reliability of chances to win
- `efficiency`: beliefs of an archive against new games
- `calibration`: agreement with SabberStone, and its published results, in `data`
"""
