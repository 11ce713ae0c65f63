"""`Algorithm`: what a search proposes, what it learns, and what its archive holds.

An algorithm is a file: the setting `proposals` names a module of this package, whose class,
such as `BeliefSearch`, is the algorithm. Methods that are steps are tasks in Prefect, and plain
calls in iterations that an earlier attempt ended.
"""

from abc import ABC, abstractmethod
from importlib import import_module
from typing import cast

import numpy as np
import polars as pl

from models.problems.decks import DeckSearch, solutions_table
from models.problems.inner_loop import InnerLoopConfig, fill_archive
from models.qd.archive import Archive, Elites, GridArchive, GridConfig
from models.qd.emitters import new_stream, random_decks
from models.surrogates.surrogate import Surrogate
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.run_loop.live_run import LiveRun
from tasks.search.source import Source
from tasks.storage.files import read_table


class Algorithm(ABC):
    """The part of a search that differs between algorithms.

    A search evaluates the decks of `start`, then those of `ask` until the budget is spent. `tell`
    gets all results after each evaluation. By default the first decks are random, nothing is
    learned, and the archive holds the decks with the best results.

    Attributes:
        archive: The elites after the last `tell`.
        surrogate: What it has learned, if it learns.
    """

    def __init__(self, run: LiveRun[DeckSearch], source: Source | None = None) -> None:
        self.run, self.measured = run, run.measured
        self.source = source
        self.problem, self.config = run.problem, run.problem.config
        self.archive: Archive = run.problem.new_archive()
        self.surrogate: Surrogate | None = None

    @abstractmethod
    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes decks, one row each, by all evaluations so far, in order."""

    ## Defaults that an algorithm may override ##

    def start(self) -> pl.DataFrame:
        """Proposes the first decks: given and random ones; without random ones, those of `ask`."""
        n = self.config.search.initial_evaluations
        given = self.problem.start_decks
        return self.propose_random_decks(n, given) if n or len(given) else self.ask(pl.DataFrame())

    @step("add-to-archive")
    def tell(self, evaluated: pl.DataFrame) -> None:
        """Adds the iteration's decks to the archive, in proposal order, and ends the iteration."""
        with self.measured.timed("archive"):
            status = self.problem.offer(self.archive, self.run.latest(evaluated))
        self.end_iteration(evaluated, status)

    def finalists(self, evaluated: pl.DataFrame) -> np.ndarray:
        """Evaluation numbers of the elites, of all decks and of those within the budget, sorted.

        New games of these decks correct both archives, and those at the points of `curve_games`.
        """
        ids = self.archive.elites().ids
        for n_decks in (self.problem.budget, *self.problem.curve):
            within = self.problem.new_archive()
            self.problem.offer(within, evaluated.head(n_decks))
            ids = np.union1d(ids, within.elites().ids)
        return ids

    ## What algorithms share ##

    @step("propose-random-decks")
    def propose_random_decks(self, n: int, given: np.ndarray | None = None) -> pl.DataFrame:
        """Random decks: the start of a search, and every iteration of a random search.

        They come after `given` ones, an (n, n_cards) array.
        """
        stream, max_copies = new_stream(self.run.seeds(Purpose.RANDOM_DECKS)), self.max_copies
        before = np.empty((0, len(max_copies)), np.int8) if given is None else given
        return self.run.keep_proposals(
            lambda: solutions_table(np.concatenate([before, random_decks(max_copies, n, stream)]))
        )

    @property
    def max_copies(self) -> np.ndarray:
        """(n_cards,) array: copies of each card that a deck may have."""
        return self.problem.pool.max_copies

    def batch_size(self, evaluated: pl.DataFrame) -> int:
        """The number of decks of an iteration without a surrogate."""
        return min(self.config.search.batch_size, self.problem.budget - evaluated.height)

    def elites_on(
        self,
        surrogate: Surrogate,
        seed: np.random.SeedSequence,
        loop: InnerLoopConfig,
        start: Archive | None = None,
    ) -> Elites:
        """The elites of MAP-Elites on a surrogate, in the order their cells were filled.

        `start` is a grid to continue, in place.
        """
        archive = fill_archive(
            surrogate,
            self.max_copies,
            seed,
            loop,
            cast(GridConfig, self.config.archive),  # as every search on a surrogate has
            cast(GridArchive | None, start),
            slice_generations=self.problem.scheduling.slice_generations,
        )
        return loop.proposed(archive.elites(), seed)

    def end_iteration(
        self, evaluated: pl.DataFrame, status: np.ndarray, deviations: np.ndarray | None = None
    ) -> None:
        """Stores the archive and the metrics of the iteration.

        `status` has the codes of `Problem.offer` for its decks. `deviations` are (n_evaluated,)
        standard errors of the objectives of an archive of estimates.
        """
        with self.measured.timed("archive"):
            elites = self.problem.elites_table(self.archive, evaluated)
            if deviations is not None:
                own = pl.Series("objective_sd", deviations[self.archive.elites().ids])
                elites = elites.with_columns(own.fill_nan(None))
            self.run.keep_elites(elites)
            metrics = self.problem.metrics(self.archive, evaluated, status)
        self.measured.note(wall_s=self.measured.wall_s)
        self.run.end_iteration(metrics)


class EstimatingAlgorithm(Algorithm):
    """A search whose archive holds estimates of decks, not the results of single evaluations."""

    def keep_estimates(
        self, archive: Archive, evaluated: pl.DataFrame, deviations: np.ndarray
    ) -> None:
        """Replaces the archive by a new one, and ends the iteration; see `end_iteration`."""
        elites = archive.elites()
        is_new = ~np.isin(elites.cells, self.archive.elites().cells)
        status = dict(zip(elites.ids.tolist(), (1 + is_new).tolist(), strict=True))
        self.archive = archive
        latest = self.run.latest(evaluated)["evaluation"]
        self.end_iteration(
            evaluated, np.array([status.get(each, 0) for each in latest], np.int8), deviations
        )

    def decks_to_stop(self, n_evaluated: int) -> int:
        """Decks to the next point of the curve or the budget; there an iteration must end."""
        stops = (self.problem.budget, *self.problem.curve)
        return min(stop - n_evaluated for stop in stops if stop > n_evaluated)

    def finalists(self, evaluated: pl.DataFrame) -> np.ndarray:
        """Evaluation numbers of the elites, at the end and at points of the curve, sorted."""
        ids = self.archive.elites().ids
        for n_decks in self.problem.curve:  # each is the end of an iteration
            path = self.run.directory.archives.path(evaluated["iteration"][n_decks - 1])
            ids = np.union1d(ids, read_table(path, ["evaluation"])["evaluation"].to_numpy())
        return ids


def new_algorithm(run: LiveRun[DeckSearch], source: Source | None) -> Algorithm:
    """The algorithm of a search; see `Algorithm`."""
    name = run.problem.config.proposals
    module = import_module(f"tasks.search.{name}")
    algorithm: type[Algorithm] = getattr(module, f"{name.title()}Search")
    return algorithm(run, source)
