"""`DeckTask`: the evaluation of decks as a benchmark for ask-and-tell optimisers such as pyribs.

See `docs/deck-task.md`.
"""

from collections.abc import Sequence

import numpy as np
import polars as pl

from engine.decks import pool as named_pool
from models.players.config import PlayerConfig
from models.players.decks import Opponent, OpponentDeck, opponents_of
from models.players.evaluations import evaluate_decks
from models.problems.vector_task import Evaluation, VectorTask
from models.qd.emitters import new_stream, random_decks


class DeckTask(VectorTask):
    """Evaluates vectors of real numbers as decks, by games.

    A game depends only on the seed, the number of its evaluation and its own number: not on the
    number of threads. A second evaluation of a deck plays new games.

    Args:
        pool: Name of the card pool (`engine.decks.pool_names()`); a class's has the cards of the
            player's format.
        opponents: Name of a suite of opponents ("elite", "starter"), or opponents.
        n_games: Games per evaluation, dealt to the opponents in turn.
        measures: Numeric outcomes, such as "turns", "hand_size", "dust".
        seed: Seed of the games.
        player: How the players search; DSA-ME's by default.
        threads: Games played in parallel (default: all cores).
        first_evaluation: Number of the first evaluation; to continue an earlier session, the number
            of its evaluations.

    Raises:
        DeckError: The pool or the suite does not exist.
        ValueError: A number is out of range, or a measure is not an outcome.
    """

    def __init__(
        self,
        pool: str = "rogue-dsame",
        opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
        n_games: int = 200,
        measures: Sequence[str] = ("turns", "hand_size"),
        seed: int = 0,
        player: PlayerConfig | None = None,
        threads: int | None = None,
        first_evaluation: int = 0,
    ) -> None:
        self._player = player or PlayerConfig()
        self._pool = named_pool(pool, self._player.patch, self._player.format)
        self._opponents = opponents_of(opponents)
        self._n_games, self._seed, self._threads = n_games, seed, threads
        super().__init__(self._pool.max_copies, first_evaluation)
        self._measures = _checked_measures(measures, self._play(np.zeros((0, 0)), np.arange(0)))

    def random_solutions(self, n: int, seed: int = 0) -> np.ndarray:
        """See `DeckSpace.random_solutions`; like those at the start of every search."""
        return random_decks(self._pool.max_copies, n, new_stream(seed)).astype(np.float64)

    def evaluated(self, decks: np.ndarray, numbers: np.ndarray) -> Evaluation:
        """See `VectorTask.evaluated`."""
        outcomes = self._play(decks, numbers)
        return Evaluation(
            outcomes["objective"].to_numpy(),
            outcomes.select(self._measures).to_numpy(),
            outcomes,
            outcomes["objective_se"].to_numpy(),
        )

    def _play(self, decks: np.ndarray, numbers: np.ndarray) -> pl.DataFrame:
        return evaluate_decks(
            [self._pool.deck(counts) for counts in decks],
            self._opponents,
            self._player,
            self._n_games,
            self._seed,
            numbers,
            self._threads,
        )


def _checked_measures(measures: Sequence[str], outcomes: pl.DataFrame) -> list[str]:
    """The measures as a list; raises ValueError for one that is not a numeric outcome."""
    known = [name for name, dtype in outcomes.schema.items() if dtype.is_numeric()]
    if isinstance(measures, str) or not measures:
        raise ValueError(f"measures: {measures!r}; give names in a tuple, such as ('turns',)")
    if unknown := [name for name in measures if name not in known]:
        raise ValueError(f"measures: no outcome '{unknown[0]}'; use some of {', '.join(known)}")
    return list(measures)
