"""Games between players who choose uniformly among all legal actions, compiled, and their sums.

- `records`: one thread's memory, and sums over games
- `game_loop`: whole games, and what is summed up of them
- `statistics`: many games between two decks, their means and standard deviations
"""

from engine.core.jit import entry as engine
from engine.core.jit import kernels

kernel, entry = kernels(__file__, on=[engine])
