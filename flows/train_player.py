"""CMA-ME, and CMA-ES as its baseline: the weights of a player's network."""

from pathlib import Path

import polars as pl

from models.problems.players import NetworkSearch, PlayerTraining
from tasks.orchestration.steps import flow
from tasks.reports.summary import report_training
from tasks.run_loop.evaluation import evaluate, evaluate_again
from tasks.run_loop.live_run import start_run
from tasks.search.evolution import EvolutionSearch


@flow("train-player", flow_run_name="{training.name}-seed{seed}")
def train_player(
    training: PlayerTraining,
    seed: int,
    out: Path,
    threads: int | None = None,
    resume_anyway: bool = False,
) -> Path:
    """Covariance Matrix Adaptation MAP-Elites over a player's network; returns the report.

    In each generation every emitter samples networks, all networks play the deck, the archive keeps
    the best network of each cell, and the emitters move towards networks that entered it.

    Source:
        Zhang et al. 2022, arXiv 2112.03534, section 4, and its published program, StrategySearch.
    """
    problem, evaluated = NetworkSearch(training), pl.DataFrame()
    with start_run(problem, seed, out, threads, resume_anyway) as run:
        algorithm = EvolutionSearch(run)
        while evaluated.height < problem.budget:
            evaluated = evaluate(run, algorithm.ask(evaluated), evaluated)
            algorithm.tell(evaluated)
        evaluate_again(run, algorithm.finalists(), evaluated)
        return report_training(run)
