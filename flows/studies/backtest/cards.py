"""The cards of a date, with scores that rank them by how likely a nerf seems."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from engine.card_data import CardData
from engine.decks import deck_from_code
from engine.history import Nerf
from models.metagame.backtest import losses, within
from models.problems.decks import solutions_of
from models.statistics.card_worth import centred_worth
from tasks.reports.results import read_results

#: The scores of a card by what they are, and the baselines.
SCORES = {
    "effect": "effect of a copy on the win rate, over all decks of all searches",
    "presence": "copies in decks near the equilibrium, by share",
    "loss": "what the best deck of each class loses without it",
}
BASELINES = {
    "low_cost": "baseline: low cost",
    "stats": "baseline: attack and health, minus twice the cost",
    "played": "baseline: number of played decks that have it",
}


def rank_cards(
    cards: Sequence[CardData], nerfs: Mapping[str, list[Nerf]], decks: pl.DataFrame, searches: Path
) -> pl.DataFrame:
    """The cards of a date with all scores.

    Args:
        nerfs: The nerfs after the date, by card.
        decks: A metagame's decks, as `play.Metagame` has them.

    Returns:
        A row per card: card, name, cost, kind and nerfed (the day), null without a nerf, and a
        column of each of `SCORES` and `BASELINES`; the more, the likelier a nerf seems.
    """
    ids = [card.id for card in cards]
    copies = np.array([[has[card] for card in ids] for has in copies_in(decks["code"])])
    is_played = decks["is_played"].to_numpy()
    # Scores know the decks that were found only; those that people played are a baseline.
    found = ~is_played
    heroes, values, shares = (decks[name].to_numpy()[found] for name in ("hero", "value", "share"))
    first = {card: parts[0] for card, parts in nerfs.items()}
    bodies = [card.attack + max(card.health, card.durability) for card in cards]
    costs = np.array([card.cost for card in cards])
    return pl.DataFrame(
        {
            "card": ids,
            "name": [card.name for card in cards],
            "cost": costs,
            "kind": [first[card].kind if card in first else None for card in ids],
            "nerfed": [first[card].day if card in first else None for card in ids],
            "effect": effects(searches, ids),
            "presence": shares @ copies[found],
            "loss": losses(values, copies[found] > 0, heroes, shares),
            "low_cost": -costs.astype(np.float64),
            "stats": np.array(bodies, np.float64) - 2 * costs,
            "played": (copies[is_played] > 0).sum(axis=0).astype(np.float64),
        },
        schema_overrides={"kind": pl.String, "nerfed": pl.String},
    )


def copies_in(codes: Iterable[str]) -> list[Counter[str]]:
    """The copies of each card in decks, by their codes."""
    return [Counter(deck_from_code(code, format=None).cards) for code in codes]


def effects(searches: Path, ids: Sequence[str]) -> np.ndarray:
    """The effect of a copy of each card on the win rate, over all decks of all searches.

    Fields differ between rounds and cards between classes, so decks are compared within a search.
    """
    column = {card: place for place, card in enumerate(ids)}
    parts, rates, groups = [], [], []
    for number, path in enumerate(sorted(each for each in searches.iterdir() if each.is_dir())):
        results = read_results(path)
        solutions = solutions_of(results.evaluations)
        counts = np.zeros((len(solutions), len(ids)), np.float32)
        counts[:, [column[card] for card in results.pool.ids]] = solutions
        parts.append(counts)
        rates.append(results.evaluations["win_rate"].to_numpy())
        groups.append(np.full(len(solutions), number))
    group = np.concatenate(groups)
    return centred_worth(within(np.concatenate(parts), group), within(np.concatenate(rates), group))
