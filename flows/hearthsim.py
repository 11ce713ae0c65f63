"""HearthSim's experiments: every experiment in every mode, then the report."""

from pathlib import Path

from flows.questions.hearthsim import Hearthsim
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.flow_page import show_runs
from tasks.orchestration.progress import Progress
from tasks.orchestration.steps import flow
from tasks.studies.hearthsim.report import REPORT
from tasks.studies.hearthsim.runs import play_experiment


@flow("hearthsim", validate_parameters=False)
def hearthsim(
    wanted: Hearthsim, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> Path:
    """Plays HearthSim's experiments; returns the report.

    In each experiment HearthSim's player plays decks against itself, in clean mode and with the
    habits of the program of 2014.

    Source:
        Oyaizu 2014, blog of HearthSim.
    """
    progress, planned = Progress(), wanted.planned
    progress.expect(all_games := sum(each.games for each in planned), "hearthsim")
    names = [each.name for each in planned]
    with watched_runs(out, "hearthsim", wanted.facts) as whole:
        for each in planned:
            show_runs(out, names, progress.games / all_games)
            play_experiment(each, out, progress, threads, resume_anyway)
        show_runs(out, names, 1.0)
        return REPORT.publish(out, whole)
