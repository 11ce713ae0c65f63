"""The report of a training by self-play: the values of `report.md`, and its pictures."""

from pathlib import Path
from typing import Any

import polars as pl

from models.self_play.ladder import rung
from tasks.sql.schema import SELF_PLAY_EXTRACT
from tasks.storage.files import read_table
from tasks.studies.published import PublishedReport, write_csv
from tasks.studies.self_play import figures
from tasks.studies.self_play.extract import extract

_SHOWN_PERIODS = 20
_SHOWN_CARDS = 15


def self_play_numbers(folder: Path) -> pl.DataFrame:
    """The last period's results of a report.

    Args:
        folder: The folder of the report.

    Returns:
        One row: the model, and the numbers of its last period.
    """
    (model,) = read_table(folder / "training.parquet")["model"]
    last = read_table(folder / "periods.parquet").tail(1)
    numbers = ("samples", "random_share", "entropy_build", "entropy_battle", "staleness", "copies")
    return last.select(pl.lit(model).alias("model"), *numbers)


def values(folder: Path) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    tables = {name: read_table(folder / f"{name}.parquet") for name in SELF_PLAY_EXTRACT}
    periods, decks = tables["periods"], tables["decks"]
    write_csv(folder, {"periods": periods})
    figures.curves(folder / "curves.png", periods)
    if tables["payoffs"].height:
        figures.payoffs(folder / "payoffs.png", tables["payoffs"])
    if decks.height:
        figures.decks(folder / "decks.png", decks)
    training = tables["training"].row(0, named=True)
    cpu_seconds = periods["cpu_seconds"]
    step = max(1, -(-periods.height // _SHOWN_PERIODS))
    return {
        "training": training,
        "summary": rung(training["model"]).summary,
        "learned": periods["samples"].max(),
        "cpu_seconds": None if cpu_seconds.has_nulls() else cpu_seconds.sum(),
        "periods": [_row(row) for row in periods.reverse().gather_every(step).reverse().to_dicts()],
        "has_payoffs": bool(tables["payoffs"].height),
        "decks": {hero: _common(decks.filter(hero=hero)) for hero in decks["hero"].unique().sort()},
        "heroes": _heroes(tables["heroes"]),
    }


def _row(row: dict[str, Any]) -> list[str]:
    """A learning period, for people to read."""
    interval = f"({row['random_low']:.1%} to {row['random_high']:.1%})"
    return [
        f"{row['period']}",
        f"{row['samples']:,}",
        f"{row['random_share']:.1%} {interval}",
        f"{row['copies']}",
        f"{row['entropy_build']:.2f}",
        f"{row['entropy_battle']:.2f}",
        f"{row['value']:.3f}",
        f"{row['staleness']:.1f}",
    ]


def _common(rows: pl.DataFrame) -> list[list[str]]:
    """The most common cards of the last period's decks of a hero."""
    last = rows.filter(pl.col("period") == rows["period"].max())
    top = last.sort("copies", "card", descending=[True, False]).head(_SHOWN_CARDS)
    return [[row["card"], f"{row['copies']:.2f}"] for row in top.to_dicts()]


def _heroes(rows: pl.DataFrame) -> list[list[str]]:
    """Each hero in the first and in the last period."""
    first, last = (
        rows.filter(pl.col("period") == rows["period"].unique().sort()[i]) for i in (0, -1)
    )
    return [
        [a["hero"].capitalize(), f"{b['chance']:.1%}", f"{a['entropy']:.2f}", f"{b['entropy']:.2f}"]
        for a, b in zip(first.to_dicts(), last.to_dicts(), strict=True)
    ]


REPORT = PublishedReport(
    Path(__file__).with_name("report.md"), SELF_PLAY_EXTRACT, extract, values, self_play_numbers,
    {"curves": "Win rate against random, entropies"},
)  # fmt: skip
