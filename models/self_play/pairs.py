"""Two players in the same deals, of whom at least one is learned, as in a league.

As in `models.players.pairs`, each deal is played twice with the players' seats swapped, and its
seeds depend on (seed, number of the deal) only. A deck of a league is given, or each player builds
its own of a class.
"""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from engine.decks import Deck
from engine.rules import Rules
from models.league import LeagueDeck
from models.players.games import play, setups_of_pairs
from models.players.pairs import decks_of, own_seats, schedule_pair, strategies_of
from models.players.player_names import NamedPlayer
from models.players.table import Seat, Seats
from models.self_play.core.records import NOBODY
from models.self_play.learned_player import LearnedPlayer
from models.self_play.matches import N_ROWS, LearnedSeat, play_with_networks
from models.self_play.own_decks import built_decks, random_deck, sees, shown_cards

#: Games in which a player's time is measured.
_TIMED_DEALS = 12
#: Seats of all deals of a seed, at most.
_SEATS = 2**32
_Item = TypeVar("_Item")


def play_match(
    players: tuple[NamedPlayer, NamedPlayer],
    decks: Sequence[LeagueDeck],
    n_deals: int,
    seed: int,
    first_deal: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Plays deals of two players; in the second game of a deal they swap seats.

    Given decks stay in their seats. Own decks are those of the player in the seat, of the seat's
    class. In the battles against a class of one's own, a network sees no cards of its deck.

    Args:
        players: The first one goes first in the first game of a deal.
        decks: Deal i has the pair of decks `decks_of(i, len(decks))`.
        threads: Number of threads; all cores by default. It changes no result.

    Returns:
        (n_deals, 2) array of PLAYED_GAME, as `models.players.pairs.play_pair` returns it.
    """
    rules = players[0].config.rules()
    learned = [LearnedPlayer.load(p.learned, rules) if p.learned else None for p in players]
    games = schedule_pair(n_deals, seed, first_deal)
    deals, swapped = games["game"].astype(np.int64), np.tile([0, 1], n_deals)
    seats = np.stack([swapped, 1 - swapped], axis=1)  # which player sits where
    once = deals[::2]  # a player has the same deck in both games of a deal
    firsts = [_decks_of_seat(rules, each, decks, once, seed, 0) for each in learned]
    seconds = [
        _decks_of_seat(rules, each, decks, once, seed, 1, against)
        for each, against in zip(learned, reversed(firsts), strict=True)
    ]
    chosen = [
        [built[who][game // 2] for game, who in enumerate(seats[:, side])]
        for side, built in enumerate((firsts, seconds))
    ]
    games["deck"], games["player"], games["opponent"] = np.arange(len(games)), swapped, 1 - swapped
    setups, strategies = _setups(rules, *chosen), strategies_of(players)
    if own := own_seats(players):
        seated = _seats(own, learned, chosen)
        play(rules, setups, strategies, games, threads, progress, seated)
    else:
        play_with_networks(
            rules, setups, strategies, games,
            [each for each in learned if each], _networks(learned, chosen, seats),
            offset=2 * first_deal % N_ROWS,
            shown=_shown(learned, decks, chosen, seats, deals, seed),
            threads=threads, progress=progress,
        )  # fmt: skip
    games["deck"], second = decks_of(deals, len(decks))
    games["opponent"] = second + len(decks) * (1 - swapped)
    return games.reshape(n_deals, 2)


def time_learned(
    player: NamedPlayer, decks: Sequence[LeagueDeck], seed: int
) -> tuple[float, int, int]:
    """Measures CPU seconds, decisions and turns of a learned player against itself, on one thread.

    Its decisions are batched over the games, so this is less than the time of a single decision.
    """
    play_match((player, player), decks, 1, seed, threads=1)  # touches the memory first
    start = time.process_time()
    played = play_match((player, player), decks, _TIMED_DEALS, seed, threads=1)
    seconds = time.process_time() - start
    return seconds, int(played["n_searches"].sum()), 2 * int(played["rounds"].sum())


def given_decks(rules: Rules, decks: Sequence[LeagueDeck], seed: int) -> list[Deck]:
    """Returns the decks of a league, with a random one in place of each that players build."""
    return [
        random_deck(rules, deck.hero, deck.size, deck.cards, seed + i) if deck.hero else deck.deck()
        for i, deck in enumerate(decks)
    ]


def _decks_of_seat(
    rules: Rules,
    learned: LearnedPlayer | None,
    decks: Sequence[LeagueDeck],
    deals: np.ndarray,
    seed: int,
    side: int,
    against: Sequence[Deck] | None = None,
) -> list[Deck]:
    """The decks a player has in one seat of some deals; while it builds it may see `against`."""
    numbers, places = decks_of(deals, len(decks))[side], _places(deals, side)
    found: list[Deck | None] = [None if deck.hero else deck.deck() for deck in _at(decks, numbers)]
    pool = sees(learned)
    for number, deck in enumerate(decks):
        mine = np.flatnonzero(numbers == number)
        if not deck.hero or not len(mine):
            continue
        if learned is None:
            built = [
                random_deck(rules, deck.hero, deck.size, deck.cards, seed * _SEATS + place)
                for place in places[mine].tolist()
            ]
        else:
            shown = None
            if pool and against:
                shown = shown_cards(pool, _at(against, mine), places[mine], deck.size, seed)
            heroes = [deck.hero] * len(mine)
            built = built_decks(learned, heroes, deck.size, deck.cards, seed, places[mine], shown)
        for game, each in zip(mine.tolist(), built, strict=True):
            found[game] = each
    return [deck for deck in found if deck]


def _shown(
    learned: Sequence[LearnedPlayer | None],
    decks: Sequence[LeagueDeck],
    chosen: Sequence[Sequence[Deck]],
    seats: np.ndarray,
    deals: np.ndarray,
    seed: int,
) -> np.ndarray | None:
    """(n_games, 2, n_cards) array of int8: what each side may see of own decks."""
    pool = next((pool for each in learned if (pool := sees(each))), None)
    if pool is None or not any(deck.hero for deck in decks):
        return None
    shown = np.zeros((len(deals), 2, len(pool)), np.int8)
    numbers = decks_of(deals, len(decks))
    for side in range(2):
        is_own = np.array([bool(deck.hero) for deck in _at(decks, numbers[1 - side])])
        may_see = np.array([sees(learned[who]) is not None for who in seats[:, side]])
        mine = np.flatnonzero(is_own & may_see)
        against, places = _at(chosen[1 - side], mine), _places(deals, side)[mine]
        shown[mine, side] = shown_cards(pool, against, places, decks[0].size, seed)
    return shown


def _places(deals: np.ndarray, side: int) -> np.ndarray:
    """The seats of deals, counted in turn."""
    return 2 * deals + side


def _at(items: Sequence[_Item], places: np.ndarray) -> list[_Item]:
    return [items[i] for i in places.tolist()]


def _setups(rules: Rules, firsts: Sequence[Deck], seconds: Sequence[Deck]) -> np.ndarray:
    """(n_games, 2) array of SETUP: each game has its own, twice, one for each second player."""
    n = np.arange(len(firsts))
    return np.repeat(setups_of_pairs(rules, [*firsts, *seconds], n, len(n) + n), 2, axis=1)


def _seats(
    own: Seats, learned: Sequence[LearnedPlayer | None], decks: Sequence[Sequence[Deck]]
) -> Seats:
    """The seats of two players, of whom one is a class of one's own."""

    def seats(number: int, side: int) -> Seat | None:
        network = learned[(number + side) % 2]
        return LearnedSeat(network, decks[side][number]) if network else own(number, side)

    return seats


def _networks(
    learned: Sequence[LearnedPlayer | None], decks: Sequence[Sequence[Deck]], seats: np.ndarray
) -> np.ndarray:
    """(n_games, 2) array of int64: which network decides for each side."""
    starts = 0, len(learned[0].checkpoints) if learned[0] else 0
    networks = np.full((len(seats), 2), NOBODY, np.int64)
    for side in range(2):
        for game, (who, deck) in enumerate(zip(seats[:, side], decks[side], strict=True)):
            if player := learned[who]:
                networks[game, side] = starts[who] + player.place_of(deck.hero)
    return networks
