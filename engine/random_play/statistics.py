"""Many games at random between two decks, and their means and standard deviations."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from engine.core.enums import BOTH_LOST, ERRORS, FAILED, FIRST_WON, MAX_DECK, RUNNING, SECOND_WON
from engine.core.setup import SETUP
from engine.deck_rules import HERO_CARDS
from engine.random_play.game_loop import OF_GAME, OF_PLAYER, TALLY, new_seat, new_tally, play_games
from engine.rules import Rules
from engine.threads import in_slices

_SLICE = 500  # games a thread takes at once: some 20 ms
MAX_SEED = 2**48 - 1
MAX_GAMES = 2**32 - 1


class RandomPlayError(RuntimeError):
    """A game could not be played to its end."""


@dataclass(frozen=True)
class PlayedDeck:
    """A deck to play with: a class in capitals and rows of the rules' cards, in any number."""

    hero: str
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Statistic:
    """Mean and standard deviation of a sample; the deviation is 0 of a sample of one.

    Source: the unbiased estimate of the variance, with n - 1 in the denominator.
    """

    mean: float
    sd: float

    @classmethod
    def of_sums(cls, n: int, total: int, squares: int) -> "Statistic":
        """From the number of values, their sum and the sum of their squares, all exact."""
        if n == 0:
            return cls(math.nan, math.nan)
        spread = n * squares - total * total
        return cls(total / n, math.sqrt(spread / (n * (n - 1))) if n > 1 else 0.0)


@dataclass(frozen=True)
class RandomPlay:
    """What came of random games."""

    n_games: int  #: Games played
    wins: tuple[int, int]  #: Won by the first and by the second player
    both_lost: int  #: Games in which both heroes died at once
    unfinished: int  #: Games stopped after 200 turns (of both players together)
    #: `OF_GAME` and "options", the options offered per decision, over all decisions
    of_game: dict[str, Statistic]
    #: `OF_PLAYER` as the game ended, of each player
    of_player: tuple[dict[str, Statistic], dict[str, Statistic]]
    #: Row of a card -> how often a player played it in a game; all cards of its deck and all others
    #: that it played
    times_played: tuple[dict[int, Statistic], dict[int, Statistic]]


def new_setup(rules: Rules, decks: Sequence[PlayedDeck]) -> np.record:
    """Returns the SETUP record of two decks of up to 60 cards.

    Raises:
        ValueError: A deck has more than 60 cards.
    """
    setup = np.zeros(1, SETUP)[0]
    for side, deck in enumerate(decks):
        if len(deck.cards) > MAX_DECK:
            raise ValueError(f"{len(deck.cards)} cards in a deck; the engine takes {MAX_DECK}")
        setup.decks[side, : len(deck.cards)] = deck.cards
        setup.n_cards[side] = len(deck.cards)
        setup.heroes[side] = rules.row(HERO_CARDS[deck.hero])
    return setup


def _check(n_games: int, seed: int) -> None:
    if not 1 <= n_games <= MAX_GAMES:
        raise ValueError(f"{n_games} games; play 1 to {MAX_GAMES}")
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed {seed}; use a number from 0 to {MAX_SEED}")


def play_randomly(
    rules: Rules,
    decks: Sequence[PlayedDeck],
    n_games: int,
    seed: int = 0,
    threads: int | None = None,
) -> RandomPlay:
    """Plays games in which both players choose uniformly among all legal actions.

    The first deck goes first, without mulligan. Game i draws from (seed, i) only, and all
    sums are of integers: the result does not depend on the number of threads.

    Raises:
        ValueError: A number out of its range, or a deck too large.
        RandomPlayError: The engine ran out of room in a game.
    """
    _check(n_games, seed)
    setup = new_setup(rules, decks)
    tallies: list[np.record] = []

    def new_worker() -> Callable[[int, int], None]:
        tally = new_tally()
        tallies.append(tally)
        return partial(play_games, new_seat(), tally, rules.tables, setup, seed)

    in_slices(n_games, _SLICE, new_worker, threads)
    _check_failures(tallies, seed)
    total = new_tally()
    for name in TALLY.names:
        total[name] = sum(tally[name] for tally in tallies)
    return _summary(total, n_games, decks)


def _check_failures(tallies: Sequence[np.record], seed: int) -> None:
    failed = sorted((int(t.failed_game), int(t.error)) for t in tallies if t.results[FAILED])
    if failed:
        number, error = failed[0]
        n_failed = sum(int(tally.results[FAILED]) for tally in tallies)
        raise RandomPlayError(
            f"game {number} of seed {seed} could not be played to its end ({ERRORS[error]}); "
            f"{n_failed} games failed"
        )


def _summary(total: np.record, n_games: int, decks: Sequence[PlayedDeck]) -> RandomPlay:
    sums = [int(x) for x in total.values], [int(x) for x in total.squares]
    values = [Statistic.of_sums(n_games, *both) for both in zip(*sums, strict=True)]
    of_game = dict(zip(OF_GAME, values, strict=False))
    of_game["options"] = Statistic.of_sums(
        int(total.n_decisions), int(total.n_options), int(total.n_options_squared)
    )
    of_player = tuple(
        dict(zip(OF_PLAYER, values[len(OF_GAME) + side * len(OF_PLAYER) :], strict=False))
        for side in range(2)
    )
    return RandomPlay(
        n_games=n_games,
        wins=(int(total.results[FIRST_WON]), int(total.results[SECOND_WON])),
        both_lost=int(total.results[BOTH_LOST]),
        unfinished=int(total.results[RUNNING]),
        of_game=of_game,
        of_player=of_player,
        times_played=tuple(_times_played(total, n_games, side, decks[side]) for side in range(2)),
    )


def _times_played(
    total: np.record, n_games: int, side: int, deck: PlayedDeck
) -> dict[int, Statistic]:
    rows = sorted({*deck.cards, *np.flatnonzero(total.times[side]).tolist()})
    times, squares = total.times[side], total.times_squared[side]
    return {row: Statistic.of_sums(n_games, int(times[row]), int(squares[row])) for row in rows}
