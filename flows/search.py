"""The search for decks, by any algorithm."""

from pathlib import Path

import polars as pl

from models.problems.decks import DeckSearch
from models.problems.experiment import Experiment
from tasks.orchestration.steps import flow
from tasks.reports.summary import report_search
from tasks.run_loop.evaluation import evaluate, evaluate_again
from tasks.run_loop.live_run import start_run
from tasks.search.algorithm import new_algorithm
from tasks.search.source import note_source, open_source


@flow("search", flow_run_name="{experiment.algorithm}-{experiment.name}-seed{seed}")
def search(
    experiment: Experiment,
    seed: int,
    out: Path,
    threads: int | None = None,
    resume_anyway: bool = False,
    source: Path | None = None,
) -> Path:
    """Quality-diversity search of decks, by any algorithm; returns the report.

    The search evaluates the algorithm's first decks, which are random. Then, until the budget is
    spent, each iteration asks the algorithm for decks, evaluates them and tells it the results.
    `tasks.search` has one file for each algorithm.

    Source:
        Zhang et al. 2022, arXiv 2112.03534, algorithm 1; Mouret and Clune 2015, arXiv 1504.04909.
    """
    problem = DeckSearch(experiment)
    teacher = open_source(problem, source, out)
    with start_run(problem, seed, out, threads, resume_anyway) as run:
        note_source(run.directory, teacher)
        algorithm = new_algorithm(run, teacher)
        evaluated = evaluate(run, algorithm.start(), pl.DataFrame())
        algorithm.tell(evaluated)
        while evaluated.height < problem.budget:
            evaluated = evaluate(run, algorithm.ask(evaluated), evaluated)
            algorithm.tell(evaluated)
        evaluate_again(run, algorithm.finalists(evaluated), evaluated)
        return report_search(run, evaluated, algorithm.surrogate)
