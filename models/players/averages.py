"""Averages over games: the table of evaluations, one row per deck or player."""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from engine.card_data import CardData
from engine.core.enums import FIRST_WON
from models.settings.outcomes import OUTCOMES, Outcome


def _per_game(games: np.ndarray, field: str) -> np.ndarray:
    return games[field].sum(axis=1) / games.shape[1]


def _per_round(games: np.ndarray, field: str) -> np.ndarray:
    return games[field].sum(axis=1) / games["rounds"].sum(axis=1)


def _standard_error(games: np.ndarray, field: str) -> np.ndarray:
    """The standard error of the mean per game; NaN for a single game."""
    n_games = games.shape[1]
    if n_games == 1:
        return np.full(len(games), np.nan)
    return games[field].astype(np.float64).std(axis=1, ddof=1) / np.sqrt(n_games)


def _n_games(games: np.ndarray, field: str | None) -> np.ndarray:
    return np.full(len(games), games.shape[1], np.int64)


def _wins(games: np.ndarray, field: str | None) -> np.ndarray:
    return (games["result"] == FIRST_WON).sum(axis=1)


def _win_rate(games: np.ndarray, field: str | None) -> np.ndarray:
    return _wins(games, field) / games.shape[1]


def _failed_games(games: np.ndarray, field: str | None) -> np.ndarray:
    return games["attempts"].astype(np.int64).sum(axis=1) - games.shape[1]


_AVERAGES: dict[str, Callable[..., np.ndarray]] = {
    "per game": _per_game,
    "per round": _per_round,
    "standard error": _standard_error,
    "games": _n_games,
    "wins": _wins,
    "win rate": _win_rate,
    "failed games": _failed_games,
}


def evaluation_table(
    evaluations: np.ndarray,
    games: np.ndarray,
    n_opponents: int,
    decks: Sequence[Sequence[CardData]] | None = None,
) -> pl.DataFrame:
    """Averages games.

    Args:
        evaluations: (n,) array of int64: evaluation numbers.
        games: (n, n_games) array of PLAYED_GAME, opponents in turn along each row.
        n_opponents: Number of opponents.
        decks: The cards of n decks; without them, the table has no outcomes of the deck.

    Returns:
        One row per row of games: `evaluation` and the outcomes of `models.settings.outcomes`.
    """
    columns: dict[str, object] = {"evaluation": evaluations}
    schema: dict[str, pl.DataType] = {"evaluation": pl.Int64()}
    for outcome in OUTCOMES.values():
        if outcome.of_deck is None:
            columns[outcome.name] = _averages(outcome, games, n_opponents)
        elif decks is not None:
            columns[outcome.name] = [outcome.of_deck(cards) for cards in decks]
        else:
            continue
        number = pl.Int64() if outcome.is_whole else pl.Float64()
        schema[outcome.name] = pl.Array(number, n_opponents) if outcome.by_opponent else number
    return pl.DataFrame(columns, schema=schema)


def _averages(outcome: Outcome, games: np.ndarray, n_opponents: int) -> np.ndarray:
    """(n,) array, or (n, n_opponents); NaN where an opponent had no game."""
    average = _AVERAGES[outcome.average]
    if not outcome.by_opponent:
        return average(games, outcome.counted)
    against = (games[:, i::n_opponents] for i in range(n_opponents))
    with np.errstate(invalid="ignore"):
        return np.stack([average(part, outcome.counted) for part in against], axis=1)
