"""What decks say of their cards.

- `card_shares`: shares of cards among elites
- `combinations`: combinations of cards that many elites share
- `explanation`: what single cards and pairs of cards are worth; an emulator of a search's games
- `mana_distribution`: mana curves of all decks of a pool
"""
