"""A deck of a run: cards, results, new games and neighbours; and the elites that have a card."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from engine.decks import deck_code
from models.players.decks import opponents_of
from models.problems.decks import solutions_of
from models.settings.outcomes import OUTCOMES
from models.statistics.intervals import Z, wilson_interval
from tasks.reports.formats import CardCopies, short_label
from tasks.reports.results import BELIEVED, DeckResults, elites, known
from tasks.storage.files import StoreError

#: Cards of this cost and more share the last bar of a mana curve.
MAX_COST = 7
N_NEIGHBOURS = 8


class NumberInInterval(NamedTuple):
    """A number with its 95 % interval; None where it is not known."""

    value: float | None
    low: float | None = None
    high: float | None = None


class Duel(NamedTuple):
    """Games against one opponent, or all of them."""

    name: str
    n_games: int
    win_rate: NumberInInterval
    objective: NumberInInterval


class Belief(NamedTuple):
    """What a search believes of an elite."""

    objective: NumberInInterval  #: Its health difference, with a 90 % interval
    n_games: int  #: Games of the deck behind it; those of similar decks inform it too
    measures: dict[str, float]  #: Measure of the archive to what is believed of it


class Difference(NamedTuple):
    """Another deck, and how it differs.

    `cells` are the steps between the cells along the longer axis, 0 if it is no neighbour. The deck
    has more copies of the `added` cards, and fewer of the `removed` ones.
    """

    evaluation: int
    objective: float
    cells: int
    added: list[CardCopies]
    removed: list[CardCopies]


def row_of(results: DeckResults, evaluation: int) -> dict[str, Any]:
    """The results of a deck.

    Raises:
        StoreError: No deck has this evaluation number.
    """
    if not 0 <= evaluation < results.evaluations.height:
        raise StoreError(
            f"evaluation {evaluation}: this run has evaluations 0 to "
            f"{results.evaluations.height - 1}"
        )
    return results.evaluations.row(evaluation, named=True)


def fresh_of(results: DeckResults, evaluation: int) -> dict[str, Any] | None:
    """The results of a deck in new games; None if it played none."""
    rows = results.fresh.filter(pl.col("evaluation") == evaluation)
    return None if rows.is_empty() else rows.row(0, named=True)


def belief_of(results: DeckResults, evaluation: int) -> Belief | None:
    """What a search believes of an elite; None for other decks and searches without beliefs."""
    if not results.experiment.estimates or evaluation not in results.archive.elites().ids:
        return None
    row = {name: column[0] for name, column in results.beliefs([evaluation]).items()}
    objective = NumberInInterval(
        *(row[f"{BELIEVED}{name}"] for name in ("objective", "low", "high"))
    )
    measures = {
        short_label(name): row[f"{BELIEVED}{name}"] for name in results.experiment.archive.measures
    }
    return Belief(objective, row[f"{BELIEVED}games"], measures)


def mana_curve(cards: Sequence[CardCopies]) -> list[int]:
    """Copies of each cost from 0; the last number also counts more expensive cards."""
    curve = [0] * (MAX_COST + 1)
    for card in cards:
        curve[min(card.cost, MAX_COST)] += card.copies
    return curve


def code_of(results: DeckResults, counts: Sequence[int]) -> str:
    """The deck code, which the game imports."""
    return deck_code(results.pool.deck(np.array(counts)))


def as_text(results: DeckResults, evaluation: int) -> str:
    """A deck as text, a card per line."""
    cards = results.cards(row_of(results, evaluation)["solution"])
    return "\n".join(f"{card.copies}x {card.name}" for card in cards)


def best_decks(results: DeckResults, n: int) -> list[dict[str, Any]]:
    """The best elites as JSON values, best first: `evaluation`, `objective`, `text`."""
    return [
        {**row, "text": as_text(results, row["evaluation"])}
        for row in _ranked(results).head(n).select("evaluation", "objective").to_dicts()
    ]


def _ranked(results: DeckResults) -> pl.DataFrame:
    """The elites' `evaluation`, `solution`, `win_rate` and `objective`, best first."""
    table = elites(results)
    judged = {name: known(name, table.columns) for name in ("win_rate", "objective")}
    return table.select("evaluation", "solution", **judged)


def best_with(results: DeckResults, cards: Collection[str], n: int) -> list[int]:
    """The evaluation numbers of the best `n` elites with one of some cards, by id; best first."""
    rows, places = _ranked(results), [card in cards for card in results.pool.ids]
    has = pl.Series((solutions_of(rows)[:, places] > 0).any(axis=1))
    return rows.filter(has)["evaluation"].head(n).to_list()


def card_use(results: DeckResults, cards: Collection[str]) -> list[dict[str, Any]]:
    """The elites with each of some cards, by id, as JSON values, without cards outside the pool.

    `n_with` of `n_elites` have the card. `rate_with` and `rate_without` are the mean win rates of
    these and of the others: in new games if there are any, None without such elites. `best` is the
    evaluation number of the best elite with the card.
    """
    rows = _ranked(results)
    copies, found = solutions_of(rows), []
    for place, card in enumerate(results.pool.ids):
        if card in cards:
            has = pl.Series(copies[:, place] > 0)
            having, others = rows.filter(has), rows.filter(~has)
            use = {"card": card, "n_elites": rows.height, "n_with": having.height}
            use["rate_with"] = having["win_rate"].mean()
            use["rate_without"] = others["win_rate"].mean()
            use["best"] = next(iter(having["evaluation"]), None)
            found.append(use)
    return found


def total(row: dict[str, Any]) -> Duel:
    """The games of a row of results against all opponents."""
    n_games = row.get("n_games") or 0
    error = row.get("objective_se")
    mean = row["objective"]
    limits = () if error is None or np.isnan(error) else (mean - Z * error, mean + Z * error)
    shares = wilson_interval(row["win_rate"] * n_games, n_games) if n_games else ()
    win_rate = NumberInInterval(row["win_rate"], *shares)
    return Duel("all", n_games, win_rate, NumberInInterval(mean, *limits))


def duels(results: DeckResults, row: dict[str, Any]) -> list[Duel]:
    """The games of a row of results by opponent; empty if the run has no such numbers."""
    if row.get("opponent_games") is None:
        return []
    names = [each.name for each in opponents_of(results.experiment.opponents)]
    columns = (row["opponent_games"], row["opponent_wins"], row["opponent_objective"])
    found = []
    for name, n_games, wins, objective in zip(names, *columns, strict=True):
        known = None if np.isnan(objective) else objective
        share = (wins / n_games, *wilson_interval(wins, n_games)) if n_games else (None,)
        found.append(Duel(name, n_games, NumberInInterval(*share), NumberInInterval(known)))
    return found


def numbers(
    results: DeckResults, row: dict[str, Any], fresh: dict[str, Any] | None
) -> list[tuple[str, str, float, float | None]]:
    """The measures of a deck: label, unit, when found, and in new games."""
    found = []
    for name, outcome in OUTCOMES.items():
        if outcome.is_predictable and name in row and name not in ("objective", "win_rate"):
            again = None if fresh is None else fresh.get(name)
            found.append((short_label(name), outcome.unit, row[name], again))
    return found


def neighbours(results: DeckResults, evaluation: int) -> list[Difference] | None:
    """The elites of the nearest cells, nearest first; None if the deck is no elite."""
    elites, shape = results.archive.elites(), results.archive.shape
    here = np.flatnonzero(elites.ids == evaluation)
    if not here.size:
        return None
    places = np.array(np.unravel_index(elites.cells, shape)).T
    away = np.abs(places - places[here[0]])
    order = np.lexsort((away.sum(axis=1), away.max(axis=1)))
    nearest = [row for row in order.tolist() if row != here[0]][:N_NEIGHBOURS]
    (own,) = solutions_of(results.evaluations[[evaluation]])
    return [
        _change(
            results,
            own,
            elites.solutions[row],
            int(elites.ids[row]),
            float(elites.objectives[row]),
            int(away[row].max()),
        )
        for row in nearest
    ]


def nearest_by_cards(results: DeckResults, counts: np.ndarray, n: int = 5) -> list[Difference]:
    """The `n` elites with the most cards in common with a deck, (n_cards,) copies, of any run."""
    elites = results.archive.elites()
    changed = np.abs(elites.solutions.astype(np.int16) - counts).sum(axis=1)
    nearest = np.argsort(changed, kind="stable")[:n]
    return [
        _change(results, counts, solution, int(number), float(objective))
        for number, objective, solution in zip(
            elites.ids[nearest], elites.objectives[nearest], elites.solutions[nearest], strict=True
        )
    ]


def closest_earlier(results: DeckResults, evaluation: int) -> Difference | None:
    """The deck evaluated before with the most cards in common; the earliest of several.

    Runs do not record parents. After mutations the parent is usually this one.
    """
    if evaluation == 0:
        return None
    decks = solutions_of(results.evaluations.head(evaluation + 1)).astype(np.int16)
    changed = np.abs(decks[:-1] - decks[-1]).sum(axis=1)
    nearest = int(changed.argmin())
    objective = results.evaluations["objective"][nearest]
    return _change(results, decks[-1], decks[nearest], nearest, objective)


def _change(
    results: DeckResults,
    first: np.ndarray,
    second: np.ndarray,
    evaluation: int,
    objective: float,
    cells: int = 0,
) -> Difference:
    """The second deck, and how it differs from the first one."""
    change = second.astype(np.int16) - first
    more, fewer = (np.maximum(each, 0).tolist() for each in (change, -change))
    return Difference(evaluation, objective, cells, results.cards(more), results.cards(fewer))
