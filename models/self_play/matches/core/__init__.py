"""Compiled: games in which a network decides for one side or for both.

- `records`: a game in progress
- `stepping`: games played on until a network has to decide
- `rehearsing`: copies of a game in which a network tries its actions
- `jit`: the decorators of these kernels

The first import on a machine compiles the folder, with all that it builds on, and reports it.
"""

from pathlib import Path

from engine.core.jit import say_if_uncompiled
from models.players.core import FOLDERS as PLAYERS
from models.self_play.core import FOLDERS as SELF_PLAY

FOLDERS = Path(__file__).parent, *SELF_PLAY, *PLAYERS

say_if_uncompiled(*FOLDERS)
