"""Compiled and interpreted kernels play the same games, byte for byte."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from engine.core.hash import digest
from engine.core.jit import JIT_ON
from engine.rules import rules_for
from tests.engine.random_games import Table, implemented_classes, play_random

ROOT = Path(__file__).parents[2]


def corpus() -> list[str]:
    """Random games of every class against every second one: each state's digest, the last bytes."""
    rules = rules_for()
    heroes = implemented_classes(rules)
    lines = []
    for i, hero in enumerate(heroes):
        for k, other in enumerate(heroes):
            if (i + k) % 2:
                continue
            table, states = Table(rules), sha256()

            def watch(actions: list[int], action: int, table=table, states=states) -> None:
                states.update(f"{int(digest(table.game))} {actions} {action}\n".encode())

            play_random(table, 900 + 10 * i + k, (hero, other), watch)
            last = sha256(table.game.tobytes()).hexdigest()
            lines.append(f"{hero} {other} {table.game.turn} {states.hexdigest()} {last}")
    return lines


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
