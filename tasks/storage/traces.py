"""What a killed command can leave besides results: locks and temporary files."""

from pathlib import Path

from models.files.atomic_file import remove
from tasks.storage.files import PROBE
from tasks.storage.locks import LOCK


def foreign_names(folder: Path) -> list[str]:
    """Names in a folder that are no traces of a command killed before its first file, sorted.

    Traces are locks, temporary files, and folders that have only these, at any depth. A missing
    folder has no names.
    """
    there = folder.iterdir() if folder.is_dir() else ()
    return sorted(path.name for path in there if not _is_trace(path))


def remove_temporary(folder: Path) -> None:
    """Removes the temporary files of a killed command, at any depth; the folder must be locked."""
    for file in folder.rglob(".*.tmp"):
        remove(file)


def _is_trace(path: Path) -> bool:
    name = path.name
    if name in (LOCK, PROBE) or (name.startswith(".") and name.endswith(".tmp")):
        return True
    try:
        return path.is_dir() and not path.is_symlink() and all(map(_is_trace, path.iterdir()))
    except OSError:  # a folder that cannot be read may have anything
        return False
