"""Pictures of the study of TradingStone: win rates, and losses by budget."""

from pathlib import Path

import polars as pl
from matplotlib.figure import Figure

from tasks.reports.figures import save


def win_rates(path: Path, table: pl.DataFrame) -> Path:
    """The win rates of all contestants with their 95 % intervals, a panel per variant.

    Args:
        path: The PNG file.
        table: Columns variant, view, player, share, low, high.
    """
    variants = table["variant"].unique(maintain_order=True).to_list()
    figure = Figure(figsize=(3.1 * len(variants) + 0.6, 3.4), layout="constrained")
    panels = figure.subplots(1, len(variants), sharey=True, squeeze=False)[0]
    for axes, variant in zip(panels, variants, strict=True):
        rows = table.filter(variant=variant)
        share, low, high = (rows[name].to_numpy() for name in ("share", "low", "high"))
        names = [f"{row['player']}, {row['view']}" for row in rows.iter_rows(named=True)]
        axes.errorbar(range(len(names)), share, (share - low, high - share), fmt="o", capsize=3)
        axes.set_xticks(range(len(names)), names, rotation=60, ha="right", fontsize="small")
        axes.set_title(variant, fontsize="medium")
        axes.axhline(0.5, color="0.8", linewidth=1, zorder=0)
    panels[0].set_ylabel("share of games won against greedy")
    panels[0].set_ylim(0, 1.02)
    return save(figure, path)


def losses(path: Path, table: pl.DataFrame) -> Path:
    """Losses per game against perfect play over simulations per decision.

    Args:
        path: The PNG file.
        table: Columns view, player (such as mcts:100), loss, error.
    """
    figure = Figure(figsize=(5.2, 3.4), layout="constrained")
    axes = figure.subplots()
    searches = table.filter(pl.col("player").str.contains(":")).with_columns(
        pl.col("player").str.split(":").list.get(0).alias("method"),
        pl.col("player").str.split(":").list.get(1).cast(pl.Int64).alias("budget"),
    )
    for (view, method), rows in searches.group_by("view", "method", maintain_order=True):
        errors = rows["error"].fill_null(0.0) * 1.96
        label = f"{method}, {view} hands"
        axes.errorbar(rows["budget"], rows["loss"], errors, fmt="o-", capsize=3, label=label)
    axes.set_xscale("log")
    axes.set_xlabel("simulations per decision")
    axes.set_ylabel("loss per game against perfect play")
    axes.set_ylim(bottom=0)
    axes.legend(fontsize="small")
    return save(figure, path)
