"""Runs by name below one folder. Names come from addresses: nothing outside can be reached."""

import os
from collections import OrderedDict
from collections.abc import Collection, Hashable
from pathlib import Path
from threading import Lock

from models.players.own import OwnSetting
from tasks.reports.results import DeckResults, Results, read_any_results
from tasks.reports.run_list import REPORT, Listed, listed, listed_runs
from tasks.storage.files import MANIFEST, StoreError
from tasks.storage.locks import is_locked
from tasks.storage.run_names import MAX_DEPTH

#: Runs whose results are kept in memory.
N_KEPT = 4


class NoSuchRunError(StoreError):
    """There is no run of this name."""


#: Bytes of the longest name that common file systems have.
MAX_NAME = 255


class RunFolder:
    """The runs below a folder.

    Args:
        path: The folder; it may not exist yet.
        own: Players of one's own that can be opponents; an attribute, by name.
    """

    def __init__(self, path: Path, own: Collection[OwnSetting] = ()) -> None:
        self.own = {each.path: each for each in own}
        self.path = path.expanduser().absolute()
        self._kept: OrderedDict[Hashable, Results] = OrderedDict()
        self._listed: dict[Path, tuple[Hashable, Listed | None]] = {}
        self._lock = Lock()

    def runs(self) -> list[Listed]:
        """All runs, the newest first."""
        return listed_runs(self.path, self._look)

    def path_of(self, name: str) -> Path:
        """The directory of a run.

        Raises:
            NoSuchRunError: There is none of this name below the folder, links not followed.
        """
        path = self._place_of(name)
        if not (path / MANIFEST).is_file():
            raise self._missing(name)
        return path

    def _place_of(self, name: str) -> Path:
        parts = name.split("/")
        is_plain = len(parts) <= MAX_DEPTH and all(map(_is_plain, parts))
        path = self.path.joinpath(*parts) if is_plain else self.path
        # Resolved: a link could lead out of the folder.
        if not is_plain or path.resolve() != self.path.resolve().joinpath(*parts):
            raise self._missing(name)
        return path

    def _missing(self, name: str) -> NoSuchRunError:
        return NoSuchRunError(
            f"no run {name[:60]!r} in {self.path}; it may have been removed or renamed: "
            "choose one from the list of runs"
        )

    def listed(self, name: str) -> Listed:
        """A run of the list.

        Raises:
            NoSuchRunError: There is none of this name.
        """
        found = self._look(self.path_of(name), name)
        if found is None or (not found.what and found.status != "unreadable"):
            raise NoSuchRunError(
                f"{name[:60]!r} is the directory of another command; choose a search from the list"
            )
        return found

    def results(self, name: str) -> Results:
        """The results of a run so far; those of the last runs are kept until their files change.

        Raises:
            NoSuchRunError: There is none of this name.
            StoreError: It has evaluated nothing yet, or a file is damaged.
        """
        path = self.path_of(name)
        key = (path, *(_changed(path / part) for part in (MANIFEST, "evaluations", "archive")))
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        results = read_any_results(path)
        with self._lock:
            self._kept[key] = results
            while len(self._kept) > N_KEPT:
                self._kept.popitem(last=False)
        return results

    def _look(self, path: Path, name: str) -> Listed | None:
        """As `listed`; reads the files of a run only if they have changed since the last time."""
        with self._lock:  # of several pages that ask at once, one reads
            state, known = _state(path), self._listed.get(path)
            if known is None or state is None or known[0] != state:
                known = self._listed[path] = state, listed(path, name)
            return known[1]

    def report_file(self, name: str, file: str) -> Path:
        """A file of the report of a run or of other work.

        Raises:
            NoSuchRunError: There is none of this name.
        """
        path = (self._place_of(name) / REPORT).with_name(file or "index.html")
        if not _is_plain(path.name) or not path.is_file():
            raise NoSuchRunError(f"{name[:60]!r} has no report with the file {file[:60]!r}")
        return path

    def decks(self, name: str) -> DeckResults:
        """The results of a search for decks; raises the errors of `results`.

        Raises:
            StoreError: It is the training of a player.
        """
        results = self.results(name)
        if not isinstance(results, DeckResults):
            raise StoreError(
                f"{name}: the training of a player, whose archive holds networks, not decks; "
                f"read its report: `python -m flows report {results.run.path}`"
            )
        return results


def _is_plain(part: str) -> bool:
    """Whether a part of a name is the plain name of a folder."""
    is_possible = 0 < len(part.encode(errors="replace")) <= MAX_NAME
    return is_possible and not part.startswith(".") and not {"\\", "\0"} & set(part)


def _state(path: Path) -> Hashable:
    """Changes whenever a file of a run, or of a folder in it, does; None if that is not known.

    Files are only replaced as a whole, which changes their folder. A kill changes only the lock.
    """
    try:
        with os.scandir(path) as entries:
            files = [(each.name, each.stat()) for each in entries if each.name[0] != "."]
    except OSError:
        return None
    facts = ((name, at.st_mtime_ns, at.st_ino, at.st_size) for name, at in files)
    return *facts, is_locked(path)


def _changed(path: Path) -> int:
    """When a file or folder changed last, in nanoseconds; 0 if it is not there."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
