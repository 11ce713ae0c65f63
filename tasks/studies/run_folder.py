"""A study's folder of runs: one run directory per name."""

from pathlib import Path

from models.problems.experiment import Experiment
from tasks.storage.files import MANIFEST
from tasks.storage.run import missing_files
from tasks.storage.store import load_run

#: The approximate number of elites in a surrogate's archive, which the test of a surrogate plays.
N_TESTED = 500


def is_finished(folder: Path, name: str) -> bool:
    """Whether the run of that name is finished and has all its files."""
    path = folder / name
    if not (path / MANIFEST).is_file():
        return False
    return load_run(path, look_only=True).is_finished and not missing_files(path)


def n_games_of(experiment: Experiment) -> int:
    """The approximate number of games of a search, without the elites' new games."""
    n_decks = max(experiment.n_decks, N_TESTED if experiment.uses_surrogate else 0)
    return experiment.spending.of_decks(n_decks)
