"""Extract-ME and Archive-Sampling: MAP-Elites whose elites play again."""

import numpy as np
import polars as pl

from models.problems.decks import DeckSearch, solutions_of, solutions_table
from models.problems.experiment import Experiment
from models.problems.resampling import DeepCells, pooled
from models.qd.archive import Archive
from models.qd.emitters import mutate, new_stream
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.run_loop.live_run import LiveRun
from tasks.search.algorithm import EstimatingAlgorithm
from tasks.search.source import Source
from tasks.search.surrogate import train_surrogate


class ResamplingSearch(EstimatingAlgorithm):
    """Cells with several decks each, ranked by the means of all their games.

    A part of each batch are decks of the cells, which play again. The others are new: mutations of
    the cells' decks, or, in the surrogate-assisted forms, elites of DSA-ME's surrogate archive.

    Source:
        Flageat et al. 2025, arXiv 2502.06585; Flageat and Cully 2023, arXiv 2302.00463.
    """

    def __init__(self, run: LiveRun[DeckSearch], source: Source | None = None) -> None:
        super().__init__(run, source)
        self.cells = DeepCells(self.problem.new_archive(), self.config.resampling.depth)

    @step("play-again")
    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes decks of the cells and new ones; column `plays_again`."""
        part = None if self.surrogate is None else "search"
        return self.run.keep_proposals(lambda: self._batch(evaluated), part)

    def _batch(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        seed, proposed = self.run.seeds(Purpose.MUTATION), None
        if self.surrogate is not None:
            own = seed.spawn(1)[0]
            proposed = self.elites_on(self.surrogate, own, self.config.inner_loop).solutions
        n = self.decks_to_stop(evaluated.height)
        decks, copies = solutions_of(evaluated), self.max_copies
        batch, again = next_batch(self.config, self.cells, decks, copies, n, seed, proposed)
        return solutions_table(batch, plays_again=again)

    def tell(self, evaluated: pl.DataFrame) -> None:
        """Updates the cells, and the surrogate of an assisted search, with the results."""
        self.pool_results(evaluated)
        if self.config.resampling.assisted:
            self.surrogate = train_surrogate(self.run, evaluated, self.surrogate)

    @step("pool-results")
    def pool_results(self, evaluated: pl.DataFrame) -> None:
        """Puts the iteration's decks into their cells by all their games; ends the iteration."""
        with self.measured.timed("archive"):
            decks = pooled(evaluated, self.config.archive.measures)
            archive = self.updated(decks)
            deviations = np.full(evaluated.height, np.nan)
            deviations[decks["evaluation"].to_numpy()] = decks["objective_sd"]
        self.keep_estimates(archive, evaluated, deviations)

    def updated(self, decks: pl.DataFrame) -> Archive:
        """The archive after an iteration, by all decks so far, as `pooled` returns them."""
        mine = decks.filter(pl.col("iteration") == decks["iteration"].max())
        ids = mine["evaluation"].to_numpy()
        measures = mine.select(self.config.archive.measures).to_numpy()
        self.cells.take_out(ids)
        self.cells.add(ids, mine["objective"].to_numpy(), measures)
        archive = self.problem.new_archive()
        elites = decks.filter(pl.col("evaluation").is_in(self.cells.elites().tolist()))
        self.problem.offer(archive, elites)
        return archive


def next_batch(
    experiment: Experiment,
    cells: DeepCells,
    decks: np.ndarray,
    max_copies: np.ndarray,
    n: int,
    seed: np.random.SeedSequence,
    proposed: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """The decks of an iteration: those that play again, and new ones.

    Args:
        cells: The cells; ids are rows of `decks`.
        decks: (n_evaluations, n_cards) array: the deck of every evaluation.
        max_copies: (n_cards,) array: copies of each card that a deck may have.
        n: Decks that the budget pays for.
        proposed: (n_proposed, n_cards) array: new decks are uniform random ones of these; by
            default they are mutations of decks in the cells.

    Returns:
        The decks, (n_batch, n_cards) int8, and for each whether it plays again.
    """
    share, size = experiment.resampling.share, experiment.search.batch_size
    rng, stream = np.random.default_rng(seed.spawn(1)[0]), new_stream(seed.spawn(1)[0])
    if share == 1:
        again, n_new = cells.ids(), size
    else:
        again = cells.drawn(round(share * size), rng)
        n_new = size - len(again)
    again = again[: max(0, n - 1)]
    n_new = min(n_new, n - len(again))
    if proposed is None:
        parents = cells.ids()[rng.integers(len(cells.ids()), size=n_new)]
        children = mutate(decks[parents], max_copies, stream)
    else:
        children = proposed[np.sort(rng.permutation(len(proposed))[:n_new])]
    batch = np.concatenate([decks[again], children])
    return batch, np.arange(len(batch)) < len(again)
