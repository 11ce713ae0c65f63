"""The report of HearthSim's experiments: the values of `report.md`, tables and pictures."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl

from models.hearthsim.experiments import EXPERIMENTS
from tasks.reports.formats import form
from tasks.sql.schema import HEARTHSIM_EXTRACT
from tasks.studies.claims import Claim
from tasks.studies.hearthsim import figures
from tasks.studies.hearthsim.analysis import (
    PUBLISHED,
    SHOWN,
    HearthSimResults,
    published_share,
)
from tasks.studies.hearthsim.claims import MET, judged
from tasks.studies.hearthsim.extract import extract, read_extract
from tasks.studies.published import PublishedReport, write_csv

#: Weights of Divine Shield whose games' lengths are compared.
_COMPARED = ("0", "1", "2")


def hearthsim_numbers(folder: Path) -> pl.DataFrame:
    """The results of a study, point by point.

    Args:
        folder: The folder of its report.

    Returns:
        One row per run and point, such as taunt-2014-16: point, share, low, high and rounds.
    """
    # Points are text, though those of some experiments are all numbers.
    table = pl.read_csv(folder / "points.csv", schema_overrides={"point": pl.String})
    named = pl.concat_str("run", pl.col("point").str.replace_all(" ", "-"), separator="-")
    return table.select(named.alias("point"), "share", "low", "high", "rounds")


def values(folder: Path) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    results = read_extract(folder)
    write_csv(folder, {"points": results.points})
    _draw(results)
    claims = {mode: judged(results, mode) for mode in SHOWN}
    runs = {(row["experiment"], row["mode"]): row for row in results.runs.iter_rows(named=True)}
    keys = product(EXPERIMENTS, SHOWN)
    return {
        "results": results,
        "paper": PUBLISHED,
        "setup": [_setup(runs[key]) for key in keys if key in runs],
        "code": sorted(results.runs["code_digest"].unique()),
        "criteria": _criteria(claims),
        "met": " ".join(_n_met(mode, found) for mode, found in claims.items() if found),
        "tables": {name: _table(results, name) for name in EXPERIMENTS if results.has(name)},
        "heads": {
            name: ["", "published", *(f"{mode}, %" for mode in results.modes(name))]
            for name in EXPERIMENTS
        },
        "lengths": _lengths(results),
        "n_capped": int(results.points["capped"].sum()),
        "n_drawn": int(results.points["drawn"].sum()),
    }


def _n_met(mode: str, claims: Sequence[Claim]) -> str:
    n = sum(claim.finding.verdict == MET for claim in claims)
    return f"In the {mode} mode {n} of {len(claims)} criteria are met by our estimates."


def _setup(run: dict[str, Any]) -> list[str]:
    """A run as a row: experiment, mode, points' size, seed, seconds and speed."""
    seconds = run["games_s"] or float("nan")
    experiment = EXPERIMENTS[run["experiment"]]
    return [
        experiment.title,
        run["mode"],
        f"{len(experiment.points)} x {run['n_games']:,}",
        f"{experiment.largest:,}" if experiment.name != "card-draw" else "unknown",
        f"{run['seed']}",
        form(seconds, ",.0f"),
        form(run["games"] / seconds, ",.0f"),
    ]


def _criteria(claims: dict[str, list[Claim]]) -> list[list[str]]:
    """One row per criterion: experiment, text, published figure, and ours by mode."""
    rows: dict[tuple[str, str], list[str]] = {}
    for place, found in enumerate(claims.values()):
        for claim in found:
            key = claim.group, claim.text
            row = rows.setdefault(key, [*key, claim.paper, *["", ""] * len(claims)])
            row[3 + 2 * place : 5 + 2 * place] = [claim.finding.ours, claim.finding.verdict]
    return list(rows.values())


def _table(results: HearthSimResults, experiment: str) -> list[list[str]]:
    """One row per point: its name, the published figure, and ours by mode, with intervals."""
    return [
        [
            point,
            _published(experiment, point),
            *(_share(results.row(experiment, mode, point)) for mode in results.modes(experiment)),
        ]
        for point in results.names(experiment)
    ]


def _share(row: dict[str, Any]) -> str:
    if row["share"] is None:
        return "-"
    return f"{100 * row['share']:.2f} ({100 * row['low']:.2f} to {100 * row['high']:.2f})"


def _published(experiment: str, point: str) -> str:
    if (found := published_share(experiment, point)) is not None:
        return _share(found)
    return PUBLISHED["points"][experiment].get(point, {}).get("text", "")


def _lengths(results: HearthSimResults) -> list[list[str]]:
    """Mean length of games by weight of Divine Shield and mode."""
    modes = results.modes("divine-shield")
    return [
        [
            f"weight {point}",
            *(form(results.row("divine-shield", mode, point)["rounds"], ".2f") for mode in modes),
        ]
        for point in _COMPARED
        if modes
    ]


def _curve(results: HearthSimResults, experiment: str) -> dict[str, pl.DataFrame]:
    return {
        mode: results.of(experiment, mode).drop_nulls(["value", "share"]).sort("value")
        for mode in results.modes(experiment)
    }


def _draw(results: HearthSimResults) -> None:
    folder = results.folder
    if results.has("taunt"):
        published = [
            {"value": float(point)} | (published_share("taunt", point) or {})
            for point in results.names("taunt")
        ]
        found = {"published": pl.DataFrame(published), **_curve(results, "taunt")}
        title = "Random minions against minions with Taunt"
        figures.curves(folder / "taunt.png", found, {}, "minions with Taunt", title)
        runs = {mode: results.course("taunt", mode, "16") for mode in results.modes("taunt")}
        figures.courses(folder / "taunt-course.png", runs, "16 minions with Taunt")
    if results.has("divine-shield"):
        marks = {"published: weight 0": 0.648, "published: mirror": 0.571}
        title, found = "Scarlet Crusader against Magma Rager", _curve(results, "divine-shield")
        path = folder / "divine-shield.png"
        figures.curves(path, found, marks, "weight of Divine Shield", title)
        lengths = {
            mode: {
                f"weight {point}": results.course("divine-shield", mode, point)
                for point in _COMPARED
            }
            for mode in results.modes("divine-shield")
        }
        figures.lengths(folder / "lengths.png", lengths, "Lengths of games")
    if results.has("hero-battle"):
        found = {mode: results.of("hero-battle", mode) for mode in results.modes("hero-battle")}
        names = results.names("hero-battle")
        title = "A hero power against none"
        figures.bars(folder / "hero-battle.png", names, found, title)


REPORT = PublishedReport(
    Path(__file__).with_name("report.md"), HEARTHSIM_EXTRACT, extract, values, hearthsim_numbers,
    {"*": "HearthSim's experiments"},
)  # fmt: skip
