"""Games between decks with one player on both sides."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.decks import Deck
from models.players.config import PlayerConfig
from models.players.decks import Opponent
from models.players.field import as_opponent
from models.problems.rows import Rows
from tasks.games.cluster import play_at_once
from tasks.games.play import play_against, play_sides
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress


def won_against(
    field: Sequence[Opponent],
    player: PlayerConfig,
    seed: int,
    label: str,
    threads: int | None,
    decks: Sequence[Deck],
    first: int,
    n: int,
) -> np.ndarray:
    """(n, n_decks, 2) array of bool: whether decks win each game of deals against a field.

    All decks play the same `n` deals, from number `first` on, one game in each seat.
    """
    stop_if_interrupted()
    sides = [as_opponent(deck) for deck in decks], field
    rows = Rows.numbered(n, 2 * len(decks), seed, first)
    progress = Progress().expect(rows.games, label)
    played = play_at_once(partial(play_against, *sides, player), rows, threads, progress)
    return played["won"].to_numpy()


def wins_against(*of: Any) -> np.ndarray:
    """(n_decks,) games that decks win; arguments as of `won_against`."""
    return won_against(*of).sum(axis=(0, 2))


def play_both_seats(
    decks: Sequence[Opponent],
    others: Sequence[Opponent],
    player: PlayerConfig,
    n_rounds: int,
    seed: int,
    label: str,
    threads: int | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Plays rounds of decks against others.

    Returns:
        Two (n_rounds, n_decks, n_others) arrays of bool: whether the deck won going first, and
        going second. A draw is no win for the deck that goes first.
    """
    stop_if_interrupted()
    sides = [(decks, others), (others, decks)]
    rows = Rows.numbered(n_rounds, 2 * len(decks) * len(others), seed)
    progress = Progress().expect(rows.games, label)
    played = play_at_once(partial(play_sides, sides, player), rows, threads, progress)
    ahead, behind = (each.to_numpy() for each in played)
    return ahead, ~behind.transpose(0, 2, 1)
