"""A copy of a run's directory elsewhere, by URL: a shared folder, or an object store.

While a command runs, every new file of its directory is copied, oldest first, so that a copy never
has a step without the earlier ones. If the directory is missing, the copy is fetched first, so that
another machine can continue the run. Files are written atomically (`tasks.storage.files`), so an
interrupted copy is like a killed run.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any

from models.settings.config import ConfigError
from tasks.storage.files import MANIFEST, REMEMBERED, StoreError, read_json, reason, write_bytes
from tasks.storage.locks import LOCK, foreign_names, lock, unlock
from tasks.storage.settings import SettingsFile

#: Seconds between checks of the directory, and for the last copies after an error or Ctrl-C.
_LOOK_S = 2.0
_END_S = 3.0
#: An empty file that tests whether a place can be written.
_PROBE = ".hearthlight"
#: Files that a run, or a folder of runs, has from its beginning; a study's names its format within
#: its first bytes.
_FIRST = (MANIFEST, REMEMBERED)
_HEADER = 200
_log = logging.getLogger(__name__)


@contextmanager
def mirrored(folder: Path, url: str | None, file: SettingsFile | None = None) -> Iterator[None]:
    """A context that keeps a copy of a directory up to date; does nothing without a URL.

    The directory is fetched if it is missing or empty. The URL is one of fsspec, such as
    file:///shared/run or s3://bucket/run. `file` has the settings of a study's directory.

    Raises:
        ConfigError: The kind of URL is unknown, or its package is not installed.
        StoreError: The place cannot be reached or written, or has a copy of another run.
    """
    if url is None:
        yield
        return
    mirror = Mirror(folder, url, file)
    mirror.fetch()
    ended = threading.Event()
    thread = threading.Thread(target=mirror.follow, args=[ended], daemon=True)
    thread.start()
    try:
        yield
    except BaseException:
        ended.set()
        thread.join(_END_S)
        raise
    ended.set()
    thread.join()
    mirror.push()


class Mirror:
    """The copy of a directory; `ConfigError` if its URL is of no installed kind."""

    def __init__(self, folder: Path, url: str, file: SettingsFile | None) -> None:
        from fsspec.core import url_to_fs

        if not url:
            raise ConfigError("--mirror: is empty; give a URL such as s3://bucket/run, or omit it")
        self._folder, self._url = Path(folder).expanduser().absolute(), url
        self._file = file
        try:
            self._files, self._root = url_to_fs(url)
        except (ImportError, ValueError, OSError) as error:
            raise ConfigError(f"--mirror {url}: {error}") from None
        host = re.match("(?:file|local)://([^/]+)", url)
        if host:
            raise ConfigError(
                f"--mirror {url}: {host[1]!r} would be a folder here; a local folder has "
                "three slashes, as in file:///shared/run"
            )
        if not self._root.strip("/") or url.endswith("://"):
            raise ConfigError(
                f"--mirror {url}: names no folder; give one, as in file:///shared/run"
            )
        self._check_apart()
        self._pushed: dict[Path, tuple[int, int]] = {}

    def _check_apart(self) -> None:
        """Refuses a local copy that is, holds or lies in the directory: it would copy itself."""
        if "file" not in self._files.protocol:
            return
        copy, folder = Path(self._root).resolve(), self._folder.resolve()
        if copy.is_relative_to(folder) or folder.is_relative_to(copy):
            raise ConfigError(
                f"--mirror {self._url}: overlaps {self._folder}; give a folder beside it"
            )

    def fetch(self) -> None:
        """Copies everything into the directory if it is missing or empty.

        Raises:
            StoreError: The place cannot be reached or written, has another run than the directory,
                or other files.
        """
        names = self._names()
        is_there = bool(foreign_names(self._folder))  # a directory with only a lock has no work
        if names and not is_there and not self._has_work(names):
            raise StoreError(
                f"--mirror {self._url}: has other files, but no run or study; give a new folder "
                "in it, or the copy of a run"
            )
        self._write(_PROBE, b"")
        if is_there:
            self._check(names)
            return
        partial = self._folder.with_name(f".{self._folder.name}.fetched")
        shutil.rmtree(partial, ignore_errors=True)
        for name in names:
            write_bytes(partial / name, self._read(name))
        if names:
            if self._folder.is_dir():
                self._remove_folder()
            partial.rename(self._folder)
            self._pushed = self._states()  # the copy already has them

    def _remove_folder(self) -> None:
        """Removes a directory that has only traces; a `StoreError` if another command uses it."""
        held = lock(self._folder)
        try:
            if foreign_names(self._folder):
                raise StoreError(
                    f"{self._folder}: another command wrote here; run the same command again"
                )
            shutil.rmtree(self._folder)
        finally:
            unlock(held)

    def push(self) -> None:
        """Copies new and changed files; `StoreError` if the place cannot be written."""
        for path, state in sorted(self._states().items(), key=lambda each: each[1]):
            if self._pushed.get(path) != state:
                # The file may have vanished or changed: then the next check copies it again.
                with suppress(FileNotFoundError):
                    self._write(path.relative_to(self._folder).as_posix(), path.read_bytes())
                    self._pushed[path] = state

    def follow(self, ended: threading.Event) -> None:
        """Copies until the command has ended, and once more; tries failed copies again."""
        is_last = is_told = False
        while not is_last:
            is_last = ended.wait(_LOOK_S)
            try:
                self.push()
                is_told = False
            except StoreError as error:
                if not is_told:
                    _log.warning("%s", error)
                is_told = True

    def _states(self) -> dict[Path, tuple[int, int]]:
        """The directory's files, when they were written, and their sizes in bytes."""
        found = {}
        for path in self._folder.rglob("*"):
            with suppress(FileNotFoundError):
                if path.is_file() and not path.name.startswith(".") and path.name != LOCK:
                    state = path.stat()
                    found[path] = (state.st_mtime_ns, state.st_size)
        return found

    def _names(self) -> list[str]:
        """The copy's files, as paths from its root."""
        with self._told("reached"):
            found = self._files.find(self._root)
        root = self._root.rstrip("/") + "/"
        names = [name.removeprefix(root) for name in found]
        return [name for name in names if not Path(name).name.startswith(".")]

    def _has_work(self, names: list[str]) -> bool:
        """Whether the copy has the first files of a run or a study, also of a folder of runs."""
        paths = [PurePosixPath(name) for name in names]
        if any(len(path.parts) <= 2 and path.name in _FIRST for path in paths):
            return True
        return any(self._is_of_a_study(name) for name in names)

    def _is_of_a_study(self, name: str) -> bool:
        """Whether a file of the copy has the settings of a study."""
        is_settings = "/" not in name and name.endswith(".json")
        return is_settings and b'"hearthlight-' in self._read(name)[:_HEADER]

    def _check(self, names: list[str]) -> None:
        """Raises an error if the copy is of another run or study than the directory."""
        for name in names:
            is_first = PurePosixPath(name).name == MANIFEST or self._is_of_a_study(name)
            if is_first and not self._is_ours(name):
                raise StoreError(
                    f"--mirror {self._url}: {name} there is of another run than {self._folder}; "
                    "use another --mirror, or another --out to continue that one"
                )

    def _is_ours(self, name: str) -> bool:
        """Whether a first file of the copy is of the directory's run or study, or of one in it."""
        own = self._folder / name
        if not own.is_file():
            return "/" in name  # a run of a folder that has not begun here
        with self._told("read"):
            theirs = json.loads(self._read(name))
        return self._are_of_one(name, theirs, read_json(own))

    def _are_of_one(self, name: str, theirs: dict[str, Any], ours: dict[str, Any]) -> bool:
        """Whether a file of the copy and the directory's are of the same run or study."""
        if any(theirs.get(key) != ours.get(key) for key in ("format", "experiment", "seed")):
            return False
        if self._file is None or name != self._file.name:
            return True
        try:
            there, _ = self._file.parsed(Path(self._root), theirs)
        except StoreError as error:
            raise StoreError(f"--mirror {self._url}: {error}") from None
        here, _ = self._file.parsed(self._folder, ours)
        return self._file.are_of_one(self._folder, there, here)

    def _read(self, name: str) -> bytes:
        with self._told("read"):
            return self._files.cat_file(f"{self._root}/{name}")

    def _write(self, name: str, data: bytes) -> None:
        place = f"{self._root}/{name}"
        with self._told("written"):
            if "file" in self._files.protocol:
                write_bytes(place, data)  # atomically, as object stores do
            else:
                self._files.pipe_file(place, data)

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """A context that turns any error of a store's package into a one-line error."""
        try:
            yield
        except FileNotFoundError:
            if what == "read":
                raise StoreError(f"--mirror {self._url}: a file vanished; try again") from None
            raise StoreError(
                f"--mirror {self._url}: no such place; make the folder or bucket first"
            ) from None
        except Exception as error:
            why = f"{type(error).__name__}: {reason(error)}"
            raise StoreError(
                f"--mirror {self._url}: cannot be {what} ({why}); finished work is in "
                f"{self._folder}: run the same command again to continue"
            ) from error
