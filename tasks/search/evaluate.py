"""Plays the games of decks: proposals in, files of results out."""

from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from models.experiment import Experiment
from tasks.games.chunks import play_missing, split
from tasks.games.play import Play, Rows, play_decks
from tasks.games.seeds import Purpose, games_seed
from tasks.search.state import SearchState, solutions_of
from tasks.storage.files import Stored, read_table


def evaluate_decks(state: SearchState, proposals: Stored) -> list[Path]:
    """Plays the proposed decks, but for those whose results are there already.

    Returns:
        The files of results, in evaluation order.

    Raises:
        StoreError: A file of results is damaged, or holds other decks.
    """
    solutions = solutions_of(read_table(proposals.path))
    search = state.experiment.search
    ids = np.arange(len(solutions)) + state.n_evaluations
    rows = Rows(ids, solutions, search.n_games, games_seed(state.run.seed))
    first = state.n_chunks
    chunks = split(rows, lambda k: state.run.evaluations_path(first + k), search.chunk_decks)
    state.n_chunks += len(chunks)
    beyond = max(0, search.evaluations - state.n_evaluations - len(ids)) * search.n_games
    label = f"iteration {state.iteration}: decks"
    play_missing(state, chunks, label, beyond, _play(state.experiment))
    return [chunk.path for chunk in chunks]


def reevaluate_elites(state: SearchState) -> list[Path]:
    """Plays new games with the final elites: what they are worth without the luck of selection.

    Elites of the budget's decks alone are included, so that both archives can be corrected.

    Returns:
        The files of results, `evaluations/fresh-*.parquet`.
    """
    search = state.experiment.search
    if search.fresh_games == 0:
        return []
    evaluations = state.evaluations()
    ids = elite_ids(state, evaluations)
    seed = games_seed(state.run.seed, Purpose.FRESH_GAMES)
    rows = Rows(ids, solutions_of(evaluations)[ids], search.fresh_games, seed)
    chunks = split(rows, state.run.fresh_path, max(1, search.chunk_games // search.fresh_games))
    play_missing(state, chunks, "new games for the elites", 0, _play(state.experiment))
    return [chunk.path for chunk in chunks]


def _play(experiment: Experiment) -> Play:
    return partial(play_decks, experiment.card_pool(), experiment.opponents, experiment.player)


def elite_ids(state: SearchState, evaluations: pl.DataFrame) -> np.ndarray:
    """Evaluation numbers of the elites, of all decks and of those within the budget, sorted."""
    within = state.experiment.archive.build(len(state.pool))
    add_evaluations(within, state, evaluations.head(state.experiment.search.evaluations))
    return np.union1d(state.archive.elites().ids, within.elites().ids)


def add_evaluations(archive, state: SearchState, evaluations: pl.DataFrame) -> np.ndarray:
    """Offers evaluated decks to an archive, in order; returns their (n,) status."""
    return archive.add(
        solutions_of(evaluations),
        evaluations["objective"].to_numpy(),
        evaluations.select(state.experiment.archive.measures).to_numpy(),
        evaluations["evaluation"].to_numpy(),
    )
