"""The directory of a study of TradingStone.

::

    DIR/tradingstone.json            the settings, and the digest of the code
    DIR/games/CONTEST.parquet        the games of a contest, such as literal-open-mcts
    DIR/losses/GAME-PLAYER.parquet   losses of a player against perfect play
    DIR/timing.json                  CPU-seconds of each
    DIR/report/                      the report; can be written again
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from models.tradingstone.study import TradingStudy
from tasks.storage.experiment import validated
from tasks.storage.files import StoreError, check_writable, read_json, write_json
from tasks.storage.locks import lock, unlock
from tasks.storage.manifest import check_digests, code_digest, differences

STUDY = "tradingstone.json"
FORMAT, FORMAT_VERSION = "hearthlight-tradingstone", 1


def check_study(path: Path, study: TradingStudy, resume_anyway: bool = False) -> None:
    """Checks, without writing, that a directory can have this study.

    Args:
        path: The directory; missing, empty, or with the same study.
        study: The settings.
        resume_anyway: Continue even if the code has changed.

    Raises:
        StoreError: The directory has other content, or a study with other settings or code.
    """
    if path.exists() and not path.is_dir():
        raise StoreError(f"{path}: is a file; --out must be a directory")
    if not (path / STUDY).is_file():
        others = sorted(file.name for file in path.iterdir()) if path.is_dir() else []
        # A lock, or the note of an MLflow run, is left where a study was stopped as it began.
        if foreign := [name for name in others if name not in ("lock", "mlflow.json")]:
            raise StoreError(
                f"{path}: not empty and no study of TradingStone ({STUDY} is missing, "
                f"{foreign[0]} is there); use another --out"
            )
        return
    there, digest = load_study(path)
    old, new = (each.model_dump(mode="json") for each in (there, study))
    if changed := differences(old, new, "study"):
        raise StoreError(
            f"{path} has a study with other settings:\n  " + "\n  ".join(changed) + "\nuse "
            "another --out, or the old settings to continue that study"
        )
    check_digests(path, "study", {"code": digest}, {"code": code_digest()}, resume_anyway)


@contextmanager
def opened_study(path: Path, study: TradingStudy, resume_anyway: bool = False) -> Iterator[Path]:
    """Starts or continues a study in a directory, which is locked in this context.

    Args and errors are those of `check_study`. Yields the absolute directory.
    """
    path = path.expanduser().absolute()
    check_study(path, study, resume_anyway)
    check_writable(path)
    held = lock(path)
    try:
        check_study(path, study, resume_anyway)
        if not (path / STUDY).is_file():
            header = {"format": FORMAT, "format_version": FORMAT_VERSION, "code": code_digest()}
            write_json(path / STUDY, header | study.model_dump(mode="json"))
        yield path
    finally:
        unlock(held)


def load_study(path: Path) -> tuple[TradingStudy, str]:
    """Reads the settings of a directory, and the digest of the code that began it.

    Raises:
        StoreError: It is no study of TradingStone, or has another version.
    """
    if not (path / STUDY).is_file():
        raise StoreError(f"{path}: no study of TradingStone here ({STUDY} is missing)")
    facts: Any = read_json(path / STUDY)
    if not isinstance(facts, dict) or facts.pop("format", None) != FORMAT:
        raise StoreError(f"{path / STUDY}: not of a study of TradingStone; use another directory")
    if (version := facts.pop("format_version", None)) != FORMAT_VERSION:
        raise StoreError(
            f"{path}: this study has format version {version}, this code reads version "
            f"{FORMAT_VERSION}; use the code that wrote it"
        )
    digest = str(facts.pop("code", ""))
    what = f"{path / STUDY}: a study"
    return validated(TradingStudy, facts, what, "use the code that wrote it"), digest
