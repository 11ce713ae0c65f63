"""Problems: the search spaces of runs, and their configurations.

Configurations:
- `experiment`: `Experiment`, a search; `algorithms`: those of the papers, as differences
- `study`: `StudyConfig`; `mesb`: the MESB paper's experiments

Search spaces:
- `problem`: `Problem`, the interface for runs, and `VectorColumn`
- `rows`: `Rows` of vectors, and `Play`, the type of functions that play them
- `play`: `play_decks` and `play_networks`
- `decks`: `DeckSearch`, decks of 30 cards
- `resampling`: decks that play again: settings, cells of several decks, and pooled results
- `inner_loop`: MAP-Elites on a surrogate
- `players`: `NetworkSearch`, the weights of a player's network; `PlayerTraining`, its settings
- `vector_task`: vectors as decks, and tasks that evaluate them, for pyribs (`docs/deck-task.md`);
  by an emulator of a search's games, with NumPy only; `deck_task`: by games
- `emulated`: searches on an emulator

A new problem is a module here and a flow: its steps propose vectors, `tasks.run_loop` evaluates
them and stores the results.
"""
