"""Results of players in games from the same deals, with 95 % intervals."""

from typing import Any

import numpy as np
import polars as pl

from models.players.decks import opponents_of
from models.players.evaluate_players import paired_difference
from models.players.networks import ScorerNetwork
from models.statistics.intervals import Z, wilson_interval


def player_result(
    player: str | ScorerNetwork, games: pl.DataFrame, first: pl.DataFrame, opponents: str
) -> dict[str, Any]:
    """The averages of a player's games, and the differences from the first player.

    Args:
        player: The player.
        games: Its games with a deck, one per row, against the opponents in turn.
        first: The first player's games, from the same deals.
        opponents: Name of the suite of opponents.

    Returns:
        Mean health difference and win rate with 95 % intervals, over all games and by opponent; the
        differences from the first player.
    """
    suite = opponents_of(opponents)
    health, rates = (
        paired_difference(games[name].to_numpy(), first[name].to_numpy())
        for name in ("health_difference", "won")
    )
    return {
        "player": player if isinstance(player, str) else player.name,
        **_averages(games),
        "health_against_first": [health[0], _interval(*health)],
        "win_rate_against_first": [rates[0], _interval(*rates)],
        "opponents": [
            {"name": opponent.name, **_averages(games[place :: len(suite)])}
            for place, opponent in enumerate(suite)
        ],
    }


def _averages(games: pl.DataFrame) -> dict[str, Any]:
    n, wins = games.height, int(games["won"].sum())
    mean, error = paired_difference(games["health_difference"].to_numpy(), np.zeros(n))
    return {
        "n_games": n,
        "health_difference": mean,
        "health_difference_interval": _interval(mean, error),
        "win_rate": wins / n,
        "win_rate_interval": wilson_interval(wins, n),
    }


def _interval(mean: float, error: float) -> list[float]:
    return [mean - Z * error, mean + Z * error]
