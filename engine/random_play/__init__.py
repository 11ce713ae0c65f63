"""Games between players who choose uniformly among all legal actions, compiled, and their sums.

- `game_loop`: whole games, one thread's memory, and what is summed up of them
- `statistics`: many games between two decks, their means and standard deviations
"""

from engine.core.jit import entry as engine
from engine.core.jit import kernels

kernel, entry = kernels(__file__, on=[engine])
