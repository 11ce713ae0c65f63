"""Decks that play again: pooled results, and the batches of Extract-ME and Archive-Sampling."""

import numpy as np
import polars as pl

from models.problems.experiment import Experiment
from models.qd.depth import DeepCells
from models.qd.emitters import mutate, new_stream
from models.statistics.efficiency import objective_errors


def pooled(evaluations: pl.DataFrame, measures: tuple[str, ...]) -> pl.DataFrame:
    """The decks that have played, with the means of all their games.

    Args:
        evaluations: In order; a deck that played again has several rows.
        measures: Outcomes to average besides the objective.

    Returns:
        One row per deck: evaluation (its first), solution, iteration (its last), n_games,
        objective, the measures, and objective_sd, the standard error of the objective.
    """
    games = pl.col("n_games").cast(pl.Float64)
    names = ("objective", *measures)
    table = evaluations.with_columns(
        pl.Series("_error", objective_errors(evaluations)),
        key=pl.Series([deck.tobytes() for deck in evaluations["solution"].to_numpy()]),
    )
    return table.group_by("key", maintain_order=True).agg(
        pl.col("evaluation", "solution").first(),
        pl.col("iteration").max(),
        pl.col("n_games").sum(),
        *((pl.col(name) * games).sum() / games.sum() for name in names),
        objective_sd=((pl.col("_error") * games) ** 2).sum().sqrt() / games.sum(),
    )


def update(cells: DeepCells, results: pl.DataFrame, decks: pl.DataFrame, names: list[str]) -> None:
    """Puts an iteration's decks into their cells, by the means of all their games.

    Args:
        cells: The cells.
        results: The iteration's evaluations.
        decks: All decks, as `pooled` returns them.
        names: The measures of the cells.
    """
    mine = decks.filter(pl.col("iteration") == results["iteration"].max())
    ids = mine["evaluation"].to_numpy()
    cells.take_out(ids)
    cells.add(ids, mine["objective"].to_numpy(), mine.select(names).to_numpy())


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
        experiment: The search's settings.
        cells: The cells; ids are rows of `decks`.
        decks: (n_evaluations, n_cards) array: the deck of every evaluation.
        max_copies: (n_cards,) array: copies of each card that a deck may have.
        n: Decks that the budget pays for.
        seed: Seed of all choices.
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
