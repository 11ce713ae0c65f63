"""A training without a server: `python -m tests.flows.tiny_training DIR` prints its samples."""

import sys
from pathlib import Path

from flows.studies.self_play.play import FILE, run_periods
from flows.studies.self_play.settings import SelfPlay


def train(path: Path) -> None:
    """Train in a directory, or continue there."""
    training = SelfPlay(preset="smoke", samples=1536).study.but(random_games=10)
    with FILE.opened(path, training) as (folder, _):
        run_periods(folder, training, False, lambda _, row: print(row["samples"], flush=True))


if __name__ == "__main__":
    train(Path(sys.argv[1]))
