"""The inventory of a finished run: its files and their digests, in `files.json`.

Without it, nobody would notice that a file was deleted later, or replaced by a file of another run
with the same layout.
"""

from pathlib import Path

from tasks.storage.files import StoreError, file_digest, read_json, write_json

INVENTORY = "files.json"
# Files with seconds differ between equal runs: they are listed without a digest.
_WITH_SECONDS = ("metrics.parquet", "timing.parquet")
_ERRORS = "surrogate_metrics.parquet"


def write_inventory(folder: Path) -> None:
    """Lists the files of results in a run's directory; the report is not part of them."""
    files = (file for kind in ("*.parquet", "*.npz") for file in folder.rglob(kind))
    names = sorted(file.relative_to(folder).as_posix() for file in files)
    digests = {
        name: None if name in _WITH_SECONDS else file_digest(folder / name)
        for name in names
        if not name.startswith("report/")
    }
    write_json(folder / INVENTORY, digests)


def missing_files(folder: Path) -> list[Path]:
    """Files of the inventory that are not in the directory; none without an inventory."""
    return [folder / name for name in _inventory(folder) if not (folder / name).is_file()]


def check_complete(folder: Path) -> None:
    """Checks that a directory has all files of its inventory, unchanged.

    Raises:
        StoreError: A file is missing, or `check_unchanged` fails.
    """
    for file in missing_files(folder):
        also = "delete the folder surrogate, then " if file.name == _ERRORS else ""
        raise StoreError(
            f"{file}: this file of the finished run is missing; {also}run the same command again "
            "to write it again"
        )
    check_unchanged(folder)


def check_unchanged(folder: Path) -> None:
    """Checks that the files of the inventory which are there are those that the run wrote.

    Raises:
        StoreError: A file is another one; the message names it and the fix.
    """
    for name, digest in _inventory(folder).items():
        file = folder / name
        if digest is not None and file.is_file() and file_digest(file) != digest:
            raise StoreError(
                f"{file}: not the file that this run wrote; it is damaged, or another run's: "
                "delete it and run the same command again"
            )


def _inventory(folder: Path) -> dict[str, str | None]:
    """Digests by name; empty for unfinished runs, and for those of older versions."""
    path = folder / INVENTORY
    return read_json(path) if path.exists() else {}
