"""The report of a training by self-play: the values of `report.md`, and its pictures."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from engine.decks import DECK_SIZE, deck_from_code
from flows.studies.published import PublishedReport, Tables, write_csv
from flows.studies.self_play.play import games_so_far
from flows.studies.self_play.tables import extract
from models.self_play.ladder import rung
from tasks.reports.figures import new_figure, save
from tasks.reports.formats import deck_list
from tasks.sql.extracts import SELF_PLAY_EXTRACT

_SHOWN_PERIODS = 20
_SHOWN_CARDS = 15
#: The last period's numbers in MLflow.
_NUMBERS = ("samples", "random_share", "entropy_build", "entropy_battle", "staleness", "copies")


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    periods, decks = tables["periods"], tables["decks"]
    write_csv(folder, {"periods": periods})
    draw_curves(folder / "curves.png", periods)
    if tables["payoffs"].height:
        draw_payoffs(folder / "payoffs.png", tables["payoffs"])
    if decks.height:
        draw_decks(folder / "decks.png", decks)
    training = tables["training"].row(0, named=True)
    cpu_seconds = periods["cpu_seconds"]
    step = max(1, -(-periods.height // _SHOWN_PERIODS))
    return {
        "training": training,
        "summary": rung(training["model"]).summary,
        "learned": periods["samples"].max(),
        "cpu_seconds": None if cpu_seconds.has_nulls() else cpu_seconds.sum(),
        "periods": periods.reverse().gather_every(step).reverse().to_dicts(),
        "has_payoffs": bool(tables["payoffs"].height),
        "decks": {hero: _common(decks.filter(hero=hero)) for hero in decks["hero"].unique().sort()},
        "heroes": _heroes(tables["heroes"]),
        "built": _built(tables["heroes"]) if training["deck_size"] == DECK_SIZE else [],
        "rivals": tables["rivals"].to_dicts(),
        "rivals_mean": tables["rivals"]["score"].mean(),
        "numbers": periods.tail(1).select(pl.lit(training["model"]).alias("model"), *_NUMBERS),
    }


def _common(rows: pl.DataFrame) -> list[dict[str, Any]]:
    """The most common cards of the last period's decks of a hero."""
    last = rows.filter(pl.col("period") == rows["period"].max())
    return last.sort("copies", "card", descending=[True, False]).head(_SHOWN_CARDS).to_dicts()


def _heroes(rows: pl.DataFrame) -> list[dict[str, Any]]:
    """Each hero in the last period, and the entropy of its cards in the first."""
    periods = rows["period"].min(), rows["period"].max()
    first, last = (rows.filter(period=period) for period in periods)
    found = last.join(first.select("hero", first="entropy"), on="hero", maintain_order="left")
    return found.with_columns(pl.col("hero").str.to_titlecase()).to_dicts()


def _built(rows: pl.DataFrame) -> list[tuple[str, str, str]]:
    """Hero, code and list of the decks that the last policy finds most probable."""
    if "code" not in rows.columns:
        return []  # a report of an earlier version
    last = rows.filter(period=rows["period"].max()).select("hero", "code")
    return [
        (hero.capitalize(), code, deck_list(deck_from_code(code, format=None)))
        for hero, code in last.iter_rows()
    ]


_DRAWN_CARDS = 24


def draw_curves(path: Path, periods: pl.DataFrame) -> Path:
    """Win rate against random decisions, entropies, and staleness, over samples.

    `periods` has samples, random_share, random_low, random_high, entropy_build, entropy_battle,
    value and staleness.
    """
    figure, (wins, entropies, others) = new_figure((10.5, 3.2), 1, 3)
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


def draw_payoffs(path: Path, rows: pl.DataFrame) -> Path:
    """The share of games won against each copy of its past in each period (period, copy, share)."""
    shape = rows["period"].to_numpy().max(), rows["copy"].to_numpy().max() + 1
    grid = np.full(shape, np.nan)
    for period, copy, share in rows.select("period", "copy", "share").iter_rows():
        grid[period - 1, copy] = np.nan if share is None else share
    figure, axes = new_figure((4.8, 4.2))
    extent = (0.5, shape[1] + 0.5, 0.5, shape[0] + 0.5)
    image = axes.imshow(
        grid, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto", origin="lower", extent=extent
    )
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="copy, oldest first", ylabel="learning period")
    figure.colorbar(image, ax=axes, label="share of games won by the learner")
    return save(figure, path)


def draw_decks(path: Path, rows: pl.DataFrame) -> Path:
    """The copies of the final decks' most common cards (period, hero, card, copies) by hero."""
    heroes = rows["hero"].unique(maintain_order=True).to_list()
    figure, (panels,) = new_figure((4.6 * len(heroes), 5.4), 1, len(heroes), squeeze=False)
    for axes, hero in zip(panels, heroes, strict=True):
        own = rows.filter(hero=hero)
        last = own.filter(pl.col("period") == own["period"].max())
        names = last.sort("copies", "card", descending=[True, False])["card"][:_DRAWN_CARDS]
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


REPORT = PublishedReport(SELF_PLAY_EXTRACT, extract, values, step=games_so_far)
