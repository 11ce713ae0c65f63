"""Algorithms outside a flow, whose steps are called as plain functions."""

from pathlib import Path
from typing import Any

import polars as pl

from models.problems.decks import DeckSearch
from models.problems.experiment import Experiment
from tasks.run_loop.live_run import LiveRun
from tasks.search.algorithm import Algorithm, new_algorithm
from tasks.storage.run import Run


def algorithm_in(path: Path, experiment: Experiment, threads: int | None = None) -> Algorithm:
    """The algorithm of an experiment, in a new directory; it plays no games."""
    path.mkdir(exist_ok=True)
    directory = Run(path, {"seed": 3}, resumed=False)
    return new_algorithm(LiveRun(directory, DeckSearch(experiment), _play, threads), None)


def end(algorithm: Algorithm, step: Any, evaluated: pl.DataFrame) -> None:
    """Ends an iteration by a step of the algorithm, with results that took no time."""
    algorithm.measured.note(games=0, games_per_second=0.0)
    step.fn(algorithm, evaluated)


def _play(*_: Any, **__: Any) -> Any:
    raise AssertionError("no games")
