"""The directory of a training by self-play.

::

    DIR/self-play.json               the settings, and the digest of the code
    DIR/tables/TABLE/00001.parquet   what a learning period reports, by its number
    DIR/state.npz                    the training after its last period: it continues from here
    DIR/players/00001.npz            the player after a period; 00001-mage.npz where heroes differ
    DIR/timing.json                  seconds and CPU-seconds of each period
    DIR/report/                      the report; can be written again
"""

from pathlib import Path
from typing import Any

from models.self_play.ladder import Training
from tasks.storage.files import StoreError
from tasks.storage.settings import SettingsFile
from tasks.studies.self_play.players import SETTINGS

STATE, TIMING = "state.npz", "timing.json"
#: Of a period in `TIMING`: seconds and CPU-seconds.
SECONDS = tuple[float, float]


def _fixed(training: Training, _: Training) -> dict[str, Any]:
    """All settings that may not change: a training may become longer."""
    settings = training.model_dump(mode="json")
    settings["settings"].pop("samples")
    return settings


def _longer(path: Path, there: Training, wanted: Training) -> Training:
    """The wanted training, which may not be shorter than the one in the directory."""
    if wanted.settings.samples < there.settings.samples:
        raise StoreError(
            f"{path}: --samples {wanted.settings.samples} is less than the "
            f"{there.settings.samples} of the training there; use that number or more"
        )
    return wanted


TRAINING_FILE = SettingsFile(
    SETTINGS, "training by self-play", "hearthlight-self-play", Training, "training", _fixed,
    _longer,
)  # fmt: skip
