"""Files that are written whole or not at all."""

import errno
import os
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Writes a file atomically and durably; creates its folder.

    Raises:
        OSError: It cannot be written, or is a device or a folder; no partial file remains, and an
            older file stays.
    """
    if path.exists() and not path.is_file():  # a rename would put a file in the device's place
        raise OSError(errno.EINVAL, "it is a folder, a device or a pipe, not a file")
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        _sync_folder(path.parent)
    except BaseException:
        remove(temporary)
        raise


def remove(path: Path) -> None:
    """Removes a file if possible; never raises `OSError`."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # a missing or unwritable folder is already being reported


def remove_abandoned(folder: Path) -> None:
    """Removes the temporary files in a folder whose process, on this machine, has ended."""
    for file in folder.glob(".*.tmp"):
        process = file.name.split(".")[-2]
        if process.isdecimal() and not _is_alive(int(process)):
            remove(file)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it belongs to another user
        return True
    return True


def _sync_folder(folder: Path) -> None:
    """Makes a rename durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
