"""A training without a server: `python -m tests.flows.tiny_training DIR` prints its samples."""

import sys
from pathlib import Path

from flows.questions.self_play import SelfPlay
from tasks.studies.self_play.directory import TRAINING_FILE
from tasks.studies.self_play.periods import run_periods


def train(path: Path) -> None:
    """Train in a directory, or continue there."""
    training = SelfPlay(preset="smoke", samples=1536).training.but(random_games=10)
    with TRAINING_FILE.opened(path, training) as (folder, _):
        run_periods(folder, training, False, lambda _, row: print(row["samples"], flush=True))


if __name__ == "__main__":
    train(Path(sys.argv[1]))
