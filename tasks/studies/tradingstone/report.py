"""The report of the study of TradingStone: the values of `report.md`, its tables and pictures."""

from pathlib import Path
from typing import Any

import polars as pl

from models.tradingstone.study import VARIANTS
from tasks.sql.schema import TRADINGSTONE_EXTRACT
from tasks.storage.files import write_table
from tasks.studies.claims import by_group
from tasks.studies.published import PublishedReport, write_csv
from tasks.studies.tradingstone import figures
from tasks.studies.tradingstone.analysis import TradingResults
from tasks.studies.tradingstone.claims import PUBLISHED, judged
from tasks.studies.tradingstone.extract import extract

_PERCENT = ("share", "sd", "low", "high", "first", "second", "least", "most")


def tradingstone_numbers(folder: Path) -> pl.DataFrame:
    """The results of a study, contestant by contestant.

    Args:
        folder: The folder of its report.

    Returns:
        One row per contestant: name, and the numbers of `TradingResults.table`.
    """
    table = pl.read_csv(folder / "win_rates.csv")
    name = pl.concat_str("variant", "view", "player", separator="-").alias("contestant")
    return table.select(name, pl.exclude("variant", "view", "player", "n_games", "trainings"))


def values(folder: Path) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    results = TradingResults.of(folder)
    table, claims = results.table, judged(results)
    write_csv(folder, {"win_rates": table, "losses": results.losses})
    write_table(folder / "win_rates.parquet", table)
    figures.win_rates(folder / "win-rates.png", table)
    if results.losses.height:
        figures.losses(folder / "losses.png", results.losses)
    rows = table.to_dicts()
    return {
        "study": results.study,
        "tables": {
            view: [_published(view, row) for row in rows if _is_of(row, "literal", view)]
            for view in PUBLISHED["tables"]
        },
        "variants": {
            variant: [_row(row) for row in rows if row["variant"] == variant]
            for variant in VARIANTS
            if variant in set(table["variant"])
        },
        "trained": [_trained(row) for row in rows if row["player"] == "ppo"],
        "claims": claims,
        "groups": by_group(claims, PUBLISHED["groups"]),
        "losses": results.losses.to_dicts(),
        "n_games": results.games.height,
    }


def _is_of(row: dict[str, Any], variant: str, view: str) -> bool:
    return bool(row["variant"] == variant and row["view"] == view)


def _published(view: str, row: dict[str, Any]) -> list[str]:
    """A row of one of the paper's tables, with its figure."""
    paper = PUBLISHED["tables"][view].get(row["player"])
    figure = f"{paper['mean']:.2f} ± {paper['error']:.2f}" if paper else "-"
    ours = f"{row['share']:.3f} ± {_number(row['sd'], '.2f')}"
    return [row["player"], figure, ours, *_row(row)[2:]]


def _row(row: dict[str, Any]) -> list[str]:
    """A contestant's win rates and work."""
    shares = {name: _number(row[name], ".1%") for name in _PERCENT}
    return [
        f"{row['player']}, {row['view']}",
        f"{shares['share']} ({shares['low']} to {shares['high']})",
        f"{shares['low']} to {shares['high']}",
        shares["first"],
        shares["second"],
        f"{row['n_games']:,}",
        f"{row['simulations']:,.0f}",
        f"{_number(row['ms'], '.1f')}",
    ]


def _trained(row: dict[str, Any]) -> list[str]:
    """The spread of PPO's trainings."""
    return [
        row["variant"],
        row["view"],
        f"{row['trainings']}",
        f"{row['share']:.1%}",
        f"{row['least']:.1%} to {row['most']:.1%}",
    ]


def _number(value: float | None, spec: str) -> str:
    return "-" if value is None else format(value, spec)


REPORT = PublishedReport(
    Path(__file__).with_name("report.md"), TRADINGSTONE_EXTRACT, extract, values,
    tradingstone_numbers, {"win-rates": "Win rates", "losses": "Losses against perfect play"},
)  # fmt: skip
