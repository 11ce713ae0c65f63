"""What a search believes of its elites, with intervals and the games behind it."""

from collections.abc import Sequence

import numpy as np
import polars as pl
from scipy import stats

from models.problems.resampling import pooled

#: Prefix of the columns.
BELIEVED = "believed_"
#: Half the width of a 90 % interval, in standard deviations.
Z_90 = float(stats.norm.ppf(0.95))


def believed(
    kept: pl.DataFrame,
    evaluations: pl.DataFrame,
    measures: Sequence[str],
    ids: Sequence[int] | np.ndarray,
) -> dict[str, pl.Series]:
    """The beliefs of some elites, as columns.

    Args:
        kept: The stored archive, with `objective_sd`.
        evaluations: All evaluations of the search.
        measures: Measures of the archive.
        ids: (n,) evaluation numbers of the elites.

    Returns:
        believed_objective, in health, its standard deviation believed_sd, its 90 % interval,
        believed_low and believed_high, believed_games, all games of the deck in the search, and
        the measures.
    """
    names = ("objective", *measures)
    games = pooled(evaluations, ()).select("evaluation", games="n_games")
    rows = (
        pl.DataFrame({"evaluation": pl.Series(ids, dtype=pl.Int64)})
        .join(
            kept.select("evaluation", *names, sd="objective_sd"),
            on="evaluation",
            how="left",
            maintain_order="left",
        )
        .join(games, on="evaluation", how="left", maintain_order="left")
    )
    margin = Z_90 * pl.col("sd")
    rows = rows.with_columns(low=pl.col("objective") - margin, high=pl.col("objective") + margin)
    columns = ("objective", "sd", "low", "high", "games", *measures)
    return {f"{BELIEVED}{name}": rows[name] for name in columns}
