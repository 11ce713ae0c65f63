"""Problems: what a run searches. A run knows none of them; a flow and its steps know one.

- `problem`: `Problem`, what every run needs of one, and `VectorColumn`
- `rows`: `Rows` of vectors, and `Play`, what plays them
- `play`: `play_decks` and `play_networks`
- `decks`: `DeckSearch`, decks of 30 cards
- `players`: `NetworkSearch`, the weights of a player's network

A further problem is a module here and a flow: its steps propose vectors, `tasks.run_loop` evaluates
them and keeps the results.
"""
