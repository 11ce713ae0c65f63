"""The report of the study of good players: the values of `report.md`, and its picture."""

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from flows.studies.pilots.settings import GOOD, PILOTS, WEAK
from flows.studies.pilots.tables import (
    RANDOM,
    by_trial,
    cards_side_by_side,
    extract,
    joined,
    lost_share,
    pairs,
    rank_agreement,
    worth_of_cards,
)
from flows.studies.published import PublishedReport, Tables
from models.statistics.calibration import true_rank_correlation
from models.statistics.intervals import Estimate, Z
from models.statistics.summaries import mean_of_trials
from tasks.reports.figures import new_figure, save
from tasks.reports.formats import estimated
from tasks.storage.files import write_csv, write_table

#: Cards whose worth changes most, in the report.
N_CARDS = 10
#: Criteria: a share of winning decks that lose, and a rank correlation.
MOST_LOST, SAME_RANKS = 0.1, 0.9
TITLES = {
    WEAK: "archive found with the papers' players",
    GOOD: "archive found with the value network",
    RANDOM: "random decks",
}
COLOURS = {WEAK: "C0", GOOD: "C1", RANDOM: "0.5"}


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the picture."""
    run, archives = tables["pilots"].row(0, named=True), tables["archives"]
    groups = pairs(tables["judged"], run["random_decks"])
    found = {
        name: {"lost": by_trial(rows, lost_share), "ranks": by_trial(rows, rank_agreement)}
        for name, rows in groups.items()
    }
    agreement = pl.DataFrame(
        [
            {"decks": name}
            | {f"{what}{part}": each for what, mean in row.items() for part, each in _parts(mean)}
            for name, row in found.items()
        ]
    )
    write_table(folder / "agreement.parquet", agreement)
    worth = worth_of_cards(tables["judged"], tables["random"])
    cards = cards_side_by_side(tables["cards"]["card"].to_list(), worth)
    write_csv(folder, {"archives": archives, "agreement": agreement, "cards": cards})
    draw_pilots(folder / "pilots.png", groups, archives)
    return {
        "run": run,
        "n_trials": archives["seed"].n_unique(),
        "found": found,
        "kept": shares_kept(archives),
        "cells": {
            judge: archives.filter(found=WEAK, judge=judge)["n_cells"].mean() for judge in PILOTS
        },
        "archives": [_archive(archives, *key) for key in product(PILOTS, PILOTS)],
        "groups": [
            [TITLES[name], estimated(row["lost"], ".0%"), estimated(row["ranks"], ".2f")]
            for name, row in found.items()
        ],
        "claims": claims(found, shares_kept(archives)),
        "card_ranks": true_rank_correlation(*worth[0], *worth[1]),
        "cards": cards.head(N_CARDS).with_columns(pl.col("^error_.*$") * Z).to_dicts(),
        "numbers": agreement,
    }


def _parts(mean: Estimate) -> list[tuple[str, float]]:
    return [("", mean.value), ("_low", mean.low), ("_high", mean.high)]


def shares_kept(archives: pl.DataFrame) -> Estimate:
    """The weak archive's QD score with good players, as a share of that of their own archive."""
    by_good = archives.filter(judge=GOOD)
    own, other = (by_good.filter(found=name)["qd_score"].to_numpy() for name in (GOOD, WEAK))
    return mean_of_trials(other / own)


def claims(found: Mapping[str, Mapping[str, Estimate]], kept: Estimate) -> list[list[str]]:
    """The claims of 2026-11-26 in `docs/results/criteria.md`, with the number and the verdict.

    `found` has `lost` and `ranks` by source of decks; `kept` is what `shares_kept` returns.
    """
    lost, ranks = found[WEAK]["lost"], found[RANDOM]["ranks"]
    return [
        [
            "with good players, the archive found with weak ones scores less than the one found "
            "with good ones",
            f"{estimated(kept, '.0%')} of its QD score",
            _verdict(kept.high < 1, kept.low >= 1),
        ],
        [
            "more than a tenth of its winning decks lose with good players",
            estimated(lost, ".0%"),
            _verdict(lost.low > MOST_LOST, lost.high <= MOST_LOST),
        ],
        [
            "ranks of random decks change: the correlation is below 0.9",
            estimated(ranks, ".2f"),
            _verdict(ranks.high < SAME_RANKS, ranks.low >= SAME_RANKS),
        ],
    ]


def _verdict(holds: bool, fails: bool) -> str:
    return "holds" if holds else "does not hold" if fails else "undecided"


def _archive(archives: pl.DataFrame, found: str, judge: str) -> list[str]:
    rows = archives.filter(found=found, judge=judge)
    specs = {"qd_score": ".1f", "n_cells": ".0f", "best": "+.1f"}
    specs |= {"win_rate": ".1%", "winning": ".1%"}
    means = [estimated(mean_of_trials(rows[name].to_list()), spec) for name, spec in specs.items()]
    return [found, judge, *means]


def draw_pilots(path: Path, groups: dict[str, pl.DataFrame], archives: pl.DataFrame) -> Path:
    """Win rates of decks (`pairs`) by both kinds of players; QD scores of both archives by both."""
    figure, (decks, scores) = new_figure((8.4, 4), 1, 2, width_ratios=(3, 2))
    for name, rows in reversed(groups.items()):
        sides = [rows[f"win_rate_{judge}"] for judge in PILOTS]
        style = {"color": COLOURS[name], "label": TITLES[name]}
        decks.plot(*sides, ".", markersize=3, alpha=0.5, **style)
    decks.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    decks.axvline(0.5, color="0.85", linewidth=0.8, zorder=0)
    decks.axhline(0.5, color="0.85", linewidth=0.8, zorder=0)
    decks.set_xlabel("games won with the papers' players")
    decks.set_ylabel("games won with the value network")
    decks.legend(fontsize="x-small", markerscale=3)
    _draw_scores(scores, archives)
    return save(figure, path)


def _draw_scores(axes: Axes, archives: pl.DataFrame) -> None:
    for place, found in enumerate(PILOTS):
        rows = [archives.filter(found=found, judge=judge)["qd_score"] for judge in PILOTS]
        means = [mean_of_trials(each.to_list()) for each in rows]
        at = np.arange(len(PILOTS)) + 0.38 * (place - 0.5)
        margins = np.nan_to_num([mean.high - mean.value for mean in means])
        style: dict[str, Any] = {"label": TITLES[found], "color": COLOURS[found]}
        axes.bar(at, [mean.value for mean in means], 0.36, yerr=margins, **style)
    axes.set_xticks(
        range(len(PILOTS)), ["judged with the\npapers' players", "judged with the\nvalue network"]
    )
    axes.set_ylabel("QD score in new games")
    axes.legend(fontsize="x-small", loc="lower center")


#: The extract's tables: what a row is.
EXTRACT = {
    "pilots": "a search: the players on both sides, seed, games, settings, digests",
    "archives": "an archive by some players: QD score, cells, shares won, in new games",
    "judged": "a deck in new games with some players: an elite of the search, or a random deck",
    "random": "a random deck from which the searches of a trial start: its copies of each card",
    "cards": "a card of the pool, in the order of a solution",
}
#: Results that the report adds.
RESULTS = {
    "agreement": "decks of one source: winning ones that lose with good players, rank correlation"
}
REPORT = PublishedReport(
    EXTRACT,
    extract,
    values,
    joined,
    step=lambda folder: len(list(folder.glob(f"{WEAK}-*"))),
    results=RESULTS,
    places=("docs/good-pilots",),
)
