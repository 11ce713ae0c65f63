"""Everything of the players that is compiled: scorers, the turn search, the game loop.

The first import on a machine compiles it, with the engine, and says so.
"""

from pathlib import Path

from engine.core.jit import say_if_uncompiled

say_if_uncompiled(Path(__file__).parent)
