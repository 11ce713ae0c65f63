"""The findings of an examination as text, and as a page with pictures and tables."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from flows.studies.published import filled, write_csv
from models.players.card_games import EARLY
from tasks.reports.formats import ranged, win_rate
from tasks.reports.pages import write_page
from tasks.storage.files import write_json

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
    tables = {
        "matchups": pl.DataFrame(_flat_matchups(found)),
        "mulligan": pl.DataFrame(_flat_mulligan(found)),
        "cards": _flat(found["cards"], ("card", "id", "dbf_id", "copies", "change", "n")),
        "drawn": _flat(found["drawn"], ("card", "id", "dbf_id", "change", "n")),
        "swaps": _flat(found["swaps"], ("change", "n", "chance", "dust", "deck_code")),
    }
    write_csv(folder, tables)
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


def _flat_matchups(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {"opponent": each["opponent"], "seat": seat, **_limits(each[seat], "win_rate")}
        | {"games": each[seat]["games"]}
        for each in found["matchups"]
        for seat in ("first", "second")
    ]


def _flat_mulligan(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {"card": each["card"], "id": each["id"], "dbf_id": each["dbf_id"], "against": kind}
        | _limits(of, "change")
        | {"n": of["n"], "belief": of["belief"], "keep": of["keep"]}
        for each in found["mulligan"]
        for kind, of in each["against"].items()
    ]


def _limits(of: Mapping[str, Any], name: str) -> dict[str, Any]:
    low, high = of["interval" if name == "change" else f"{name}_interval"]
    return {name: of[name], "low": low, "high": high}


def _flat(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> pl.DataFrame:
    """Rows with the limits of their change; lists of cards become texts."""
    lists = [name for name in ("out", "into") if rows and name in rows[0]]
    return pl.DataFrame(
        [
            {name: ", ".join(row[name]) for name in lists}
            | {name: row[name] for name in names}
            | _limits(row, "change")
            for row in rows
        ]
    )


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
