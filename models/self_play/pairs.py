"""Two players in the same deals, of whom at least one is learned, as in a league.

As in `models.players.pairs`, each deal is played twice with the players' seats swapped, and its
seeds depend on (seed, number of the deal) only. A deck of a league is given, or each player builds
its own of a class.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

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

    Raises:
        CheckpointError: A checkpoint cannot be used.
        ConfigError: A player cannot build a deck.
        DeckError: A deck is not legal.
        GameError: A game could not be played.
    """
    rules = players[0].config.rules()
    learned = [LearnedPlayer.load(p.learned, rules) if p.learned else None for p in players]
    games, swapped = schedule_pair(n_deals, seed, first_deal), np.tile([0, 1], n_deals)
    deals, seats = games["game"].astype(np.int64), np.stack([swapped, 1 - swapped], axis=1)
    match = _Match(rules, learned, decks, deals, seats, seed)
    chosen = match.decks_of_sides()
    games["deck"], games["player"], games["opponent"] = np.arange(len(games)), swapped, 1 - swapped
    setups, strategies = _setups(rules, *chosen), strategies_of(players)
    if own := own_seats(players):
        play(rules, setups, strategies, games, threads, progress, match.seated(own, chosen))
    else:
        play_with_networks(
            rules, setups, strategies, games,
            [each for each in learned if each], match.networks(chosen),
            offset=2 * first_deal % N_ROWS, shown=match.shown(chosen),
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


def _setups(rules: Rules, firsts: Sequence[Deck], seconds: Sequence[Deck]) -> np.ndarray:
    """(n_games, 2) array of SETUP: each game has its own, twice, one for each second player."""
    n = np.arange(len(firsts))
    return np.repeat(setups_of_pairs(rules, [*firsts, *seconds], n, len(n) + n), 2, axis=1)


@dataclass(frozen=True)
class _Match:
    """Who plays the games of some deals, two of each, and with which decks."""

    rules: Rules  #: The cards
    learned: Sequence[LearnedPlayer | None]  #: Both players, as far as they are networks
    decks: Sequence[LeagueDeck]  #: Those of the league
    deals: np.ndarray  #: (n_games,) array of int64: the deal of each game
    seats: np.ndarray  #: (n_games, 2) array: which player sits where
    seed: int  #: Of all deals

    def decks_of_sides(self) -> list[list[Deck]]:
        """The decks of both sides, game by game."""
        once = self.deals[::2]  # a player has the same deck in both games of a deal
        firsts = [self._decks_of_seat(each, once, 0) for each in self.learned]
        seconds = [
            self._decks_of_seat(each, once, 1, against)
            for each, against in zip(self.learned, reversed(firsts), strict=True)
        ]
        return [
            [built[who][game // 2] for game, who in enumerate(self.seats[:, side])]
            for side, built in enumerate((firsts, seconds))
        ]

    def _decks_of_seat(
        self,
        learned: LearnedPlayer | None,
        deals: np.ndarray,
        side: int,
        against: Sequence[Deck] = (),
    ) -> list[Deck]:
        """A player's decks in one seat of some deals; while it builds it may see `against`."""
        numbers, places = decks_of(deals, len(self.decks))[side], 2 * deals + side
        given = [None if deck.hero else deck.deck() for deck in self.decks]
        found, pool, seed = [given[i] for i in numbers], sees(learned), self.seed
        for number, deck in enumerate(self.decks):
            mine = np.flatnonzero(numbers == number)
            if not deck.hero or not len(mine):
                continue
            if learned is None:
                built = [
                    random_deck(self.rules, deck.hero, deck.size, deck.cards, seed * _SEATS + place)
                    for place in places[mine].tolist()
                ]
            else:
                shown = None
                if pool and against:
                    theirs = [against[game] for game in mine.tolist()]
                    shown = shown_cards(pool, theirs, places[mine], deck.size, seed)
                heroes = [deck.hero] * len(mine)
                built = built_decks(
                    learned, heroes, deck.size, deck.cards, seed, places[mine], shown
                )
            for game, each in zip(mine.tolist(), built, strict=True):
                found[game] = each
        return [deck for deck in found if deck]

    def shown(self, chosen: Sequence[Sequence[Deck]]) -> np.ndarray | None:
        """(n_games, 2, n_cards) array of int8: what each side may see of own decks."""
        pool = next((pool for each in self.learned if (pool := sees(each))), None)
        if pool is None or not any(deck.hero for deck in self.decks):
            return None
        shown = np.zeros((len(self.deals), 2, len(pool)), np.int8)
        numbers = decks_of(self.deals, len(self.decks))
        for side in range(2):
            is_own = np.array([bool(self.decks[i].hero) for i in numbers[1 - side]])
            may_see = np.array([sees(self.learned[who]) is not None for who in self.seats[:, side]])
            mine = np.flatnonzero(is_own & may_see)
            against = [chosen[1 - side][game] for game in mine.tolist()]
            places = 2 * self.deals[mine] + side
            shown[mine, side] = shown_cards(pool, against, places, self.decks[0].size, self.seed)
        return shown

    def seated(self, own: Seats, chosen: Sequence[Sequence[Deck]]) -> Seats:
        """The seats of the players, of whom one is a class of one's own."""

        def seats(number: int, side: int) -> Seat | None:
            network = self.learned[self.seats[number, side]]
            return LearnedSeat(network, chosen[side][number]) if network else own(number, side)

        return seats

    def networks(self, chosen: Sequence[Sequence[Deck]]) -> np.ndarray:
        """(n_games, 2) array of int64: which network decides for each side."""
        starts = 0, len(self.learned[0].checkpoints) if self.learned[0] else 0
        networks = np.full(self.seats.shape, NOBODY, np.int64)
        for (game, side), who in np.ndenumerate(self.seats):
            if player := self.learned[who]:
                networks[game, side] = starts[who] + player.place_of(chosen[side][game].hero)
        return networks
