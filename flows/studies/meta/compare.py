"""Two metagames side by side: which classes and cards rise and fall, how hard each is to beat."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from engine.card_data import card_data
from engine.decks import deck_from_code
from flows.studies.meta.page import archetypes
from flows.studies.meta.tables import tables_in
from flows.studies.published import Tables, filled
from models.settings.config import ConfigError
from tasks.reports.pages import write_page
from tasks.storage.files import check_writable, write_csv

#: Cards that rise most, and that fall most, in the report.
N_CARDS = 10
_TEMPLATE = Path(__file__).with_name("compare.md")


def compare(paths: Sequence[Path], out: Path) -> Path:
    """Writes the comparison of two metagames, or of their extracts, and returns its page.

    Raises:
        ConfigError: There are more or fewer than two.
        StoreError: A metagame has no ended round, or a file cannot be read or written.
    """
    if len(paths) != 2:
        raise ConfigError(f"--compare: {len(paths)} metagames; give two")
    both = [tables_in(path) for path in paths]
    check_writable(out)
    classes = changes("hero", *(_sums("hero", tables["decks"]) for tables in both))
    cards = changes("card", *(presence(tables["decks"]) for tables in both))
    write_csv(out, {"classes": classes, "cards": cards})
    shown = cards.filter(pl.col("change") > 0).head(N_CARDS).to_dicts()
    shown += cards.filter(pl.col("change") < 0).tail(N_CARDS).reverse().to_dicts()
    values = {
        "names": _names(paths, both),
        "rounds": [f"{tables['meta']['rounds'].item()}" for tables in both],
        "worst": [_worst(tables["answers"]) for tables in both],
        "classes": [_class_row(row, both) for row in classes.to_dicts()],
        "cards": [[card_data(row["card"]).name, *before_after(row, ".2f")] for row in shown],
    }
    return write_page(out, filled(_TEMPLATE, values))


def _names(paths: Sequence[Path], both: Sequence[Tables]) -> list[str]:
    """The names of the cards; those of the folders if the cards are the same."""
    names = [tables["meta"]["patch"].item() for tables in both]
    return names if len(set(names)) > 1 else [str(path) for path in paths]


def changes(key: str, before: pl.DataFrame, after: pl.DataFrame) -> pl.DataFrame:
    """Two tables of key and value in one: key, before, after and change; most risen first."""
    joined = before.rename({"value": "before"}).join(
        after.rename({"value": "after"}), on=key, how="full", coalesce=True
    )
    whole = joined.with_columns(pl.col("before", "after").fill_null(0.0))
    found = whole.with_columns(change=pl.col("after") - pl.col("before"))
    return found.sort("change", key, descending=[True, False])


def presence(decks: pl.DataFrame) -> pl.DataFrame:
    """The mean copies of each card in a deck of the equilibrium: card and value."""
    cards = [list(deck_from_code(code, format=None).cards) for code in decks["code"]]
    each = decks.select("share", card=pl.Series(cards, dtype=pl.List(pl.String))).explode("card")
    return _sums("card", each)


def _sums(key: str, shares: pl.DataFrame) -> pl.DataFrame:
    """The sum of shares of each key, exact: a sum by threads depends on their number."""
    each = shares.group_by(key, maintain_order=True).agg("share")
    return each.select(key, value=pl.Series([math.fsum(each_key) for each_key in each["share"]]))


def _worst(answers: pl.DataFrame) -> str:
    last = answers.filter("confirmed", round=answers["round"].max())
    row = last.sort("share", descending=True).row(0, named=True)
    limits = f"{row['low']:.1%} to {row['high']:.1%}"
    return f"{row['share']:.1%} ({limits}), {row['hero'].capitalize()}"


def _class_row(row: dict[str, Any], both: Sequence[Tables]) -> list[str]:
    shown = [row["hero"].capitalize(), *before_after(row, ".1%")]
    for tables in both:
        first = archetypes(tables["decks"]).filter(hero=row["hero"]).head(1)
        shown += [f"{name} ({share:.1%})" for name, share in first.select("name", "share").rows()]
        shown += ["-"] if first.is_empty() else []
    return shown


def before_after(row: dict[str, Any], spec: str) -> list[str]:
    """A row of `changes` without its key, in a format such as ".1%"."""
    return [f"{row['before']:{spec}}", f"{row['after']:{spec}}", f"{row['change']:+{spec}}"]
