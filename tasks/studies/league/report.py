"""The report of a league: the values of `report.md`, its tables and pictures."""

from pathlib import Path
from typing import Any

import polars as pl

from tasks.reports.formats import form, within
from tasks.sql.schema import LEAGUE_EXTRACT, LEAGUE_RESULTS
from tasks.storage.files import read_table, write_table
from tasks.studies.league import figures
from tasks.studies.league.analysis import BUDGETS, LeagueResults
from tasks.studies.league.extract import extract
from tasks.studies.published import PublishedReport, write_csv


def league_numbers(folder: Path) -> pl.DataFrame:
    """The results of a league, player by player.

    Args:
        folder: The folder of its report.

    Returns:
        One row per player: player (as a name for MLflow), and the numbers of `ratings`.
    """
    table = pl.read_csv(folder / "ratings.csv")
    name = pl.col("player").str.replace_all(r"[^\w./: -]", "-")
    return table.select(name, pl.exclude("player", "text", "sees_all"))


def ranking(folder: Path) -> str:
    """The ratings as text, the best player first, with 95 % intervals.

    Args:
        folder: The folder of the league's report.
    """
    rows = read_table(folder / "ratings.parquet").to_dicts()
    width = max(len("player"), *(len(row["player"]) for row in rows))
    lines = [f"    {'player':<{width}}  {'rating (Elo)':<22} {'wins':<26} ms per turn"]
    for place, row in enumerate(rows, start=1):
        elo = f"{row['elo']:+.0f} {within((row['elo_low'], row['elo_high']), '+.0f')}"
        wins = f"{row['score']:.1%} {within((row['low'], row['high']), '.1%')}"
        ms = form(row["ms_per_turn"], ",.2f")
        lines.append(f"{place:>2}. {row['player']:<{width}}  {elo:<22} {wins:<26} {ms:>11}")
    return "\n".join(lines)


def values(folder: Path) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    league = LeagueResults.of(folder)
    tables = dict(zip(LEAGUE_RESULTS, (league.table, league.pairs, league.by_deck), strict=True))
    write_csv(folder, tables)
    for name, table in tables.items():
        write_table(folder / f"{name}.parquet", table)
    figures.matrix(folder / "matrix.png", league.pairs)
    figures.strength_and_cost(folder / "strength-and-cost.png", league.table)
    figures.by_deck(folder / "by-deck.png", league.by_deck)
    return {
        "about": league.about,
        "decks": league.decks,
        "has_own_decks": league.has_own_decks,
        "n_games": league.games.height,
        "players": league.table.to_dicts(),
        "names": league.table["player"].to_list(),
        "pair": {(row["player"], row["other"]): row for row in league.pairs.to_dicts()},
        "margin": league.pairs.select((pl.col("high") - pl.col("low")).max()).item() / 2,
        "seat": league.ratings.seat,
        "surprise": league.surprise,
        "sight": [_sight(each) for each in league.sight],
        "best": league.best(),
        "best_fair": league.best(fair=True),
        "budgets": [_budget(league, most) for most in BUDGETS],
        "draws": league.games.filter(result="draw").height,
    }


def _budget(league: LeagueResults, most_ms: float) -> list[str]:
    """The best players within a time per turn."""
    found = [league.best(most_ms), league.best(most_ms, fair=True)]
    shown = (f"{row['player']} ({row['elo']:+.0f})" if row else "none" for row in found)
    return [f"{most_ms:,} ms", *shown]


def _sight(each: dict[str, Any]) -> list[str]:
    pair = each["pair"]
    return [
        each["seeing"],
        each["fair"],
        f"{pair['score']:.1%} {within((pair['low'], pair['high']), '.1%')}",
        f"{each['elo']:+.0f} {within(each['elo_interval'], '+.0f')}",
        each["differs"],
    ]


REPORT = PublishedReport(
    Path(__file__).with_name("report.md"), LEAGUE_EXTRACT, extract, values, league_numbers,
    {"strength-and-cost": "Ratings over time", "matrix": "Who beats whom"}, ranking,
)  # fmt: skip
