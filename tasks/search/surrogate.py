"""DSA-ME and its variants: MAP-Elites on a surrogate; the training of surrogates."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy as np
import polars as pl

from models.problems.decks import DeckSearch, solutions_of, solutions_table
from models.qd.archive import Archive
from models.surrogates.gaussian import GaussianProcess
from models.surrogates.kinds import game_noise, surrogate_from_state
from models.surrogates.surrogate import Surrogate
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.run_loop.live_run import LiveRun
from tasks.search.algorithm import Algorithm
from tasks.search.source import Source, read_surrogate
from tasks.storage.files import read_arrays, read_table, upsert_rows, write_arrays


class SurrogateSearch(Algorithm):
    """Deep Surrogate Assisted MAP-Elites: all elites of an archive of predictions are evaluated.

    Each iteration trains the surrogate on all decks so far, fills an archive with predictions by
    MAP-Elites, and proposes all elites of that archive. An offline search takes the surrogate from
    another run, or trains it once on the decks of another run.

    Source:
        Zhang et al. 2022, arXiv 2112.03534, algorithm 1.
    """

    proposed: pl.DataFrame | None = None

    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes the elites of a search on the surrogate."""
        if self.surrogate is None:
            self.surrogate = take_surrogate(self.run, self.source)
        self.proposed = self.search_surrogate(self.surrogate)
        return self.proposed

    @step("search-surrogate")
    def search_surrogate(self, surrogate: Surrogate) -> pl.DataFrame:
        """All elites of MAP-Elites on the surrogate.

        Columns `predicted_...` have their predicted objectives and measures.
        """
        decks = self.run.keep_proposals(lambda: self._elites(surrogate), "search")
        self.measured.note(surrogate_elites=decks.height)
        return decks

    def _elites(self, surrogate: Surrogate) -> pl.DataFrame:
        loop, start = self.config.inner_loop, None
        if loop.keep_archive and self.proposed is not None:
            start = self._archive_of(self.proposed)
        elites = self.elites_on(surrogate, self.run.seeds(Purpose.INNER_LOOP), loop, start)
        names = ("objective", *self.config.archive.measures)
        values = (elites.objectives, *elites.measures.T)
        columns = {f"predicted_{name}": value for name, value in zip(names, values, strict=True)}
        return solutions_table(elites.solutions, **columns)

    def tell(self, evaluated: pl.DataFrame) -> None:
        """Adds the decks to the archive; an online search then trains its surrogate."""
        super().tell(evaluated)
        if self.config.learning.is_online:
            self.surrogate = train_surrogate(self.run, evaluated, self.surrogate)

    def _archive_of(self, proposed: pl.DataFrame) -> Archive:
        """The last iteration's archive of predictions: all its elites were proposed, in order."""
        archive = self.problem.new_archive()
        measures = proposed.select(f"predicted_{name}" for name in self.config.archive.measures)
        archive.add(
            solutions_of(proposed),
            proposed["predicted_objective"].to_numpy(),
            measures.to_numpy(),
            np.arange(proposed.height),
        )
        return archive


#: A surrogate and the errors of its training; no errors if another run trained it.
Learned = tuple[Surrogate, pl.DataFrame]


@step("train-surrogate")
def train_surrogate(
    run: LiveRun[DeckSearch], evaluated: pl.DataFrame, surrogate: Surrogate | None
) -> Surrogate:
    """Continues the training of the surrogate (weights and Adam's state) on all decks.

    There is no surrogate before the first iteration. As in the paper's program, the training after
    the search holds out a random tenth of the rows, not the newest. A Gaussian process, which
    identifies known decks by their order, always reports its errors on the newest.
    """

    def train() -> Learned:
        order_seed, seed = run.seeds(Purpose.TRAINING).spawn(2)
        decks, learner = evaluated, surrogate or _untrained(run)
        if evaluated.height >= run.problem.budget and not learner.knows_noise:
            decks = decks[np.random.default_rng(order_seed).permutation(decks.height)]
        return fit(learner, decks, seed)

    return _kept(run, train)


@step("take-surrogate")
def take_surrogate(run: LiveRun[DeckSearch], source: Source | None) -> Surrogate:
    """The surrogate of an offline search, the same in all its iterations.

    Either it is trained once on all decks of another run, with the newest tenth held out, or it is
    the final surrogate of another run.
    """

    def take() -> Learned:
        if run.problem.config.learning.mode == "model":
            return read_surrogate(source.run), pl.DataFrame()
        return fit(_untrained(run), source.run.evaluations(), run.seeds(Purpose.TRAINING))

    return _kept(run, take)


def fit(surrogate: Surrogate, decks: pl.DataFrame, seed: np.random.SeedSequence) -> Learned:
    """Trains a surrogate on evaluated decks.

    Returns:
        The surrogate, and its mean squared errors, sorted: target, split ("train" or "holdout"),
        mse, n_rows.
    """
    names = surrogate.config.targets
    noise = game_noise(decks, surrogate.config) if surrogate.knows_noise else None
    report = surrogate.fit(solutions_of(decks), decks.select(names).to_numpy(), seed, noise)
    splits = {
        "train": (report.train_mse, report.n_train),
        "holdout": (report.holdout_mse, report.n_holdout),
    }
    errors = [
        {"target": target, "split": split, "mse": float(mse), "n_rows": n_rows}
        for split, (each, n_rows) in splits.items()
        for target, mse in zip(names, each, strict=True)
    ]
    return surrogate, pl.DataFrame(errors).sort("target", "split")


def with_trend(run: LiveRun[DeckSearch], source: Source) -> GaussianProcess:
    """A Gaussian process whose prior mean is the final belief of another run's process."""
    process = cast(GaussianProcess, _untrained(run))
    process.set_trend(cast(GaussianProcess, read_surrogate(source.run)).function)
    return process


def _untrained(run: LiveRun[DeckSearch]) -> Surrogate:
    problem = run.problem
    return problem.config.surrogate.build(len(problem.pool), run.seeds(Purpose.SURROGATE, 0))


def _kept(run: LiveRun[DeckSearch], learn: Callable[[], Learned]) -> Surrogate:
    """The iteration's surrogate; adds its errors to the metrics: `holdout_mse_turns`, ..."""
    all_errors, number = run.directory.surrogate_metrics_path, run.iteration

    def write(path: Path, learned: Learned) -> None:
        surrogate, errors = learned
        if errors.height:
            rows = errors.select(pl.lit(number, pl.Int64).alias("iteration"), pl.all())
            upsert_rows(all_errors, rows, ["iteration", "target", "split"])
        write_arrays(path, surrogate.state())

    def read(path: Path) -> Learned:
        errors = read_table(all_errors) if all_errors.exists() else pl.DataFrame()
        rows = errors.filter(iteration=number) if errors.height else errors
        return surrogate_from_state(read_arrays(path)), rows

    path = run.directory.surrogate_path(number)
    surrogate, errors = run.keep(path, learn, "train", write, read)
    run.measured.note(
        **{f"{row['split']}_mse_{row['target']}": row["mse"] for row in errors.to_dicts()}
    )
    return surrogate
