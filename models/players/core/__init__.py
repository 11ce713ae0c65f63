"""Everything of the players that is compiled: scorers, the turn search, the game loop.

The first import on a machine compiles it, with the engine, and says so.
"""

import sys
from pathlib import Path

from engine.core.jit import JIT_ON, cache_home, sources_digest

if JIT_ON and not (cache_home() / sources_digest(Path(__file__).parent)).exists():
    print(
        "compiling the game for this machine: about a minute, once per version of it",
        file=sys.stderr,
        flush=True,
    )
