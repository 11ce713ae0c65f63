"""MESB: one search per experiment and archetype, then the paper's analyses."""

from pathlib import Path

from flows.questions.mesb import Mesb
from flows.runs import make_runs
from models.problems.study import PlannedRun
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.steps import flow
from tasks.studies.mesb.duels import play_mesb_duels
from tasks.studies.mesb.finished_runs import read_mesb
from tasks.studies.mesb.report import REPORT
from tasks.studies.run_folder import is_finished


@flow("mesb", validate_parameters=False)
def mesb(
    wanted: Mesb, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> tuple[Path | None, dict[str, str]]:
    """Searches archetypes' decks by mana curve, experiment after experiment.

    Every run is a MAP-Elites search with sliding boundaries (`flows.search`): random decks first,
    then mutations of uniform random elites. At the end the best decks of all runs play each other.

    Returns:
        The report, None if no run has finished; and the failed runs with their errors.

    Source:
        Fontaine et al. 2019, arXiv 1904.10656.
    """
    runs: list[PlannedRun] = []
    with watched_runs(out, "mesb", wanted.facts) as whole:
        for experiment in wanted.experiments:
            opponents = wanted.opponents_of(experiment, out)
            runs += (planned := wanted.runs(experiment, opponents))
            whole.failed |= make_runs(planned, out, threads, resume_anyway)
        if not any(is_finished(out, run.name) for run in runs):
            return None, whole.failed
        play_mesb_duels(out, read_mesb(out), wanted.duels, wanted.seed, threads)
        return REPORT.publish(out, whole), whole.failed
