"""Compiled: games in which a network decides for one side or for both.

- `records`: a game in progress
- `stepping`: games played on until a network has to decide
- `rehearsing`: copies of a game in which a network tries its actions
"""

from engine.core.jit import kernels
from models.players.core import entry as players
from models.self_play.core import entry as self_play

kernel, entry = kernels(__file__, on=[self_play, players])
