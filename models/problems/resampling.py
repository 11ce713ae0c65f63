"""The pooled results of decks that play again."""

import polars as pl

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
