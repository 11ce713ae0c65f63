"""The report of MESB's study: the values of `report.md`, the paper's figures and tables."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from models.card_analysis.combinations import compare_sets
from models.card_analysis.mana_distribution import mana_distribution
from models.problems.mesb import EXPERIMENTS
from tasks.sql.schema import MESB_EXTRACT
from tasks.studies.claims import by_group
from tasks.studies.mesb import figures
from tasks.studies.mesb.analysis import CUT, PUBLISHED, MesbResults
from tasks.studies.mesb.claims import judged
from tasks.studies.mesb.extract import extract, read_extract
from tasks.studies.mesb.finished_runs import MesbRun
from tasks.studies.published import PublishedReport, write_csv

N_SETS = 3


def mesb_numbers(folder: Path) -> pl.DataFrame:
    """The results of a study of MESB, run by run.

    Args:
        folder: The folder of its report.

    Returns:
        One row per run, such as elite-aggro-hunter: run, and the numbers of `strength` that are
        results.
    """
    table = pl.read_csv(folder / "strength.csv")
    run = pl.concat_str("experiment", "archetype", separator="-").alias("run")
    return table.select(run, pl.exclude("experiment", "archetype", "decks", "n_games"))


def values(folder: Path) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    mesb = read_extract(folder)
    write_csv(folder, {"strength": mesb.strength, "cards": mesb.cards, **mesb.duels})
    by_experiment = {group: runs for group in EXPERIMENTS if (runs := mesb.of(group))}
    titles = {group: EXPERIMENTS[group].title for group in by_experiment}
    for group, runs in by_experiment.items():
        elites = {run.archetype.title: run.elites for run in runs}
        figures.scatter(folder / f"scatter-{group}.png", elites, titles[group])
    growth = {
        titles[group]: {run.archetype.name: run.growth for run in runs}
        for group, runs in by_experiment.items()
    }
    figures.win_rates(folder / "win-rates.png", growth)
    claims, first = judged(mesb), mesb.runs[0].experiment
    return {
        "mesb": mesb,
        "paper": PUBLISHED,
        "experiments": titles,
        "archive": first.archive,
        "search": first.search,
        "claims": claims,
        "groups": by_group(claims, PUBLISHED["groups"]),
        "density": _density(mesb),
        "cards": _cards(mesb),
        "archetypes": list(dict.fromkeys(mesb.cards["archetype"])) if mesb.cards.height else [],
        "combinations": [_combinations(run) for run in mesb.of("elite")],
        "duels": [_duels(name, rows) for name, rows in mesb.duels.items()],
    }


def _density(mesb: MesbResults) -> dict[str, Any]:
    """The decks of one run beside all decks; the paper's run, if there is one."""
    run = mesb.find("elite", "control-paladin") or mesb.runs[0]
    exact = mana_distribution(run.pool.costs, run.pool.max_copies)
    title = f"{run.archetype.title}, {EXPERIMENTS[run.group].title}"
    figures.density(mesb.folder / "density.png", run.evaluations, exact, title)
    sums, _, shares = exact.points()
    mana = run.evaluations["deck_mana_sum"].to_numpy() / 30
    low, high = float(mana.min()), float(mana.max())
    return {
        "n_decks": exact.total,
        "published": PUBLISHED["n_decks"].get(run.archetype.hero.lower(), "-"),
        "mean": float((sums * shares).sum()) / 30,
        "low": low,
        "high": high,
        "beyond": float(shares[(sums / 30 < low) | (sums / 30 > high)].sum()),
    }


def _cards(mesb: MesbResults) -> list[list[str]]:
    """Figure 6: a row per changed card, a column per archetype."""
    if mesb.cards.is_empty():
        return []
    return [
        [card, group["change"][0], *(_before_after(row) for row in group.iter_rows(named=True))]
        for (card,), group in mesb.cards.group_by("card", maintain_order=True)
    ]


def _before_after(row: Mapping[str, Any]) -> str:
    shares = [row["before"], row["after"]]
    return " → ".join("-" if x is None else "x" if x <= CUT else f"{x:.0%}" for x in shares)


def _combinations(run: MesbRun) -> list[str]:
    """Cards, and sets of cards, that a run's elites share."""
    has = run.copies > 0
    shares = sorted(zip(has.mean(axis=0), run.cards, strict=True), reverse=True)[:N_SETS]
    sets = compare_sets(run.cards, has, has, CUT).sort("before_lift", descending=True)
    return [
        run.archetype.name,
        ", ".join(f"{card} {share:.0%}" for share, card in shares),
        "; ".join(
            f"{row['cards']} ({row['before']:.0%}, lift {row['before_lift']:.1f})"
            for row in sets.head(N_SETS).iter_rows(named=True)
        ),
    ]


def _duels(name: str, rows: pl.DataFrame) -> dict[str, Any]:
    """The share of wins of each deck against each other one."""
    score = {(row["ours"], row["theirs"]): row["score"] for row in rows.iter_rows(named=True)}
    return {
        "name": name,
        "n_games": rows["n_games"][0],
        "margin": rows.select((pl.col("high") - pl.col("low")).max()).item() / 2,
        "decks": list(dict.fromkeys([*rows["ours"], *rows["theirs"]])),
        "score": score | {(theirs, ours): 1 - share for (ours, theirs), share in score.items()},
    }


REPORT = PublishedReport(
    Path(__file__).with_name("report.md"), MESB_EXTRACT, extract, values, mesb_numbers,
    {"win-rates": "The elites' win rates"},
)  # fmt: skip
