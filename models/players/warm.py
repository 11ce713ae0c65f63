"""`python -m models.players.warm`: compiles all kernels of games and searches.

Importing them compiles everything that is not in the cache. Afterwards every process starts in
seconds.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context

from engine.core.jit import JIT_ON, cache_home

#: These use no kernel of the game.
SEARCHES = (
    "models.qd.sliding",
    "models.problems.inner_loop",  # imports variation
    "models.surrogates.kinds",
)
#: What the kernels of the next two parts call, which do not call each other.
ENGINE = ("engine.game", "models.players.core.scorers")
PLAYERS = (
    "models.players.search.beam",
    "models.players.search.tree",
    "models.environments.core.stepping",
)
OTHERS = (
    "models.players.search.one_turn.explore",
    "engine.random_play.game_loop",
    "models.self_play.core.stepping",
    "models.tradingstone.core.match",
)
#: All of the game.
GAMES = (
    *ENGINE,
    *PLAYERS,
    *OTHERS,
    "models.hearthsim.game_loop",  # imports the players' game loop
    "models.self_play.core.playing",
    "models.self_play.core.rehearsing",
    "models.self_play.core.piloting",
    "models.value_training.recording",
    "engine.core.staging",
)


def warm(names: Iterable[str] = GAMES) -> None:
    """Compiles the kernels of some modules, or loads them from the cache, in this process.

    Raises:
        CacheError: The cache directory cannot be written.
    """
    for name in names:
        import_module(name)


@contextmanager
def _beside(names: Iterable[str]) -> Iterator[None]:
    """Another process compiles some modules meanwhile; kernels compiled here it has already.

    What it could not do is done here, or raises its error here.
    """
    other = get_context("fork").Process(target=_quietly, args=(names,))
    other.start()
    yield
    other.join()
    if other.exitcode:
        warm(names)


def _quietly(names: Iterable[str]) -> None:
    try:
        warm(names)
    except Exception:  # the process that started this one meets it again, and tells
        sys.exit(1)


def main() -> int:
    """Compiles everything and prints the time."""
    if not JIT_ON:
        print("NUMBA_DISABLE_JIT is set: there is nothing to compile", file=sys.stderr)
        return 0
    start = time.perf_counter()
    with _beside(SEARCHES):
        warm(ENGINE)
        with _beside(OTHERS):
            warm(PLAYERS)
        warm()
    seconds = time.perf_counter() - start
    print(f"the game is compiled ({cache_home()}); it took {seconds:.1f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
