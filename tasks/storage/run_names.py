"""Where runs are below a folder."""

import os
from collections.abc import Iterator
from pathlib import Path

from tasks.storage.files import MANIFEST

#: Levels below the folder in which runs are found.
MAX_DEPTH = 4


def run_names(folder: Path, *marks: str) -> list[str]:
    """The names of the runs below a folder, in order.

    Links and hidden folders are not followed, nor are the folders of a run.

    Args:
        folder: The folder; it may not exist.
        marks: Names of files, each of which makes a directory a run; default: a manifest.
    """
    return sorted(_names(folder, "", MAX_DEPTH, marks or (MANIFEST,)))


def _names(folder: Path, prefix: str, depth: int, marks: tuple[str, ...]) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return  # removed meanwhile, or not readable
    for entry in entries:
        if entry.name.startswith(".") or not entry.is_dir(follow_symlinks=False):
            continue
        if any(os.path.isfile(os.path.join(entry.path, mark)) for mark in marks):
            yield prefix + entry.name
        if depth > 1 and not os.path.isfile(os.path.join(entry.path, MANIFEST)):
            yield from _names(Path(entry.path), f"{prefix}{entry.name}/", depth - 1, marks)
