"""Proposes the decks that an outer iteration evaluates; each way writes them to one table."""

import numpy as np
import polars as pl

from models.inner_loop import search_surrogate as fill_surrogate_archive
from models.qd.archive import GridArchive
from models.qd.emitters import new_stream, propose, random_decks
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.search.state import SearchState, solutions_of
from tasks.storage.files import Stored, check_table, file_digest, read_table


@step("propose-random-decks")
def propose_random_decks(state: SearchState) -> Stored:
    """The decks every search begins with; in a random search, those of every iteration."""
    if known := _finished(state):
        return known
    stream = new_stream(state.sequence(Purpose.RANDOM_DECKS))
    search = state.experiment.search
    is_start = state.iteration == 0 and search.initial_evaluations > 0
    n_decks = search.initial_evaluations if is_start else _next_batch(state)
    return state.save_proposals(random_decks(state.pool.max_copies, n_decks, stream), {})


@step("mutate-elites")
def mutate_elites(state: SearchState) -> Stored:
    """Mutations of uniform random elites of the archive: MAP-Elites without a surrogate."""
    if known := _finished(state):
        return known
    stream = new_stream(state.sequence(Purpose.MUTATION))
    decks = propose(state.archive, state.pool.max_copies, _next_batch(state), stream)
    return state.save_proposals(decks, {})


@step("search-surrogate")
def search_surrogate(state: SearchState) -> Stored:
    """All elites of a MAP-Elites search on the surrogate, in the order their cells were filled.

    Their predicted objectives and measures are stored with them, as `predicted_...`.
    """
    if known := _finished(state):
        return known
    experiment = state.experiment
    with state.timed("search"):
        archive = fill_surrogate_archive(
            state.surrogate,
            state.pool.max_copies,
            state.sequence(Purpose.INNER_LOOP),
            experiment.inner_loop,
            experiment.archive,
            _kept_archive(state) if experiment.inner_loop.keep_archive else None,
        )
    elites = archive.elites()
    predicted = {"predicted_objective": elites.objectives}
    for axis, name in enumerate(experiment.archive.measures):
        predicted[f"predicted_{name}"] = np.ascontiguousarray(elites.measures[:, axis])
    stored = state.save_proposals(elites.solutions, predicted)
    state.add_facts(surrogate_elites=archive.n_elites)
    return stored


def _next_batch(state: SearchState) -> int:
    """How many decks a search without surrogate proposes."""
    search = state.experiment.search
    return min(search.batch_size, search.evaluations - state.n_evaluations)


def _kept_archive(state: SearchState) -> GridArchive | None:
    """The surrogate archive of the last iteration: all its elites were proposed, in its order."""
    before = state.proposals_path(state.iteration - 1)
    if not before.exists() or "predicted_objective" not in pl.read_parquet_schema(before):
        return None
    table, grid = read_table(before), state.experiment.archive
    archive = grid.build(len(state.pool))
    archive.add(
        solutions_of(table),
        table["predicted_objective"].to_numpy(),
        table.select(f"predicted_{name}" for name in grid.measures).to_numpy(),
        np.arange(table.height),
    )
    return archive


def _finished(state: SearchState) -> Stored | None:
    """The proposals of the iteration in progress, if an earlier start of the run made them."""
    path = state.proposals_path()
    if not path.exists():
        return None
    return Stored(str(path), file_digest(path), check_table(path))
