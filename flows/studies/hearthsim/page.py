"""The report of HearthSim's experiments: the values of `report.md`, tables and pictures."""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from flows.studies.claims import Claim
from flows.studies.hearthsim.play import SHOWN
from flows.studies.hearthsim.tables import (
    MET,
    PUBLISHED,
    HearthSimResults,
    extract,
    judged,
    published_share,
)
from flows.studies.published import PublishedReport, Tables
from models.hearthsim.experiments import EXPERIMENTS
from tasks.reports.figures import new_figure, save
from tasks.reports.formats import form
from tasks.storage.files import write_csv

#: Weights of Divine Shield whose games' lengths are compared.
_COMPARED = ("0", "1", "2")


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    results = HearthSimResults(folder, tables["runs"], tables["points"], tables["rounds"])
    write_csv(folder, {"points": results.points})
    _draw(results)
    claims: dict[str, list[Claim]] = {mode: judged(results, mode) for mode in SHOWN}
    runs = {(row["experiment"], row["mode"]): row for row in results.runs.iter_rows(named=True)}
    keys = product(EXPERIMENTS, SHOWN)
    return {
        "results": results,
        "setup": [_setup(runs[key]) for key in keys if key in runs],
        "code": sorted(results.runs["code_digest"].unique()),
        "criteria": _criteria(claims),
        "met": " ".join(_n_met(mode, found) for mode, found in claims.items() if found),
        "tables": {name: _table(results, name) for name in EXPERIMENTS if results.modes(name)},
        "heads": {
            name: ["", "published", *(f"{mode}, %" for mode in results.modes(name))]
            for name in EXPERIMENTS
        },
        "lengths": _lengths(results),
        "n_capped": int(results.points["capped"].sum()),
        "n_drawn": int(results.points["drawn"].sum()),
        "numbers": _numbers(results.points),
    }


def _numbers(points: pl.DataFrame) -> pl.DataFrame:
    """The results of each run and point, such as taunt-2014-16."""
    named = pl.concat_str("run", pl.col("point").str.replace_all(" ", "-"), separator="-")
    return points.select(named.alias("point"), "share", "low", "high", "rounds")


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
    ]


def _curve(results: HearthSimResults, experiment: str) -> dict[str, pl.DataFrame]:
    return {
        mode: results.of(experiment, mode).drop_nulls(["value", "share"]).sort("value")
        for mode in results.modes(experiment)
    }


def _draw(results: HearthSimResults) -> None:
    folder = results.folder
    if results.modes("taunt"):
        published = [
            {"value": float(point)} | (published_share("taunt", point) or {})
            for point in results.names("taunt")
        ]
        found = {"published": pl.DataFrame(published), **_curve(results, "taunt")}
        title = "Random minions against minions with Taunt"
        draw_curves(folder / "taunt.png", found, {}, "minions with Taunt", title)
        runs = {mode: results.course("taunt", mode, "16") for mode in results.modes("taunt")}
        draw_courses(folder / "taunt-course.png", runs, "16 minions with Taunt")
    if results.modes("divine-shield"):
        marks = {"published: weight 0": 0.648, "published: mirror": 0.571}
        title, found = "Scarlet Crusader against Magma Rager", _curve(results, "divine-shield")
        path = folder / "divine-shield.png"
        draw_curves(path, found, marks, "weight of Divine Shield", title)
        lengths = {
            mode: {
                f"weight {point}": results.course("divine-shield", mode, point)
                for point in _COMPARED
            }
            for mode in results.modes("divine-shield")
        }
        draw_lengths(folder / "lengths.png", lengths, "Lengths of games")
    if results.modes("hero-battle"):
        found = {mode: results.of("hero-battle", mode) for mode in results.modes("hero-battle")}
        names = results.names("hero-battle")
        title = "A hero power against none"
        draw_bars(folder / "hero-battle.png", names, found, title)


_COLOURS = {"2014": "tab:blue", "clean": "tab:orange", "published": "black"}
_LABELS = {"2014": "2014 mode", "clean": "clean mode", "published": "published"}


def draw_curves(
    path: Path,
    found: Mapping[str, pl.DataFrame],
    marks: Mapping[str, float],
    label: str,
    title: str,
) -> Path:
    """Win rates with their intervals over the number that an experiment varies.

    `found` has, by mode or "published", a table with value, share, low and high, by value. `marks`
    has up to two published shares, drawn as lines, by their text.
    """
    figure, axes = new_figure((7.2, 4.2))
    for name, points in found.items():
        value, share, low, high = points.select("value", "share", "low", "high").to_numpy().T
        axes.errorbar(
            value,
            100 * share,
            100 * np.array([share - low, high - share]),
            color=_COLOURS[name],
            label=_LABELS[name],
            marker="o",
            markersize=3,
            capsize=2,
            linestyle="none" if name == "published" else "-",
        )
    for style, (text, share) in zip(("--", ":"), marks.items(), strict=False):
        axes.axhline(100 * share, color="black", linewidth=0.8, linestyle=style, label=text)
    axes.set(xlabel=label, ylabel="games won by the first deck, %", title=title)
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    return save(figure, path)


def draw_lengths(path: Path, found: Mapping[str, Mapping[str, pl.DataFrame]], title: str) -> Path:
    """Histograms of the lengths of games (round, share) by mode and point, a panel per mode."""
    figure, (panels,) = new_figure(
        (5.4 * len(found), 3.6), 1, len(found), squeeze=False, sharey=True
    )
    for axes, (mode, points) in zip(panels, found.items(), strict=True):
        for name, rounds in points.items():
            seen = rounds.filter(pl.col("share") > 0)
            axes.plot(seen["round"], 100 * seen["share"], drawstyle="steps-mid", label=name)
        axes.set(xlabel="rounds", ylabel="share of games, %", title=_LABELS[mode])
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")
    figure.suptitle(title)
    return save(figure, path)


def draw_courses(path: Path, found: Mapping[str, pl.DataFrame], title: str) -> Path:
    """What both sides have at the end of each round, on average over unfinished games.

    `found` has, by mode, a table with round, share, and the means of minions, hand and health.
    """
    whats = ("minions", "hand", "health")
    figure, panels = new_figure((11, 3.4), 1, len(whats))
    for axes, what in zip(panels, whats, strict=True):
        for mode, rounds in found.items():
            going_on = 1 - rounds["share"].cum_sum() + rounds["share"]
            seen = rounds.with_columns(going_on.alias("going_on")).filter(pl.col("going_on") > 0.01)
            for side, style in (("our", "-"), ("their", "--")):
                axes.plot(
                    seen["round"],
                    seen[f"{side}_{what}"] / seen["going_on"],
                    style,
                    color=_COLOURS[mode],
                    label=f"{_LABELS[mode]}, {'first' if side == 'our' else 'second'} deck",
                )
        axes.set(xlabel="round", title=what)
        axes.grid(alpha=0.3)
    panels[0].legend(fontsize="x-small")
    figure.suptitle(title)
    return save(figure, path)


def draw_bars(
    path: Path, names: Sequence[str], found: Mapping[str, pl.DataFrame], title: str
) -> Path:
    """Win rates by name, the modes side by side: tables with point, share, low and high."""
    (figure, axes), width = new_figure((7.2, 3.8)), 0.8 / max(1, len(found))
    for place, (mode, points) in enumerate(found.items()):
        rows = {row["point"]: row for row in points.iter_rows(named=True)}
        shares = np.array([[rows[name][x] for name in names] for x in ("share", "low", "high")])
        axes.bar(
            np.arange(len(names)) + (place - (len(found) - 1) / 2) * width,
            100 * shares[0],
            width,
            yerr=100 * np.array([shares[0] - shares[1], shares[2] - shares[0]]),
            color=_COLOURS[mode],
            label=_LABELS[mode],
        )
    axes.set_xticks(np.arange(len(names)), names, rotation=30)
    axes.set(ylabel="games won by the hero, %", title=title)
    axes.axhline(50, color="black", linewidth=0.8)
    axes.legend(fontsize="small")
    return save(figure, path)


#: The extract's tables: what a row is.
EXTRACT = {
    "runs": "an experiment in a mode: games per point, seed, digests, seconds of its games",
    "points": "a point: games won, with the interval; as `hearthsim_points`",
    "rounds": "a round of a point's games; as `hearthsim_rounds`",
}
REPORT = PublishedReport(EXTRACT, extract, values, places=("docs/hearthsim",))
