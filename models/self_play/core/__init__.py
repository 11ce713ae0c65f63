"""Compiled: games in which networks decide, from the first card of a deck on.

- `records`: a place of a batch, its settings, the cards to build with, a game of a match
- `pointing`: a legal action as up to four choices among what is on the table
- `stepping`: one decision in each of many games of the environment
- `piloting`: a compiled search player in the games of the environment
- `playing`: games with other players, played on until a network has to decide
- `rehearsing`: copies of a game in which a network tries its actions
"""

from engine.core.jit import kernels
from models.environments.core import entry as environments
from models.players.core import entry as players

kernel, entry = kernels(__file__, on=[environments, players])
