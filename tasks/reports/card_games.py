"""Statistics of cards: the table `card_games` as files, and the effects of cards as text."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from models.players.card_games import EARLY
from tasks.storage.files import write_bytes, write_table

_SHARES = ("drawn", "played", "held")


def write_card_games(folder: Path, table: pl.DataFrame, csv: bool = False) -> None:
    """Writes `models.players.card_games.card_games_table` as Parquet, for SQL, and perhaps as CSV.

    The folder may be a run's directory.

    Raises:
        StoreError: The folder cannot be written.
    """
    write_table(folder / "card_games.parquet", table)
    if csv:
        write_bytes(folder / "card_games.csv", table.write_csv().encode())


def effects_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows of `models.players.card_games.card_effects` as a table in text, in that order."""
    lines = [
        "Win rate with the card minus without, in points, between games that differ only by chance",
        _line("card", f"first {EARLY} of the deck (95 %)", "offered (95 %)", _SHARES),
    ]
    for row in rows:
        early, offered = _effect(row, "early"), _effect(row, "offered")
        shares = [f"{row[name] / row['games']:.0%}" for name in _SHARES]
        lines.append(_line(f"{row['copies']}x {row['name']}", early, offered, shares))
    lines.append("Of 20 cards without any effect, one interval on average excludes 0.")
    return "\n".join(lines)


def _line(card: str, early: str, offered: str, shares: Iterable[str]) -> str:
    return f"{card[:25]:<26} {early:<26} {offered:<24}" + "".join(f"{each:>7}" for each in shares)


def _effect(row: Mapping[str, Any], event: str) -> str:
    effect, low, high = (row[f"{event}_{name}"] for name in ("effect", "low", "high"))
    if effect is None:
        return "no such games"
    return f"{100 * effect:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"
