"""Games between players who choose uniformly among all legal actions, compiled, and their sums.

- `records`: one thread's memory, and sums over games
- `game_loop`: whole games, and what is summed up of them
- `statistics`: many games between two decks, their means and standard deviations
- `jit`: the decorators of these kernels

The first import on a machine compiles the folder, with the engine, and says so on stderr.
"""

from pathlib import Path

from engine.core.jit import say_if_uncompiled

say_if_uncompiled(Path(__file__).parent)
