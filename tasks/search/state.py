"""Where a search stands: the run's files, and what is made from them.

Everything random in a run derives from (seed, purpose, index), and every step of the search leaves
its result in the run directory before the next one starts::

    proposals/00003.parquet         the decks that iteration 3 evaluates, in order
    evaluations/chunk-00017.parquet what playing some of them showed
    surrogate/00003.npz             weights and Adam's state after the training of iteration 3

    source.json                     the run whose decks or surrogate an offline search took

A step whose file is there reads it instead of working. So a killed run, started again, goes through
the finished steps in moments and continues with the first unfinished one; the archive, the training
data and their order follow from the evaluations, and no generator's state has to be kept.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import polars as pl

from engine.decks import Pool, check_available
from models.experiment import Experiment
from models.player_training import PlayerTraining
from models.players.decks import opponents_of
from models.qd.archive import Archive
from models.surrogates.surrogate import Surrogate
from tasks.games.seeds import Purpose, sequence
from tasks.orchestration.progress import Progress
from tasks.orchestration.run_state import RunState
from tasks.orchestration.running import watched
from tasks.search.source import Source, note_source, open_source
from tasks.storage.files import Stored, write_table
from tasks.storage.store import Run, check_run, open_run
from tasks.tracking.mlflow_run import Tracking


class SearchState(RunState):
    """A search in progress; iteration 0 evaluates the random decks.

    Args:
        run: Its open directory.
        experiment: What is searched, and how.
        progress: Told of every game.
        threads: Games played at a time; all cores by default.
        tracking: Where to log iterations, if anywhere.
        source: The run that an offline search's surrogate learns from.

    Attributes:
        pool: The cards.
        archive: The elites of all evaluations so far.
        surrogate: The one in training; None before the first.
        mark: When the iteration in progress began, on the clock of `time.perf_counter`.
    """

    def __init__(
        self,
        run: Run,
        experiment: Experiment,
        progress: Progress,
        threads: int | None = None,
        tracking: Tracking | None = None,
        source: Source | None = None,
    ) -> None:
        super().__init__(run, experiment.search.evaluations, progress, threads, tracking)
        self.experiment = experiment
        self.source = source
        self.pool = experiment.card_pool()
        self.archive: Archive = experiment.archive.build(len(self.pool))
        self.surrogate: Surrogate | None = None
        self.mark = time.perf_counter()
        if not run.cards_path.exists():
            write_table(run.cards_path, _cards_table(self.pool))

    @property
    def learns_online(self) -> bool:
        """Whether the search trains a surrogate on its own decks."""
        return self.experiment.uses_surrogate and self.experiment.learning.mode == "online"

    def sequence(self, purpose: Purpose, index: int | None = None) -> np.random.SeedSequence:
        """The seeds of one purpose, by default for the iteration in progress."""
        return sequence(self.run.seed, purpose, self.iteration if index is None else index)

    def proposals_path(self, iteration: int | None = None) -> Path:
        """Table of the decks that an iteration, by default the one in progress, evaluates."""
        number = self.iteration if iteration is None else iteration
        return self.run.path / "proposals" / f"{number:05d}.parquet"

    def save_proposals(self, solutions: np.ndarray, columns: dict[str, np.ndarray]) -> Stored:
        """Writes the decks that the iteration in progress evaluates, and what is known of them."""
        table = pl.DataFrame({"iteration": np.full(len(solutions), self.iteration), **columns})
        table = table.with_columns(solution=solutions_column(solutions))
        return write_table(self.proposals_path(), table)

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Adds the seconds within to the metric `<part>_s` of the iteration in progress."""
        start = time.perf_counter()
        yield
        name = f"{part}_s"
        self.facts[name] = self.facts.get(name, 0.0) + time.perf_counter() - start


@contextmanager
def open_search(
    experiment: Experiment,
    seed: int,
    out: Path,
    threads: int | None = None,
    resume_anyway: bool = False,
    source: Path | None = None,
) -> Iterator[SearchState]:
    """Starts a search, or continues the one in the directory; a failure is noted there.

    Args:
        experiment: What to search, and how.
        seed: Of everything random.
        out: The run directory.
        threads: Games played at a time; all cores by default.
        resume_anyway: Continue although the code has changed since.
        source: The run that an offline search's surrogate learns from.

    Raises:
        ConfigError: An offline search has no source, or another search has one.
        StoreError: The directory cannot be used, or holds another run; or the source does not fit.
        TrackingError: MLflow's store cannot be used.
    """
    facts, digest = experiment.model_dump(mode="json"), card_digest(experiment)
    learned_from = open_source(experiment, source, digest, out)
    extras = {"threads": threads}
    anyway = {"resume_anyway": resume_anyway}
    with open_run(out, facts, seed, digest, extras=extras, **anyway) as run:
        note_source(run, learned_from)
        with watched(run, experiment.algorithm, facts | {"seed": seed}) as tracking:
            yield SearchState(run, experiment, Progress(), threads, tracking, learned_from)


def check_search(
    experiment: Experiment,
    seed: int,
    out: Path,
    resume_anyway: bool = False,
    source: Path | None = None,
) -> bool:
    """Raises what `open_search` would, before anything expensive starts.

    Returns:
        Whether the directory holds this search already.
    """
    check_decks(experiment)
    facts, digest = experiment.model_dump(mode="json"), card_digest(experiment)
    open_source(experiment, source, digest, out)
    return check_run(out, facts, seed, digest, resume_anyway=resume_anyway)


def check_decks(experiment: Experiment) -> None:
    """Refuses a pool or opponents that do not exist, or that a patch lacks cards of.

    Raises:
        DeckError: The message names it.
    """
    experiment.card_pool()
    for opponent in opponents_of(experiment.opponents):
        check_available(opponent.deck, experiment.player.patch)


def card_digest(experiment: Experiment | PlayerTraining) -> str:
    """Digest of the card tables that an experiment's games are played with."""
    return experiment.player.rules().digest


def solutions_column(solutions: np.ndarray) -> pl.Series:
    """An (n, n_cards) array of card counts as a column."""
    counts = np.ascontiguousarray(solutions, np.int8)
    return pl.Series("solution", counts, dtype=pl.Array(pl.Int8, counts.shape[1]))


def solutions_of(table: pl.DataFrame) -> np.ndarray:
    """The (n, n_cards) array of int8 in a table's `solution` column."""
    return table["solution"].to_numpy()


def _cards_table(pool: Pool) -> pl.DataFrame:
    cards = [pool.patch.card_data(card_id) for card_id in pool.ids]
    return pl.DataFrame(
        {
            "card": range(len(cards)),
            "id": [card.id for card in cards],
            "name": [card.name for card in cards],
            "cost": [card.cost for card in cards],
            "type": [card.type for card in cards],
            "rarity": [card.rarity for card in cards],
            "card_class": [card.card_class for card in cards],
            "max_copies": [card.max_copies for card in cards],
        }
    )
