"""The report of the balance lab: first a summary for designers, then the data behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from flows.studies.balance.play import METAGAME, has_duels
from flows.studies.balance.tables import (
    ENOUGH_ELITES,
    SPARE_DECKS,
    BeforeAfter,
    Comparison,
    candidates,
    compare,
)
from flows.studies.design.page import changed_decks, class_rows
from flows.studies.design.tables import BEFORE
from flows.studies.design.tables import extract as design_extract
from flows.studies.mesb.page import draw_landscapes
from flows.studies.published import StudyReport, filled
from models.problems.mesb import ALL_ARCHETYPES
from tasks.reports.pages import check_document, write_page
from tasks.storage.files import check_writable, not_empty, write_csv

#: A win rate is unchanged if the whole 95 % interval of its change is within this of 0.
SAME = 0.02


@dataclass(frozen=True, kw_only=True)
class BalanceReport(StudyReport):
    """The report of the balance lab, of all archetypes that have played duels.

    It follows from runs and duels, without an extract, and has no marked sections.
    """

    def _written(
        self, path: Path, out: Path | None = None, into: Path | None = None
    ) -> tuple[Path, pl.DataFrame]:
        if into is not None:
            check_document(into, {})
        played = [name for name in ALL_ARCHETYPES if has_duels(path, name)]
        names = not_empty(path, played, "no duels yet")
        folder = out.absolute() if out else path / "report"
        check_writable(folder)
        comparisons = [compare(path, name) for name in names]
        found, strength = candidates(comparisons), strength_table(comparisons)
        write_csv(folder, {"strength": strength, "candidates": found})
        for each in comparisons:
            _write_archetype(folder, each)
        values = _values(comparisons, found) | {"moved": moved(path / METAGAME)}
        template = Path(__file__).with_name("report.md")
        return write_page(folder, filled(template, values)), strength


def _write_archetype(folder: Path, each: Comparison) -> None:
    name, measures = each.archetype.name, each.after[0].experiment.archive.measures
    tables = {"cards": each.cards, "sets": each.sets, "duels": each.duels}
    write_csv(folder, {f"{key}-{name}": rows for key, rows in tables.items()})
    title = f"{each.archetype.title}: {each.patch.name}"
    picture = folder / f"landscape-{name}.png"
    draw_landscapes(picture, each.maps(), each.cells, measures, title)


def moved(folder: Path) -> dict[str, Any] | None:
    """What the patch does to the metagame of the opponents; None if they are a suite."""
    if not folder.exists():
        return None
    tables = design_extract(folder)
    decks, row = tables["design_decks"], tables["designed"].row(0, named=True)
    return {
        "about": tables["design"].row(0, named=True),
        "before": decks.filter(pl.col("copies") > 0, numbers=BEFORE)["share"].sum(),
        "after": row["share"],
        "decks": changed_decks(decks),
        "classes": class_rows(decks),
    }


def strength_table(comparisons: Sequence[Comparison]) -> pl.DataFrame:
    """The strength of elites before and after, and the win rates of new against old ones.

    Returns:
        One row per archetype: archetype; for mean and best (health differences) and win_rate (mean)
        in new games: `_before`, `_after`, `_change`, `_margin` (half the 95 % interval); duels (the
        new elites' share of wins), duels_low, duels_high (95 %).
    """
    rows = []
    for each in comparisons:
        row: dict[str, str | float] = {"archetype": each.archetype.name}
        for name, change in each.strength.items():
            numbers = {"before": change.before, "after": change.after}
            numbers |= {"change": change.difference, "margin": change.margin}
            row |= {f"{name}_{key}": value for key, value in numbers.items()}
        score = each.score
        rows.append(row | {"duels": score.value, "duels_low": score.low, "duels_high": score.high})
    return pl.DataFrame(rows)


def _values(comparisons: Sequence[Comparison], found: pl.DataFrame) -> dict[str, Any]:
    """The values of `report.md`."""
    run, patch = comparisons[0].after[0], comparisons[0].patch
    return {
        "patch": patch,
        "comparisons": comparisons,
        "in_words": in_words,
        "heads": [f"elites of {each.archetype.title}" for each in comparisons],
        "changed": [
            [f"{card}: {change}", *(_share_change(each, card) for each in comparisons)]
            for card, change in comparisons[0].changes.items()
        ],
        "nerf": found.filter(what="nerf").to_dicts(),
        "buff": found.filter(what="buff").to_dicts(),
        "n": len(comparisons[0].after),
        "search": run.experiment.search,
        "size": run.experiment.size_in_words,
        "opponents": run.experiment.opponents,
        "same": SAME,
        "enough_elites": ENOUGH_ELITES,
        "spare_decks": SPARE_DECKS,
    }


def in_words(change: BeforeAfter) -> str:
    """A change of the win rate in words, by its interval."""
    if abs(change.difference) > change.margin:
        return "is stronger" if change.difference > 0 else "is weaker"
    is_near = abs(change.difference) + change.margin <= SAME
    return "is unchanged" if is_near else "shows no clear change"


def _share_change(each: Comparison, card: str) -> str:
    """A changed card's share of elites before and after; in brackets, trial by trial."""
    if card not in each.after[0].cards:
        return "not in the pool"
    row, sides = each.shares.row(by_predicate=pl.col("card") == card, named=True), []
    for name, shares in zip(("before", "after"), each.trial_shares(card), strict=True):
        several = f" ({', '.join(f'{share:.0%}' for share in shares)})" if len(shares) > 1 else ""
        sides.append(f"{row[name]:.0%}{several}")
    text = " → ".join(sides)
    return f"**{text}**" if row["is_clear"] else text


REPORT = BalanceReport()
