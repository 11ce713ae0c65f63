"""The runs below a folder, with what each has reached; also while they go on, and broken ones."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from models.problems.experiment import Experiment
from models.problems.players import PlayerTraining
from tasks.storage.experiment import experiment_of, training_of
from tasks.storage.files import (
    MANIFEST,
    NOT_COMPUTED,
    check_table,
    read_json,
    read_table,
)
from tasks.storage.locks import is_locked
from tasks.storage.manifest import is_foreign
from tasks.storage.run import Run
from tasks.storage.run_names import run_names
from tasks.storage.store import load_run, status_of

#: What a directory without a manifest holds, by the file that says so.
CALIBRATION = "calibration.json"
OTHER_WORK = {
    "league.json": "league",
    "self-play.json": "self-play",
    "tradingstone.json": "TradingStone",
    "study.json": "study",
    CALIBRATION: "calibration",
}
REPORT = "report/index.html"
_CURVE = ["evaluations", "qd_score", "coverage", "max_objective"]


@dataclass(frozen=True)
class Listed:
    """A line of the list: a run, or the directory of other work.

    Attributes:
        name: Its path below the folder, with `/`.
        status: `running`, `finished`, `failed`, `crashed`, `stopped`, or `unreadable`.
        problem: What is wrong, and the fix; empty if nothing is.
        algorithm: The algorithm's name; of other work, what it is.
        what: `decks` or `networks`, which a run searches; empty for other work.
        facts: Class, format, player, and games per solution.
        seed: Its seed.
        started: When it started, in ISO form.
        budget: Evaluations until the end, as far as they can be known before it.
        evaluated: Evaluations so far.
        curve: A row per iteration: `evaluations`, `qd_score`, `coverage`, `max_objective`.
        has_report: Whether `report/index.html` is there.
    """

    name: str
    status: str
    problem: str = ""
    algorithm: str = ""
    what: str = ""
    facts: tuple[str, ...] = ()
    seed: int = 0
    started: str = ""
    budget: int = 0
    evaluated: int = 0
    curve: pl.DataFrame = field(default_factory=pl.DataFrame)
    has_report: bool = False

    @property
    def last(self) -> dict[str, Any]:
        """The last row of the curve; empty before the first iteration ends."""
        return {} if self.curve.is_empty() else self.curve.row(-1, named=True)

    @property
    def progress(self) -> float:
        """The share of its evaluations that is done, at most 1."""
        if self.status == "finished":
            return 1.0
        return min(1.0, self.evaluated / self.budget) if self.budget else 0.0

    @property
    def done(self) -> str:
        """The progress in words; a finished run has no more to do, whatever its budget was."""
        if self.status == "finished" or self.evaluated >= self.budget:
            return f"{self.evaluated:,} {self.what}"
        return f"{self.evaluated:,} of {self.budget:,} {self.what}"


def listed(path: Path, name: str) -> Listed | None:
    """A line of the list; None if the directory is one of played games or of no known work."""
    try:
        if not (path / MANIFEST).is_file():
            return _other_work(path, name)
        if is_foreign(path):
            return None
        return _listed(load_run(path, look_only=True), name)
    except (ValueError, KeyError, TypeError, OverflowError) as error:  # `StoreError`, or odd facts
        return Listed(name, "unreadable", problem=f"{error}")


def listed_runs(folder: Path, look: Callable[[Path, str], Listed | None] = listed) -> list[Listed]:
    """The runs and other work below a folder, the newest first.

    Args:
        folder: The folder.
        look: Reads a run, by its directory and its name.
    """
    found = (look(folder / name, name) for name in run_names(folder, MANIFEST, *OTHER_WORK))
    runs = [run for run in found if run is not None]
    return sorted(runs, key=lambda run: run.started, reverse=True)


def _other_work(path: Path, name: str) -> Listed:
    """A directory that says with another file than a manifest what it holds."""
    mark = next(mark for mark in OTHER_WORK if (path / mark).is_file())
    facts, has_report = read_json(path / mark, NOT_COMPUTED), (path / REPORT).is_file()
    is_done = has_report or mark == CALIBRATION
    status = "running" if is_locked(path) else "finished" if is_done else "stopped"
    advice = "no report yet: run the same command again to continue it"
    started = datetime.fromtimestamp((path / mark).stat().st_mtime, UTC).isoformat()
    return Listed(
        name,
        status,
        advice if status == "stopped" else "",
        OTHER_WORK[mark],
        seed=int(facts.get("seed", 0)),
        started=started,
        has_report=has_report,
    )


def _listed(run: Run, name: str) -> Listed:
    facts, status = run.experiment, status_of(run)
    known: dict[str, Any] = {
        "name": name,
        "status": status,
        "problem": _advice(run, status),
        "seed": run.seed,
        "started": str(run.manifest["started"]),
        "has_report": (run.path / REPORT).is_file(),
    }
    is_training = "evolution" in facts
    if not is_training and "algorithm" not in facts:  # of another command, HearthSim's for example
        return Listed(**known, algorithm=str(facts.get("experiment", "another command")))
    curve = read_table(run.metrics_path) if run.metrics_path.exists() else pl.DataFrame()
    columns = [column for column in _CURVE if column in curve.columns]
    settings = training_of(run) if is_training else experiment_of(run)
    return Listed(
        **known,
        algorithm=str(facts["evolution"]["algorithm"] if is_training else facts["algorithm"]),
        what="networks" if is_training else "decks",
        facts=_facts_of(settings),
        budget=settings.n_decks if isinstance(settings, Experiment) else settings.evaluations,
        evaluated=sum(check_table(run.chunks.path(chunk)) for chunk in run.chunks.numbers()),
        curve=curve.select(columns),
    )


def _facts_of(settings: Experiment | PlayerTraining) -> tuple[str, ...]:
    """Class or deck, format, player, and games per solution."""
    if isinstance(settings, PlayerTraining):
        return settings.deck, "", "networks", f"{settings.n_games} games"
    player, spending = settings.player, settings.spending
    games = f"{spending.n_games} games"
    if spending.later_games != spending.n_games:
        games = f"{spending.n_games} to {spending.later_games} games"
    name = player.scorer if isinstance(player.scorer, str) else player.scorer.name
    return settings.pool, player.format, name, games


def _advice(run: Run, status: str) -> str:
    """What to do about a run that stopped before its end; empty for others."""
    if status == "crashed":
        return "its process was killed: run the same command again to continue it"
    if status == "failed":
        return f"{run.manifest.get('note', '')}: run the same command again to continue it"
    return ""
