"""The game: Hearthstone's rules over arrays, with NumPy and Numba only.

In reading order:

- `engine.decks`: facts of cards, decks, pools, deck codes (needs no rules and no compilation)
- `engine.dsl`, `engine.cards`: the card language, and the cards written in it
- `engine.compiler`, `engine.rules`: from cards to the integer tables that the kernels read
- `engine.core`: the rules, compiled
- `engine.game`, `engine.view`: games from Python, and as text
- `engine.random_play`, `engine.probe`: many games at random, and what came of them
- `engine/data`: facts carried as CSV files, with their sources
"""
