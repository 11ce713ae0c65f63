"""Searches and trainings outside a flow: their steps are called as plain functions."""

import os
from collections import defaultdict
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from prefect import Task

from models.problems.decks import DeckSearch, solutions_of
from models.problems.experiment import Experiment
from tasks.reports import summary
from tasks.run_loop import live_run
from tasks.run_loop.live_run import LiveRun
from tasks.search.algorithm import Algorithm, new_algorithm
from tasks.storage.run import Run
from tasks.storage.store import load_run


class Log:
    """What MLflow gets: the first value of each metric and step, whatever attempt logs it."""

    def __init__(self) -> None:
        self.values = {}

    def log_metrics(self, step, metrics) -> None:
        for name, value in metrics.items():
            self.values.setdefault((step, name), value)

    def ignore(self, *_) -> None:
        """Artifacts and models."""

    log_artifact = log_inputs = log_surrogate = ignore


def _write_no_report(path: Path) -> Path:
    """Writes only the table of a report that is copied to MLflow, without a row."""
    columns = dict.fromkeys(("games", "bias", "error", "covered_90"), pl.Float64)
    file = load_run(path, look_only=True).efficiency_path
    file.parent.mkdir(exist_ok=True)
    pl.DataFrame(schema=columns).write_parquet(file)
    return path


def use_plain_functions(patch: pytest.MonkeyPatch) -> dict[Path, Log]:
    """Makes a flow's function play without Prefect, MLflow and a report; returns what runs log."""
    logs = defaultdict(Log)

    def called(self, owner, *arguments, **named):
        return self.fn(owner, *arguments, **named)

    patch.setattr(Task, "__call__", called)
    patch.setattr(os, "fsync", lambda _: None)
    patch.setattr(live_run, "watched", lambda run, *_: nullcontext(logs[run.path]))
    patch.setattr(summary, "write_report", _write_no_report)
    return logs


def play_plainly(flow: Any, *arguments: Any, **named: Any) -> None:
    """Plays a flow's run as `use_plain_functions` says: a small one in a fraction of its time."""
    with pytest.MonkeyPatch.context() as patch:
        use_plain_functions(patch)
        flow.fn(*arguments, **named)


def algorithm_in(path: Path, experiment: Experiment, threads: int | None = None) -> Algorithm:
    """The algorithm of an experiment, in a new directory; it plays no games."""
    path.mkdir(exist_ok=True)
    directory = Run(path, {"seed": 3})
    return new_algorithm(LiveRun(directory, DeckSearch(experiment), _play, threads), None)


def add_one_by_one(archive: Any, evaluations: pl.DataFrame, *measures: str) -> None:
    """Fills an archive with the results of a search, in their order."""
    for row in range(evaluations.height):
        one = evaluations[row]
        objectives, ids = (one[name].to_numpy() for name in ("objective", "evaluation"))
        archive.add(solutions_of(one), objectives, one.select(measures).to_numpy(), ids)


def end(algorithm: Algorithm, step: Any, evaluated: pl.DataFrame) -> None:
    """Ends an iteration by a step of the algorithm, with results that took no time."""
    algorithm.measured.note(games=0, games_per_second=0.0)
    step.fn(algorithm, evaluated)


def _play(*_: Any, **__: Any) -> Any:
    raise AssertionError("no games")
