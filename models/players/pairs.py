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
from models.players.card_games import CardGames
from models.players.config import PlayerConfig
from models.players.core.state import CARD_GAME, STRATEGY
from models.players.decks import Opponent
from models.players.games import (
    Watched,
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

    Args:
        players: The players; the first one goes first in the first game of a deal. Both have the
            same cards.
        decks: The decks. Deal i has the pair of decks `decks_of(i, len(decks))`.
        n_deals: Number of deals.
        seed: The seed of all deals.
        first_deal: Number of the first deal.
        threads: Number of threads; all cores by default.
        progress: Called regularly with the number of finished games.

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

    Args:
        players: The players; the first one goes first in games of even numbers.
    """

    def seats(number: int, side: int) -> Seat | None:
        own = players[(number + side) % 2].own
        return own.seat() if own else None

    return seats if any(player.own for player in players) else None


def schedule_pair(n_deals: int, seed: int, first_deal: int = 0) -> np.ndarray:
    """Returns the (2 * n_deals,) array of PLAYED_GAME of deals, each of two games; without decks.

    Args:
        n_deals: Number of deals.
        seed: The seed of all deals.
        first_deal: Number of the first deal.
    """
    games = schedule_games(seed, np.zeros(1, np.int64), n_deals, 1, first_deal)
    twice: np.ndarray = np.repeat(games, 2)
    return twice


def decks_of(deal: np.ndarray, n_decks: int) -> tuple[np.ndarray, np.ndarray]:
    """The decks that go first and second in deals: all ordered pairs in turn, mirrors first.

    As many deals in a row as there are decks have every deck once in each seat.

    Args:
        deal: (n,) array of int64: numbers of deals.
        n_decks: Number of decks.
    """
    pair = deal % (n_decks * n_decks) * (n_decks + 1) % (n_decks * n_decks)
    return pair // n_decks, pair % n_decks


def time_player(player: NamedPlayer, decks: Sequence[Deck], seed: int) -> tuple[float, int, int]:
    """Measures a player in games against itself, on one thread.

    Args:
        player: The player.
        decks: The decks, as in `play_pair`.
        seed: The seed of the deals.

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
    games in any set of rounds.

    Args:
        decks: The decks that go first; their evaluation numbers are 0, 1, 2, ...
        others: The decks that go second.
        player: The settings of all players, and their cards; its scorer is ignored, and its
            `opponents_scorer` plays all decks.
        n_rounds: Number of rounds.
        seed: The seed.
        first_round: Number of the first of them.
        threads: Number of threads; all cores by default.
        progress: Called regularly with the number of finished games.

    Returns:
        (n_rounds, n_decks, n_others) array of bool: whether the first deck won; a draw is no win.

    Raises:
        DeckError: A deck is not legal, or has a card that the engine, or the patch, does not have.
        GameError: A game could not be played.
    """
    rules, setups, strategies = _prepared(decks, others, player)
    n_others = len(others)
    first_game = first_round * n_others
    n_games = n_rounds * n_others
    games = schedule_games(seed, np.arange(len(decks)), n_games, n_others, first_game)
    games["player"] = games["deck"]
    play(rules, setups, strategies, games, threads, progress)
    won = (games["result"] == FIRST_WON).reshape(len(decks), n_rounds, n_others)
    return won.transpose(1, 0, 2)


def play_field(
    decks: Sequence[Opponent],
    field: Sequence[Opponent],
    player: PlayerConfig,
    n_deals: int,
    seed: int,
    first_deal: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Plays decks against a field. A deal is two games with one opponent, one in each seat.

    All decks play the same deals: the order of the cards depends on the seed, the seat, the number
    of the deal and the place of a card in its list. So most games of two lists that differ in one
    place end alike, and their difference has less noise.

    Args:
        decks: The decks to compare.
        field: The opponents; deal i is against opponent i % len(field).
        player: As for `play_rounds`.
        n_deals: Number of deals of each deck.
        seed: The seed.
        first_deal: Number of the first of them.
        threads: Number of threads; all cores by default.
        progress: Called regularly with the number of finished games.

    Returns:
        (n_deals, n_decks, 2) array of bool: whether the deck won, going first and going second. A
        draw is a win for who goes second.

    Raises:
        DeckError: As `play_rounds`.
        GameError: A game could not be played.
    """
    n, numbers = len(decks), np.arange(first_deal, first_deal + n_deals)
    who, deals = np.arange(n).repeat(2 * n_deals), np.tile(numbers.repeat(2), n)
    seats = np.tile([0, 1], n * n_deals)
    won = play_deals(decks, field, player, who, deals, seats, seed, threads, progress)
    return won.reshape(n, n_deals, 2).transpose(1, 0, 2)


def play_deals(
    decks: Sequence[Opponent],
    field: Sequence[Opponent],
    player: PlayerConfig,
    who: np.ndarray,
    deals: np.ndarray,
    seats: np.ndarray,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Plays any games of those of `play_field`.

    Args:
        decks: As for `play_field`.
        field: As for `play_field`.
        player: As for `play_field`.
        who: (n,) array of int64: the deck of each game.
        deals: (n,) array of int64: its deal, whose opponent is deal % len(field).
        seats: (n,) array of int64: 0 if the deck goes first, 1 if second.
        seed: The seed.
        threads: Number of threads; all cores by default.
        progress: Called regularly with the number of finished games.

    Returns:
        (n,) array of bool: whether the deck won. A draw is a win for who goes second.

    Raises:
        DeckError: As `play_rounds`.
        GameError: A game could not be played.
    """
    won, done = np.empty(len(who), bool), 0
    for seat in range(2):
        chosen = np.flatnonzero(seats == seat)
        if not len(chosen):
            continue
        tell = None if progress is None else lambda n, before=done: progress(before + n)
        games = deals_against(len(field), deals[chosen], seat, seed)
        _play_seat(decks, field, player, games, who[chosen], seat, threads, tell)
        won[chosen] = (games["result"] == FIRST_WON) == (seat == 0)
        done += len(chosen)
    return won


def deals_against(n_field: int, deals: np.ndarray, seat: int, seed: int) -> np.ndarray:
    """Returns the (n,) array of PLAYED_GAME of deals of `play_field`, from one seat.

    Args:
        n_field: Number of opponents.
        deals: (n,) array of int64: numbers of the deals.
        seat: 0 if the deck goes first, 1 if second.
        seed: The seed.
    """
    first = int(deals.min())
    games = schedule_games(seed, np.array([seat]), int(deals.max()) + 1 - first, n_field, first)
    chosen: np.ndarray = games[deals - first]
    return chosen


def watch_field(
    deck: Opponent,
    field: Sequence[Opponent],
    player: PlayerConfig,
    n_deals: int,
    seed: int,
    first_deal: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[CardGames, CardGames]:
    """Plays one deck's games of `play_field`, and follows its cards.

    Returns:
        The games in which the deck goes first, then those in which it goes second; of each, deal i
        is game i. `models.players.card_games.card_games_table` counts them.

    The arguments and errors are those of `play_field`.
    """
    names, found = tuple(each.name for each in field), []
    deals, who = np.arange(first_deal, first_deal + n_deals), np.zeros(n_deals, np.int64)
    for seat in range(2):
        before = seat * n_deals
        tell = None if progress is None else lambda n, before=before: progress(before + n)
        games, cards = deals_against(len(field), deals, seat, seed), np.zeros(n_deals, CARD_GAME)
        _play_seat([deck], field, player, games, who, seat, threads, tell, Watched(seat, cards))
        found.append(CardGames(deck.deck, names, seat, games, cards))
    return found[0], found[1]


def _play_seat(
    decks: Sequence[Opponent],
    field: Sequence[Opponent],
    player: PlayerConfig,
    games: np.ndarray,
    who: np.ndarray,
    seat: int,
    threads: int | None,
    progress: Callable[[int], None] | None,
    watched: Watched | None = None,
) -> None:
    """Plays deals against a field from one seat; `who`: (n,) array of int64: the deck of each."""
    sides = ((decks, field), (field, decks))[seat]
    both = who, games["opponent"].copy()
    games["deck"], games["opponent"] = both if seat == 0 else both[::-1]
    games["player"] = games["deck"]
    play(*_prepared(*sides, player), games, threads, progress, watched=watched)


def _prepared(
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
