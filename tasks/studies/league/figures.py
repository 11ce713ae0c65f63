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
    """Ratings with their intervals over milliseconds per turn.

    Args:
        path: The PNG file.
        table: Columns player, elo, elo_low, elo_high, ms_per_turn and sees_all.
    """
    figure = Figure(figsize=(9, 5.4), layout="constrained")
    axes = figure.subplots()
    for sees_all, colour, label in (
        (True, "tab:red", "sees all cards"),
        (False, "tab:blue", "fair"),
    ):
        rows = table.filter(pl.col("sees_all") == sees_all, pl.col("ms_per_turn").is_not_null())
        elo = rows["elo"].to_numpy()
        errors = np.stack([elo - rows["elo_low"].to_numpy(), rows["elo_high"].to_numpy() - elo])
        axes.errorbar(
            rows["ms_per_turn"], elo, yerr=errors, fmt="o", color=colour, capsize=2, label=label
        )
        for name, x, y in rows.select("player", "ms_per_turn", "elo").iter_rows():
            axes.annotate(name, (x, y), (5, 4), textcoords="offset points", fontsize="small")
    axes.set(xscale="log", xlabel="CPU milliseconds per turn", ylabel="rating (Elo)")
    axes.grid(alpha=0.3)
    axes.legend()
    return save(figure, path)
