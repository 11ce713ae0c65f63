"""Puzzles: turns of real games with one clearly best end, proved by listing all ends of the turn.

- `models.puzzles.puzzle`: `Puzzle`, the stored ones, the verdict on a turn that was played, and
  `whole_turn`, all ends of a turn, each with its shortest line
- `data/puzzles.json`: the included puzzles
"""
