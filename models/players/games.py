"""Many games on all cores: the games to play, their decks and players, and the results.

A game depends only on its own seeds, so neither the number of threads nor the division of the work
changes a result.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from engine.core.enums import ERRORS, FAILED
from engine.core.setup import SETUP
from engine.decks import Deck, DeckError
from engine.rules import Rules
from engine.threads import in_slices
from models.players.config import PlayerConfig
from models.players.core.game_loop import MAX_ATTEMPTS, play_games
from models.players.core.state import CARD_GAME, PLAYED_GAME, STRATEGY, new_desk
from models.players.decks import Opponent
from models.players.table import Seats, play_at_desk

_log = logging.getLogger(__name__)
_SLICE = 8  # games that a thread takes at once: about 30 ms
#: 2^64 divided by the golden ratio: the step of SplitMix64's streams.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_64_BITS = 2**64 - 1


class GameError(RuntimeError):
    """A game failed in every attempt."""


class Watched(NamedTuple):
    """The side whose cards are followed in games, and where the records go."""

    side: int  #: 0 for who goes first, 1 for who goes second
    cards: np.ndarray  #: (n_games,) array of CARD_GAME, which `play` fills


def check_counts(n_games: int, threads: int | None) -> None:
    """Raises a `ValueError` if a number of games, or of threads, is below 1."""
    if n_games < 1:
        raise ValueError(f"n_games: {n_games}; use at least 1")
    if threads is not None and threads < 1:
        raise ValueError(f"threads: {threads}; use at least 1, or omit it")


def check_arguments(
    n_rows: int,
    opponents: Sequence[Opponent],
    n_games: int,
    indices: np.ndarray | None,
    threads: int | None,
) -> np.ndarray:
    """Checks everything before a game is played; returns the evaluation numbers.

    Raises:
        ValueError: A number or an index is out of range, or the shape of `indices` is wrong.
        DeckError: There are no opponents.
    """
    check_counts(n_games, threads)
    if not opponents:
        raise DeckError("opponents: none given; use at least one")
    if indices is None:
        return np.arange(n_rows, dtype=np.int64)
    indices = np.asarray(indices, np.int64)
    if indices.shape != (n_rows,) or (indices < 0).any():
        raise ValueError(
            f"indices: shape {indices.shape}; use one number >= 0 for each of {n_rows} rows"
        )
    return indices


def mix(words: np.ndarray) -> np.ndarray:
    """Mixes every 64-bit word, a bijection.

    Args:
        words: (...) array of uint64.

    Source:
        Steele et al. 2014, Fast Splittable Pseudorandom Number Generators (SplitMix64).
    """
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def game_seeds(seed: int, evaluations: np.ndarray, n_games: int, first_game: int = 0) -> np.ndarray:
    """Returns the seed of every game, made of (seed, evaluation, game) only.

    Args:
        seed: Any whole number; those equal modulo 2^64 are the same seed.
        evaluations: (n_decks,) array of int64: evaluation numbers.
        n_games: Games per deck.
        first_game: Number of the first of them.

    Returns:
        (n_decks, n_games) array of uint64.
    """
    root = mix(np.array([(seed + int(GOLDEN)) & _64_BITS], np.uint64))
    of_decks = mix(root + GOLDEN * (np.asarray(evaluations, np.int64).astype(np.uint64) + 1))
    games = np.arange(first_game + 1, first_game + n_games + 1, dtype=np.uint64)
    return mix(of_decks[:, None] + GOLDEN * games)


def schedule_games(
    seed: int, evaluations: np.ndarray, n_games: int, n_opponents: int, first_game: int = 0
) -> np.ndarray:
    """Returns the (n_decks * n_games,) array of PLAYED_GAME to play, opponents dealt in turn.

    The first player plays all decks; set the field `player` for others.

    Args:
        evaluations: (n_decks,) array of int64: evaluation numbers.
        n_games: Games per deck.
        first_game: Number of the first game, of a deck that plays its games in several calls.
    """
    n_decks = len(evaluations)
    games = np.zeros((n_decks, n_games), PLAYED_GAME)
    seeds = game_seeds(seed, evaluations, n_games, first_game)
    numbers = first_game + np.arange(n_games)
    games["evaluation"] = np.asarray(evaluations)[:, None]
    games["deck"] = np.arange(n_decks)[:, None]
    games["game"] = numbers
    games["opponent"] = numbers % n_opponents
    games["seed_a"] = (seeds >> np.uint64(32)).astype(np.int64)
    games["seed_b"] = (seeds & np.uint64(0xFFFFFFFF)).astype(np.int64)
    return games.reshape(-1)


def new_setups(rules: Rules, decks: Sequence[Deck], opponents: Sequence[Opponent]) -> np.ndarray:
    """Returns the (n_decks, n_opponents) array of SETUP of our decks against the opponents'.

    Raises:
        DeckError: A deck has more than 60 cards, or one that the engine does not know.
    """
    return setups_of(rules, decks, [opponent.deck for opponent in opponents])


def setups_of(rules: Rules, firsts: Sequence[Deck], seconds: Sequence[Deck]) -> np.ndarray:
    """Returns the (n_firsts, n_seconds) array of SETUP of decks that go first and second.

    Raises:
        DeckError: A deck has more than 60 cards, or one that the engine does not know.
    """
    setups = np.zeros((len(firsts), len(seconds)), SETUP)
    sides = (
        [(deck, setups[i]) for i, deck in enumerate(firsts)],
        [(deck, setups[:, i]) for i, deck in enumerate(seconds)],
    )
    for side, decks_of_side in enumerate(sides):
        for deck, rows in decks_of_side:
            rules.seat(rows, side, deck)
    return setups


def setups_of_pairs(
    rules: Rules, decks: Sequence[Deck], firsts: np.ndarray, seconds: np.ndarray
) -> np.ndarray:
    """Returns the (n, 1) array of SETUP of n games, by their first and second decks."""
    sides = setups_of(rules, decks, decks[:1])[:, 0]
    setups = np.zeros(len(firsts), SETUP)
    for side, chosen in enumerate((firsts, seconds)):
        for name in ("decks", "n_cards", "heroes"):
            setups[name][:, side] = sides[name][chosen, 0]
    return setups[:, None]


def new_strategies(player: PlayerConfig, opponents: Sequence[Opponent]) -> np.ndarray:
    """Returns the (1 + n_opponents,) array of STRATEGY: our player's, then the opponents'."""
    strategies = np.zeros(1 + len(opponents), STRATEGY)
    strategies[0] = player.strategy(player.scorer, is_first=True)
    strategies[1:] = strategies_of_decks(player, opponents, is_first=False)
    return strategies


def strategies_of_decks(
    player: PlayerConfig, decks: Sequence[Opponent], *, is_first: bool
) -> np.ndarray:
    """Returns the (n_decks,) array of STRATEGY of decks' own players, who all go first or second.

    Each has its deck's scorer, or `player.opponents_scorer`, and its deck's mulligan.
    """
    strategies, found = np.zeros(len(decks), STRATEGY), dict[Any, int]()
    for row, deck in enumerate(decks):
        scorer = player.opponents_scorer or deck.scorer
        known = found.setdefault((deck.scorer, deck.mulligan), row)
        if known != row:
            strategies[row] = strategies[known]
            continue
        strategies[row] = player.strategy(scorer, is_first=is_first)
        _choose(strategies[row], deck.mulligan, player.rules())
    return strategies


def _choose(strategy: np.record, mulligan: Sequence[tuple[str, bool]], rules: Rules) -> None:
    """Writes which cards the mulligan keeps, whatever they cost."""
    strategy.n_chosen = len(mulligan)
    for number, (card, is_kept) in enumerate(mulligan):
        strategy.chosen[number] = rules.row(card)
        strategy.is_kept[number] = is_kept


def play(
    rules: Rules,
    setups: np.ndarray,
    strategies: np.ndarray,
    games: np.ndarray,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    seats: Seats | None = None,
    watched: Watched | None = None,
) -> None:
    """Plays all games and writes their results into `games`; compiled ones without the GIL.

    The arrays are those of `game_loop.play_games`.

    Args:
        threads: All cores by default.
        progress: Called in the calling thread, regularly and at the end, with the number of
            finished games.
        seats: Who sits where instead of the players of `strategies`.
        watched: Whose cards are followed; by default nobody's.

    Raises:
        ConfigError: A seat cannot be taken.
        GameError: A game failed again and again, or a seat failed.
    """
    worker = partial(new_worker, rules, setups, strategies, games, seats, watched)
    in_slices(len(games), 1 if seats else _SLICE, worker, threads, progress)
    check_games(games)


def new_worker(
    rules: Rules,
    setups: np.ndarray,
    strategies: np.ndarray,
    games: np.ndarray,
    seats: Seats | None = None,
    watched: Watched | None = None,
) -> Callable[[int, int], None]:
    """Returns the function of one thread, with its memory; the arguments are those of `play`.

    It plays the games from its first argument to the one before its second.
    """
    desk = new_desk()
    cards = np.zeros(0, CARD_GAME) if watched is None else watched.cards
    about = setups, strategies, games, cards
    desk["watched"] = 0 if watched is None else 1 + watched.side
    if seats is not None:
        return partial(play_at_desk, rules, desk, *about, seats)
    return partial(play_games, desk, rules.tables, *about)


def check_games(games: np.ndarray) -> None:
    """Raises a `GameError` if a game of the (n,) array of PLAYED_GAME could not be played.

    Logs a warning if searches stopped at their limit of states.
    """
    failed = np.flatnonzero(games["result"] == FAILED)
    if len(failed):
        played = games[failed[0]]
        reason = ERRORS[played["error"]] if played["error"] else "the game does not end"
        raise GameError(
            f"evaluation {played['evaluation']}, game {played['game']} failed {MAX_ATTEMPTS} times "
            f"({reason}); {len(failed)} of {len(games)} games could not be played"
        )
    n_capped = games["n_capped"].sum(axis=-1)
    if n_capped.any():
        _log.warning(
            "%d searches in %d of %d games stopped at their limit of states; their plans may not "
            "be the best (raise player.one_turn.max_nodes to be sure)",
            n_capped.sum(),
            np.count_nonzero(n_capped),
            len(games),
        )
