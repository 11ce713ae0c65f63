"""A study's directory: its trials, and the checks before adding more.

::

    DIR/study.json            the configuration; algorithms and trials may be added later
    DIR/dsa-me-1/             a run directory per trial (tasks/storage/store.py)
    DIR/report/               the report (tasks/studies/dsame/report.py); can be written again
"""

from pathlib import Path
from typing import Any

from models.algorithms import ALGORITHMS
from models.problems.decks import DeckSearch
from models.study import Study, Trial
from tasks.storage.experiment import validated
from tasks.storage.files import MANIFEST, StoreError, check_writable, read_json, write_json
from tasks.storage.manifest import differences
from tasks.storage.store import check_run

STUDY = "study.json"
FORMAT, FORMAT_VERSION = "hearthlight-study", 1


def open_study(path: Path, study: Study, resume_anyway: bool = False) -> list[Trial]:
    """Starts a study in a directory, or extends its study, before any work.

    Args:
        path: The directory; missing, empty, or a study of the same experiment and seed.
        study: The requested study.
        resume_anyway: Continue even if the code has changed since trials began.

    Returns:
        The requested trials, in an order in which they can run.

    Raises:
        ConfigError: An algorithm learns from one that is not part of the study.
        DeckError: The card pool or the suite of opponents does not exist.
        StoreError: The directory has other content, or a study or trial of another configuration,
            code or card table.
    """
    path = path.expanduser().absolute()
    joined, trials = _checked(path, study, resume_anyway)
    check_writable(path)
    header = {"format": FORMAT, "format_version": FORMAT_VERSION}
    write_json(path / STUDY, header | joined.model_dump(mode="json"))
    return trials


def plan_study(path: Path, study: Study, resume_anyway: bool = False) -> list[Trial]:
    """Returns or raises what `open_study` would, without writing or locking."""
    return _checked(path.expanduser().absolute(), study, resume_anyway, look_only=True)[1]


def _checked(
    path: Path, study: Study, anyway: bool, look_only: bool = False
) -> tuple[Study, list[Trial]]:
    """The directory's study merged with the requested one, and the requested trials.

    Raises an error if the directory has other content, or a trial of another configuration, code or
    card table.
    """
    if path.exists() and not path.is_dir():
        raise StoreError(f"{path}: is a file; --out must be a directory")
    joined = study
    if (path / STUDY).is_file():
        joined = _joined(path, load_study(path), study)
    elif path.is_dir() and (foreign := sorted(file.name for file in path.iterdir())):
        raise StoreError(
            f"{path}: not empty and not a study ({STUDY} is missing, {foreign[0]} is there); use "
            "another --out"
        )
    DeckSearch(study.base).check()
    trials = study.plan(joined.algorithms)
    for trial in trials:
        DeckSearch(study.experiment(trial)).check()
        if (path / trial.name / MANIFEST).is_file():
            experiment = study.experiment(trial)
            settings, cards = experiment.model_dump(mode="json"), DeckSearch(experiment).card_digest
            place = path / trial.name, settings, trial.seed, cards
            check_run(*place, resume_anyway=anyway, look_only=look_only)
    return joined, trials


def load_study(path: Path) -> Study:
    """Reads the study of a directory.

    Raises:
        StoreError: It is not a study, or has another version.
    """
    path = Path(path).expanduser().absolute()
    if not (path / STUDY).is_file():
        raise StoreError(f"{path}: no study here ({STUDY} is missing); give a study's directory")
    settings: Any = read_json(path / STUDY)
    if not isinstance(settings, dict) or settings.pop("format", None) != FORMAT:
        raise StoreError(f"{path / STUDY}: not a Hearthlight study; use another directory")
    if (version := settings.pop("format_version", None)) != FORMAT_VERSION:
        raise StoreError(
            f"{path}: this study has format version {version}, this code reads version "
            f"{FORMAT_VERSION}; use the code that wrote it"
        )
    return validated(Study, settings, f"{path / STUDY}: a study", "use the code that wrote it")


def _joined(path: Path, there: Study, wanted: Study) -> Study:
    """Both studies together; only algorithms and trials may differ."""
    old, new = (each.base.model_dump(mode="json") for each in (there, wanted))
    if different := differences(old, new, "base"):
        raise StoreError(
            f"{path} has a study with another configuration:\n  "
            + "\n  ".join(different)
            + "\nuse another --out, or the old settings to add to that study"
        )
    if there.seed != wanted.seed:
        raise StoreError(
            f"{path} has a study with seed {there.seed}, not {wanted.seed}; use that seed, or "
            "another --out"
        )
    either = {*there.algorithms, *wanted.algorithms}
    names = tuple(name for name in ALGORITHMS if name in either)
    return there.but(algorithms=names, trials=max(there.trials, wanted.trials))
