"""The metagame: decks that answer each other, and their equilibrium.

- `models.metagame.config`: the settings of a double oracle over decks
- `models.metagame.backtest`: nerfs in equal deals, and rankings of cards
- `models.metagame.design`: cards with several numbers, and what an equilibrium says of them
- `models.metagame.equilibrium`: win rates of all pairs, shares in equilibrium, what beats it
- `models.metagame.swaps`: swaps of a deck that beliefs propose, within limits
- `models.metagame.race`: races between decks on the same deals, and climbs from swap to swap
"""
