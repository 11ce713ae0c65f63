"""What plays rows: decks, networks, deals, rounds. Plain data, so that other machines can do it.

Who plays a game does not matter: it depends on (seed, evaluation number, game number) only.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import polars as pl

from engine.core.enums import FIRST_WON
from engine.decks import Deck, Pool
from models.players.config import PlayerConfig
from models.players.decks import Opponent, OpponentDeck
from models.players.duels import play_rounds
from models.players.evaluate_decks import evaluate_decks
from models.players.evaluate_players import Players, evaluate_players, play_players


@dataclass(frozen=True)
class Rows:
    """Some vectors to evaluate, or numbers of what is played without any.

    Attributes:
        ids: (n,) array of int64: evaluation numbers, or those of deals or rounds.
        solutions: (n, solution_dim) array of int8, decks, or float64, players' networks; none of
            deals and rounds, whose solution_dim is 0.
        n_games: Games per row.
        seed: Of the games.
    """

    ids: np.ndarray
    solutions: np.ndarray
    n_games: int
    seed: int

    @classmethod
    def numbered(cls, n: int, n_games: int, seed: int) -> Self:
        """The deals or rounds 0, 1, ..., n - 1, of `n_games` each."""
        return cls(np.arange(n), np.empty((n, 0), np.int8), n_games, seed)

    @property
    def games(self) -> int:
        """How many games they are."""
        return len(self.ids) * self.n_games

    def pieces(self, size: int) -> list[Self]:
        """The same rows in pieces of at most `size`, in order."""
        cuts = [slice(start, start + size) for start in range(0, len(self.ids), size)]
        return [replace(self, ids=self.ids[cut], solutions=self.solutions[cut]) for cut in cuts]


#: Plays rows, given games at a time (`threads`) and who is told how many have been played
#: (`progress`); returns one row of results per vector or number, without it.
Play = Callable[..., pl.DataFrame]
Opponents = str | Sequence[OpponentDeck]


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


def play_deals(
    players: Players,
    deck: Deck,
    opponents: Opponents,
    config: PlayerConfig,
    evaluation: int,
    rows: Rows,
    **how: Any,
) -> pl.DataFrame:
    """Plays one deck with several players, each of whom plays every deal.

    Args:
        players: Scorers by name, or networks.
        deck: What they play.
        opponents: As of `play_decks`.
        config: As `player` of `play_decks`; its scorer does not matter.
        evaluation: Evaluation number of all players.
        rows: The deals: numbers of games, one after the other.
        how: `threads` and `progress`, as of `play_players`.

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
        sides: Of each: who goes first, and against whom.
        player: As of `play_decks`; its scorer does not matter.
        rows: The rounds, one after the other, of one game per pair of all sides.
        threads: As of `play_rounds`.
        progress: As of `play_rounds`.

    Returns:
        Per round a column for each side, named by its number: an (n_decks, n_others) array of bool,
        who won going first.
    """
    start, n_rounds, played, columns = int(rows.ids[0]), len(rows.ids), 0, {}
    for number, (decks, others) in enumerate(sides):
        tell = None if progress is None else lambda n, before=played: progress(before + n)
        won = play_rounds(decks, others, player, n_rounds, rows.seed, start, threads, tell)
        kind = pl.Array(pl.Boolean, (len(decks), len(others)))
        columns[f"{number}"] = pl.Series(won, dtype=kind)
        played += n_rounds * len(decks) * len(others)
    return pl.DataFrame(columns)
