"""Plays rows of vectors. Importing it compiles the engine if the cache is empty.

A game depends only on (seed, evaluation number, game number), not on the worker that plays it.
"""

from typing import Any

import polars as pl

from engine.decks import Deck, Pool
from models.players.config import PlayerConfig
from models.players.evaluations import evaluate_decks, evaluate_players
from models.problems.rows import Opponents, Rows


def play_decks(
    pool: Pool, opponents: Opponents, player: PlayerConfig, rows: Rows, **how: Any
) -> pl.DataFrame:
    """Plays decks; `how` is `threads` and `progress`, as in `evaluate_decks`."""
    decks = [pool.deck(counts) for counts in rows.solutions]
    return evaluate_decks(
        decks, opponents, player, rows.n_games, rows.seed, indices=rows.ids, **how
    )


def play_networks(
    deck: Deck, opponents: Opponents, player: PlayerConfig, rows: Rows, **how: Any
) -> pl.DataFrame:
    """Plays one deck with networks; `how` is as in `evaluate_players`."""
    return evaluate_players(
        rows.solutions, deck, opponents, player, rows.n_games, rows.seed, indices=rows.ids, **how
    )
