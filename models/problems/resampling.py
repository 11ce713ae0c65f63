"""Decks that play again: the settings of such a search, and their pooled results."""

import polars as pl
from pydantic import Field

from models.settings.config import Config, added_field
from models.statistics.efficiency import objective_errors


class ResamplingConfig(Config):
    """Cells with several decks, and games for decks that are there already.

    Source:
        Flageat et al. 2025, arXiv 2502.06585; Flageat and Cully 2023, arXiv 2302.00463.
    """

    depth: int = Field(8, ge=1, le=1000, description="Most decks per cell.")
    share: float = Field(
        0.25,
        ge=0,
        le=1,
        description="Share of a batch that are decks of the archive, played again; 1: the whole "
        "archive plays again with every batch (Archive-Sampling).",
    )
    assisted: bool = added_field(
        False,
        description="Take the new decks of a batch from a search on the surrogate, as DSA-ME does "
        "(default: mutations of the archive's decks). Ours.",
    )


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
