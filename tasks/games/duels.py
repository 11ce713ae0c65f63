"""Decks against decks: every pair plays, each deck going first in half of the games."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from models.intervals import wilson_interval
from models.players.config import PlayerConfig
from models.players.decks import Opponent, OpponentDeck
from models.players.evaluate import evaluate_decks
from tasks.games.progress import Progress
from tasks.games.seeds import Purpose, games_seed
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


def play_duels(
    path: Path,
    ours: Sequence[OpponentDeck],
    theirs: Sequence[OpponentDeck],
    player: PlayerConfig,
    n_games: int,
    seed: int,
    threads: int | None = None,
) -> pl.DataFrame:
    """Plays every deck of ours against every one of theirs, unless the file has the very games.

    Going first is worth something, so each deck does in half of a pair's games. A death of both is
    no win for who went first, which makes it half a win for either on average.

    Args:
        path: Table of the results; a JSON file beside it says what was played.
        ours: Decks with who plays them.
        theirs: The same; `ours` again to play all pairs, of which each is told once.
        player: How all search, and with which cards.
        n_games: Games per pair; rounded up to an even number.
        seed: The run's seed.
        threads: Games played at a time; all cores by default.

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
    sides = [(ours, theirs)] if ours is theirs else [(ours, theirs), (theirs, ours)]
    progress = Progress()
    progress.expect(half * len(ours) * len(theirs) * len(sides), "duels")
    seeds = games_seed(seed, Purpose.DUELS)
    wins = [_wins_of_first(*side, player, half, seeds, threads, progress) for side in sides]
    score = (wins[0] + half - wins[-1].T) / (2 * half)
    rows = []
    for i, our in enumerate(ours):
        for j, their in enumerate(theirs):
            if ours is theirs and j <= i:
                continue
            low, high = wilson_interval(score[i, j] * 2 * half, 2 * half)
            rows.append((our.name, their.name, 2 * half, score[i, j], low, high))
    table = pl.DataFrame(rows, schema=DUELS, orient="row")
    write_table(path, table)
    write_json(note, asked)
    return table


def _wins_of_first(
    decks: Sequence[OpponentDeck],
    others: Sequence[OpponentDeck],
    player: PlayerConfig,
    n_games: int,
    seed: int,
    threads: int | None,
    progress: Progress,
) -> np.ndarray:
    """(n_decks, n_others) array: wins of each deck going first against each other one."""
    wins = np.zeros((len(decks), len(others)), np.int64)
    opponents: list[Opponent] = [other.opponent() for other in others]
    for scorer in sorted({deck.scorer for deck in decks}):
        rows = [row for row, deck in enumerate(decks) if deck.scorer == scorer]
        before = progress.games
        results = evaluate_decks(
            [decks[row].opponent().deck for row in rows],
            opponents,
            player.but(scorer=scorer),
            n_games * len(others),
            seed,
            indices=np.array(rows),
            threads=threads,
            progress=lambda played, before=before: progress.add(before + played - progress.games),
        )
        wins[rows] = results["opponent_wins"].to_numpy()
    return wins
