"""The decorators of this folder's kernels.

The cache is keyed by this folder and `engine/core`, so a change of a scorer compiles the players
again but not the engine, and a change of a deck or a configuration compiles nothing.
"""

from pathlib import Path

from engine.core.jit import kernels

kernel, entry = kernels(Path(__file__).parent)
