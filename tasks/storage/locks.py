"""Locks of run directories: one process writes into a directory at a time.

The kernel drops a lock whenever its process ends, so stale lock files need no cleaning. The file's
text names the process that holds the lock. A killed command can also leave temporary files.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from models.files import remove
from tasks.storage.files import PROBE, StoreError, write_error

if TYPE_CHECKING:
    from filelock import BaseFileLock


LOCK = "lock"
#: Seconds to wait: a reader that checks a lock holds it for a moment.
_PATIENCE_S = 0.3
#: Seconds that a short change of a file waits for another one.
_CHANGE_S = 10.0
_NO_LOCKS = (errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP)
#: Locks of checked directories, until their runs are opened.
_HELD: dict[Path, BaseFileLock] = {}


def hold(path: Path, held: BaseFileLock) -> None:
    """Keep a lock until `lock` is called again for its directory, or the process ends."""
    _HELD[path] = held


def lock(path: Path, patience_s: float = _PATIENCE_S) -> BaseFileLock:
    """Lock a directory, which is created if it is missing; `unlock` releases it.

    Raises:
        StoreError: Another process, or an open run of this one, holds the lock, or the directory
            cannot be locked.
    """
    from filelock import FileLock, Timeout  # 12 ms, which readers save

    if (held := _HELD.pop(path, None)) is not None:
        return held
    new = FileLock(
        path / LOCK,
        timeout=patience_s,
        poll_interval=0.02,
        thread_local=False,
        fallback_to_soft=False,
        on_acquired=_sign,
    )
    try:
        path.mkdir(parents=True, exist_ok=True)
        new.acquire()
    except Timeout:
        owner = (path / LOCK).read_text(errors="replace").strip() or "another process"
        raise StoreError(
            f"{path}: in use by {owner}; wait until it ends, stop it, or use another --out"
        ) from None
    except OSError as error:
        if error.errno in _NO_LOCKS:
            raise StoreError(
                f"{path}: this file system has no locks ({error}); use another --out"
            ) from None
        raise write_error(path, 0, error) from error
    return new


def unlock(held: BaseFileLock) -> None:
    """Release the lock; does nothing if it is already released."""
    if held.is_locked:
        with suppress(OSError):  # the directory may have been deleted
            os.truncate(held.lock_file, 0)
        held.release()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a directory while its files are read, changed and written; see `lock`."""
    held = lock(path, _CHANGE_S)
    try:
        yield
    finally:
        unlock(held)


def is_locked(path: Path) -> bool:
    """Return whether a process (also this one) writes into a directory now.

    Uses a shared lock, which filelock lacks: readers do not block each other and need no write
    access.
    """
    try:
        with open(path / LOCK, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError as error:
        return error.errno in (errno.EWOULDBLOCK, errno.EACCES)
    return False


def _sign(descriptor: int) -> None:
    """Write the owner of a lock into its file."""
    os.truncate(descriptor, 0)
    os.write(descriptor, f"process {os.getpid()} on {socket.gethostname()}\n".encode())


def foreign_names(folder: Path) -> list[str]:
    """Sorted names in a folder, without the traces of a command killed before its first file.

    Traces are locks, temporary files, and folders that have only these, at any depth. A missing
    folder has no names.
    """
    there = folder.iterdir() if folder.is_dir() else ()
    return sorted(path.name for path in there if not _is_trace(path))


def has_begun(folder: Path, mark: str, what: str, *ignored: str) -> bool:
    """Whether a directory has some work, by the file `mark`; if not, it is missing or empty.

    `what` follows "a" in messages; `ignored` files can be there before the work.

    Raises:
        StoreError: It is a file, or has other content.
    """
    if (folder / mark).is_file():
        return True
    if folder.exists() and not folder.is_dir():
        raise StoreError(f"{folder}: is a file; --out must be a directory")
    if foreign := [name for name in foreign_names(folder) if name not in ignored]:
        raise StoreError(
            f"{folder}: not empty and not a {what} ({mark} is missing, {foreign[0]} is there); "
            "use another --out"
        )
    return False


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
