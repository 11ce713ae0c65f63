"""Compiled: games in which networks decide, from the first card of a deck on.

- `records`: a place of a batch, its settings, the cards to build with, a game of a match
- `pointing`: a legal action as up to four choices among what is on the table
- `building`: picks of cards, with what may still be picked
- `stepping`: one decision in each of many games of the environment
- `playing`: games with other players, played on until a network has to decide
- `rehearsing`: copies of a game in which a network tries its actions

The first import on a machine compiles the folder, with the environments, the players and the
engine, and reports it.
"""

from pathlib import Path

from engine.core.jit import kernels, say_if_uncompiled
from models.environments import core
from models.players.core import FOLDERS

_ALL = Path(__file__).parent, Path(core.__file__).parent, *FOLDERS

say_if_uncompiled(*_ALL)
kernel, entry = kernels(*_ALL)
