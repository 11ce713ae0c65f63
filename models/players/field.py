"""Decks against a field of opponents: any deals of it, in both seats."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.decks import Deck
from models.players.card_games import CardGames, won_from
from models.players.config import PlayerConfig
from models.players.core.state import CARD_GAME
from models.players.decks import Opponent
from models.players.games import Watched, play, schedule_games
from models.players.pairs import prepared


@dataclass(frozen=True)
class Field:
    """Opponents, and the settings of all games against them.

    A deal is two games with one opponent, one in each seat. All decks play the same deals: the
    order of the cards depends on the seed, the seat, the number of the deal and the place of a card
    in its list. So most games of two lists that differ in one place end alike, and their difference
    has less noise.

    Playing raises a DeckError if a deck is not legal or has a card that the engine, or the patch,
    does not have, and a GameError if a game could not be played.
    """

    opponents: Sequence[Opponent]  #: Deal i is against opponent i % n
    player: PlayerConfig  #: The settings of both sides; its `opponents_scorer` plays all decks
    seed: int
    threads: int | None = None  #: All cores if None
    #: Returns what counts the games of one step, called with those played so far
    counter: Callable[[], Callable[[int], None]] | None = None

    def play(
        self, decks: Sequence[Opponent], who: np.ndarray, deals: np.ndarray, seats: np.ndarray
    ) -> np.ndarray:
        """Plays any games of any deals.

        Args:
            who: (n,) array of int64: the deck of each game.
            deals: (n,) array of int64: its deal.
            seats: (n,) array of int64: 0 if the deck goes first, 1 if second.

        Returns:
            (n,) array of bool, as of `won_from`.
        """
        won, done, count = np.empty(len(who), bool), 0, self._count()
        for seat in range(2):
            chosen = np.flatnonzero(seats == seat)
            if len(chosen):
                tell = None if count is None else lambda n, before=done: count(before + n)
                games = self._play_seat(decks, who[chosen], deals[chosen], seat, tell)
                won[chosen] = won_from(games, seat)
                done += len(chosen)
        return won

    def play_all(self, decks: Sequence[Opponent], first: int, n: int) -> np.ndarray:
        """Plays all deals with all decks: (n_decks, n, 2) array of bool, going first and second."""
        who = np.arange(len(decks)).repeat(2 * n)
        deals = np.tile(np.arange(first, first + n).repeat(2), len(decks))
        won = self.play(decks, who, deals, np.tile([0, 1], len(decks) * n))
        return won.reshape(len(decks), n, 2)

    def watch(self, deck: Opponent, first: int, n: int) -> tuple[CardGames, CardGames]:
        """Plays all deals with a deck, and follows its cards.

        Returns:
            The games in which the deck goes first, then those in which it goes second; of each,
            deal i is game i. `models.players.card_games.card_games_table` counts them.
        """
        names, found, count = tuple(each.name for each in self.opponents), [], self._count()
        deals, who = np.arange(first, first + n), np.zeros(n, np.int64)
        for seat in range(2):
            tell = None if count is None else lambda done, before=seat * n: count(before + done)
            cards = np.zeros(n, CARD_GAME)
            games = self._play_seat([deck], who, deals, seat, tell, Watched(seat, cards))
            found.append(CardGames(deck.deck, names, seat, games, cards))
        return found[0], found[1]

    def games(self, deals: np.ndarray, seat: int) -> np.ndarray:
        """Returns the (n,) array of PLAYED_GAME of (n,) deals, from one seat."""
        first = int(deals.min())
        n, n_field = int(deals.max()) + 1 - first, len(self.opponents)
        games = schedule_games(self.seed, np.array([seat]), n, n_field, first)
        return games[deals - first]

    def _count(self) -> Callable[[int], None] | None:
        return self.counter() if self.counter else None

    def _play_seat(
        self,
        decks: Sequence[Opponent],
        who: np.ndarray,
        deals: np.ndarray,
        seat: int,
        progress: Callable[[int], None] | None,
        watched: Watched | None = None,
    ) -> np.ndarray:
        """Plays deals from one seat; `who`: (n,) array of int64: the deck of each."""
        sides = ((decks, self.opponents), (self.opponents, decks))[seat]
        games = self.games(deals, seat)
        both = who, games["opponent"].copy()
        games["deck"], games["opponent"] = both if seat == 0 else both[::-1]
        games["player"] = games["deck"]
        play(*prepared(*sides, self.player), games, self.threads, progress, watched=watched)
        return games


def as_opponent(deck: Deck, mulligan: tuple[tuple[str, bool], ...] = ()) -> Opponent:
    """The deck at the table. Both scorers of an opponent mean the same if `player` names one."""
    return Opponent(deck, "control", mulligan)
