"""`python -m models.players.warm`: compiles all kernels of games and searches.

Importing them compiles everything that is not in the cache. Afterwards every process starts in
seconds.
"""

import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context

from engine.core.jit import JIT_ON, cache_home

#: In one process, as what several of them call is then compiled once.
GAMES = (
    "models.hearthsim.game_loop",  # imports the players' game loop
    "engine.random_play.game_loop",
    "models.environments.core.stepping",
    "models.self_play.core.stepping",
    "models.self_play.core.playing",
    "models.self_play.core.rehearsing",
    "models.self_play.core.piloting",
    "models.value_training.recording",
    "models.value_training.targets",
    "models.tradingstone.core.match",
    "engine.core.staging",
)
#: These use no kernel of the game, so another process compiles them meanwhile.
SEARCHES = (
    "models.qd.sliding",
    "models.problems.inner_loop",  # imports variation
    "models.surrogates.kinds",
)


def warm(names: Iterable[str] = GAMES) -> None:
    """Compiles the kernels of some modules, or loads them from the cache, in this process.

    Raises:
        CacheError: The cache directory cannot be written.
    """
    for name in names:
        import_module(name)


def main() -> int:
    """Compiles everything and prints the time."""
    if not JIT_ON:
        print("NUMBA_DISABLE_JIT is set: there is nothing to compile", file=sys.stderr)
        return 0
    start = time.perf_counter()
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        searches = other.submit(warm, SEARCHES)
        warm()
        searches.result()
    seconds = time.perf_counter() - start
    print(f"the game is compiled ({cache_home()}); it took {seconds:.1f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
