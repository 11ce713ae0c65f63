"""Everything of the environments that is compiled: actions as indices, observations, many games.

- `records`: observations field by field, and the memory of the kernels
- `action_space`: legal actions as indices of a fixed space, and back
- `observing`: what one player may know of a game
- `stepping`: one action in each of many games
- `jit`: the decorators of these kernels

The first import on a machine compiles the folder, with the engine, and reports it.
"""

from pathlib import Path

from engine.core.jit import say_if_uncompiled

say_if_uncompiled(Path(__file__).parent)
