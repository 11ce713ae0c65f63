"""A benchmark: an ask-and-tell class of one's own beside baselines, on an emulator or the engine.

Elites are valued by new games, which do not count, or by the emulator's truth.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

import numpy as np
import polars as pl

from models.files import file_digest
from models.players.own import class_of
from models.problems.deck_task import DeckTask
from models.problems.experiment import Experiment
from models.problems.vector_task import DeckSpace, EmulatedDeckTask, Evaluation, VectorTask
from models.qd.archive import Archive
from models.qd.emitters import new_stream, propose
from models.qd.ribs_proposals import RibsConfig, RibsProposals
from models.settings.config import ConfigError
from tasks.reports.curves import judged
from tasks.reports.efficiency import comparison, curves_table, draw
from tasks.reports.pages import write_page
from tasks.storage.files import StoreError, check_writable, write_table
from tasks.storage.manifest import code_digest

#: Decks of a baseline's `ask`; its first ones are random.
BATCH = 100
#: New games of each elite on the engine.
NEW_GAMES = 200
#: Points of a curve.
N_POINTS = 10


class Proposer(Protocol):
    """Proposes solutions and learns from their results."""

    def ask(self) -> np.ndarray:
        """(n, n_cards) array of finite numbers; n may differ from call to call."""

    def tell(self, solutions: np.ndarray, objective: np.ndarray, measures: np.ndarray) -> None:
        """Learns from the results of the decks of the last `ask`, one row each."""


class _Elites:
    """Random decks, then mutations of uniform random elites, as in MAP-Elites."""

    def __init__(self, archive: Archive, space: DeckSpace, seed: int, n_random: int = 0) -> None:
        self._propose = partial(propose, archive, space.max_copies, BATCH, new_stream(seed))
        self._n_random = n_random

    def ask(self) -> np.ndarray:
        return self._propose(self._n_random)

    def tell(self, solutions: np.ndarray, objective: np.ndarray, measures: np.ndarray) -> None:
        """The archive has the results."""


class _Ribs(_Elites):
    """Random decks, then those of pyribs' emitters."""

    def __init__(self, archive: Archive, space: DeckSpace, seed: int, emitter: Any) -> None:
        super().__init__(archive, space, seed)
        self._archive, sequence = archive, np.random.SeedSequence(seed)
        config = RibsConfig(emitter=emitter, sigma=0.5 if "evolution" in emitter else 0.3)
        self._proposals = RibsProposals(config, archive, space.max_copies, BATCH, sequence)

    def ask(self) -> np.ndarray:
        self._is_first = self._archive.n_elites == 0
        return super().ask() if self._is_first else self._proposals.ask()

    def tell(self, solutions: np.ndarray, objective: np.ndarray, measures: np.ndarray) -> None:
        if not self._is_first:
            self._proposals.tell(objective, measures)


BASELINES: dict[str, Callable[[Archive, DeckSpace, int], Proposer]] = {
    "random": partial(_Elites, n_random=BATCH),
    "map-elites": _Elites,
    "ribs iso-line": partial(_Ribs, emitter="iso-line"),
    "ribs evolution-strategy": partial(_Ribs, emitter="evolution-strategy"),
}


class _Own:
    """A class of one's own, whose errors name it."""

    def __init__(self, path: str, found: type, space: DeckSpace, seed: int) -> None:
        self._path, self._space = path, space
        self._object = self._called("__init__", found, space, seed)

    def ask(self) -> np.ndarray:
        """As `Proposer.ask`; raises `ConfigError` if the class fails or returns no rows."""
        solutions = self._called("ask", self._object.ask)
        decks: np.ndarray = self._called("ask", self._space.repair, solutions)
        if not len(decks):
            raise ConfigError(f"{self._path}: ask returned no rows; return at least one solution")
        return decks

    def tell(self, *results: np.ndarray) -> None:
        self._called("tell", self._object.tell, *results)

    def _called(self, name: str, function: Callable, *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception as error:
            said = f"{self._path}: {name}: {type(error).__name__}: {error}"
            raise ConfigError(said) from error


def run_benchmark(own: str, task: str, games: int, seeds: int, deck_games: int, out: Path) -> Path:
    """Runs a class and the baselines, and writes their curves, a picture and a page.

    `own` is `module:Class`, also `module.py:Class`, made as `Class(space, seed)` with the
    `DeckSpace`. `task` is the file of an emulator, or "engine". Each algorithm has searches with
    seeds from 1, of `games` games each. Returns the page to open.

    Raises:
        ConfigError: The class is missing or fails, or a number does not fit.
        StoreError: The emulator cannot be read, or `out` cannot be written.
    """
    name = own.replace(".py:", ":")
    found = class_of(name, "ask", "tell")
    if games < deck_games:
        raise ConfigError(f"--games {games}: less than the {deck_games} games of a deck")
    make, text = _task_of(task, deck_games)
    check_writable(out)
    proposers = {name: lambda _, space, seed: _Own(name, found, space, seed), **BASELINES}
    curves = {
        algorithm: [
            _curve(make, proposer, seed, games // deck_games, deck_games)
            for seed in range(1, seeds + 1)
        ]
        for algorithm, proposer in proposers.items()
    }
    rows = [
        points.with_columns(algorithm=pl.lit(algorithm), seed=pl.lit(seed))
        for algorithm, group in curves.items()
        for seed, points in enumerate(group, 1)
    ]
    write_table(out / "benchmark.parquet", pl.concat(rows))
    draw(out / "benchmark.png", curves)
    last = {name: [points.tail(1) for points in group] for name, group in curves.items()}
    note = (
        f"{text} {seeds} seeds, {games:,} games each, {deck_games} per deck; code {code_digest()}. "
        "The corrected QD score places and values every elite without the luck of its selection. "
        "Means and standard errors over seeds; bands and intervals are 95 % ones (Student's t)."
    )
    parts = [f"# Benchmark of {name}", note, "![Curves](benchmark.png)", curves_table(last)]
    return write_page(out, "\n\n".join([*parts, comparison(last, name)]))


Make = Callable[[int], tuple[VectorTask, Callable[[np.ndarray], Evaluation], Experiment]]


def _task_of(task: str, deck_games: int) -> tuple[Make, str]:
    """A function from a seed to the task, the judge of elites and the settings; and a text."""
    if task == "engine":

        def of_engine(seed: int) -> Any:
            games = DeckTask(n_games=deck_games, seed=seed)
            new = DeckTask(n_games=NEW_GAMES, seed=seed, first_evaluation=1_000_000_000)
            return games, new.evaluate, Experiment()

        return of_engine, f"Games of the engine; {NEW_GAMES} new games per elite."

    def of_emulator(seed: int) -> Any:
        emulated = EmulatedDeckTask(task, deck_games, seed)
        return emulated, emulated.truth, Experiment.model_validate(emulated.about["experiment"])

    try:
        about = of_emulator(1)[0].about
    except (FileNotFoundError, ValueError) as error:
        raise StoreError(
            f"--task {task}: give the file of an emulator, or engine ({error})"
        ) from None
    digest = file_digest(task)[:16]
    return of_emulator, f"Emulator {digest} of {about['algorithm']}, run {about['run']}."


def _curve(
    make: Make, proposer: Callable[..., Proposer], seed: int, n_decks: int, deck_games: int
) -> pl.DataFrame:
    """The points of one search, as `tasks.reports.efficiency.Curves` has them."""
    task, judge, experiment = make(seed)
    space = DeckSpace(task.max_copies)
    archive = experiment.archive.build(len(space.max_copies))
    started, errors = perf_counter(), np.zeros(n_decks)
    new: dict[int, tuple[float, float, np.ndarray]] = {}
    rows = []
    ends = iter(np.unique(np.linspace(0, n_decks, N_POINTS + 1)[1:].astype(int)).tolist())
    end = next(ends)
    for n, found in _search(task, proposer(archive, space, seed), archive, n_decks):
        errors[n - len(found) : n] = found
        if n < end:
            continue
        paused, elites = perf_counter(), archive.elites()
        unknown = [row for row, number in enumerate(elites.ids) if number not in new]
        if unknown:
            again = judge(elites.solutions[unknown])
            values = zip(again.objective, again.objective_se, again.measures, strict=True)
            new |= dict(zip(elites.ids[unknown].tolist(), values, strict=True))
        objective, error, measures = (
            np.array(part) for part in zip(*(new[number] for number in elites.ids), strict=True)
        )
        corrected = archive.emptied()
        corrected.add(elites.solutions, objective, measures, elites.ids)
        point = judged(elites.objectives, errors[elites.ids], objective, error, corrected)
        rows.append(
            {"games": n * deck_games, "evaluations": n, **point, "seconds": paused - started}
        )
        started += perf_counter() - paused  # the judge's games do not count
        end = next((each for each in ends if each > n), n_decks)
    return pl.DataFrame(rows)


def _search(
    task: VectorTask, proposer: Proposer, archive: Archive, n_decks: int
) -> Iterator[tuple[int, np.ndarray]]:
    """Evaluates decks in batches; yields their number so far, and the batch's standard errors."""
    n = 0
    while n < n_decks:
        decks = proposer.ask()[: n_decks - n]
        found = task.evaluate(decks)
        archive.add(decks, found.objective, found.measures, n + np.arange(len(decks)))
        n += len(decks)
        if n < n_decks:
            proposer.tell(decks.astype(np.float64), found.objective, found.measures)
        yield n, found.objective_se
