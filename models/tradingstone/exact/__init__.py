"""Perfect play of small games, and what a player loses against it.

- `models.tradingstone.exact.open_hands`: backward induction with both hands open
- `models.tradingstone.exact.public_tree`: all courses of a game with hidden hands
- `models.tradingstone.exact.hidden_hands`: an equilibrium with hidden hands, by CFR+
- `models.tradingstone.exact.losses`: a player's loss per game against either
"""
