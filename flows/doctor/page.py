"""The findings of an examination as text, and as a page with pictures and tables."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from flows.studies.published import filled
from models.players.card_games import EARLY
from tasks.reports.formats import ranged, win_rate
from tasks.reports.pages import write_page
from tasks.storage.files import write_csv, write_json

_TEMPLATE = Path(__file__).with_name("page.md")
#: Below this chance a swap is shown as undecided.
LIKELY = 0.9


def text_of(found: Mapping[str, Any]) -> str:
    """The findings as Markdown, for terminals, too."""
    return filled(_TEMPLATE, values(found))


def write_findings(folder: Path, found: Mapping[str, Any]) -> Path:
    """Writes the page, its pictures, `deck.json` and CSV files; returns the page to open."""
    from tasks.reports.figures import effects  # here: matplotlib takes 0.4 s, and texts need none

    write_json(folder / "deck.json", found)
    write_csv(folder, _tables(found))
    panels = {
        "if kept minus if replaced": [(c["card"], c["against"]["all"]) for c in found["mulligan"]],
        "with the card minus a plain one": [(c["card"], c) for c in found["cards"]],
    }
    pictures = {title: _effects(rows) for title, rows in panels.items()}
    effects(folder / "cards.png", pictures, "share of games won")
    return write_page(folder, f"{text_of(found)}\n![Cards](cards.png)\n")


def _effects(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> pl.DataFrame:
    names = ("name", "effect", "low", "high")
    found = [(name, each["change"], *each["interval"]) for name, each in rows if each["n"]]
    return pl.DataFrame(found, dict.fromkeys(names, pl.Float64) | {"name": pl.String}, orient="row")


def _tables(found: Mapping[str, Any]) -> dict[str, pl.DataFrame]:
    """The CSV files by name."""
    matchups = [
        {"opponent": each["opponent"], "seat": seat, "interval": each[seat]["win_rate_interval"]}
        | each[seat]
        for each in found["matchups"]
        for seat in ("first", "second")
    ]
    mulligan = [
        {**each, **of, "against": kind}
        for each in found["mulligan"]
        for kind, of in each["against"].items()
    ]
    swaps = [
        {**each, "out": ", ".join(each["out"]), "into": ", ".join(each["into"])}
        for each in found["swaps"]
    ]
    card, limits = ("card", "id", "dbf_id"), ("low", "high")
    believed = ("against", "change", *limits, "n", "belief", "keep")
    swapped = ("out", "into", "change", "n", "chance", "dust", "deck_code", *limits)
    return {
        "matchups": _table(matchups, "opponent", "seat", "win_rate", *limits, "games"),
        "mulligan": _table(mulligan, *card, *believed),
        "cards": _table(found["cards"], *card, "copies", "change", "n", *limits),
        "drawn": _table(found["drawn"], *card, "change", "n", *limits),
        "swaps": _table(swaps, *swapped),
    }


def _table(rows: Sequence[Mapping[str, Any]], *names: str) -> pl.DataFrame:
    """Some entries of rows as columns; `low` and `high` are the limits of their `interval`."""
    limited = [{**row, "low": row["interval"][0], "high": row["interval"][1]} for row in rows]
    return pl.DataFrame([{name: row[name] for name in names} for row in limited])


def values(found: Mapping[str, Any]) -> dict[str, Any]:
    """The values of `page.md`."""
    kind = found["archetype"]
    kinds = ["all", *sorted({*found["mulligan"][0]["against"]} - {"all"})]
    return {
        "found": found,
        "title": found["name"] or f"a {found['class'].capitalize()} deck",
        "key_cards": ", ".join(kind["key_cards"]),
        "curve": [[f"{n}" for n in found["curve"]]],
        "matchups": [_matchup(each) for each in (found["won"] | _ALL, *found["matchups"])],
        "kinds": kinds,
        "mulligan": [_mulligan(each, kinds) for each in found["mulligan"]],
        "cards": [_carrier(each) for each in found["cards"]],
        "pairs": [_pair(each) for each in found["pairs"]],
        "drawn": [_drawn(each) for each in found["drawn"]],
        "early": EARLY,
        "likely": [_swap(each) for each in found["swaps"] if each["chance"] >= LIKELY],
        "undecided": [_swap(each) for each in found["swaps"] if each["chance"] < LIKELY],
    }


_ALL = {"opponent": "**all**"}


def _matchup(each: Mapping[str, Any]) -> list[str]:
    return [each["opponent"], *(win_rate(each[seat]) for seat in ("all", "first", "second"))]


def _change(of: Mapping[str, Any]) -> str:
    return "-" if of["change"] is None else ranged(of["change"], of["interval"], "+.1%")


def _mulligan(each: Mapping[str, Any], kinds: Sequence[str]) -> list[str]:
    against = each["against"]
    told = [
        f"{'keep' if against[kind]['keep'] else 'replace'} ({against[kind]['belief']:+.1%})"
        for kind in kinds
    ]
    return [f"{each['cost']}", each["card"], _change(against["all"]), *told]


def _carrier(each: Mapping[str, Any]) -> list[str]:
    return [f"{each['copies']}x {each['card']}", _change(each), ", ".join(each["plain"])]


def _pair(each: Mapping[str, Any]) -> list[str]:
    effect = ranged(each["effect"], each["interval"], "+.2f")
    return [each["pair"], effect, f"{each['n_decks']:,}"]


def _drawn(each: Mapping[str, Any]) -> list[str]:
    shares = [f"{each[name]:.0%}" for name in ("drawn", "played", "held")]
    return [each["card"], _change(each), *shares]


def _swap(each: Mapping[str, Any]) -> list[str]:
    swapped = ", ".join(each["out"]), ", ".join(each["into"])
    return [*swapped, _change(each), f"{each['chance']:.0%}", f"{each['dust']}", each["deck_code"]]
