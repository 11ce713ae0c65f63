"""The search: DSA-ME, its variants, and MAP-Elites without a surrogate, by configuration."""

from pathlib import Path

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner

from models.experiment import Experiment
from tasks.reports.summary import summarise
from tasks.search.archive import add_to_archive
from tasks.search.evaluate import evaluate_decks, reevaluate_elites
from tasks.search.proposals import mutate_elites, propose_random_decks, search_surrogate
from tasks.search.state import SearchState, open_search
from tasks.search.train import take_surrogate, train_surrogate
from tasks.storage.files import Stored


@flow(
    name="search",
    flow_run_name="{experiment.algorithm}-{experiment.name}-seed{seed}",
    task_runner=ThreadPoolTaskRunner(max_workers=1),
)
def search(
    experiment: Experiment,
    seed: int,
    out: Path,
    threads: int | None = None,
    resume_anyway: bool = False,
    source: Path | None = None,
) -> Path:
    """Deep Surrogate Assisted MAP-Elites and its relatives; returns the report.

    Random decks are evaluated first. Then, until the budget is spent, decks are proposed,
    evaluated, and offered to the archive of true results. DSA-ME goes on training its surrogate on
    all evaluated decks, lets MAP-Elites fill an archive with what it predicts, and proposes every
    elite of that archive. MAP-Elites alone proposes mutations of uniform random elites, a batch at
    a time, where each free worker of the paper's program gets a child of the archive as it is.

    Source:
        Zhang et al. 2022, arXiv 2112.03534, algorithm 1; Mouret and Clune 2015, arXiv 1504.04909.
    """
    with open_search(experiment, seed, out, threads, resume_anyway, source) as state:
        if experiment.search.initial_evaluations:
            decks = propose_random_decks(state)
            add_to_archive(state, evaluate_decks(state, decks))
        while state.is_in_budget:
            decks = propose(state)
            add_to_archive(state, evaluate_decks(state, decks))
        if state.learns_online:
            train_surrogate(state, shuffled=True)
        reevaluate_elites(state)
        return summarise(state)


def propose(state: SearchState) -> Stored:
    """The decks of an outer iteration."""
    match state.experiment.proposals:
        case "random":
            return propose_random_decks(state)
        case "mutation":
            return mutate_elites(state)
    if state.learns_online:
        train_surrogate(state)
    else:
        take_surrogate(state)
    return search_surrogate(state)
