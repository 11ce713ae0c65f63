"""Plays deals and rounds: rows without vectors (`models.problems.rows`)."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import polars as pl

from engine.core.enums import FIRST_WON
from engine.decks import Deck
from models.players.config import PlayerConfig
from models.players.decks import Opponent
from models.players.evaluations import Players, play_players
from models.players.pairs import play_rounds
from models.problems.rows import Opponents, Rows


def play_deals(
    players: Players,
    deck: Deck,
    opponents: Opponents,
    config: PlayerConfig,
    evaluation: int,
    rows: Rows,
    **how: Any,
) -> pl.DataFrame:
    """Plays one deck with several players; each plays every deal.

    Args:
        players: Scorers by name, or networks.
        deck: The deck.
        opponents: As in `play_decks`.
        config: As `player` in `play_decks`; its scorer is ignored.
        evaluation: Evaluation number of all players.
        rows: The deals: numbers of games, one after the other.
        how: `threads` and `progress`, as in `play_players`.

    Returns:
        Per deal `won` and `health_difference`, arrays of one value per player.
    """
    n, numbers = len(players), np.full(len(players), evaluation)
    games = play_players(
        players,
        deck,
        opponents,
        config,
        len(rows.ids),
        rows.seed,
        numbers,
        first_game=int(rows.ids[0]),
        **how,
    )
    return pl.DataFrame(
        {
            "won": (games["result"] == FIRST_WON).T,
            "health_difference": games["health_difference"].T,
        },
        schema={"won": pl.Array(pl.Boolean, n), "health_difference": pl.Array(pl.Int64, n)},
    )


def play_sides(
    sides: Sequence[tuple[Sequence[Opponent], Sequence[Opponent]]],
    player: PlayerConfig,
    rows: Rows,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Plays rounds of decks against decks, one side after the other.

    Args:
        sides: For each side, the decks that go first and their opponents.
        player: As in `play_decks`; its scorer is ignored.
        rows: The rounds, one after the other, of one game per pair of all sides.
        threads: As in `play_rounds`.
        progress: As in `play_rounds`.

    Returns:
        Per round a column for each side, named by its number: an (n_decks, n_others) array of bool,
        whether the deck that goes first won.
    """
    start, n_rounds, played, columns = int(rows.ids[0]), len(rows.ids), 0, {}
    for number, (decks, others) in enumerate(sides):
        tell = None if progress is None else lambda n, before=played: progress(before + n)
        won = play_rounds(decks, others, player, n_rounds, rows.seed, start, threads, tell)
        kind = pl.Array(pl.Boolean, (len(decks), len(others)))
        columns[f"{number}"] = pl.Series(won, dtype=kind)
        played += n_rounds * len(decks) * len(others)
    return pl.DataFrame(columns)
