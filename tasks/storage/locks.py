"""Who may write into a run directory: one process at a time, from its first check to its end.

The kernel drops a lock when its process ends, however it ends, so a stale lock file is simply taken
over. The file's text is for people.
"""

import errno
import fcntl
import os
import socket
import time
from pathlib import Path
from typing import BinaryIO

from tasks.storage.files import StoreError, write_error

LOCK = "lock"
#: A reader that looks whether a lock is held has it for a moment.
_PATIENCE_S = 0.3
#: Locks of checked directories, until their runs are opened.
_HELD: dict[Path, BinaryIO] = {}


def hold(path: Path, file: BinaryIO) -> None:
    """Keeps a lock until `lock` is called again for its directory, or the process ends."""
    _HELD[path] = file


def lock(path: Path) -> BinaryIO:
    """Locks a directory, which is made if it is missing; closing the file unlocks it.

    Raises:
        StoreError: Another process, or an open run of this one, has it, or it cannot be locked.
    """
    if (held := _HELD.pop(path, None)) is not None:
        return held
    try:
        path.mkdir(parents=True, exist_ok=True)
        file = open(path / LOCK, "a+b")  # noqa: SIM115 (held while the run is open)
    except OSError as error:
        raise write_error(path, 0, error) from error
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError as error:
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES) and time.monotonic() < deadline:
                time.sleep(0.02)
                continue
            raise _refusal(path, file, error) from None
    file.truncate(0)
    file.write(f"process {os.getpid()} on {socket.gethostname()}\n".encode())
    file.flush()
    return file


def unlock(file: BinaryIO) -> None:
    """Lets others write."""
    if not file.closed:
        file.truncate(0)
        file.close()


def is_locked(path: Path) -> bool:
    """Whether a process, this one included, writes into a directory now."""
    try:
        with open(path / LOCK, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError as error:
        return error.errno in (errno.EWOULDBLOCK, errno.EACCES)
    return False


def _refusal(path: Path, file: BinaryIO, error: OSError) -> StoreError:
    file.seek(0)
    owner = file.read().decode(errors="replace").strip() or "another process"
    file.close()
    if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
        return StoreError(
            f"{path}: in use by {owner}; wait until it ends, stop it, or use another --out"
        )
    return StoreError(f"{path}: this file system has no locks ({error}); use another --out")
