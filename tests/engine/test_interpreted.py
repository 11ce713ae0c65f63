"""Compiled and interpreted kernels play the same games, byte for byte."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from engine.core.hash import digest
from engine.core.jit import JIT_ON
from engine.rules import Rules, rules_for
from tests.engine.random_games import Table, implemented_classes, play_random

ROOT = Path(__file__).parents[2]


def corpus() -> list[str]:
    """Random games of all classes: each state's digest, and the last bytes.

    Each class goes first against two others, with the cards of all sets. These games reach more
    lines of the engine than 50 between all pairs with the Classic cards did.
    """
    rules = rules_for(format="blackrock")
    heroes = implemented_classes(rules)
    return [
        _game(rules, 10 * k + i, (hero, heroes[i - k]))
        for k in (1, 4)
        for i, hero in enumerate(heroes)
    ]


def _game(rules: Rules, seed: int, heroes: tuple[str, str]) -> str:
    table, states = Table(rules), sha256()

    def watch(actions: list[int], action: int) -> None:
        states.update(f"{int(digest(table.game))} {actions} {action}\n".encode())

    play_random(table, seed, heroes, watch)
    last = sha256(table.game.tobytes()).hexdigest()
    return f"{' '.join(heroes)} {table.game.turn} {states.hexdigest()} {last}"


def test_interpreted_and_compiled_games_are_the_same() -> None:
    """This process plays one way, a second one the other way."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.test_interpreted"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1" if JIT_ON else "0"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    other_way, *lines = done.stdout.splitlines()
    assert other_way == f"compiled: {not JIT_ON}"
    assert lines == corpus()


if __name__ == "__main__":
    print(f"compiled: {JIT_ON}")
    print(*corpus(), sep="\n")
