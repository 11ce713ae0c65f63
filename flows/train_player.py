"""CMA-ME, and CMA-ES as its baseline: the weights of a player's network."""

from pathlib import Path

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner

from models.player_training import PlayerTraining
from tasks.training.generations import (
    evaluate_players,
    learn_from_players,
    propose_players,
    replay_finalists,
)
from tasks.training.state import open_training
from tasks.training.summary import summarise_training


@flow(
    name="train-player",
    flow_run_name="{training.name}-seed{seed}",
    task_runner=ThreadPoolTaskRunner(max_workers=1),
)
def train_player(
    training: PlayerTraining,
    seed: int,
    out: Path,
    threads: int | None = None,
    resume_anyway: bool = False,
) -> Path:
    """Covariance Matrix Adaptation MAP-Elites over a player's network; returns the report.

    Until the budget is spent, every emitter samples networks, all of them play the deck, the
    archive keeps the best of each way to play, and the emitters move towards what it took.

    Source:
        Zhang et al. 2022, arXiv 2112.03534, section 4, and its published program, StrategySearch.
    """
    with open_training(training, seed, out, threads, resume_anyway) as state:
        while state.is_in_budget:
            players = propose_players(state)
            learn_from_players(state, evaluate_players(state, players))
        replay_finalists(state)
        return summarise_training(state)
