"""The steps of a player's training: proposes a generation of networks, and updates the emitters."""

import polars as pl

from models.problems.players import NetworkSearch
from models.qd.evolution import Evolution
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.run_loop.live_run import LiveRun


def new_evolution(run: LiveRun[NetworkSearch]) -> Evolution:
    """The emitters at their start, with an empty archive."""
    return run.problem.new_evolution(run.seeds(Purpose.PLAYERS, 0))


@step("propose-players")
def propose_networks(
    run: LiveRun[NetworkSearch], evolution: Evolution, evaluated: pl.DataFrame
) -> pl.DataFrame:
    """The networks of the generation in progress; the last generation stops at the budget."""
    with run.measured.timed("ask"):
        asked = run.problem.generation(evolution, evaluated.height)
    return run.keep_asked(asked)


@step("learn-from-players")
def learn_from_results(
    run: LiveRun[NetworkSearch], evolution: Evolution, evaluated: pl.DataFrame
) -> Evolution:
    """Adds a generation to the archive, updates the emitters, and ends the generation."""
    with run.measured.timed("tell"):
        status = run.problem.learn(evolution, run.latest(evaluated))
    run.keep_elites(run.problem.elites_table(evolution.archive, evaluated))
    run.end_iteration(run.problem.metrics(evolution, evaluated, status))
    return evolution
