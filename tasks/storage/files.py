"""Atomic files: tables, arrays and JSON, checked when read.

Tables are Parquet with page checksums, arrays are ``.npz`` with CRCs, facts are JSON. Equal content
gives equal bytes. Errors are `StoreError`s that name the file and the fix.
"""

from __future__ import annotations

import errno
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import TypeAdapter, ValidationError

from engine import UserError
from engine.input_files import parse_json, read_input, read_text
from models.files import array_bytes, load_arrays, remove, remove_abandoned, replace_file

MANIFEST = "manifest.json"
#: The file that names the MLflow run of a directory.
REMEMBERED = "mlflow.json"
#: What to do about a damaged file that no command writes again.
NOT_COMPUTED = "restore it from a copy, or use another --out"
_LONGEST = 200  # letters of a reason; damaged names can be as long as the file
_COMPUTED_AGAIN = "delete this file and run the same command again: it is computed again"
#: An empty file that is written and removed, to check that a folder can be written.
PROBE = ".writable"
_DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_UNREADABLE: tuple[type[BaseException], ...] = (
    *(OSError, ValueError, KeyError, MemoryError),
    *(pa.ArrowException, pl.exceptions.PolarsError, pl.exceptions.PanicException),
)
K = TypeVar("K")
Found = TypeVar("Found", bound=Sized)


class StoreError(UserError, ValueError):
    """A run directory or one of its files cannot be used; the message names it and the fix."""


def write_bytes(path: str | Path, data: bytes) -> None:
    """Writes a file atomically; creates its folder.

    Raises:
        StoreError: The disk is full or the place cannot be written; no partial file remains.
    """
    path = Path(path)
    try:
        replace_file(path, data)
    except OSError as error:
        raise write_error(path, len(data), error) from error


def write_table(path: str | Path, table: pl.DataFrame) -> None:
    """Writes a table as Parquet with page checksums. Equal tables give equal bytes."""
    buffer = io.BytesIO()
    pq.write_table(table.to_arrow(), buffer, compression="zstd", write_page_checksum=True)
    write_bytes(path, buffer.getvalue())


def write_csv(folder: Path, tables: Mapping[str, pl.DataFrame]) -> None:
    """Writes tables as CSV files for spreadsheets, by name."""
    for name, rows in tables.items():
        write_bytes(folder / f"{name}.csv", rows.write_csv().encode())


def read_table(path: str | Path, columns: Sequence[str] | None = None) -> pl.DataFrame:
    """Reads a Parquet table, verifying the checksums of its pages.

    Raises:
        StoreError: The file is missing, damaged, or lacks one of `columns`.
    """
    chosen = None if columns is None else list(columns)
    with reading(path), open(path, "rb") as file:
        # Not `pq.read_table`: it imports PyArrow's datasets, and with them pandas (0.2 s).
        parquet = pq.ParquetFile(file, page_checksum_verification=True)
        rows = parquet.read(chosen, use_threads=False)
        rows.validate(full=True)  # polars does not check that text is UTF-8
        table = pl.DataFrame(rows)
        return table if chosen is None else table.select(chosen)


def upsert_rows(path: str | Path, rows: pl.DataFrame, keys: Sequence[str]) -> None:
    """Adds rows to a table, which stays sorted by `keys`; replaces rows with the same keys.

    New columns are null in the older rows.
    """
    keys = list(keys)
    if Path(path).exists():
        kept = read_table(path).join(rows, on=keys, how="anti")
        rows = pl.concat([kept, rows], how="diagonal_relaxed")
    write_table(path, rows.sort(keys))


def write_arrays(path: str | Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Writes named arrays as ``.npz``. Refuses object arrays, which would be pickled."""
    write_bytes(path, array_bytes(arrays))


def read_arrays(path: str | Path) -> dict[str, np.ndarray]:
    """Reads every array of an ``.npz`` file; `StoreError` if it is missing or damaged."""
    with reading(path):
        return load_arrays(path)


def write_json(path: str | Path, facts: Mapping[str, Any]) -> None:
    """Writes a JSON object, indented, in the order given."""
    text = json.dumps(facts, indent=2, ensure_ascii=False, default=plain)
    write_bytes(path, text.encode() + b"\n")


def read_json(path: str | Path, fix: str = "") -> dict[str, Any]:
    """Reads a JSON object; `fix` is what to do if it is damaged, as in `reading`.

    Raises:
        StoreError: The file is missing or damaged, or has no JSON object.
    """
    with reading(path, fix):
        facts = parse_json(read_text(path))
        if not isinstance(facts, dict):
            raise ValueError("no JSON object")
        return facts


def read_times(path: str | Path, kind: Any) -> dict[str, Any]:
    """Reads a JSON object of measured times, all of one type; empty if there is no file.

    Raises:
        StoreError: The file is damaged, or a time has another type.
    """
    if not Path(path).exists():
        return {}
    with reading(path):
        text = read_input(path)
        try:
            TypeAdapter(dict[str, kind]).validate_json(text, strict=True)
        except ValidationError as error:
            raise ValueError(error.errors()[0]["msg"]) from None
        return parse_json(text)


def note_time(path: str | Path, kind: Any, name: str, time: Any) -> None:
    """Adds a time to those of `read_times`; call it before you write what took the time."""
    write_json(path, read_times(path, kind) | {name: time})


def check_table(path: str | Path) -> int:
    """Checks that a Parquet file is complete (its footer is readable); returns its rows."""
    with reading(path), open(path, "rb") as file:
        return pq.read_metadata(file).num_rows


def check_writable(folder: Path) -> None:
    """Creates a folder for results, before any work; removes what killed processes left unfinished.

    Raises:
        StoreError: It cannot be created or written.
    """
    write_bytes(folder / PROBE, b"")
    remove(folder / PROBE)
    remove_abandoned(folder)


def write_error(path: Path, n_bytes: int, error: OSError) -> StoreError:
    """The error for `n_bytes` that could not be written to `path`."""
    if error.errno in _DISK_FULL:
        return StoreError(
            f"{path}: the disk is full ({error.strerror}) while writing {n_bytes} bytes; free some "
            "space and run the same command again: finished work is kept"
        )
    return StoreError(f"{path}: cannot write here ({error.strerror}); use another --out")


@contextmanager
def reading(path: str | Path, fix: str = "") -> Iterator[None]:
    """Turns the errors of reading tables, arrays and JSON into `StoreError` with a fix.

    By default, the fix is to restore a manifest from a copy, and to delete other files, which the
    same command computes again.

    Raises:
        StoreError: The file is missing, damaged or cannot be read.
    """
    try:
        yield
    except StoreError:
        raise
    except FileNotFoundError:
        raise StoreError(f"{path}: no such file") from None
    except (PermissionError, IsADirectoryError) as error:
        raise StoreError(f"{path}: cannot be read ({error.strerror})") from None
    except _UNREADABLE as error:
        why = str(error).splitlines()[0][:_LONGEST] if str(error) else type(error).__name__
        fix = fix or (NOT_COMPUTED if Path(path).name == MANIFEST else _COMPUTED_AGAIN)
        raise StoreError(f"{path}: damaged file ({why}); {fix}") from error


def not_empty(path: Path, found: Found, lack: str) -> Found:
    """Returns what was found in a directory.

    Raises:
        StoreError: It is empty; the message has `lack`, such as "no round has ended".
    """
    if not found:
        raise StoreError(f"{path}: {lack}; run the same command again")
    return found


def plain(value: Any) -> Any:
    """The JSON form of other values in configurations and facts.

    Raises:
        TypeError: The type of the value has no JSON form.
    """
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    raise TypeError(f"{value!r} of type {type(value).__name__} cannot be written as JSON")


def reason(error: Exception, limit: int = 200) -> str:
    """An error on one line; MLflow, Prefect and stores use many."""
    return " ".join(str(error).split())[:limit]


@dataclass(frozen=True)
class Pieces(Generic[K]):
    """The tables of pieces of work, by key; `name` returns a key's file, without its ending.

    Its methods raise `StoreError` if a file is damaged or cannot be written.
    """

    folder: Path
    name: Callable[[K], str] = "{:05d}".format

    def path(self, key: K) -> Path:
        """The file of a piece."""
        return self.folder / f"{self.name(key)}.parquet"

    def missing(self, keys: Iterable[K]) -> list[K]:
        """The keys that have no file, in order."""
        return [key for key in keys if not self.path(key).exists()]

    def write(self, key: K, table: pl.DataFrame) -> None:
        """Writes a piece."""
        write_table(self.path(key), table)

    def fill(self, key: K, make: Callable[[], pl.DataFrame]) -> None:
        """Makes and writes a piece, unless it exists."""
        if not self.path(key).exists():
            self.write(key, make())

    def read(self, key: K) -> pl.DataFrame:
        """A piece, which must exist."""
        return read_table(self.path(key))

    def found(self, keys: Iterable[K]) -> dict[K, pl.DataFrame]:
        """The pieces that exist, in the keys' order."""
        return {key: self.read(key) for key in keys if self.path(key).exists()}

    def numbers(self: Pieces[int]) -> list[int]:
        """The numbers of the pieces that exist, in order."""
        stems = {file.stem for file in self.folder.glob("*.parquet")}
        ends = {int(end) for stem in stems if (end := stem.rpartition("-")[2]).isdecimal()}
        return [number for number in sorted(ends) if self.name(number) in stems]

    def files(self: Pieces[int], n_rows: int = 0) -> list[Path]:
        """The files of the pieces 0, 1, ..., which must have `n_rows` or more in all.

        Raises:
            StoreError: A piece is missing, or the pieces have fewer rows.
        """
        there = self.numbers()
        files = [self.path(number) for number in there]
        missing = [number for number in range(len(there)) if number not in there]
        if missing or sum(check_table(file) for file in files) < n_rows:
            raise StoreError(
                f"{self.path((*missing, len(files))[0])}: this table is missing; run the same "
                "command again to write it again"
            )
        return files


def keyed(folder: Path) -> Pieces[tuple[Any, ...]]:
    """Pieces in a folder by words and numbers, which hyphens join to the files' names."""
    return Pieces(folder, lambda key: "-".join(map(str, key)))
