"""Work in pieces, each with a table of its own: the table exists, or the piece is made.

So a stopped command continues: it makes the pieces that are missing, and writes each when it is
complete. Files are written atomically, and verified when read.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import polars as pl

from tasks.storage.files import StoreError, check_table, read_table, write_table

K = TypeVar("K")


@dataclass(frozen=True)
class Pieces(Generic[K]):
    """The tables of pieces of work, by key.

    Its methods raise `StoreError` if a file is damaged or cannot be written.

    Attributes:
        folder: The folder of their files.
        name: Returns the name of a key's file, without its ending.
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

    def read(self, key: K) -> pl.DataFrame:
        """A piece, which must exist."""
        return read_table(self.path(key))

    def found(self, keys: Iterable[K]) -> dict[K, pl.DataFrame]:
        """The pieces that exist, in the keys' order."""
        return {key: self.read(key) for key in keys if self.path(key).exists()}

    def numbers(self: "Pieces[int]") -> list[int]:
        """The numbers of the pieces that exist, in order."""
        stems = {file.stem for file in self.folder.glob("*.parquet")}
        ends = {int(end) for stem in stems if (end := stem.rpartition("-")[2]).isdecimal()}
        return [number for number in sorted(ends) if self.name(number) in stems]

    def files(self: "Pieces[int]", n_rows: int = 0) -> list[Path]:
        """The files of the pieces 0, 1, and so on, with `n_rows` rows or more in all.

        Raises:
            StoreError: One is missing; the message names it and the fix.
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
