"""The directory of a training by self-play.

::

    DIR/self-play.json               the settings, and the digest of the code
    DIR/tables/TABLE/00001.parquet   what a learning period reports, by its number
    DIR/state.npz                    the training after its last period: it continues from here
    DIR/players/00001.npz            the player after a period; 00001-mage.npz where heroes differ
    DIR/timing.json                  seconds and CPU-seconds of each period
    DIR/report/                      the report; can be written again
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from models.self_play.ladder import Training
from tasks.storage.files import StoreError
from tasks.storage.manifest import check_digests, code_digest
from tasks.storage.settings_file import SettingsFile
from tasks.studies.self_play.players import SETTINGS

STATE, TIMING = "state.npz", "timing.json"
#: Of a period in `TIMING`: seconds and CPU-seconds.
SECONDS = tuple[float, float]
TRAINING_FILE = SettingsFile(SETTINGS, "training by self-play", "hearthlight-self-play", Training)


def check_training(path: Path, training: Training, resume_anyway: bool = False) -> Training:
    """Checks, without writing, that a directory can have this training; returns it.

    Args:
        path: The directory; missing, empty, or with the same training.
        training: The settings.
        resume_anyway: Continue even if the code has changed.

    Raises:
        StoreError: The directory has other content, or a training with other settings or code.
    """
    if not TRAINING_FILE.is_in(path):
        return training
    there, digests = TRAINING_FILE.load(path)
    TRAINING_FILE.check_same(path, _comparable(there), _comparable(training), "training")
    if training.settings.samples < there.settings.samples:
        raise StoreError(
            f"{path}: --samples {training.settings.samples} is less than the "
            f"{there.settings.samples} of the training there; use that number or more"
        )
    check_digests(path, "training", digests, {"code": code_digest()}, resume_anyway)
    return training


def _comparable(training: Training) -> dict[str, Any]:
    """All settings that may not change: a training may become longer."""
    settings = training.model_dump(mode="json")
    settings["settings"].pop("samples")
    return settings


@contextmanager
def opened_training(path: Path, training: Training, resume_anyway: bool = False) -> Iterator[Path]:
    """Starts or continues a training in a directory, which is locked in this context.

    Args and errors are those of `check_training`. Yields the absolute directory.
    """

    def check(path: Path) -> Training:
        return check_training(path, training, resume_anyway)

    with TRAINING_FILE.opened(path, check, lambda _: {"code": code_digest()}) as (there, _):
        yield there
