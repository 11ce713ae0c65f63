"""The inner loop of DSA-ME: MAP-Elites on a surrogate, a million evaluations in one kernel."""

from typing import NamedTuple, Self

import numba
import numpy as np
from numba import int64, void
from pydantic import Field, model_validator

from engine.core.jit import kernel_of
from engine.pools import card_counts, card_lists
from models.qd import cells as _cells
from models.qd import deck_rules as _deck_rules
from models.qd import variation as _variation
from models.qd.archive import Elites, GridArchive, GridConfig
from models.qd.cells import CELLS_T, offer
from models.qd.deck_rules import deck_rules
from models.qd.variation import RULES_T, STREAM_T, new_stream, propose_into
from models.settings.config import Config, added_field
from models.surrogates import surrogate as _surrogate
from models.surrogates.surrogate import PREDICT_T, PREDICTOR_T, Surrogate

kernel = kernel_of(
    __file__,
    _cells.__file__,
    _deck_rules.__file__,
    _variation.__file__,
    _surrogate.__file__,
)


class InnerLoopConfig(Config):
    """MAP-Elites on the surrogate. Source: Zhang 2022, arXiv 2112.03534, algorithm 1."""

    generations: int = Field(
        100_000, ge=1, le=100_000_000, description="Generations per outer iteration."
    )
    batch_size: int = Field(10, ge=1, le=100_000, description="Decks per generation.")
    random_decks: int = Field(
        100, ge=1, le=1_000_000, description="Random decks before the first mutation."
    )
    keep_archive: bool = Field(
        False, description="Keep the archive of the last outer iteration (default: start empty)."
    )
    most_proposals: int | None = added_field(
        None,
        ge=1,
        le=10_000_000,
        description="Elites that an outer iteration proposes, uniform random ones (default: null, "
        "all, as in the paper). Ours, for searches with few games per deck.",
    )

    @model_validator(mode="after")
    def _keeps_all_or_none(self) -> Self:
        if self.keep_archive and self.most_proposals is not None:
            raise ValueError("keep_archive needs all elites to be played; set most_proposals null")
        return self

    def proposed(self, elites: Elites, seed: np.random.SeedSequence) -> Elites:
        """The elites that an outer iteration proposes, in the order their cells were filled."""
        n, most = len(elites.ids), self.most_proposals
        if most is None or n <= most:
            return elites
        rows = np.sort(np.random.default_rng(seed.spawn(1)[0]).permutation(n)[:most])
        return Elites(*(part[rows] for part in elites))


class Generation(NamedTuple):
    """One generation's room."""

    decks: np.ndarray  #: (batch_size, size) int16: decks as `engine.pools.card_lists` has them
    #: (n_cells, size) int16: those of the archive's rows, whose counts are written later
    elites: np.ndarray
    predictions: np.ndarray  #: (batch_size, n_targets) float64
    #: (1 + n_measures,) int64: the targets that are the objective and the measures
    columns: np.ndarray
    measures: np.ndarray  #: (n_measures,) float64: those of one deck
    n_created: np.ndarray  #: (1,) int64: decks made so far


BATCH_T = numba.typeof(
    Generation(
        np.zeros((1, 1), np.int16),
        np.zeros((1, 1), np.int16),
        np.zeros((1, 1)),
        np.zeros(1, np.int64),
        np.zeros(1),
        np.zeros(1, np.int64),
    )
)


def fill_archive(
    surrogate: Surrogate,
    max_copies: np.ndarray,
    seed: int | np.random.SeedSequence,
    config: InnerLoopConfig | None = None,
    grid: GridConfig | None = None,
    archive: GridArchive | None = None,
    slice_generations: int = 10_000,
) -> GridArchive:
    """Fills an archive with the decks of the best predictions.

    The first decks are random, the others mutations of uniform random elites; all parents of a
    generation are chosen before any of its decks is added, and these are added one by one.

    Args:
        surrogate: Predicts `objective` and the grid's measures, among others.
        max_copies: (n_cards,) array of integers: copies of each card that a deck may hold.
        config: Generations and their size; the paper's by default.
        grid: The archive's cells; the paper's by default.
        archive: An archive of an earlier search to continue, in place; then no deck is random.
        slice_generations: Generations per call of the kernel, which nothing interrupts.

    Returns:
        The surrogate archive; its ids count the proposals of this search from 0. Elites of a given
        archive keep theirs, so an id can occur twice.

    Raises:
        ValueError: The surrogate lacks a target, has weights that are not finite, or is for
            another pool.
    """
    config, grid = config or InnerLoopConfig(), grid or GridConfig()
    rules = deck_rules(max_copies)
    predictor = surrogate.predictor(config.batch_size)
    if rules.max_copies.size != surrogate.n_cards:
        raise ValueError(
            f"the surrogate is for {surrogate.n_cards} cards, the pool has {rules.max_copies.size}"
        )
    if not np.isfinite(predictor.parameters).all():
        raise ValueError("the surrogate has weights that are not finite")
    n_random = config.random_decks if archive is None else 0
    archive = archive or grid.build(surrogate.n_cards)
    batch = _new_batch(surrogate, config.batch_size, rules.size, grid, archive)
    stream = new_stream(seed)
    for done in range(0, config.generations, slice_generations):
        n = min(slice_generations, config.generations - done)
        run_generations(
            n, n_random, rules, surrogate.kernel, predictor, archive.arrays, batch, stream
        )
    found = batch.elites[: archive.n_elites]
    archive.arrays.solutions[: archive.n_elites] = card_counts(found, surrogate.n_cards)
    return archive


def _new_batch(
    surrogate: Surrogate, batch_size: int, size: int, grid: GridConfig, archive: GridArchive
) -> Generation:
    targets = surrogate.config.targets
    columns = surrogate.columns_of(*grid.measures)
    elites = np.zeros((archive.n_cells, size), np.int16)
    if archive.n_elites:
        elites[: archive.n_elites] = card_lists(archive.arrays.solutions[: archive.n_elites])
    return Generation(
        decks=np.zeros((batch_size, size), np.int16),
        elites=elites,
        predictions=np.zeros((batch_size, len(targets))),
        columns=columns,
        measures=np.zeros(columns.size - 1),
        n_created=np.zeros(1, dtype=np.int64),
    )


@kernel(void(CELLS_T, BATCH_T))
def insert_batch(cells, batch):
    """Offers the batch's decks with their predictions, one by one."""
    for i in range(batch.decks.shape[0]):
        for axis in range(batch.measures.size):
            batch.measures[axis] = batch.predictions[i, batch.columns[axis + 1]]
        objective = batch.predictions[i, batch.columns[0]]
        row = offer(cells, objective, batch.measures, batch.n_created[0] + i)
        if row >= 0:
            for place in range(batch.decks.shape[1]):
                batch.elites[row, place] = batch.decks[i, place]


@kernel(void(int64, int64, RULES_T, PREDICT_T, PREDICTOR_T, CELLS_T, BATCH_T, STREAM_T))
def run_generations(n_generations, n_random, rules, predict, predictor, cells, batch, stream):
    """Proposes, predicts and inserts; the first `n_random` decks of the whole search are random."""
    for _ in range(n_generations):
        elites = batch.elites[: cells.n_elites[0]]
        propose_into(rules, n_random - batch.n_created[0], elites, stream, batch.decks)
        predict(predictor, batch.decks, batch.predictions)
        insert_batch(cells, batch)
        batch.n_created[0] += batch.decks.shape[0]
