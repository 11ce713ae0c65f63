"""Games between players who choose uniformly among all legal actions, compiled, and their sums.

The first import on a machine compiles it, with the engine, and says so.
"""

from pathlib import Path

from engine.core.jit import say_if_uncompiled

say_if_uncompiled(Path(__file__).parent)
