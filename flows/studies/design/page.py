"""The report of a design: the values of `report.md`, and its pictures."""

from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl

from flows.studies.design.tables import BEFORE, extract
from flows.studies.meta.compare import before_after, changes
from flows.studies.published import PublishedReport, Tables
from models.metagame.design import GIVEN
from tasks.reports.figures import new_figure, save
from tasks.reports.formats import ranged
from tasks.storage.files import write_csv

#: Least share of the equilibrium's decks with a card that is played.
LEAST = 0.02
#: Decks in the report's tables of who takes a card, and of whose share changes most.
N_TAKERS, N_DECKS = 6, 8


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws a picture for each card."""
    about, designed = tables["design"].row(0, named=True), tables["designed"]
    takers = tables["takers"]
    shown = takers.with_columns(pl.col("replaced").list.join("; "))
    write_csv(folder, {"designed": designed, "takers": shown})
    cards = []
    for (card, name), rows in designed.group_by("card", "name", maintain_order=True):
        picture = f"{card}.png" if rows.height > 1 else ""
        if picture:
            draw_numbers(folder / picture, rows, about["most_share"])
        decks = tables["design_decks"].filter(card=card)
        cards.append(
            {
                "name": name,
                "summary": _summary_row(rows, takers.filter(card=card)),
                "picture": picture,
                "is_patch": card.startswith("patch-"),
                "decks": changed_decks(decks),
                "played": played_range(rows, about["most_share"]),
                "change": smallest_change(rows, about["allowed_gap"]),
                "numbers": [_number_row(row) for row in rows.to_dicts()],
                "takers": [_taker_row(row) for row in takers.filter(card=card).to_dicts()],
                "classes": class_rows(decks),
            }
        )
    # MLflow's names have no "+".
    parts = [pl.col(part).str.replace("+", " up ", literal=True) for part in ("name", "numbers")]
    return {
        "about": about, "cards": cards, "least": LEAST, "n_takers": N_TAKERS,
        "numbers": designed.select(pl.format("{} {}", *parts), "share", "gap"),
    }  # fmt: skip


def played_range(rows: pl.DataFrame, most: float) -> str:
    """The numbers with which a card is played, but not too much, in words; empty without others."""
    is_right = pl.col("share").is_between(LEAST, most)
    parts = []
    for (field,), found in rows.filter(pl.col("field") != "").group_by(
        "field", maintain_order=True
    ):
        tried = pl.concat([found, _as_field(rows, found)]).sort("value")
        right = tried.filter(is_right)["value"].to_list()
        values, shown = tried["value"].to_list(), ", ".join(map(str, right)) or "none"
        parts.append(f"{field} {shown} (of {values[0]} to {values[-1]})")
    return "; ".join(parts)


def _as_field(rows: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
    """The row of the given numbers, with the given number of a field."""
    first = found.row(0, named=True)
    value = first["value"] - first["step"]
    given = rows.filter(numbers=str(GIVEN))
    return given.with_columns(value=pl.lit(value, pl.Int64), field=pl.lit(first["field"]))


def smallest_change(rows: pl.DataFrame, gap: float) -> str:
    """The smallest change with which the best deck with a card is not too far ahead, in words."""
    given = rows.filter(numbers=str(GIVEN)).row(0, named=True)
    if not given["gap"] > gap:
        return "none is needed"
    right = rows.filter(pl.col("gap") <= gap, pl.col("step") != 0)
    if right.is_empty():
        return "none of those that were tried"
    best = right.sort("size", "gap", maintain_order=True).row(0, named=True)
    return f"{best['field']} {best['value'] - best['step']} to {best['value']}"


def _number_row(row: dict[str, Any]) -> list[str]:
    shown = "as given"
    if row["step"]:
        shown = f"{row['field']} {row['value'] - row['step']} → {row['value']}"
    share = ranged(row["share"], (row["share_low"], row["share_high"]), ".1%")
    return [shown, share, f"{row['copies']:.2f}", _gap(row)]


def _gap(row: dict[str, Any]) -> str:
    if row["gap"] is None or row["gap"] != row["gap"]:
        return "-"
    gap, *limits = (100 * row[name] for name in ("gap", "gap_low", "gap_high"))
    return ranged(gap, limits, "+.1f")


def _summary_row(rows: pl.DataFrame, takers: pl.DataFrame) -> list[str]:
    """A card as given: its share, who gains most by it and how much, and its gap."""
    _, share, _, gap = _number_row(rows.filter(numbers=str(GIVEN)).row(0, named=True))
    who = gain = "-"
    if takers.height:
        best = takers.sort("gain", descending=True, maintain_order=True).row(0, named=True)
        who, gain = best["name"], _taker_row(best)[-1]
    return [rows["name"][0], share, who, gain, gap]


def _taker_row(row: dict[str, Any]) -> list[str]:
    replaced = ", ".join(f"{n}x {card}" for card, n in Counter(row["replaced"]).items())
    gain = f"{100 * row['gain']:+.1f} ({100 * row['error']:.1f})"
    return [row["name"], f"{row['copies']}", replaced, f"{row['won']:.1%}", gain]


def changed_decks(decks: pl.DataFrame) -> list[list[str]]:
    """The decks whose share changes most: name, copies, and the share before and after."""
    sides = [
        decks.filter(numbers=numbers).select("deck", "name", "copies", value="share")
        for numbers in (BEFORE, str(GIVEN))
    ]
    found = changes("deck", *(each.select("deck", "value") for each in sides))
    found = found.join(sides[1].select("deck", "name", "copies"), on="deck", maintain_order="left")
    order = found["change"].abs().arg_sort(descending=True)
    return [
        [row["name"], f"{row['copies']}", f"{row['before']:.1%}", f"{row['after']:.1%}"]
        for row in found[order].head(N_DECKS).to_dicts()
    ]


def class_rows(decks: pl.DataFrame) -> list[list[str]]:
    """The share of each class before, and with the numbers as given."""
    sides = [
        decks.filter(numbers=numbers).group_by("hero").agg(value=pl.sum("share")).sort("hero")
        for numbers in (BEFORE, str(GIVEN))
    ]
    rows = changes("hero", *sides).to_dicts()
    return [[row["hero"].capitalize(), *before_after(row, ".1%")] for row in rows]


def draw_numbers(path: Path, rows: pl.DataFrame, most: float) -> Path:
    """The share of decks with a card by the change of each of its numbers, with 95 % limits."""
    figure, axes = new_figure((5.5, 3.2))
    given = rows.filter(numbers=str(GIVEN))
    fields = rows.filter(pl.col("field") != "")["field"].unique(maintain_order=True).to_list()
    for place, field in enumerate(fields or [""]):
        shown = pl.concat([rows.filter(field=field, step=each) if each else given
                           for each in sorted({0, *rows.filter(field=field)["step"]})])  # fmt: skip
        share = 100 * shown["share"]
        margins = [share - 100 * shown["share_low"], 100 * shown["share_high"] - share]
        steps = shown["step"] + 0.06 * (place - len(fields) / 2)
        axes.errorbar(steps, share, yerr=margins, marker="o", markersize=4, label=field)
    axes.axhline(100 * most, color="grey", linestyle="--", linewidth=0.8)
    axes.set_xlabel("change of the number")
    axes.set_ylabel("decks with the card, %")
    axes.set_ylim(0, 100)
    axes.set_title(given["name"].item(), fontsize="medium")
    if fields:
        axes.legend(fontsize="small")
    return save(figure, path)


#: The extract's tables: what a row is.
EXTRACT = {
    "design": "the design: format, patch, sizes, settings, digests",
    "designed": "a card with some numbers: share of decks with it, and how far its best deck is "
    "ahead of the best one without it, with limits",
    "takers": "a deck that takes a card: the cards that go, and its gain in new games",
    "design_decks": "a deck in the equilibrium with a card's numbers: share, value, copies",
}
REPORT = PublishedReport(EXTRACT, extract, values, places=("docs/design/naxx14",))
