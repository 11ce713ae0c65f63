"""The runs below a folder, with what each has reached; also while they go on, and broken ones."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from tasks.storage.files import MANIFEST, StoreError, check_table, read_json, read_table
from tasks.storage.manifest import FORMAT
from tasks.storage.run import Run
from tasks.storage.store import load_run, status_of

#: Levels below the folder in which runs are found.
MAX_DEPTH = 4
_CURVE = ["evaluations", "qd_score", "coverage", "max_objective"]


@dataclass(frozen=True)
class Listed:
    """A run of the list.

    Attributes:
        name: Its path below the folder, with `/`.
        status: `running`, `finished`, `failed`, `crashed`, or `unreadable`.
        problem: What is wrong, and the fix; empty if nothing is.
        algorithm: The algorithm's name.
        what: Whether it searches `decks` or `networks`.
        seed: Its seed.
        started: When it started, in ISO form.
        budget: Evaluations that it was asked for.
        evaluated: Evaluations so far.
        curve: A row per iteration: `evaluations`, `qd_score`, `coverage`, `max_objective`.
    """

    name: str
    status: str
    problem: str = ""
    algorithm: str = ""
    what: str = "decks"
    seed: int = 0
    started: str = ""
    budget: int = 0
    evaluated: int = 0
    curve: pl.DataFrame = field(default_factory=pl.DataFrame)

    @property
    def last(self) -> dict[str, Any]:
        """The last row of the curve; empty before the first iteration ends."""
        return {} if self.curve.is_empty() else self.curve.row(-1, named=True)

    @property
    def progress(self) -> float:
        """The share of the budget that is evaluated, at most 1."""
        return min(1.0, self.evaluated / self.budget) if self.budget else 0.0


def run_names(folder: Path, mark: str = MANIFEST) -> list[str]:
    """The names of the runs below a folder, in order.

    Links and hidden folders are not followed, nor are the folders of a run.

    Args:
        folder: The folder; it may not exist.
        mark: Name of the file that makes a directory a run.
    """
    return sorted(_names(folder, "", MAX_DEPTH, mark))


def _names(folder: Path, prefix: str, depth: int, mark: str) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return  # removed meanwhile, or not readable
    for entry in entries:
        if entry.name.startswith(".") or not entry.is_dir(follow_symlinks=False):
            continue
        if os.path.isfile(os.path.join(entry.path, mark)):
            yield prefix + entry.name
        elif depth > 1 and not os.path.isfile(os.path.join(entry.path, MANIFEST)):
            yield from _names(Path(entry.path), f"{prefix}{entry.name}/", depth - 1, mark)


def listed(path: Path, name: str) -> Listed | None:
    """A run of the list; None if the directory is another command's."""
    try:
        manifest = read_json(path / MANIFEST)
        if isinstance(manifest, dict) and manifest.get("format") not in (FORMAT, None):
            return None
        run = load_run(path, look_only=True)
        return _listed(run, name) if _is_search(run) else None
    except (StoreError, KeyError, TypeError) as error:
        return Listed(name, "unreadable", problem=f"{error}")


def listed_runs(folder: Path, look: Callable[[Path, str], Listed | None] = listed) -> list[Listed]:
    """The runs below a folder, the newest first; directories with another manifest are left out.

    Args:
        folder: The folder.
        look: Reads a run, by its directory and its name.
    """
    found = (look(folder / name, name) for name in run_names(folder))
    runs = [run for run in found if run is not None]
    return sorted(runs, key=lambda run: run.started, reverse=True)


def _is_search(run: Run) -> bool:
    """Whether it is a search or a training: other commands write run directories, too."""
    return bool({"algorithm", "evolution"} & set(run.experiment))


def _listed(run: Run, name: str) -> Listed:
    facts, status = run.experiment, status_of(run)
    is_training = "evolution" in facts
    curve = read_table(run.metrics_path) if run.metrics_path.exists() else pl.DataFrame()
    columns = [column for column in _CURVE if column in curve.columns]
    return Listed(
        name,
        status,
        _advice(run, status),
        str(facts["evolution"]["algorithm"] if is_training else facts["algorithm"]),
        "networks" if is_training else "decks",
        run.seed,
        str(run.manifest["started"]),
        int(facts["evaluations"] if is_training else facts["search"]["evaluations"]),
        sum(check_table(run.evaluations_path(chunk)) for chunk in run.finished_chunks()),
        curve.select(columns),
    )


def _advice(run: Run, status: str) -> str:
    """What to do about a run that stopped before its end; empty for others."""
    if status == "crashed":
        return "its process was killed: run the same command again to continue it"
    if status == "failed":
        return f"{run.manifest.get('note', '')}: run the same command again to continue it"
    return ""
