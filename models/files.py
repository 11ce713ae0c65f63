"""Files: written whole or not at all, their digests, and named arrays.

Arrays are in ``.npz`` files, read without pickles and without trust in declared sizes.
"""

import errno
import hashlib
import io
import lzma
import os
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import numpy as np
from numpy.lib import format as npy

#: Bytes that any file may unpack to; larger ones to `_MOST_RATIO` times their size.
_ALWAYS_ALLOWED, _MOST_RATIO = 256 << 20, 50
_LONGEST = 200  # letters of a reason: damaged names can be as long as the file
# What `zipfile` and NumPy raise for damaged bytes.
_DAMAGE = (
    *(ValueError, EOFError, KeyError, IndexError, TypeError, SyntaxError, tokenize.TokenError),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, RuntimeError, OverflowError),
    *(MemoryError, OSError),
)


class ArrayFileError(ValueError):
    """A file that is damaged or no ``.npz`` file; the message is the reason, on one line."""


def file_digest(path: str | Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def array_bytes(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Returns an ``.npz`` file of named arrays; objects, which would be pickled, are refused."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def load_arrays(path: str | Path) -> dict[str, np.ndarray]:
    """Returns all arrays of an ``.npz`` file, whose checksums are verified.

    Raises:
        FileNotFoundError: There is no such file.
        ArrayFileError: It cannot be read, is damaged, has objects, or unpacks to much more
            than arrays of its size do.
    """
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would wait for a writer
        raise ArrayFileError("not a regular file")
    try:
        with open(path, "rb") as file:
            return _read(file)
    except FileNotFoundError:
        raise
    except _DAMAGE as error:
        reason = str(error).splitlines()[0][:_LONGEST] if str(error) else type(error).__name__
        raise ArrayFileError(reason) from error


def _read(file: IO[bytes]) -> dict[str, np.ndarray]:
    if file.read(2) != b"PK":  # `zipfile` finds an archive behind other bytes, too
        raise ValueError("not an .npz archive")
    size = file.seek(0, os.SEEK_END)
    with zipfile.ZipFile(file) as archive:
        _check_size(archive, size)
        members = archive.infolist()
        return {each.filename.removesuffix(".npy"): _array(archive, each) for each in members}


def _check_size(archive: zipfile.ZipFile, size: int) -> None:
    unpacked = sum(info.file_size for info in archive.infolist())
    if unpacked > max(_ALWAYS_ALLOWED, _MOST_RATIO * size):
        raise ValueError(f"{size:,} bytes that unpack to {unpacked:,}")


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> np.ndarray:
    member = io.BytesIO(archive.read(info))  # to the end, where the checksum is verified
    array: np.ndarray = npy.read_array(member, allow_pickle=False)
    if array.dtype.itemsize == 0:  # its length would have no bound
        raise ValueError(f"{info.filename} has elements without content")
    if member.tell() != info.file_size:
        raise ValueError(f"{info.filename} has another size than its header says")
    return array


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
