"""Plays deals and rounds: rows without vectors (`models.problems.rows`).

In duels decks play decks: every pair, each deck going first in half of the games.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.core.enums import FIRST_WON
from engine.decks import Deck
from models.files import remove
from models.players.config import PlayerConfig
from models.players.decks import Opponent, OpponentDeck, opponents_of
from models.players.evaluations import Players, play_players
from models.players.field import Field, as_opponent
from models.players.pairs import play_rounds
from models.problems.rows import Opponents, Play, Rows
from models.statistics.intervals import wilson_interval
from tasks.games.cluster import play_at_once
from tasks.games.seeds import Purpose, games_seed
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress
from tasks.storage.files import read_json, read_table, write_json, write_table

#: The table's columns.
DUELS = {
    "ours": pl.String,
    "theirs": pl.String,
    "n_games": pl.Int64,
    "score": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


def play_deals(
    players: Players,
    deck: Deck,
    opponents: Opponents,
    config: PlayerConfig,
    evaluation: int,
    rows: Rows,
    **how: Any,
) -> pl.DataFrame:
    """Plays one deck with several players (scorers by name, or networks); each plays every deal.

    The scorer of `config` is ignored. The deals are numbers of games, one after the other.

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

    A side has decks that go first, and their opponents. A round is one game per pair of all sides.
    The scorer of `player` is ignored.

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


def play_against(
    decks: Sequence[Opponent],
    field: Sequence[Opponent],
    player: PlayerConfig,
    rows: Rows,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Plays deals of decks against a field (`models.players.field.Field`).

    Returns:
        Per deal `won`: an (n_decks, 2) array of bool, whether the deck won in each seat.
    """
    against = Field(field, player, rows.seed, threads, progress and (lambda: progress))
    won = against.play_all(decks, int(rows.ids[0]), len(rows.ids)).transpose(1, 0, 2)
    return pl.DataFrame({"won": pl.Series(won, dtype=pl.Array(pl.Boolean, (len(decks), 2)))})


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
    sides = [as_opponent(deck) for deck in decks], field
    rows = Rows.numbered(n, 2 * len(decks), seed, first)
    return _played(partial(play_against, *sides, player), rows, threads, label)["won"].to_numpy()


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
    sides = [(decks, others), (others, decks)]
    rows = Rows.numbered(n_rounds, 2 * len(decks) * len(others), seed)
    played = _played(partial(play_sides, sides, player), rows, threads, label)
    ahead, behind = (each.to_numpy() for each in played)
    return ahead, ~behind.transpose(0, 2, 1)


def _played(play: Play, rows: Rows, threads: int | None, label: str) -> pl.DataFrame:
    """Plays rows at once, and shows the progress of their games."""
    stop_if_interrupted()
    return play_at_once(play, rows, threads, Progress().expect(rows.games, label))


def play_duels(
    path: Path,
    ours: Sequence[OpponentDeck],
    theirs: Sequence[OpponentDeck],
    player: PlayerConfig,
    n_games: int,
    seed: int,
    threads: int | None = None,
) -> pl.DataFrame:
    """Plays each of our decks against each of theirs, unless the file already has these games.

    Going first is an advantage, so each deck goes first in half of a pair's games. A draw is no win
    for the deck that goes first; on average it is half a win for both.

    The file is a table; a JSON file beside it has the settings. With `ours` as `theirs`, all pairs
    play, with one row each. The games per pair are rounded up to an even number.

    Returns:
        One row per pair: ours, theirs (names), n_games, score (our share of the wins), low, high
        (its 95 % interval).

    Raises:
        DeckError: A deck is not legal, or has a card that the patch lacks.
        StoreError: A file is damaged or cannot be written.
    """
    half = -(-n_games // 2)
    asked = {
        "ours": [deck.model_dump() for deck in ours],
        "theirs": [deck.model_dump() for deck in theirs],
        "player": player.model_dump(mode="json"),
        "cards": player.rules().digest,
        "n_games": 2 * half,
        "seed": seed,
    }
    note = path.with_suffix(".json")
    if path.exists() and note.exists() and read_json(note) == asked:
        return read_table(path)
    score = _scores(ours, theirs, player, half, seed, threads)
    rows = []
    for i, our in enumerate(ours):
        for j, their in enumerate(theirs):
            if ours is theirs and j <= i:
                continue
            low, high = wilson_interval(score[i, j] * 2 * half, 2 * half)
            rows.append((our.name, their.name, 2 * half, score[i, j], low, high))
    table = pl.DataFrame(rows, schema=DUELS, orient="row")
    remove(note)  # a kill between the two files leaves a table without settings
    write_table(path, table)
    write_json(note, asked)
    return table


def _scores(
    ours: Sequence[OpponentDeck],
    theirs: Sequence[OpponentDeck],
    player: PlayerConfig,
    n_rounds: int,
    seed: int,
    threads: int | None,
) -> np.ndarray:
    """(n_ours, n_theirs) array: our share of the wins, each deck going first in half the games."""
    pairs = [(ours, theirs)] if ours is theirs else [(ours, theirs), (theirs, ours)]
    sides = [(opponents_of(decks), opponents_of(others)) for decks, others in pairs]
    n_games = len(ours) * len(theirs) * len(sides)
    rounds = Rows.numbered(n_rounds, n_games, games_seed(seed, Purpose.DUELS))
    played = _played(partial(play_sides, sides, player), rounds, threads, "duels")
    wins = [won.to_numpy().sum(axis=0) for won in played]
    return (wins[0] + n_rounds - wins[-1].T) / (2 * n_rounds)
