"""Everything of the environments that is compiled: actions as indices, observations, many games.

- `records`: observations field by field, and the memory of the kernels
- `action_space`: legal actions as indices of a fixed space, and back
- `observing`: what one player may know of a game
- `stepping`: one action in each of many games
"""

from engine.core.jit import entry as engine
from engine.core.jit import kernels

kernel, entry = kernels(__file__, on=[engine])
