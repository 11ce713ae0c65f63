"""Pictures of a league: who beats whom, strength against cost, strength by deck."""

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tasks.reports.figures import save


def matrix(path: Path, pairs: pl.DataFrame) -> Path:
    """The share of games that the row's player wins against the column's, best players first.

    Args:
        path: The PNG file.
        pairs: Columns player, other and score, in the order of both axes.
    """
    names = pairs["player"].unique(maintain_order=True).to_list()
    grid = np.full((len(names), len(names)), np.nan)
    for name, other, score in pairs.select("player", "other", "score").iter_rows():
        grid[names.index(name), names.index(other)] = score
    size = 2.5 + 0.62 * len(names)
    figure = Figure(figsize=(size + 0.8, size), layout="constrained")
    axes = figure.subplots()
    _shares(figure, axes, grid, names, names)
    axes.set_title("share of games that the row's player wins", fontsize="medium")
    return save(figure, path)


def by_deck(path: Path, shares: pl.DataFrame) -> Path:
    """The share of games that each player wins with each deck, against all others.

    Args:
        path: The PNG file.
        shares: Columns player, deck and score, in the order of both axes.
    """
    players, decks = (
        shares[name].unique(maintain_order=True).to_list() for name in ("player", "deck")
    )
    grid = shares["score"].to_numpy().reshape(len(players), len(decks))
    figure = Figure(
        figsize=(3.6 + 0.75 * len(decks), 2.4 + 0.4 * len(players)), layout="constrained"
    )
    axes = figure.subplots()
    _shares(figure, axes, grid, players, decks)
    axes.set_title("share of wins with each deck, against all others", fontsize="medium")
    return save(figure, path)


def _shares(
    figure: Figure, axes: Axes, grid: np.ndarray, rows: list[str], columns: list[str]
) -> None:
    """Shares of wins as colours and numbers."""
    image = axes.imshow(grid, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(columns)), columns, rotation=60, ha="right", fontsize="small")
    axes.set_yticks(range(len(rows)), rows, fontsize="small")
    for (i, j), share in np.ndenumerate(grid):
        if np.isfinite(share):
            axes.text(j, i, f"{100 * share:.0f}", ha="center", va="center", fontsize="small")
    figure.colorbar(image, ax=axes, label="share of wins")


def strength_and_cost(path: Path, table: pl.DataFrame) -> Path:
    """Ratings with their intervals over milliseconds per turn; squares see hidden cards.

    Args:
        path: The PNG file.
        table: Columns player, elo, elo_low, elo_high, ms_per_turn and sees_all, best players first.
    """
    figure = Figure(figsize=(9.6, 5.4), layout="constrained")
    axes = figure.subplots()
    rows = table.filter(pl.col("ms_per_turn").is_not_null()).to_dicts()
    for number, row in enumerate(rows):
        axes.errorbar(
            row["ms_per_turn"],
            row["elo"],
            yerr=[[row["elo"] - row["elo_low"]], [row["elo_high"] - row["elo"]]],
            fmt="s" if row["sees_all"] else "o",
            color=f"C{number % 10}",
            # Ten colours; from the eleventh player on, the marks are hollow.
            markerfacecolor=None if number < 10 else "white",
            capsize=2,
            label=f"{row['player']} ({'sees hidden cards' if row['sees_all'] else 'fair'})",
        )
    axes.set(xscale="log", xlabel="CPU milliseconds per turn", ylabel="rating (Elo)")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper", fontsize="small", frameon=False)
    return save(figure, path)
