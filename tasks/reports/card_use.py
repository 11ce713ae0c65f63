"""Who plays a card: the elites of a search that have it, and those that do not."""

from collections.abc import Collection
from typing import NamedTuple

import polars as pl

from models.problems.decks import solutions_of
from tasks.reports.deck_facts import NumberInInterval
from tasks.reports.explanation import current_effects
from tasks.reports.results import DeckResults, elites


class CardUse(NamedTuple):
    """A card among the elites of a search.

    Attributes:
        card: Its id.
        n_elites: All elites.
        n_with: Elites that have the card.
        rate_with: Their mean win rate, in new games if there are any; None if there are none.
        rate_without: The same of the other elites.
        best: The evaluation number of the best elite with the card; None if there is none.
        effect: What a copy is worth in health (`explain`); None if it is not computed.
    """

    card: str
    n_elites: int
    n_with: int
    rate_with: float | None
    rate_without: float | None
    best: int | None
    effect: NumberInInterval | None


def card_use(results: DeckResults, cards: Collection[str]) -> list[CardUse]:
    """How elites use some cards, by id; cards outside the search's pool are left out."""
    table, ids = elites(results), list(results.pool.ids)
    rates = table.select(pl.coalesce("fresh_win_rate", "win_rate")).to_series()
    copies = solutions_of(table)
    known = current_effects(results.run, results.evaluations.height)
    found = []
    for card in (each for each in dict.fromkeys(cards) if each in ids):
        has = pl.Series(copies[:, ids.index(card)] > 0)
        with_it, without = (rates.filter(side).mean() for side in (has, ~has))
        best = next(iter(table["evaluation"].filter(has)), None)
        effect = None
        if known is not None:
            rows = known.filter(id=card, target="objective").select("effect", "low", "high")
            effect = NumberInInterval(*rows.row(0))
        found.append(CardUse(card, table.height, int(has.sum()), with_it, without, best, effect))
    return found
