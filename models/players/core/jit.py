"""The decorators of the players' kernels, in this folder and in `models/players/search`.

The cache is keyed by both folders and `engine/core`, so a change of a scorer or a search player
compiles the players again but not the engine, and a change of a deck or a configuration compiles
nothing. An outcome that the game loop counts is a field of a record, and thereby part of the
signatures under which kernels are cached.
"""

from engine.core.jit import kernels
from models.players.core import FOLDERS

kernel, entry = kernels(*FOLDERS)
