"""DSA-ME: the outer loop evaluates what the inner loop finds on a surrogate."""

from pathlib import Path

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner

from models.experiment import Experiment
from tasks.archive import add_to_archive
from tasks.evaluate import evaluate_decks, reevaluate_elites
from tasks.search import propose_random_decks, search_surrogate
from tasks.state import open_search
from tasks.summary import summarise
from tasks.train import train_surrogate


@flow(
    name="dsa-me",
    flow_run_name="{experiment.name}-seed{seed}",
    task_runner=ThreadPoolTaskRunner(max_workers=1),
)
def dsa_me(
    experiment: Experiment,
    seed: int,
    out: Path,
    threads: int | None = None,
    resume_anyway: bool = False,
) -> Path:
    """Deep Surrogate Assisted MAP-Elites; returns the report.

    Random decks are evaluated first. Then, until the budget is spent: the surrogate goes on
    training on all evaluated decks, MAP-Elites fills an archive with what it predicts, and every
    elite of that archive is evaluated and offered to the archive of true results.

    Source:
        Zhang et al. 2022, arXiv 2112.03534, algorithm 1.
    """
    with open_search(experiment, seed, out, threads, resume_anyway) as state:
        decks = propose_random_decks(state)
        add_to_archive(state, evaluate_decks(state, decks))
        while state.is_in_budget:
            train_surrogate(state)
            decks = search_surrogate(state)
            add_to_archive(state, evaluate_decks(state, decks))
        train_surrogate(state, shuffled=True)
        reevaluate_elites(state)
        return summarise(state)
