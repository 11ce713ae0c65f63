"""Proposes the decks that an outer iteration evaluates; each way writes them to one table."""

import time

import numpy as np
from prefect import task
from prefect.cache_policies import NO_CACHE

from models.inner_loop import search_surrogate as fill_surrogate_archive
from models.qd.emitters import new_stream, propose, random_decks
from tasks.files import Stored, check_table, file_digest
from tasks.seeds import Purpose
from tasks.state import SearchState


@task(name="propose-random-decks", cache_policy=NO_CACHE)
def propose_random_decks(state: SearchState) -> Stored:
    """The decks every search begins with."""
    if known := _finished(state):
        return known
    stream = new_stream(state.sequence(Purpose.RANDOM_DECKS))
    n_decks = state.experiment.search.initial_evaluations
    return state.save_proposals(random_decks(state.pool.max_copies, n_decks, stream), {})


@task(name="mutate-elites", cache_policy=NO_CACHE)
def mutate_elites(state: SearchState) -> Stored:
    """Mutations of uniform random elites of the archive: MAP-Elites without a surrogate."""
    if known := _finished(state):
        return known
    stream = new_stream(state.sequence(Purpose.MUTATION))
    search = state.experiment.search
    n_decks = min(search.batch_size, search.evaluations - state.n_evaluations)
    return state.save_proposals(propose(state.archive, state.pool.max_copies, n_decks, stream), {})


@task(name="search-surrogate", cache_policy=NO_CACHE)
def search_surrogate(state: SearchState) -> Stored:
    """All elites of a MAP-Elites search on the surrogate, in the order their cells were filled.

    Their predicted objectives and measures are stored with them, as `predicted_...`.
    """
    if known := _finished(state):
        return known
    start = time.perf_counter()
    experiment = state.experiment
    archive = fill_surrogate_archive(
        state.surrogate,
        state.pool.max_copies,
        state.sequence(Purpose.INNER_LOOP),
        experiment.inner_loop,
        experiment.archive,
    )
    elites = archive.elites()
    predicted = {"predicted_objective": elites.objectives}
    for axis, name in enumerate(experiment.archive.measures):
        predicted[f"predicted_{name}"] = np.ascontiguousarray(elites.measures[:, axis])
    stored = state.save_proposals(elites.solutions, predicted)
    state.add_facts(search_s=time.perf_counter() - start, surrogate_elites=archive.n_elites)
    return stored


def _finished(state: SearchState) -> Stored | None:
    """The proposals of the iteration in progress, if an earlier start of the run made them."""
    path = state.proposals_path()
    if not path.exists():
        return None
    return Stored(str(path), file_digest(path), check_table(path))
