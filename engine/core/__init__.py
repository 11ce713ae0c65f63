"""Compiled kernels, and the records and constants compiled into them.

In reading order:

- `enums`, `state`, `tables`, `types`: constants, the record of a game, the tables of the cards, and
  the Numba types of these records
- `jit`, `libraries`, `branches`: compilation and its cache, libraries of kernels and entries, how
  often kernels take their branches (`branches.csv`)
- `memory`, `rng`, `hash`: copies, random numbers, digests
- `costs`, `select`, `amounts`, `attached`: what cards cost and characters deal, which characters
  a text means, its numbers and conditions, texts given to minions
- `events`, `zones`, `auras`, `deaths`, `phases`: triggers and the stack, cards on the move, lasting
  effects, the death phase, the steps of an action
- `ops`: one function per verb of the card language
- `vm`: the machine that runs all of these
- `setup`, `options`, `actions`: the start of a game, its legal actions, and playing one
- `entry_points`: the three large functions as kernels elsewhere call them
- `staging`: positions set up by hand
"""


class CacheError(OSError):
    """The directory for compiled code cannot be written; the message names it and the remedy."""
