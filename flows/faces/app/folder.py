"""Runs below one folder, including broken and unfinished ones: their list and their results.

Names come from addresses: nothing outside the folder can be reached.
"""

import os
from collections.abc import Collection, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import polars as pl

from engine.patches import Patch
from flows.commands import STUDIES, study_in
from flows.faces.app.work import extent_of
from models.players.own import OwnSetting
from models.problems.experiment import Experiment
from models.problems.players import PlayerTraining
from tasks.games.played import config_of
from tasks.reports.results import DeckResults, read_any_results
from tasks.storage.files import (
    MANIFEST,
    NOT_COMPUTED,
    StoreError,
    check_table,
    read_json,
    read_table,
)
from tasks.storage.locks import is_locked
from tasks.storage.manifest import is_foreign
from tasks.storage.run import Run
from tasks.storage.settings import experiment_of, training_of
from tasks.storage.store import MAX_DEPTH, load_run, run_names, status_of

#: What a directory without a manifest holds, by the file that identifies it.
CALIBRATION = "calibration.json"
REPORT, REPORT_TEXT = "report/index.html", "report/report.md"
OTHER_WORK = {
    each.files[0]: each.noun or each.command() for each in STUDIES if "/" not in each.files[0]
} | {
    CALIBRATION: "calibration",
    REPORT_TEXT: "experiment",  # of several runs, without settings of its own
}
#: Work whose steps are the searches within its directory.
_WITH_STEPS = ("metagame", "backtest")
_CURVE = ["evaluations", "qd_score", "coverage", "max_objective"]
#: Runs whose results are kept in memory, and the newest searches that pages look through.
N_KEPT = 4
#: The folder of balance labs below that of runs; their searches have their own cards.
LABS = "labs"
#: Bytes of the longest name that common file systems have.
MAX_NAME = 255


@dataclass(frozen=True)
class Listed:
    """A line of the list: a run, or the directory of other work."""

    name: str  #: Its path below the folder, with `/`
    status: str  #: `running`, `finished`, `failed`, `crashed`, `stopped`, or `unreadable`
    problem: str = ""  #: What is wrong, and the fix; empty if nothing is
    algorithm: str = ""  #: The algorithm's name; of other work, what it is
    page: str = ""  #: The page that shows it: `archive` of a search, `study` of other work, or none
    #: What is counted: `decks` or `networks` of a search; such as games of other work
    what: str = ""
    #: Class, format, player, and games per solution; of other work, what it consists of
    facts: tuple[str, ...] = ()
    format: str = ""  #: The format of other work's decks, or the day of their cards
    seed: int = 0
    started: str = ""
    budget: int = 0  #: How many there will be, as far as that can be known before the end
    evaluated: int = 0  #: How many there are
    #: A row per iteration: `evaluations`, `qd_score`, `coverage`, `max_objective`
    curve: pl.DataFrame = field(default_factory=pl.DataFrame)
    has_report: bool = False  #: Whether `report/index.html` is there
    #: The runs within its directory, if these are its steps: those of a metagame
    steps: tuple["Listed", ...] = ()

    @property
    def last(self) -> dict[str, Any]:
        """The last row of the curve; empty before the first iteration ends."""
        return {} if self.curve.is_empty() else self.curve.row(-1, named=True)

    @property
    def progress(self) -> float:
        """The share of its evaluations, games, samples or rounds that is done, at most 1."""
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
    """A line of the list; None if the directory is a played game, or of no known work."""
    try:
        if not (path / MANIFEST).is_file():
            return _other_work(path, name)
        if is_foreign(path):
            return None
        run = load_run(path, look_only=True)
        return None if run.is_played else _listed(run, name)
    except (ValueError, LookupError, TypeError, OverflowError, OSError) as error:
        return Listed(name, "unreadable", problem=f"{error}")


def _other_work(path: Path, name: str) -> Listed:
    """The line of a directory that another file than a manifest identifies."""
    mark = next((mark for mark in OTHER_WORK if (path / mark).is_file()), REPORT_TEXT)
    facts = {} if mark == REPORT_TEXT else read_json(path / mark, NOT_COMPUTED)
    has_report, study = (path / REPORT).is_file(), study_in(path) if mark == REPORT_TEXT else None
    is_done = has_report or mark == CALIBRATION
    status = "running" if is_locked(path) else "finished" if is_done else "stopped"
    advice = "no report yet: run the same command again to continue it"
    started = datetime.fromtimestamp((path / mark).stat().st_mtime, UTC).isoformat()
    return Listed(
        name,
        status,
        advice if status == "stopped" else "",
        OTHER_WORK[mark] if study is None else study.command(),
        seed=int(facts.get("seed", 0)),
        started=started,
        has_report=has_report,
        page="" if mark == CALIBRATION else "study",
        **extent_of(path, mark, facts),
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
    if not run.is_training and "algorithm" not in facts:  # another command's, as HearthSim's
        return Listed(**known, algorithm=str(facts.get("experiment", "another command")))
    curve = read_table(run.metrics_path) if run.metrics_path.exists() else pl.DataFrame()
    columns = [column for column in _CURVE if column in curve.columns]
    settings = training_of(run) if run.is_training else experiment_of(run)
    return Listed(
        **known,
        page="archive",
        algorithm=str(facts["evolution"]["algorithm"] if run.is_training else facts["algorithm"]),
        what="networks" if run.is_training else "decks",
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


def _folded(runs: list[Listed]) -> list[Listed]:
    """The runs, those that are steps of other work only there."""
    steps = {run.name: list[Listed]() for run in runs if run.algorithm in _WITH_STEPS}
    lines = list[Listed]()
    for run in runs:
        work = next((name for name in steps if run.name.startswith(f"{name}/")), None)
        (lines if work is None else steps[work]).append(run)
    return [
        replace(run, steps=tuple(steps[run.name])) if run.name in steps else run for run in lines
    ]


class NoSuchRunError(StoreError):
    """There is no run of this name."""


class RunFolder:
    """The runs below a folder, which may not exist yet, and players of one's own as opponents."""

    def __init__(self, path: Path, own: Collection[OwnSetting] = ()) -> None:
        self.own = {each.path: each for each in own}
        self.path = path.expanduser().absolute()
        self._results = lru_cache(N_KEPT)(lambda path, *_times: read_any_results(path))
        self._listed: dict[Path, tuple[Hashable, Listed | None]] = {}
        self._lock = Lock()

    def runs(self) -> list[Listed]:
        """The runs and other work below the folder, the newest first.

        The searches of a metagame or a backtest are in its `steps` only.
        """
        names = run_names(self.path, MANIFEST, *OTHER_WORK)
        found = (self._look(self.path / name, name) for name in names)
        runs = [run for run in found if run is not None]
        return sorted(_folded(runs), key=lambda run: run.started, reverse=True)

    def searches(self) -> list[str]:
        """The names of the searches for decks, the newest first."""
        return [run.name for run in self.runs() if run.what == "decks"]

    def path_of(self, name: str) -> Path:
        """The directory of a run; links are not followed.

        Raises:
            NoSuchRunError: There is none of this name.
        """
        path = self._place_of(name)
        if not (path / MANIFEST).is_file():
            raise self._missing(name)
        return path

    def _place_of(self, name: str) -> Path:
        parts = name.split("/")
        is_plain = len(parts) <= MAX_DEPTH and all(map(_is_plain, parts))
        path = self.path.joinpath(*parts) if is_plain else self.path
        # Resolved: a link could lead out of the folder.
        if not is_plain or path.resolve() != self.path.resolve().joinpath(*parts):
            raise self._missing(name)
        return path

    def _missing(self, name: str) -> NoSuchRunError:
        return NoSuchRunError(
            f"no run {name[:60]!r} in {self.path}; it may have been removed or renamed: "
            "choose one from the list of runs"
        )

    def listed(self, name: str) -> Listed:
        """A run of the list.

        Raises:
            NoSuchRunError: There is none of this name, or it is the directory of another command.
        """
        found = self._look(self.path_of(name), name)
        if found is None or (found.page != "archive" and found.status != "unreadable"):
            raise NoSuchRunError(
                f"{name[:60]!r} is the directory of another command; choose a search from the list"
            )
        return found

    def study(self, name: str) -> Listed:
        """Other work of the list, such as a league.

        Raises:
            NoSuchRunError: There is none of this name.
            StoreError: Its files cannot be read.
        """
        path = self._place_of(name)
        is_there = any((path / mark).is_file() for mark in (MANIFEST, *OTHER_WORK))
        found = self._look(path, name) if is_there else None
        if found is not None and found.status == "unreadable":
            raise StoreError(f"{name}: {found.problem}")
        if found is None or found.page != "study":
            raise self._missing(name)
        return found

    def _look(self, path: Path, name: str) -> Listed | None:
        """As `listed`; reads the files of a run only if they have changed since the last time."""
        with self._lock:  # of several requests at once, one reads
            state, known = _state(path), self._listed.get(path)
            if known is None or state is None or known[0] != state:
                known = self._listed[path] = state, listed(path, name)
            return known[1]

    def cards_of(self, name: str) -> tuple[Patch, str]:
        """Patch and format of the decks of a search, or of a finished game of a person.

        Raises:
            NoSuchRunError: There is no run of this name.
            StoreError: It is another command's run, or this code does not know a setting.
        """
        run = load_run(self.path_of(name), look_only=True)
        player = config_of(run).player if run.is_played else experiment_of(run).player
        return player.patch, player.format

    def report_file(self, name: str, file: str) -> Path:
        """A file of the report of a run or of other work.

        Raises:
            NoSuchRunError: There is no such run or file.
        """
        file = file or "index.html"
        path = self._place_of(name) / Path(REPORT).parent / file
        if not _is_plain(file) or not path.is_file():
            raise NoSuchRunError(f"{name[:60]!r} has no report with the file {file[:60]!r}")
        return path

    def decks(self, name: str) -> DeckResults:
        """The results of a search so far; those of the last ones are kept until their files change.

        Raises:
            NoSuchRunError: There is none of this name.
            StoreError: It is the training of a player, has evaluated nothing yet, or is damaged.
        """
        path = self.path_of(name)
        parts = (MANIFEST, "evaluations", "archive")
        results = self._results(path, *(changed_at(path / part) for part in parts))
        if not isinstance(results, DeckResults):
            raise StoreError(
                f"{name}: the training of a player, whose archive holds networks, not decks; "
                f"read its report: `python -m flows report {results.run.path}`"
            )
        return results

    def newest(self, first: str = "") -> Iterator[tuple[str, DeckResults]]:
        """The newest searches with decks, not those of labs; before them the one named, if any.

        What cannot be read is left out, except the first, which raises as `decks`.
        """
        if first:
            yield first, self.decks(first)
        names = [name for name in self.searches() if not name.startswith(f"{LABS}/")]
        for name in [name for name in names if name != first][: N_KEPT - bool(first)]:
            with suppress(StoreError):
                yield name, self.decks(name)


def _is_plain(part: str) -> bool:
    """Whether a part of a name is the plain name of a folder."""
    is_possible = 0 < len(part.encode(errors="replace")) <= MAX_NAME
    return is_possible and not part.startswith(".") and not {"\\", "\0"} & set(part)


def _state(path: Path) -> Hashable:
    """A value that changes with any file of a run, or of a folder in it; None if unknown.

    Files are only replaced as a whole, which changes their folder. A kill changes only the lock.
    """
    files = []
    try:
        for folder in (path, *filter(Path.is_dir, [path / "games"])):  # a league's pairs are there
            with os.scandir(folder) as entries:
                files += [(each.name, each.stat()) for each in entries if each.name[0] != "."]
    except OSError:
        return None
    facts = ((name, at.st_mtime_ns, at.st_ino, at.st_size) for name, at in files)
    return *facts, is_locked(path)


def changed_at(path: Path) -> int:
    """When a file or folder changed last, in nanoseconds; 0 if it is not there."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
