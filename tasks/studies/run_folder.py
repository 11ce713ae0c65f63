"""A study's folder of runs: one run directory per name."""

from pathlib import Path

from models.experiment import Experiment
from tasks.storage.files import MANIFEST
from tasks.storage.store import load_run

#: The approximate number of elites in a surrogate's archive, which the test of a surrogate plays.
N_TESTED = 500


def is_finished(folder: Path, name: str) -> bool:
    """Whether the run of that name is finished."""
    path = folder / name
    return (path / MANIFEST).is_file() and load_run(path).is_finished


def n_games_of(experiment: Experiment) -> int:
    """The approximate number of games of a search, without the elites' new games."""
    search = experiment.search
    return max(search.evaluations, N_TESTED if experiment.uses_surrogate else 0) * search.n_games
