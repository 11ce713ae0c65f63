"""Compiled: deck building and battles of many games, one decision at a time.

- `records`: a place of the batch, its settings, the cards to build with
- `pointing`: a legal action as up to four choices among what is on the table
- `building`: picks of cards, with what may still be picked
- `stepping`: one decision in each of many games
- `jit`: the decorators of these kernels

The first import on a machine compiles the folder, with the environments and the engine, and
reports it.
"""

from pathlib import Path

from engine.core.jit import say_if_uncompiled
from models.environments import core

FOLDERS = Path(__file__).parent, Path(core.__file__).parent

say_if_uncompiled(*FOLDERS)
