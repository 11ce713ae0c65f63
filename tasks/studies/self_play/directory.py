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
from tasks.storage.experiment import validated
from tasks.storage.files import StoreError, check_writable, read_json, write_json
from tasks.storage.locks import lock, unlock
from tasks.storage.manifest import check_digests, code_digest, differences
from tasks.studies.self_play.players import SETTINGS

STATE, TIMING = "state.npz", "timing.json"
FORMAT, FORMAT_VERSION = "hearthlight-self-play", 1


def check_training(path: Path, training: Training, resume_anyway: bool = False) -> None:
    """Checks, without writing, that a directory can have this training.

    Args:
        path: The directory; missing, empty, or with the same training.
        training: The settings.
        resume_anyway: Continue even if the code has changed.

    Raises:
        StoreError: The directory has other content, or a training with other settings or code.
    """
    if path.exists() and not path.is_dir():
        raise StoreError(f"{path}: is a file; --out must be a directory")
    if not (path / SETTINGS).is_file():
        others = sorted(file.name for file in path.iterdir()) if path.is_dir() else []
        # A lock, or the note of an MLflow run, is left where a training was stopped as it began.
        if foreign := [name for name in others if name not in ("lock", "mlflow.json")]:
            raise StoreError(
                f"{path}: not empty and no training by self-play ({SETTINGS} is missing, "
                f"{foreign[0]} is there); use another --out"
            )
        return
    there, digest = load_training(path)
    old, new = (_comparable(each) for each in (there, training))
    if changed := differences(old, new, "training"):
        raise StoreError(
            f"{path} has a training with other settings:\n  " + "\n  ".join(changed) + "\nuse "
            "another --out, or the old settings to continue that training"
        )
    if training.settings.samples < there.settings.samples:
        raise StoreError(
            f"{path}: --samples {training.settings.samples} is less than the "
            f"{there.settings.samples} of the training there; use that number or more"
        )
    check_digests(path, "training", {"code": digest}, {"code": code_digest()}, resume_anyway)


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
    path = path.expanduser().absolute()
    check_training(path, training, resume_anyway)
    check_writable(path)
    held = lock(path)
    try:
        check_training(path, training, resume_anyway)
        there = path / SETTINGS
        began = read_json(there)["code"] if there.is_file() else code_digest()
        header = {"format": FORMAT, "format_version": FORMAT_VERSION, "code": began}
        write_json(there, header | training.model_dump(mode="json"))
        yield path
    finally:
        unlock(held)


def load_training(path: Path) -> tuple[Training, str]:
    """Reads the settings of a directory, and the digest of the code that began it.

    Raises:
        StoreError: It is no training by self-play, or has another version.
    """
    if not (path / SETTINGS).is_file():
        raise StoreError(f"{path}: no training by self-play here ({SETTINGS} is missing)")
    facts: Any = read_json(path / SETTINGS)
    if not isinstance(facts, dict) or facts.pop("format", None) != FORMAT:
        raise StoreError(
            f"{path / SETTINGS}: not of a training by self-play; use another directory"
        )
    if (version := facts.pop("format_version", None)) != FORMAT_VERSION:
        raise StoreError(
            f"{path}: this training has format version {version}, this code reads version "
            f"{FORMAT_VERSION}; use the code that wrote it"
        )
    digest = str(facts.pop("code", ""))
    what = f"{path / SETTINGS}: a training"
    return validated(Training, facts, what, "use the code that wrote it"), digest
