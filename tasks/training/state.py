"""Where the training of a player stands: the run's files, and what is made from them.

As in a search of decks (`tasks.search.state`), each step leaves its result before the next one::

    proposals/00003.parquet         the networks of generation 3, in order
    evaluations/chunk-00017.parquet what playing some of them showed
    evaluations/fresh-00000.parquet new games of the finalists

A killed training, started again, tells its emitters all finished generations once more. They ask
for the very networks that are stored, so it goes on with the first unfinished generation.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from engine.decks import check_available
from models.player_training import PlayerTraining
from models.players.decks import named_deck, opponent_suite
from models.players.networks import N_WEIGHTS, Network, named_network
from models.qd.evolution import Evolution
from tasks.games.seeds import Purpose, sequence
from tasks.orchestration.progress import Progress
from tasks.orchestration.run_state import RunState
from tasks.orchestration.running import watched
from tasks.search.state import card_digest
from tasks.storage.store import Run, check_run, open_run
from tasks.tracking.mlflow_run import Tracking


class TrainingState(RunState):
    """A training in progress, whose iterations are generations.

    Args:
        run: Its open directory.
        training: What is trained, and how.
        progress: Told of every game.
        threads: Games played at a time; all cores by default.
        tracking: Where to log generations, if anywhere.

    Attributes:
        deck: What all players play.
        evolution: The emitters and the archive of all evaluations so far.
    """

    def __init__(
        self,
        run: Run,
        training: PlayerTraining,
        progress: Progress,
        threads: int | None = None,
        tracking: Tracking | None = None,
    ) -> None:
        super().__init__(run, training.evaluations, progress, threads, tracking)
        self.training = training
        self.deck = named_deck(training.deck)
        seed = sequence(run.seed, Purpose.PLAYERS)
        self.evolution = Evolution(training.evolution, training.archive, _start(training), seed)


@contextmanager
def open_training(
    training: PlayerTraining,
    seed: int,
    out: Path,
    threads: int | None = None,
    resume_anyway: bool = False,
) -> Iterator[TrainingState]:
    """Starts a training, or continues the one in the directory; a failure is noted there.

    Args:
        training: What to train, and how.
        seed: Of everything random.
        out: The run directory.
        threads: Games played at a time; all cores by default.
        resume_anyway: Continue although the code has changed since.

    Raises:
        StoreError: The directory cannot be used, or holds another run.
        TrackingError: MLflow's store cannot be used.
    """
    facts, digest = training.model_dump(mode="json"), card_digest(training)
    extras = {"threads": threads}
    with (
        open_run(out, facts, seed, digest, extras=extras, resume_anyway=resume_anyway) as run,
        watched(run, "train-player", facts | {"seed": seed}) as tracking,
    ):
        yield TrainingState(run, training, Progress(), threads, tracking)


def check_training(
    training: PlayerTraining, seed: int, out: Path, resume_anyway: bool = False
) -> bool:
    """Raises what `open_training` would, before anything expensive starts.

    Returns:
        Whether the directory holds this training already.

    Raises:
        DeckError: There is no such deck or suite of opponents, or the patch lacks one of its cards.
        StoreError: The directory cannot be used, or holds another run.
    """
    decks = [named_deck(training.deck)]
    decks += [opponent.deck for opponent in opponent_suite(training.opponents)]
    for deck in decks:
        check_available(deck, training.player.patch)
    facts = training.model_dump(mode="json")
    return check_run(out, facts, seed, card_digest(training), resume_anyway=resume_anyway)


def _start(training: PlayerTraining) -> np.ndarray:
    """Where the emitters start."""
    if training.start is None:
        return np.zeros(N_WEIGHTS)
    start = training.start
    return np.array((start if isinstance(start, Network) else named_network(start)).weights)
