"""The report of a training by self-play: its extract, values and pictures."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from engine.decks import DECK_SIZE, deck_from_code
from flows.studies.published import PublishedReport, Tables
from flows.studies.self_play.play import (
    FILE,
    RIVALS,
    SECONDS,
    TABLES,
    TIMING,
    games_so_far,
    periods_of,
)
from models.self_play.ladder import rung
from models.statistics.intervals import clopper_pearson_interval
from tasks.games.play import DUELS
from tasks.reports.figures import new_figure, save
from tasks.reports.formats import deck_list
from tasks.storage.files import not_empty, read_table, read_times, write_csv

_SHOWN_PERIODS = 20
_SHOWN_CARDS = 15
#: The last period's numbers in MLflow.
_NUMBERS = ("samples", "random_share", "entropy_build", "entropy_battle", "staleness", "copies")
_NAMES = {"target": pl.String, "start": pl.String}


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the learning periods that have ended."""
    training, digests = FILE.load(path)
    ended = periods_of(path, TABLES[-1]).numbers()  # a period's tables are written in their order
    periods = not_empty(path, ended, "no learning period has ended")
    tables = {
        name: pl.concat([periods_of(path, name).read(period) for period in periods])
        for name in TABLES
    }
    tables["periods"] = _with_shares(tables["periods"], read_times(path / TIMING, SECONDS))
    settings = training.settings
    about = {
        "model": training.model,
        "seed": training.seed,
        "format": settings.environment.format,
        "heroes": ", ".join(settings.environment.heroes),
        "deck_size": settings.environment.deck_size,
        "samples": settings.samples,
        "period": settings.period,
        "batch": settings.batch,
        "reuse": settings.reuse,
        "games": settings.games,
        "rate": settings.update.rate,
        "target": training.target.name if training.target else None,
        "start": training.start.name if training.start else None,
        "settings": settings.model_dump_json(),
        "code": digests["code"],
    }
    tables["rivals"] = (
        read_table(path / RIVALS) if (path / RIVALS).exists() else pl.DataFrame(schema=DUELS)
    )
    return {"training": pl.DataFrame([about], schema_overrides=_NAMES), **tables}


def _with_shares(periods: pl.DataFrame, times: dict[str, tuple[float, float]]) -> pl.DataFrame:
    """The periods with the share of games won against random decisions, and their time.

    The time is null where it was lost.
    """
    rows = []
    for row in periods.iter_rows(named=True):
        n, won = row["random_games"], row["random_wins"] + row["random_draws"] / 2
        low, high = clopper_pearson_interval(round(won), n)
        rows.append((won / n, low, high, *times.get(str(row["period"]), (None, None))))
    names = ("random_share", "random_low", "random_high", "seconds", "cpu_seconds")
    schema = dict.fromkeys(names, pl.Float64)
    return periods.hstack(pl.DataFrame(rows, schema, orient="row"))


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


#: The extract's tables: what a row is.
EXTRACT = {
    "training": "the training: model, seed, sizes, settings, the digest of the code",
    "periods": "a learning period: samples so far, games, wins against random decisions, "
    "entropies, staleness in updates, time",
    "payoffs": "a copy of the learner's past in a period: games against it, and the share won",
    "updates": "an update of the weights: losses, entropies, staleness, how often the most "
    "probable decision was taken, the divergence from the copy",
    "decks": "a card in the decks that a hero was given in a period: mean copies",
    "heroes": "a hero in a period: how likely it is, its decks, the entropy of their cards in nats"
    " and the code of the deck that the policy finds most probable",
    "rivals": "such a deck of the last period against a deck of a suite, one player on both sides: "
    "games, share won with interval",
}
REPORT = PublishedReport(
    EXTRACT,
    extract,
    values,
    step=games_so_far,
    places=("docs/self-play/copy", "docs/self-play/drafting"),
)
