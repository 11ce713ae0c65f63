"""Two players in the same deals, and decks against decks.

Each deal of two players is played twice, with the players' seats swapped. The cards of a deal
depend on (seed, number of the deal) only, so all pairs of players play the same deals, and luck of
the cards and of the seat cancels in their differences. Decks play rounds, each with its own scorer.
"""

import time
from collections.abc import Callable, Sequence

import numpy as np

from engine.core.enums import FIRST_WON, SECOND_WON
from engine.decks import Deck, validate_deck
from engine.rules import Rules
from models.players.config import PlayerConfig
from models.players.core.state import STRATEGY
from models.players.decks import Opponent
from models.players.games import (
    check_games,
    new_setups,
    new_worker,
    play,
    schedule_games,
    setups_of,
    strategies_of_decks,
)
from models.players.player_names import NamedPlayer
from models.players.table import Seat, Seats

#: Seconds of CPU after which no further game is timed, and the most games that are.
_ENOUGH_S, _MOST_GAMES = 2.0, 24


def play_pair(
    players: tuple[NamedPlayer, NamedPlayer],
    decks: Sequence[Deck],
    n_deals: int,
    seed: int,
    first_deal: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Plays deals of two players; in the second game of a deal they swap seats, not decks.

    `threads` and `progress` are those of `models.players.games.play`.

    Args:
        players: The players; the first one goes first in the first game of a deal. Both have the
            same cards.
        decks: The decks. Deal i has the pair of decks `decks_of(i, len(decks))`.

    Returns:
        (n_deals, 2) array of PLAYED_GAME; its numbers "of the first player" are of who goes first.

    Raises:
        DeckError: A deck is not legal, or has a card that the engine, or the patch, does not have.
        GameError: A game could not be played.
    """
    rules, n_decks = players[0].config.rules(), len(decks)
    for deck in decks:
        validate_deck(deck, patch=rules.patch, format=rules.format)
    setups = setups_of(rules, decks, [*decks, *decks])
    games, swapped = schedule_pair(n_deals, seed, first_deal), np.tile([0, 1], n_deals)
    first, second = decks_of(games["game"].astype(np.int64), n_decks)
    games["deck"], games["player"] = first, swapped
    games["opponent"] = second + n_decks * (1 - swapped)  # who goes second, with which deck
    strategies = strategies_of(players, n_decks)
    play(rules, setups, strategies, games, threads, progress, own_seats(players))
    return games.reshape(n_deals, 2)


def shares_won(games: np.ndarray) -> np.ndarray:
    """The first player's share of each deal of `play_pair`: (n_deals,) floats; a draw is half."""
    won = np.array([FIRST_WON, SECOND_WON])
    return np.where(np.isin(games["result"], won), games["result"] == won, 0.5).mean(axis=1)


def own_seats(players: tuple[NamedPlayer, NamedPlayer]) -> Seats | None:
    """Returns the seats of two players that change sides with each game; None if neither has one.

    The first player goes first in games of even numbers.
    """

    def seats(number: int, side: int) -> Seat | None:
        own = players[(number + side) % 2].own
        return own.seat() if own else None

    return seats if any(player.own for player in players) else None


def schedule_pair(n_deals: int, seed: int, first_deal: int = 0) -> np.ndarray:
    """Returns the (2 * n_deals,) array of PLAYED_GAME of deals, each of two games; no decks."""
    games = schedule_games(seed, np.zeros(1, np.int64), n_deals, 1, first_deal)
    return np.repeat(games, 2)


def decks_of(deal: np.ndarray, n_decks: int) -> tuple[np.ndarray, np.ndarray]:
    """The decks that go first and second in deals: all ordered pairs in turn, mirrors first.

    From a multiple of the number of decks on, as many deals have every deck once in each seat.
    `deal` is an (n,) array of int64: numbers of deals.
    """
    pair = deal % (n_decks * n_decks) * (n_decks + 1) % (n_decks * n_decks)
    return pair // n_decks, pair % n_decks


def time_player(player: NamedPlayer, decks: Sequence[Deck], seed: int) -> tuple[float, int, int]:
    """Measures a player in games against itself, on one thread; decks are as in `play_pair`.

    Returns:
        CPU seconds, decisions (searches) and turns of both seats in the games played: up to 24, or
        as many as begin within 2 CPU-seconds.
    """
    rules, n_decks, players = player.config.rules(), len(decks), (player, player)
    setups = setups_of(rules, decks, [*decks, *decks])
    strategies = strategies_of(players, n_decks)
    games = schedule_games(seed, np.zeros(1, np.int64), _MOST_GAMES, 1)
    games["deck"], games["opponent"] = decks_of(games["game"].astype(np.int64), n_decks)
    work = new_worker(rules, setups, strategies, games, own_seats(players))
    work(0, 1)  # touches the memory first
    seconds, n_played = 0.0, 0
    while n_played < _MOST_GAMES and seconds < _ENOUGH_S:
        start = time.thread_time()
        work(n_played, n_played + 1)
        seconds, n_played = seconds + time.thread_time() - start, n_played + 1
    check_games(games[:n_played])
    played = games[:n_played]
    return seconds, int(played["n_searches"].sum()), 2 * int(played["rounds"].sum())


def strategies_of(players: tuple[NamedPlayer, NamedPlayer], n_decks: int = 1) -> np.ndarray:
    """(2 + 2 * n_decks,) array of STRATEGY: who goes first, then who goes second by deck."""
    strategies = np.zeros(2 + 2 * n_decks, STRATEGY)
    for number, player in enumerate(players):
        scorer, start = player.config.scorer, 2 + number * n_decks
        strategies[number] = player.config.strategy(scorer, is_first=True)
        strategies[start : start + n_decks] = player.config.strategy(scorer, is_first=False)
    return strategies


def play_rounds(
    decks: Sequence[Opponent],
    others: Sequence[Opponent],
    player: PlayerConfig,
    n_rounds: int,
    seed: int,
    first_round: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Plays every deck, going first, once in a round against every other one.

    The games are those of `evaluate_decks` with the others as opponents, so a round has the same
    games in any set of rounds. `threads`, `progress` and the errors are those of `play_pair`.

    Args:
        decks: The decks that go first; their evaluation numbers are 0, 1, 2, ...
        others: The decks that go second.
        player: The settings of all players, and their cards; its scorer is ignored, and its
            `opponents_scorer` plays all decks.

    Returns:
        (n_rounds, n_decks, n_others) array of bool: whether the first deck won; a draw is no win.
    """
    rules, setups, strategies = prepared(decks, others, player)
    n_others = len(others)
    first_game = first_round * n_others
    n_games = n_rounds * n_others
    games = schedule_games(seed, np.arange(len(decks)), n_games, n_others, first_game)
    games["player"] = games["deck"]
    play(rules, setups, strategies, games, threads, progress)
    won = (games["result"] == FIRST_WON).reshape(len(decks), n_rounds, n_others)
    return won.transpose(1, 0, 2)


def prepared(
    firsts: Sequence[Opponent], seconds: Sequence[Opponent], player: PlayerConfig
) -> tuple[Rules, np.ndarray, np.ndarray]:
    """The rules, setups and strategies of checked decks that go first and second."""
    for each in (*firsts, *seconds):
        validate_deck(each.deck, patch=player.patch, format=player.format)
    rules = player.rules()
    setups = new_setups(rules, [each.deck for each in firsts], seconds)
    ours = strategies_of_decks(player, firsts, is_first=True)
    theirs = strategies_of_decks(player, seconds, is_first=False)
    return rules, setups, np.concatenate([ours, theirs])
