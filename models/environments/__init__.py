"""Environments for people who bring their own player: [docs/environments.md](docs/environments.md).

- `aec`: `make` and `GameEnvironment`, PettingZoo's interface; the only module that imports it
- `batch`: `ParallelGames`, games side by side, and `GameBatch`, full games for training
- `hearthstone`: `HearthstoneGame`, the full game, one at a time; its actions as text
- `tradingstone`: `TradingStoneGame`, the reduced game
- `two_player_game`: `TwoPlayerGame`, what `GameEnvironment` needs of a game; decks, checked
- `opponent`: `NamedOpponent`, any player by its name
- `core`: actions, observations and steps of the full game, compiled
"""
