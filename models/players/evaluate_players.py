"""Averages over the games of players with one deck, for training players.

Thousands of different networks play in one call. Each is a record that the compiled search reads.
A thread takes the next few games, of any player.
"""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from engine.decks import Deck, validate_deck
from models.players.averages import evaluation_table
from models.players.config import PlayerConfig
from models.players.core.state import NETWORK, STRATEGY
from models.players.decks import Opponent, OpponentDeck, check_opponents, opponents_of
from models.players.games import check_arguments, new_setups, new_strategies, play, schedule_games
from models.players.networks import ScorerNetwork, check_weights, set_networks

Players = np.ndarray | Sequence[str | ScorerNetwork]


def evaluate_players(
    players: Players,
    deck: Deck,
    opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
    config: PlayerConfig | None = None,
    n_games: int = 200,
    seed: int = 0,
    indices: np.ndarray | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Plays games with each player, all with the same deck, against the opponents in turn.

    Args:
        players: (n_players, 109) array of networks' weights, or scorers by name or as networks.
        deck: The deck they play; it goes first.
        opponents: Name of a suite, or opponents.
        config: Their settings; its scorer is ignored.
        n_games: Games per player.
        seed: The seed; game i of evaluation e draws from (seed, e, i) only.
        indices: (n_players,) array of int64: evaluation numbers; 0, 1, 2, ... by default. Players
            with the same number play from the same shuffled decks.
        threads: Number of threads; all cores by default.
        progress: Called regularly with the number of finished games.

    Returns:
        One row per player, in the given order: the columns of `evaluate_decks`, without outcomes of
        the deck.

    Raises:
        DeckError: The deck is not legal, an opponent's that is not published has a card of another
            format, or the engine does not know a card.
        ValueError: Weights are not finite or not 109, or a number is out of range.
        GameError: A game could not be played.
    """
    against = opponents_of(opponents)
    games = play_players(players, deck, against, config, n_games, seed, indices, threads, progress)
    return evaluation_table(games["evaluation"][:, 0], games, len(against))


def play_players(
    players: Players,
    deck: Deck,
    opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
    config: PlayerConfig | None = None,
    n_games: int = 200,
    seed: int = 0,
    indices: np.ndarray | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    first_game: int = 0,
) -> np.ndarray:
    """Plays the games of `evaluate_players`, or from game number `first_game` on.

    Returns:
        (n_players, n_games) array of PLAYED_GAME: every game's result.
    """
    against, n_players = opponents_of(opponents), len(players)
    indices = check_arguments(n_players, against, n_games, indices, threads)
    config = config or PlayerConfig()
    validate_deck(deck, patch=config.patch, format=config.format)
    check_opponents(against, config.patch, config.format)
    strategies = _strategies(players, config, against)
    rules = config.rules()
    setups = new_setups(rules, [deck], against)
    games = schedule_games(seed, indices, n_games, len(against), first_game)
    games["deck"] = 0
    games["player"] = np.repeat(np.arange(n_players), n_games)
    if n_players:
        play(rules, setups, strategies, games, threads, progress)
    return games.reshape(n_players, n_games)


def _strategies(
    players: Players, config: PlayerConfig, opponents: Sequence[Opponent]
) -> np.ndarray:
    """The (n_players + n_opponents,) array of STRATEGY."""
    n = len(players)
    ours = np.zeros(n, STRATEGY)
    if isinstance(players, np.ndarray):
        check_weights(players)
        if n:
            ours[:] = config.strategy("aggro", is_first=True)
        ours["scorer"] = NETWORK
        set_networks(ours, players)
    else:
        for row, player in enumerate(players):
            ours[row] = config.strategy(player, is_first=True)
    return np.concatenate([ours, new_strategies(config, opponents)[1:]])


def paired_difference(first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """The mean of (first - second) and its standard error, game by game.

    Games with the same deals are correlated, so this error is smaller than that of two means.

    Args:
        first: (n_games,) array: results of one player.
        second: (n_games,) array: results of another, in the same order, n_games > 1.
    """
    differences = np.asarray(first, np.float64) - np.asarray(second, np.float64)
    error = differences.std(ddof=1) / np.sqrt(len(differences))
    return float(differences.mean()), float(error)
