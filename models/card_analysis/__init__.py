"""Statistics of the cards in decks.

- `comparisons`: cards and combinations of cards that elites share, before and after a change
- `explanation`: what single cards and pairs of cards are worth; an emulator of a search's games
- `mana_distribution`: mana curves of all decks of a pool
"""
