"""Decks measured in batches of games, so that results can be shown while they come."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl
from scipy.special import stdtrit

from engine.decks import Deck
from models.players.config import PlayerConfig
from models.players.decks import Opponent
from models.players.evaluations import evaluate_decks
from models.statistics.intervals import Z, wilson_interval

#: Games per opponent in a batch.
ROUNDS = 4


def batches(
    decks: Sequence[Deck],
    opponents: Sequence[Opponent],
    player: PlayerConfig,
    n_games: int,
    seed: int,
) -> Iterator[pl.DataFrame]:
    """Yields the results of one batch of games after the other, with a row per deck.

    All decks play a batch in the same deals.

    Args:
        decks: The decks; all go first.
        opponents: They take turns, so each plays as often as the others.
        player: The players' settings.
        n_games: Games per deck; the last batch is not cut, so there may be a few more.
        seed: The seed of all games.

    Raises:
        DeckError: A deck is not legal, or has a card that the engine does not have.
        GameError: A game could not be played.
    """
    size = ROUNDS * len(opponents)
    for batch in range(n_batches(n_games, len(opponents))):
        numbers = np.array([batch])
        rows = [evaluate_decks([d], opponents, player, size, seed, numbers) for d in decks]
        yield pl.concat(rows)


def n_batches(n_games: int, n_opponents: int) -> int:
    """The number of batches that have at least `n_games` games."""
    return -(-n_games // (ROUNDS * n_opponents))


def summary(found: Sequence[pl.DataFrame]) -> dict[str, Any]:
    """The results of some batches as JSON values.

    Args:
        found: Batches of one or two decks.

    Returns:
        `decks`, each with `n_games`, `win_rate`, `objective` and their 95 % intervals;
        `difference` of the second deck to the first one, in the same deals: `win_rate` and
        `objective` with 95 % intervals, None before the second batch.
    """
    n_decks = found[0].height if found else 0
    rows = [pl.concat([batch[deck] for batch in found]) for deck in range(n_decks)]
    difference = _difference(rows[0], rows[1]) if n_decks == 2 and len(found) > 1 else None
    return {"decks": [_of_deck(deck) for deck in rows], "difference": difference}


def _of_deck(rows: pl.DataFrame) -> dict[str, Any]:
    """A deck's results; the variance of a game is pooled over batches."""
    n_games, wins = int(rows["n_games"].sum()), int(rows["win_count"].sum())
    error = math.sqrt(np.mean(rows["objective_se"].to_numpy() ** 2) / rows.height)
    objective = float(rows["objective"].to_numpy().mean())
    return {
        "n_games": n_games,
        "win_rate": wins / n_games,
        "win_rate_interval": wilson_interval(wins, n_games),
        "objective": objective,
        "objective_interval": [objective - Z * error, objective + Z * error],
    }


def _difference(first: pl.DataFrame, second: pl.DataFrame) -> dict[str, Any]:
    """The paired difference: batches are independent of each other, the decks within are not."""
    made: dict[str, Any] = {}
    for name in ("win_rate", "objective"):
        change = second[name].to_numpy() - first[name].to_numpy()
        mean, error = float(change.mean()), float(change.std(ddof=1) / math.sqrt(len(change)))
        margin = float(stdtrit(len(change) - 1, 0.975)) * error
        made |= {name: mean, f"{name}_interval": [mean - margin, mean + margin]}
    return made
