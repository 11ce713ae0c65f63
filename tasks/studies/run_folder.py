"""A folder of runs, as studies make them: one run directory per name."""

from pathlib import Path

from models.experiment import Experiment
from tasks.storage.files import MANIFEST
from tasks.storage.store import load_run

#: About as many elites as a surrogate's archive has: what the test of a surrogate plays.
N_TESTED = 500


def is_finished(folder: Path, name: str) -> bool:
    """Whether the run of that name is there and has ended well."""
    path = folder / name
    return (path / MANIFEST).is_file() and load_run(path).is_finished


def n_games_of(experiment: Experiment) -> int:
    """About how many games a search takes, without the elites' new games."""
    search = experiment.search
    return max(search.evaluations, N_TESTED if experiment.uses_surrogate else 0) * search.n_games
