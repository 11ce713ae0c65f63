"""What plays rows of vectors. Importing it compiles the engine when that is new.

A game depends only on (seed, evaluation number, game number), not on the worker that plays it.
"""

from typing import Any

import polars as pl

from engine.decks import Deck, Pool
from models.players.config import PlayerConfig
from models.players.evaluate_decks import evaluate_decks
from models.players.evaluate_players import evaluate_players
from models.problems.rows import Opponents, Rows


def play_decks(
    pool: Pool, opponents: Opponents, player: PlayerConfig, rows: Rows, **how: Any
) -> pl.DataFrame:
    """Plays decks.

    Args:
        pool: Of their cards.
        opponents: Name of a suite, or opponents.
        player: How the players search, and with which cards.
        rows: The decks.
        how: `threads` and `progress`, as of `evaluate_decks`.
    """
    decks = [pool.deck(counts) for counts in rows.solutions]
    return evaluate_decks(
        decks, opponents, player, rows.n_games, rows.seed, indices=rows.ids, **how
    )


def play_networks(
    deck: Deck, opponents: Opponents, player: PlayerConfig, rows: Rows, **how: Any
) -> pl.DataFrame:
    """Plays one deck with networks.

    Args:
        deck: What is played.
        opponents: As of `play_decks`.
        player: As of `play_decks`.
        rows: The networks.
        how: `threads` and `progress`, as of `evaluate_players`.
    """
    return evaluate_players(
        rows.solutions, deck, opponents, player, rows.n_games, rows.seed, indices=rows.ids, **how
    )
