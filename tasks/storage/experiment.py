"""The configuration that a run directory was made with."""

from pydantic import ValidationError

from models.experiment import Experiment
from tasks.storage.files import StoreError
from tasks.storage.store import Run


def experiment_of(run: Run) -> Experiment:
    """The configuration in a run's manifest.

    Raises:
        StoreError: It is no search, or this code does not know one of its settings or values.
    """
    if "evolution" in run.experiment:
        raise StoreError(
            f"{run.path}: the training of a player, not a search of decks; ask it with "
            "`python -m flows sql`, or write its report with `python -m flows report`"
        )
    try:
        return Experiment.model_validate(run.experiment)
    except ValidationError as error:
        first = error.errors()[0]
        setting = ".".join(str(level) for level in first["loc"])
        raise StoreError(
            f"{run.path}: a run of another version: {setting}: {first['msg']}; read it with the "
            f"code that wrote it (its manifest has the digest {run.code_digest})"
        ) from None
