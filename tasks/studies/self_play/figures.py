"""Pictures of a training by self-play: its curves, its payoffs against copies, its decks."""

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tasks.reports.figures import save

_SHOWN_CARDS = 24


def curves(path: Path, periods: pl.DataFrame) -> Path:
    """Win rate against random decisions, entropies, and staleness, over samples.

    Args:
        path: The PNG file.
        periods: Columns samples, random_share, random_low, random_high, entropy_build,
            entropy_battle, value and staleness.
    """
    figure = Figure(figsize=(10.5, 3.2), layout="constrained")
    wins, entropies, others = figure.subplots(1, 3)
    samples = periods["samples"] / 1e6
    wins.plot(samples, periods["random_share"], "o-", markersize=3)
    wins.fill_between(samples, periods["random_low"], periods["random_high"], alpha=0.2)
    wins.set_ylim(0, 1)
    wins.set_ylabel("share of games won against random")
    for name in ("build", "battle"):
        entropies.plot(samples, periods[f"entropy_{name}"], label=name)
    entropies.set_ylabel("entropy (nats)")
    entropies.legend(fontsize="small")
    others.plot(samples, periods["staleness"], label="staleness (updates)")
    others.plot(samples, periods["value"], label="squared error of values")
    others.legend(fontsize="small")
    for axes in (wins, entropies, others):
        axes.set_xlabel("million samples")
        axes.grid(alpha=0.3)
    return save(figure, path)


def payoffs(path: Path, rows: pl.DataFrame) -> Path:
    """The share of games that the learner won in each period against each copy of its past.

    Args:
        path: The PNG file.
        rows: Columns period, copy and share.
    """
    shape = rows["period"].to_numpy().max(), rows["copy"].to_numpy().max() + 1
    grid = np.full(shape, np.nan)
    for period, copy, share in rows.select("period", "copy", "share").iter_rows():
        grid[period - 1, copy] = np.nan if share is None else share
    figure = Figure(figsize=(4.8, 4.2), layout="constrained")
    axes = figure.subplots()
    extent = (0.5, shape[1] + 0.5, 0.5, shape[0] + 0.5)
    image = axes.imshow(
        grid, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto", origin="lower", extent=extent
    )
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("copy, oldest first")
    axes.set_ylabel("learning period")
    figure.colorbar(image, ax=axes, label="share of games won by the learner")
    return save(figure, path)


def decks(path: Path, rows: pl.DataFrame) -> Path:
    """How often the cards that are most common at the end were built, over periods, by hero.

    Args:
        path: The PNG file.
        rows: Columns period, hero, card and copies.
    """
    heroes = rows["hero"].unique(maintain_order=True).to_list()
    figure = Figure(figsize=(4.6 * len(heroes), 5.4), layout="constrained")
    panels = figure.subplots(1, len(heroes), squeeze=False)[0]
    for axes, hero in zip(panels, heroes, strict=True):
        own = rows.filter(hero=hero)
        last = own.filter(pl.col("period") == own["period"].max())
        names = last.sort("copies", "card", descending=[True, False])["card"][:_SHOWN_CARDS]
        shown = own.filter(pl.col("card").is_in(names.implode()))
        grid = np.zeros((len(names), own["period"].to_numpy().max()))
        place = {name: row for row, name in enumerate(names)}
        for period, card, copies in shown.select("period", "card", "copies").iter_rows():
            grid[place[card], period - 1] = copies
        extent = (0.5, grid.shape[1] + 0.5, len(names) - 0.5, -0.5)
        image = axes.imshow(grid, cmap="viridis", vmin=0, vmax=2, aspect="auto", extent=extent)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_yticks(range(len(names)), names, fontsize="x-small")
        axes.set_title(hero.capitalize(), fontsize="medium")
        axes.set_xlabel("learning period")
    figure.colorbar(image, ax=panels, label="copies in a deck")
    return save(figure, path)
