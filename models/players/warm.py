"""`python -m models.players.warm`: compiles all kernels of games and searches.

Importing them compiles everything that is not in the cache. Afterwards every process starts in
seconds.
"""

import sys
import time
from importlib import import_module

from engine.core.jit import JIT_ON, cache_home


def warm() -> float:
    """Compiles all kernels; returns the seconds.

    In one process, as what several of them call is then compiled once.
    """
    start = time.perf_counter()
    for name in (
        "models.hearthsim.game_loop",  # imports the players' game loop
        "engine.random_play.game_loop",
        "models.environments.core.stepping",
        "models.self_play.core.stepping",
        "models.self_play.core.playing",
        "models.self_play.core.rehearsing",
        "models.self_play.core.piloting",
        "models.value_training.recording",
        "models.tradingstone.core.match",
        "engine.core.staging",
        "models.qd.variation",
        "models.problems.inner_loop",
    ):
        import_module(name)
    return time.perf_counter() - start


def main() -> int:
    """Compiles everything and prints the time."""
    if not JIT_ON:
        print("NUMBA_DISABLE_JIT is set: there is nothing to compile", file=sys.stderr)
        return 0
    seconds = warm()
    print(f"the game is compiled ({cache_home()}); it took {seconds:.1f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
