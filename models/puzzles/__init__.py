"""Puzzles: turns of real games with one clearly best end, proved by listing all ends of the turn.

- `models.puzzles.whole_turn`: `whole_turn`, all ends of a turn, each with its shortest line
- `models.puzzles.puzzle`: `Puzzle`, the stored ones, and the verdict on a turn that was played
- `data/puzzles.json`: the included puzzles
"""
