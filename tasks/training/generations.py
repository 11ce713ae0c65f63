"""The steps of a training: proposes a generation of networks, and updates the emitters."""

import numpy as np
import polars as pl

from models.problems.players import NetworkSearch
from models.qd.evolution import Evolution
from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.steps import step
from tasks.storage.files import StoreError


@step("propose-players")
def propose_networks(
    run: LiveRun[NetworkSearch], evolution: Evolution, evaluated: pl.DataFrame
) -> pl.DataFrame:
    """The networks of the generation in progress; the last generation stops at the budget.

    Calls the emitters in each generation, even if its networks are already stored, to keep their
    state.

    Raises:
        StoreError: The stored generation differs from that of the emitters.
    """
    with run.measured.timed("ask"):
        asked = run.problem.generation(evolution, evaluated.height)
    networks, vectors = run.keep_proposals(lambda: asked), run.problem.vectors
    if not np.array_equal(vectors.of(networks), vectors.of(asked)):
        raise StoreError(
            f"{run.directory.proposals_path(run.iteration)}: has other networks than follow from "
            "the earlier results, perhaps by another machine's or library's rounding: continue "
            "where it began, or use another --out"
        )
    return networks


@step("learn-from-players")
def learn_from_results(
    run: LiveRun[NetworkSearch], evolution: Evolution, evaluated: pl.DataFrame
) -> Evolution:
    """Adds a generation to the archive, updates the emitters, and ends the generation.

    Args:
        run: The training.
        evolution: The emitters and their archive.
        evaluated: All evaluations so far.
    """
    with run.measured.timed("tell"):
        status = run.problem.learn(evolution, run.latest(evaluated))
    run.keep_elites(run.problem.elites_table(evolution.archive, evaluated))
    run.end_iteration(run.problem.metrics(evolution, evaluated, status))
    return evolution
