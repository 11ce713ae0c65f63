"""Problems: search spaces of a run. Runs work with any problem; a flow and its steps with one.

- `problem`: `Problem`, the interface for runs, and `VectorColumn`
- `rows`: `Rows` of vectors, and `Play`, the type of functions that play them
- `play`: `play_decks` and `play_networks`
- `solutions`: decks as a column of tables
- `decks`: `DeckSearch`, decks of 30 cards
- `checks`: checks of a search for decks before any work
- `beliefs`: what a search by belief proposes and keeps
- `resampling`: decks that play again
- `players`: `NetworkSearch`, the weights of a player's network

A new problem is a module here and a flow: its steps propose vectors, `tasks.run_loop` evaluates
them and stores the results.
"""
