"""The report of a metagame: the values of `report.md`, and its pictures."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.decks import deck_from_code
from flows.studies.meta.directory import table_of
from flows.studies.meta.tables import EXTRACT, RESULTS, extract, patch_in
from flows.studies.published import PublishedReport, Tables
from models.metagame.race import games_of_race
from tasks.reports.figures import new_figure, save
from tasks.reports.formats import deck_list
from tasks.storage.files import write_csv, write_table

#: Archetypes in the report's tables, and of these, those whose decks are listed.
N_TIERS, N_LISTS = 12, 6


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    patch_in(tables["meta"])  # its new cards become known
    about, decks, answers = tables["meta"].row(0, named=True), tables["decks"], tables["answers"]
    found = archetypes(decks)
    write_table(folder / "archetypes.parquet", found)
    write_csv(folder, {"archetypes": found, "decks": decks, "answers": answers})
    shown = found.head(N_TIERS)
    draw_matchups(folder / "matchups.png", shown, tables["matchups"])
    draw_answers(folder / "answers.png", answers)
    last = answers.filter("confirmed", round=answers["round"].max())
    settings = json.loads(about["settings"])
    return {
        "about": about,
        "less": math.exp(-0.01 / settings["temperature"]),
        "has_start": bool(settings.get("start")),
        "has_rivals": bool(settings["rivals"]),
        "class_games": _class_games(about),
        "n_decks": decks.height,
        "n_archetypes": found.height,
        "tiers": shown.with_row_index("place", 1).to_dicts(),
        "answers": _answers(last),
        "attackers": _answers(tables["attackers"]),
        "rivals": _rivals(tables["rivals"], decks),
        "lists": [
            (row["name"], row["code"], deck_list(deck_from_code(row["code"], format=None)))
            for row in shown.head(N_LISTS).to_dicts()
        ],
        "numbers": found.select("name", "share", "value"),
    }


def _class_games(about: Mapping[str, Any]) -> int:
    """The last round's games of a class: its searches, and its races, at least the first."""
    settings = json.loads(about["settings"])
    first = games_of_race(settings["finalists"])
    searched = about.get("last_search_games", about["search_games"])
    raced = about.get("last_race_games", about["race_games"])
    return settings.get("searches", 1) * searched + max(raced, first)


def archetypes(decks: pl.DataFrame) -> pl.DataFrame:
    """The archetypes, most played first.

    Returns:
        Columns archetype, name, hero, share (of all its decks), decks (their number), and of its
        most played deck: value (win rate against the equilibrium) with 95 % limits, and code.
    """
    leaders = decks.filter(pl.col("deck") == pl.col("archetype"))
    sums = decks.group_by("archetype").agg(share=pl.col("share").sum(), decks=pl.len())
    columns = ["archetype", "name", "hero", "value", "value_low", "value_high", "code"]
    joined = leaders.select(columns).join(sums, on="archetype")
    order = ["archetype", "name", "hero", "share", "decks", *columns[3:]]
    return joined.select(order).sort("share", "value", descending=True)


def _answers(table: pl.DataFrame) -> list[dict[str, Any]]:
    """Answers or attackers, the best first."""
    hero = pl.col("hero").str.to_titlecase()
    return table.sort("share", descending=True).with_columns(hero).to_dicts()


def _rivals(rivals: pl.DataFrame, decks: pl.DataFrame) -> list[dict[str, Any]]:
    """Rivals with the found deck that is nearest to each, and the cards in common."""
    names = decks.select(nearest="deck", near="name")
    found = rivals.join(names, on="nearest", how="left", maintain_order="left")
    return found.with_columns(near=pl.format("{}: {}", "near", "common")).to_dicts()


def draw_matchups(path: Path, shown: pl.DataFrame, matchups: pl.DataFrame) -> Path:
    """Expected win rates of the shown archetypes' most played decks against each other."""
    numbers = shown["archetype"].to_list()
    rates = {(i, j): rate for i, j, rate in matchups.select("first", "second", "rate").iter_rows()}
    grid = np.array([[rates.get((i, j), np.nan) for j in numbers] for i in numbers])
    size = 1.6 + 0.52 * len(numbers)
    figure, axes = new_figure((size + 3.4, size))
    axes.imshow(grid, cmap="RdYlGn", vmin=0.2, vmax=0.8)
    for i, j in np.ndindex(grid.shape):
        if not np.isnan(grid[i, j]):
            axes.text(j, i, f"{grid[i, j]:.0%}", ha="center", va="center", fontsize="x-small")
    places = [f"{place}" for place in range(1, len(numbers) + 1)]
    labels = [f"{name}  {place}" for name, place in zip(shown["name"], places, strict=True)]
    axes.set_yticks(range(len(numbers)), labels, fontsize="x-small")
    axes.set_xticks(range(len(numbers)), places, fontsize="small")
    axes.set_title("games that the row's deck wins against the column's", fontsize="medium")
    return save(figure, path)


def draw_answers(path: Path, answers: pl.DataFrame) -> Path:
    """The best answer of each class to the equilibrium, by round."""
    figure, axes = new_figure((6.4, 3.6))
    confirmed = answers.filter("confirmed")
    axes.plot(confirmed["round"] + 1, confirmed["share"], ".", color="0.6", label="each class")
    best = confirmed.group_by("round", maintain_order=True).agg(pl.col("share").max())
    axes.plot(best["round"] + 1, best["share"], "o-", label="best class")
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set(xlabel="round", ylabel="games won against the equilibrium")
    axes.set_xticks(sorted(set(confirmed["round"] + 1)))
    axes.legend(fontsize="small")
    return save(figure, path)


REPORT = PublishedReport(
    EXTRACT,
    extract,
    values,
    step=lambda folder: len(table_of(folder, "answers").numbers()),
    results=RESULTS,
    places=("docs/metagame/classic14",),
)
