"""Bayes-ME: a Gaussian process that knows the noise of games, and an archive of its beliefs."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import NamedTuple, cast

import numpy as np
import polars as pl

from engine.threads import n_cores
from models.problems.decks import solutions_of, solutions_table
from models.problems.experiment import Acquisition, Experiment
from models.problems.inner_loop import InnerLoopConfig
from models.qd.archive import OFFSET, Archive
from models.qd.emitters import new_stream, random_decks
from models.surrogates.gaussian import GaussianProcess
from models.surrogates.kinds import game_noise
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.search.algorithm import EstimatingAlgorithm
from tasks.search.surrogate import train_surrogate, with_trend
from tasks.storage.files import StoreError


class Candidates(NamedTuple):
    """Decks that have played no game, in the order in which they are proposed."""

    solutions: np.ndarray  #: (n, n_cards) int8
    predictions: np.ndarray  #: (n, 1 + n_measures) float64: objective and measures
    #: (n,) float64: predicted objective above the best played deck of the predicted cell
    gains: np.ndarray

    def some(self, rows: np.ndarray) -> "Candidates":
        """Some of the decks, in that order."""
        return Candidates(*(part[rows] for part in self))


class BeliefSearch(EstimatingAlgorithm):
    """A search by belief, with few games per deck; see `docs/sample-efficiency.md`.

    After each evaluation the process learns all results. The archive then holds the decks with the
    best posterior means, not results. Each iteration searches on the posterior mean and on draws
    of the posterior (Thompson sampling), and proposes the decks that improve the archive most.
    If it learns from another run, the prior mean of the process is what that run believes.
    """

    surrogate: GaussianProcess

    def tell(self, evaluated: pl.DataFrame) -> None:
        """Updates the beliefs with the results, then forms the archive of beliefs."""
        if self.surrogate is None and self.config.learning.mode == "trend":
            self.surrogate = self._first()
        process = train_surrogate(self.run, evaluated, self.surrogate)
        self.surrogate = cast(GaussianProcess, process)
        self.keep_beliefs(evaluated)

    def _first(self) -> GaussianProcess | None:
        """A process with the source's beliefs; None if the first one is stored already."""
        if self.source is not None:
            return with_trend(self.run, self.source)
        if self.run.directory.surrogate_path(0).exists():
            return None
        raise StoreError(
            f"{self.run.directory.path}: its first surrogate is missing; give the run that it "
            "learned from with --from again"
        )

    @step("keep-beliefs")
    def keep_beliefs(self, evaluated: pl.DataFrame) -> None:
        """Forms the archive of what is believed of all decks, and ends the iteration."""
        with self.measured.timed("archive"):
            most, played = self.config.belief.most_elites, solutions_of(evaluated)
            archive = believed_archive(self.config, self.surrogate, played, most)
            deviations = self.deviations(evaluated)
        self.keep_estimates(archive, evaluated, deviations)

    def deviations(self, evaluated: pl.DataFrame) -> np.ndarray:
        """(n_evaluated,) standard deviations of what is believed of the decks' objective.

        They are NaN except where new games test the beliefs: at points of the curve and at the end.
        """
        if evaluated.height not in (*self.problem.curve, self.problem.budget):
            return np.full(evaluated.height, np.nan)
        noise, seed = game_noise(evaluated, self.surrogate.config), self.run.seeds(Purpose.BELIEFS)
        return self.surrogate.deviations(solutions_of(evaluated), noise, seed)

    @step("search-beliefs")
    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes decks that should improve the archive of beliefs, with their predictions."""
        return self.run.keep_proposals(lambda: self._proposals(evaluated), "search")

    def _proposals(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """The iteration's decks, by searches side by side on the mean and on draws."""
        settings, n = self.config.belief, self.n_decks(evaluated.height)
        n_games, draws = n * self.problem.games_of(evaluated.height), count()
        functions = [
            self.surrogate if way == "mean" else self.surrogate.draw(next(draws))
            for way in settings.ways
        ]
        seeds = self.run.seeds(Purpose.INNER_LOOP).spawn(len(functions))
        search = partial(self.promising, solutions_of(evaluated), n_games)
        with ThreadPoolExecutor(self.run.threads or n_cores(), "beliefs") as executor:
            found = shared_out(
                list(executor.map(search, functions, seeds)), n, settings.acquisition
            )
        names = ("objective", *self.config.archive.measures)
        columns = {f"predicted_{name}": found.predictions[:, k] for k, name in enumerate(names)}
        return solutions_table(found.solutions, **columns, predicted_gain=found.gains)

    def n_decks(self, n_evaluated: int) -> int:
        """The number of decks that an iteration proposes.

        An iteration ends at each point of the curve, at the budget, and where the number of games
        per deck changes. The iterations before such an end have about equal sizes, so that none has
        only a few decks.
        """
        spending, settings = self.config.spending, self.config.belief
        games = spending.of_decks(n_evaluated)
        wanted = max(settings.batch_games, int(settings.batch_share * games))
        n = max(1, wanted // spending.of_deck(n_evaluated))
        to_stop = self.decks_to_stop(n_evaluated)
        if spending.n_games != spending.later_games and n_evaluated < spending.n_first:
            to_stop = min(to_stop, spending.n_first - n_evaluated)
        return -(-to_stop // max(1, round(to_stop / n)))

    def promising(
        self,
        played: np.ndarray,
        n_games: int,
        function: GaussianProcess,
        seed: np.random.SeedSequence,
    ) -> Candidates:
        """New decks that should improve the archive, by MAP-Elites on the process or a draw of it.

        `played` are the decks with games, (n_decks, n_cards), as the process learned them;
        `n_games` is for the iteration.
        """
        settings, size = self.config.belief, self.config.inner_loop.batch_size
        random_seed, loop_seed, order_seed = seed.spawn(3)
        known = believed_archive(self.config, function, played)
        more = random_decks(self.max_copies, settings.random_decks, new_stream(random_seed))
        n_decks = min(settings.decks_per_game * n_games, settings.most_decks)
        loop = InnerLoopConfig(generations=-(-n_decks // size), batch_size=size)
        start = self._guessed(function, np.concatenate([known.elites().solutions, more]))
        found = self.elites_on(function, loop_seed, loop, start)
        best = np.full(known.n_cells, OFFSET)
        best[known.elites().cells] = known.elites().objectives
        predictions = np.column_stack([found.objectives, found.measures])
        candidates = Candidates(found.solutions, predictions, found.objectives - best[found.cells])
        seen = {deck.tobytes() for deck in played}
        new = [row for row, deck in enumerate(found.solutions) if deck.tobytes() not in seen]
        candidates = candidates.some(np.array(new, np.int64))
        if settings.acquisition == "random":
            return candidates.some(np.random.default_rng(order_seed).permutation(len(new)))
        return candidates.some(np.argsort(-candidates.gains, kind="stable"))

    def _guessed(self, function: GaussianProcess, decks: np.ndarray) -> Archive:
        """An archive of the predictions of decks, from which a search starts."""
        archive = self.problem.new_archive()
        columns = function.columns_of(*self.config.archive.measures)
        guesses = function.predict_compiled(decks)[:, columns]
        archive.add(decks, guesses[:, 0], guesses[:, 1:], np.zeros(len(decks), np.int64))
        return archive


def believed_archive(
    experiment: Experiment,
    process: GaussianProcess,
    solutions: np.ndarray,
    most_elites: int | None = None,
) -> Archive:
    """The elites by what is believed of all decks so far; ids are evaluation numbers.

    `solutions` are (n_decks, n_cards), as the process, or a draw of it, learned them. Only the
    `most_elites` with the best believed objectives are kept.
    """
    means = process.beliefs[:, process.columns_of(*experiment.archive.measures)]
    rows = np.arange(len(solutions))
    archive = experiment.archive.build(solutions.shape[1])
    archive.add(solutions, means[:, 0], means[:, 1:], rows)
    elites = archive.elites()
    if most_elites is None or len(elites.ids) <= most_elites:
        return archive
    best = np.argsort(-elites.objectives, kind="stable")[:most_elites]
    rows = np.sort(elites.ids[best])
    archive = experiment.archive.build(solutions.shape[1])
    archive.add(solutions[rows], means[rows, 0], means[rows, 1:], rows)
    return archive


def shared_out(sources: list[Candidates], n: int, acquisition: Acquisition = "gain") -> Candidates:
    """The first `n` decks of several sources, in turn, each deck once; fewer if there are fewer.

    By gain, decks without a gain come last.
    """
    groups = (True, False) if acquisition == "gain" else (None,)
    chosen: list[tuple[int, int]] = []
    seen: set[bytes] = set()
    for gaining in groups:
        for row in range(max(len(each.gains) for each in sources)):
            for number, each in enumerate(sources):
                if row >= len(each.gains):
                    continue
                if gaining is not None and (each.gains[row] > 0) != gaining:
                    continue
                key = each.solutions[row].tobytes()
                if len(chosen) < n and key not in seen:
                    seen.add(key)
                    chosen.append((number, row))
    parts = [sources[number].some(np.array([row])) for number, row in chosen]
    return Candidates(*(np.concatenate(each) for each in zip(*parts, strict=True)))
