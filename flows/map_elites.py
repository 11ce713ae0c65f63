"""MAP-Elites without a surrogate: the baseline."""

from pathlib import Path

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner

from models.experiment import Experiment
from tasks.archive import add_to_archive
from tasks.evaluate import evaluate_decks, reevaluate_elites
from tasks.search import mutate_elites, propose_random_decks
from tasks.state import open_search
from tasks.summary import summarise


@flow(
    name="map-elites",
    flow_run_name="{experiment.name}-seed{seed}",
    task_runner=ThreadPoolTaskRunner(max_workers=1),
)
def map_elites(
    experiment: Experiment,
    seed: int,
    out: Path,
    threads: int | None = None,
    resume_anyway: bool = False,
) -> Path:
    """MAP-Elites; returns the report.

    Random decks are evaluated first; then mutations of uniform random elites, a batch at a time.
    The paper's program is asynchronous: each free worker gets a child of the archive as it is.

    Source:
        Mouret and Clune 2015, arXiv 1504.04909; as the baseline of arXiv 2112.03534.
    """
    with open_search(experiment, seed, out, threads, resume_anyway) as state:
        decks = propose_random_decks(state)
        add_to_archive(state, evaluate_decks(state, decks))
        while state.is_in_budget:
            decks = mutate_elites(state)
            add_to_archive(state, evaluate_decks(state, decks))
        reevaluate_elites(state)
        return summarise(state)
