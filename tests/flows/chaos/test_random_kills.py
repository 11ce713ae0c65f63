"""Kills at random moments: a continued run's files equal those of one that nobody disturbed."""

import os
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

from tests.flows.chaos.disturbed import WAIT_S, Search, ended
from tests.processes import begun
from tests.run_contents import contents, differing, stamps
from tests.waiting import until

#: Files of games that have been played.
GAMES = "**/evaluations/*.parquet"
COMMANDS = {
    "search": "search dsa-me --preset smoke --set scheduling.chunk_games=60",
    "training": "train-player --preset smoke",
    "study": "study --preset smoke --trials 1 --algorithms map-elites dsa-me",
    "mesb": "mesb --preset smoke --archetype control-paladin",
    "balance": "balance --preset smoke --patch mesb-balance --archetype control-paladin",
}
N_KILLS = 4
#: Of the moments; another one is tried with HEARTHLIGHT_CHAOS_SEED.
SEED = int(os.environ.get("HEARTHLIGHT_CHAOS_SEED", "1"))


def start(words: str, out: Path, environment: dict[str, str]) -> subprocess.Popen:
    return begun(["-m", "flows", *words.split(), "--seed", "3", "--out", str(out)], environment)


def files(out: Path) -> list[Path]:
    return [path for path in out.rglob("*") if path.is_file()]


def killed(process: subprocess.Popen, out: Path, n_files: int, delay_s: float) -> bool:
    """Kills a command a moment after it has so many files; returns whether it was still there."""
    until(lambda: process.poll() is not None or len(files(out)) >= n_files, WAIT_S, pause_s=0.005)
    time.sleep(delay_s)
    is_there = process.poll() is None
    process.kill()
    process.communicate()
    return is_there


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_kills_at_random_moments_change_nothing(name, own_home, tmp_path, request):
    words, environment = COMMANDS[name], Search(tmp_path, own_home).environment
    whole, out = tmp_path / "whole" / "run", tmp_path / "killed" / "run"
    ended(start(words, whole, environment), 0)
    total, rng = len(files(whole)), np.random.default_rng([SEED, list(COMMANDS).index(name)])

    moments, before = [], {}
    for kills_left in range(N_KILLS, 0, -1):
        n_now = len(files(out))
        step = max(1, (total - n_now) // kills_left)
        n_files = n_now + int(rng.integers(1, step + 1))
        if not killed(start(words, out, environment), out, n_files, rng.uniform(0, 0.5)):
            break
        moments.append(len(files(out)))
        before |= stamps(out, GAMES)
    begun = time.monotonic()
    ended(start(words, out, environment), 0)
    seconds, after = time.monotonic() - begun, stamps(out, GAMES)

    wrong = differing(contents(out), contents(whole))
    lost = [path for path in before if path not in after]
    repeated = [path for path in before if after.get(path, before[path]) != before[path]]
    places = ", ".join(map(str, moments))
    injected = f"{len(moments)} kills of a {name}, with {places} of {total} files"
    counts = (str(len(each)) for each in (before, lost, repeated))
    row = (injected, *counts, "NO" if wrong else "yes", f"{seconds:.1f}")
    request.node.user_properties.append(("chaos", row))
    assert (wrong, lost, repeated) == ([], [], [])
    assert len(moments) == N_KILLS
