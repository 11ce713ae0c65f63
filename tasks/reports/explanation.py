"""What cards and pairs of cards are worth in a search: tables, a picture, sections of its report.

See `models.card_analysis.explanation` for the meaning of the numbers.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from engine.decks import Deck
from models.card_analysis.explanation import LEAST_DECKS, Explanation, explain, explained_targets
from models.players.config import PlayerConfig
from models.problems.decks import DeckSearch, solutions_of
from models.settings.outcomes import OUTCOMES
from tasks.reports import figures
from tasks.reports.formats import ranged, short_label
from tasks.reports.pages import table
from tasks.reports.results import Z_90, DeckResults
from tasks.storage.files import StoreError, read_table, write_table
from tasks.storage.run import Run

#: Cards, or pairs, of each end that the report shows, and pairs of one deck.
N_SHOWN = 10


class Section(NamedTuple):
    """A table of the report: its title, heads and rows, as text."""

    title: str
    head: list[str]
    rows: list[list[str]]


def explain_run(results: DeckResults, progress: Callable[[float], None] | None = None) -> None:
    """Writes card_effects.parquet and pair_effects.parquet into the run's report.

    Raises:
        StoreError: The run has too few decks.
    """
    decks, run = results.evaluations, results.run
    if decks.height < LEAST_DECKS:
        raise StoreError(
            f"{run.path}: {decks.height} decks have been evaluated; effects need {LEAST_DECKS} or "
            "more, so let the run go on first"
        )
    if "n_games" not in decks.columns:
        decks = decks.with_columns(n_games=pl.lit(results.experiment.search.n_games))
    targets = explained_targets(results.experiment.archive.measures)
    found = explain(decks, targets, run.seed, progress)
    write_table(run.card_effects_path, card_effects(results, found))
    write_table(run.pair_effects_path, pair_effects(results, found))


def card_effects(results: DeckResults, found: Explanation) -> pl.DataFrame:
    """One row per target and card, the largest effect first."""
    counts = solutions_of(results.evaluations)
    cards = _cards(results).with_columns(
        n_decks=(counts > 0).sum(axis=0), mean_copies=counts.mean(axis=0, dtype=np.float64)
    )
    return pl.concat(
        _with_effects(results, cards, name, *(part.cards[:, k] for part in found[1:]))
        for k, name in enumerate(found.targets)
    )


def pair_effects(results: DeckResults, found: Explanation) -> pl.DataFrame:
    """One row per target and pair that a deck had, the largest effect first."""
    counts, cards = solutions_of(results.evaluations), _cards(results)
    held = (counts > 0).astype(np.float32)
    together = np.rint(held.T @ held).astype(np.int64)  # whole numbers: exact in any order
    np.fill_diagonal(together, (counts > 1).sum(axis=0))
    first, second = np.nonzero(np.triu(together))
    other = cards.rename({"card": "other", "id": "other_id", "name": "other_name"})
    pairs = pl.concat([cards[first].drop("cost"), other[second].drop("cost")], how="horizontal")
    pairs = pairs.with_columns(n_decks=together[first, second])
    return pl.concat(
        _with_effects(results, pairs, name, *(part.pairs[first, second, k] for part in found[1:]))
        for k, name in enumerate(found.targets)
    )


def _cards(results: DeckResults) -> pl.DataFrame:
    cards = DeckSearch(results.experiment).tables["cards"]
    return cards.select("card", "id", "name", "cost")


def _with_effects(
    results: DeckResults, rows: pl.DataFrame, target: str, mean: np.ndarray, deviation: np.ndarray
) -> pl.DataFrame:
    margin = Z_90 * deviation
    table = rows.select(pl.lit(target).alias("target"), pl.all()).with_columns(
        effect=mean,
        effect_sd=deviation,
        low=mean - margin,
        high=mean + margin,
        evaluations=pl.lit(results.evaluations.height, pl.Int64),
    )
    return table.sort("effect", descending=True, maintain_order=True)


def effects_picture(path: Path, run: Run) -> Path:
    """Draws the effects of the best and worst cards and pairs on health, with their intervals."""
    panels = {}
    for title, rows in (
        ("one copy of a card", read_table(run.card_effects_path)),
        ("two cards together", _named(read_table(run.pair_effects_path))),
    ):
        panels[title] = _ends(rows.filter(target="objective"), 15)
    return figures.effects(path, panels, f"{short_label('objective')}, 90% intervals")


def effects_sections(run: Run, n_evaluations: int, n_shown: int = N_SHOWN) -> list[Section]:
    """The tables of effects for the report; none if they are missing or of fewer decks."""
    if (pairs := _pairs(run, n_evaluations)) is None:
        return []
    cards = read_table(run.card_effects_path)
    return [
        _section("Cards", "card", cards, ["card"], n_shown),
        _section("Pairs of cards", "pair", pairs, ["card", "other"], n_shown),
    ]


def _pairs(run: Run, n_evaluations: int) -> pl.DataFrame | None:
    """The named pairs with their effects; None if they are missing or of fewer decks."""
    if not (run.card_effects_path.exists() and run.pair_effects_path.exists()):
        return None
    pairs = read_table(run.pair_effects_path)
    return _named(pairs) if set(pairs["evaluations"]) == {n_evaluations} else None


def pairs_of(results: DeckResults, deck: Deck, player: PlayerConfig) -> dict[str, Any]:
    """The pairs of a deck that work together, as JSON values, the largest effect first.

    They are at most `N_SHOWN` of those whose effect on health has an interval above 0.

    Args:
        results: The search.
        deck: The deck.
        player: The settings of an examination, whose cards must be those of the search.

    Returns:
        `explained`, the search's name, and `pairs`: of each `pair` its `effect` on the health
        difference with its 90 % `interval`, and `n_decks`, the decks of the search with both.

    Raises:
        DeckError: The deck is of another class, or has cards that the search has not.
        StoreError: The search has cards of another format or date, or no explanation.
    """
    path, theirs = results.run.path, results.experiment.player
    counts = results.pool.counts(deck)
    if _rules(theirs) != _rules(player):
        raise StoreError(
            f"{path}: has the cards of {theirs.format}, {theirs.patch}, the examination those of "
            f"{player.format}, {player.patch}; give both the same"
        )
    if (pairs := _pairs(results.run, results.evaluations.height)) is None:
        raise StoreError(
            f"{path}: no explanation of all its decks; run `python -m flows explain {path}` first"
        )
    held, twice = (pl.Series(np.flatnonzero(counts > n)).implode() for n in (0, 1))
    both = pl.col("card").is_in(held) & pl.col("other").is_in(held)
    is_second = (pl.col("card") != pl.col("other")) | pl.col("card").is_in(twice)
    found = pairs.filter(both, is_second, pl.col("low") > 0, target="objective").head(N_SHOWN)
    rows = found.select("name", "effect", "low", "high", "n_decks").rows()
    shown = [
        {"pair": name, "effect": effect, "interval": [low, high], "n_decks": n_decks}
        for name, effect, low, high, n_decks in rows
    ]
    return {"explained": results.run.name, "pairs": shown}


def _rules(player: PlayerConfig) -> tuple[Any, ...]:
    """What determines the cards of a player's games."""
    patch = player.patch
    return player.format, patch.base, patch.changes, patch.texts, patch.new


def explanation_text(results: DeckResults, n_shown: int) -> str:
    """The tables of effects as Markdown."""
    parts = [f"# What cards are worth: {results.run.name}", EXPLAINED]
    for each in effects_sections(results.run, results.evaluations.height, n_shown):
        parts += [f"## {each.title}", table(each.head, each.rows).rstrip()]
    return "\n\n".join(parts) + "\n"


#: The meaning of the numbers, for reports.
EXPLAINED = (
    "By a Gaussian process on all evaluated decks, with 90 % intervals. A card's effect is the "
    "change when one copy of it takes the place of an average card of the run's mean deck. A "
    "pair's effect is what both change beyond the sum of their own effects; that of a card with "
    "itself is what the second copy changes. Effects hold for this player and these opponents."
)


def _named(pairs: pl.DataFrame) -> pl.DataFrame:
    same = pl.col("card") == pl.col("other")
    both = pl.format("{} + {}", "name", "other_name")
    second = pl.format("{}, second copy", "name")
    return pairs.with_columns(name=pl.when(same).then(second).otherwise(both))


def _ends(rows: pl.DataFrame, n: int) -> pl.DataFrame:
    """The first and the last rows; all of them if they are few."""
    return rows if rows.height <= 2 * n else pl.concat([rows.head(n), rows.tail(n)])


def _section(title: str, what: str, table: pl.DataFrame, key: list[str], n_shown: int) -> Section:
    """The rows of the largest and smallest effects on health, with those on other outcomes."""
    targets = table["target"].unique(maintain_order=True).to_list()
    shown = _ends(table.filter(target="objective"), n_shown)
    columns = []
    for name in targets:
        own = table.filter(target=name).select(*key, "effect", "low", "high")
        joined = shown.select(key).join(own, on=key, how="left", maintain_order="left")
        effects = joined.select("effect", "low", "high").rows()
        columns.append([ranged(mean, limits, "+.2f") for mean, *limits in effects])
    head = [what, "decks", *(f"{short_label(name)}{_unit(name)}" for name in targets)]
    names, n_decks = shown["name"].to_list(), [f"{n:,}" for n in shown["n_decks"]]
    rows = [list(row) for row in zip(names, n_decks, *columns, strict=True)]
    return Section(title, head, rows)


def _unit(target: str) -> str:
    unit = OUTCOMES[target].unit
    return f" ({unit})" if unit else ""
