"""Kills of work in this process, before one of the files that it writes."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Killed(BaseException):
    """What ends a process without a word."""


@contextmanager
def dying_after(n_files: float = float("inf")) -> Iterator[list[Path]]:
    """Raises `Killed` before each file after the first `n_files`; yields the files so far.

    It raises again for whatever the dying process still tries to write.
    """
    written: list[Path] = []
    replace = os.replace

    def counted(source: Path, target: Path) -> None:
        if len(written) >= n_files:
            raise Killed
        written.append(target)
        replace(source, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", counted)
        yield written


def left_by_kills(
    folder: Path,
    work: Callable[[], object],
    copies: Path,
    note: Callable[[Path], object] = lambda copy: None,
) -> list[Path]:
    """Copies of a folder from before each file that work writes: what a kill leaves at that moment.

    Args:
        folder: Where the work writes.
        work: Is done once, to its end.
        copies: A folder for the copies, which have the folder's name.
        note: Called with each copy when it is made.
    """
    found: list[Path] = []
    replace = os.replace

    def copied(source: Path, target: Path) -> None:
        found.append(shutil.copytree(folder, copies / f"{len(found)}" / folder.name))
        note(found[-1])
        replace(source, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", copied)
        work()
    return found
