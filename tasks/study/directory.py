"""A study's directory: which trials it has, and what may be added to it.

::

    DIR/study.json            what is compared; algorithms and trials may be added later
    DIR/dsa-me-1/             a run directory per trial (tasks/storage/store.py)
    DIR/report/               the analysis (tasks/study/report.py); can be made again
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from models.algorithms import ALGORITHMS
from models.experiment import Experiment
from models.problems.decks import DeckSearch
from models.study import Study, Trial
from tasks.storage.files import StoreError, check_writable, read_json, write_json
from tasks.storage.store import MANIFEST, check_run, differences, load_run, look_at_run

STUDY = "study.json"
FORMAT, FORMAT_VERSION = "hearthlight-study", 1
#: About as many elites as a surrogate's archive has, which are what the test of a surrogate plays.
N_TESTED = 500


def open_study(path: Path, study: Study, resume_anyway: bool = False) -> list[Trial]:
    """Starts a study in a directory, or adds to the one it holds, before any work.

    Args:
        path: The directory; missing, empty, or a study of the same experiment and seed.
        study: What is wanted now.
        resume_anyway: Continue although the code has changed since trials began.

    Returns:
        The trials that are wanted, in the order in which they can be made.

    Raises:
        ConfigError: An algorithm learns from one that is neither wanted nor there.
        DeckError: There is no such card pool or suite of opponents.
        StoreError: The directory is something else, or a study or trial of another configuration,
            code or card table.
    """
    path = path.expanduser().absolute()
    joined, trials = _checked(path, study)
    _check_trials(check_run, path, study, trials, resume_anyway)
    check_writable(path)
    facts = {"format": FORMAT, "format_version": FORMAT_VERSION}
    write_json(path / STUDY, facts | joined.model_dump(mode="json"))
    return trials


def plan_study(path: Path, study: Study, resume_anyway: bool = False) -> list[Trial]:
    """What `open_study` would return, or raise of the settings, without writing or locking."""
    path = path.expanduser().absolute()
    _, trials = _checked(path, study)
    _check_trials(look_at_run, path, study, trials, resume_anyway)
    return trials


def _checked(path: Path, study: Study) -> tuple[Study, list[Trial]]:
    """The study that is there, if one is, with what is wanted; and the trials that are wanted."""
    if path.exists() and not path.is_dir():
        raise StoreError(f"{path}: --out must be a directory, this is a file; use another --out")
    joined = study
    if (path / STUDY).is_file():
        joined = _joined(path, load_study(path), study)
    elif path.is_dir() and (foreign := sorted(file.name for file in path.iterdir())):
        raise StoreError(
            f"{path}: not empty and not a study ({STUDY} is missing, {foreign[0]} is there); use "
            "another --out"
        )
    DeckSearch(study.base).check()
    return joined, study.plan(joined.algorithms)


def _check_trials(
    check: Callable[..., bool], path: Path, study: Study, trials: Sequence[Trial], anyway: bool
) -> None:
    """Refuses trials that have begun with another configuration, code or card table."""
    for trial in trials:
        if (path / trial.name / MANIFEST).is_file():
            experiment = study.experiment(trial)
            facts, digest = experiment.model_dump(mode="json"), DeckSearch(experiment).card_digest
            check(path / trial.name, facts, trial.seed, digest, resume_anyway=anyway)


def load_study(path: Path) -> Study:
    """Reads what a directory compares.

    Raises:
        StoreError: It is no study, or one of another version.
    """
    path = Path(path).expanduser().absolute()
    if not (path / STUDY).is_file():
        raise StoreError(f"{path}: no study here ({STUDY} is missing); give a study's directory")
    facts: Any = read_json(path / STUDY)
    if not isinstance(facts, dict) or facts.pop("format", None) != FORMAT:
        raise StoreError(f"{path / STUDY}: not a Hearthlight study; use another directory")
    if (version := facts.pop("format_version", None)) != FORMAT_VERSION:
        raise StoreError(
            f"{path}: this study has format version {version}, this code reads version "
            f"{FORMAT_VERSION}; use the code that wrote it"
        )
    try:
        return Study.model_validate(facts)
    except ValidationError as error:
        first = error.errors()[0]
        setting = ".".join(str(level) for level in first["loc"])
        raise StoreError(
            f"{path / STUDY}: a study of another version: {setting}: {first['msg']}; use the code "
            "that wrote it"
        ) from None


def is_finished(path: Path, name: str) -> bool:
    """Whether the run of that name, in a folder of runs, has ended well."""
    folder = path / name
    return (folder / MANIFEST).is_file() and load_run(folder).is_finished


def n_games_of(experiment: Experiment) -> int:
    """About how many games a search takes; elites' new games come on top."""
    search = experiment.search
    return max(search.evaluations, N_TESTED if experiment.uses_surrogate else 0) * search.n_games


def _joined(path: Path, there: Study, wanted: Study) -> Study:
    """Both studies together; only algorithms and trials may differ."""
    facts = [
        each.model_dump(mode="json", exclude={"algorithms", "trials"}) for each in (there, wanted)
    ]
    if different := differences(facts[0]["base"], facts[1]["base"], "base"):
        raise StoreError(
            f"{path} holds a study of another configuration:\n  "
            + "\n  ".join(different)
            + "\nuse another --out, or the old settings to add to that study"
        )
    if there.seed != wanted.seed:
        raise StoreError(
            f"{path} holds a study with seed {there.seed}, not {wanted.seed}; use that seed, or "
            "another --out"
        )
    either = {*there.algorithms, *wanted.algorithms}
    names = tuple(name for name in ALGORITHMS if name in either)
    return there.but(algorithms=names, trials=max(there.trials, wanted.trials))
