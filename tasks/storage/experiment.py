"""The configuration of a run directory."""

from typing import Any, TypeVar

from pydantic import ValidationError

from models.problems.experiment import Experiment
from models.problems.players import PlayerTraining
from models.settings.config import Config
from tasks.storage.files import StoreError
from tasks.storage.run import Run

Settings = TypeVar("Settings", bound=Config)


def is_training(run: Run) -> bool:
    """Whether a run is the training of a player."""
    return "evolution" in run.experiment


def experiment_of(run: Run) -> Experiment:
    """The configuration in the manifest of a search.

    Raises:
        StoreError: It is not a search, or this code does not know one of its settings or values.
    """
    if is_training(run):
        raise StoreError(
            f"{run.path}: the training of a player, not a search for decks; query it with "
            "`python -m flows sql`, or write its report with `python -m flows report`"
        )
    return _settings_of(run, Experiment)


def training_of(run: Run) -> PlayerTraining:
    """The configuration in the manifest of a training.

    Raises:
        StoreError: It is not a training, or this code does not know one of its settings or values.
    """
    return _settings_of(run, PlayerTraining)


def _settings_of(run: Run, kind: type[Settings]) -> Settings:
    wrote = f"read it with the code that wrote it (its manifest has the digest {run.code_digest})"
    return validated(kind, run.experiment, f"{run.path}: a run", wrote)


def validated(kind: type[Settings], facts: Any, what: str, fix: str) -> Settings:
    """Settings from a file, perhaps of another version of the code.

    Raises:
        StoreError: This code does not know a setting or value; the message has `what` and `fix`.
    """
    try:
        return kind.model_validate(facts)
    except ValidationError as error:
        first = error.errors()[0]
        setting = ".".join(str(level) for level in first["loc"])
        message = f"{what} of another version: {setting}: {first['msg']}; {fix}"
        raise StoreError(message) from None
