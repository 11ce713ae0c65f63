"""`Run`: a run's directory, its files, and the record of its end.

The directory is self-contained::

    runs/<name>/
      manifest.json                 configuration, seed, code, times, and how it ended
      proposals/00000.parquet       the vectors, decks or networks, that outer iteration 0 evaluates
      evaluations/chunk-00000.parquet   one row per evaluated vector; one file per chunk of games
      evaluations/fresh-00000.parquet   the final elites, evaluated again with new games
      archive/00000.parquet         the elites after outer iteration 0, one row per elite
      surrogate/00000.npz           weights and optimiser state after the training of iteration 0
      metrics.parquet               one row per outer iteration
      surrogate_metrics.parquet     one row per iteration, target and split
      seconds.json                  seconds of the iteration in progress; deleted at the end
      timing.parquet                one row: seconds of games, training, inner loop, and the rest
      source.json                   in offline searches: the run that it learns from
      cards.parquet                 the pool: one row per card, in the order of a solution
      files.json                    the files of a finished run and their digests
      mlflow.json                   which MLflow run belongs to this directory
      report/                       figures and tables, such as elites.parquet; can be deleted and
                                    written again
      lock                          the process that writes here now (empty if none)

Rules for all files:

* Names are deterministic: a repeated computation replaces its file.
* Files are written atomically (`tasks.storage.files`): under a hidden temporary name in the same
  folder, flushed to the disk and renamed. A killed run leaves no partial file.
* Parquet pages carry checksums and ``.npz`` members carry CRCs; readers verify them.
* No pickles: tables are Parquet, arrays are ``.npz``, settings and notes are JSON.
* `files.json` is the inventory of a finished run. Without it, nobody would notice that a file was
  deleted later, or replaced by a file of another run with the same layout.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import polars as pl

from tasks.storage.files import (
    MANIFEST,
    StoreError,
    check_table,
    file_digest,
    read_json,
    read_table,
    write_json,
)
from tasks.storage.locks import unlock
from tasks.storage.manifest import now

if TYPE_CHECKING:
    from filelock import BaseFileLock


INVENTORY = "files.json"
# Files with seconds differ between equal runs: they are listed without a digest.
_WITH_SECONDS = ("metrics.parquet", "timing.parquet")
_ERRORS = "surrogate_metrics.parquet"


def write_inventory(folder: Path) -> None:
    """Lists the files of results in a run's directory; the report is not part of them."""
    files = (file for kind in ("*.parquet", "*.npz") for file in folder.rglob(kind))
    names = sorted(file.relative_to(folder).as_posix() for file in files)
    digests = {
        name: None if name in _WITH_SECONDS else file_digest(folder / name)
        for name in names
        if not name.startswith("report/")
    }
    write_json(folder / INVENTORY, digests)


def missing_files(folder: Path) -> list[Path]:
    """Files of the inventory that are not in the directory; none without an inventory."""
    return [folder / name for name in _inventory(folder) if not (folder / name).is_file()]


def check_complete(folder: Path) -> None:
    """Checks that a directory has all files of its inventory, unchanged.

    Raises:
        StoreError: A file is missing, or `check_unchanged` fails.
    """
    for file in missing_files(folder):
        also = "delete the folder surrogate, then " if file.name == _ERRORS else ""
        raise StoreError(
            f"{file}: this file of the finished run is missing; {also}run the same command again "
            "to write it again"
        )
    check_unchanged(folder)


def check_unchanged(folder: Path) -> None:
    """Checks that the files of the inventory which are there are those that the run wrote.

    Raises:
        StoreError: A file is another one; the message names it and the fix.
    """
    for name, digest in _inventory(folder).items():
        file = folder / name
        if digest is not None and file.is_file() and file_digest(file) != digest:
            raise StoreError(
                f"{file}: not the file that this run wrote; it is damaged, or another run's: "
                "delete it and run the same command again"
            )


def _inventory(folder: Path) -> dict[str, str | None]:
    """Digests by name; empty for unfinished runs, and for those of older versions."""
    path = folder / INVENTORY
    return read_json(path) if path.exists() else {}


Status = Literal["running", "finished", "failed"]


@dataclass(frozen=True)
class Run:
    """A run's directory. Use an open one as a context manager, or call `close`.

    Leaving the context marks the run as finished or, on an exception, as failed. To continue a
    failed or killed run, open it again.

    Attributes:
        path: The directory.
        manifest: The content of ``manifest.json`` when the run was opened.
        resumed: Whether the directory already had this run.
    """

    path: Path
    manifest: dict[str, Any]
    resumed: bool
    _lock: BaseFileLock | None = field(default=None, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The directory's own name."""
        return self.path.name

    @property
    def experiment(self) -> dict[str, Any]:
        """The experiment's configuration, as JSON values."""
        return self.manifest["experiment"]

    @property
    def seed(self) -> int:
        """The seed of all random numbers of the run."""
        return self.manifest["seed"]

    @property
    def code_digest(self) -> str:
        """Digest of the code that started the run."""
        return self.manifest["digests"]["code"]

    @property
    def card_digest(self) -> str:
        """Digest of the run's card tables."""
        return self.manifest["digests"]["cards"]

    @property
    def is_finished(self) -> bool:
        """Whether the run was already finished when it was opened."""
        return self.manifest["status"] == "finished"

    # Paths

    def proposals_path(self, iteration: int) -> Path:
        """Table of the vectors that an outer iteration evaluates, in order."""
        return self.path / "proposals" / f"{iteration:05d}.parquet"

    def evaluations_path(self, chunk: int) -> Path:
        """Table of the vectors evaluated in a chunk; chunks are counted through the whole run."""
        return self.path / "evaluations" / f"chunk-{chunk:05d}.parquet"

    def fresh_path(self, chunk: int) -> Path:
        """Table of new games of the elites; these chunks have their own numbers."""
        return self.path / "evaluations" / f"fresh-{chunk:05d}.parquet"

    def archive_path(self, iteration: int) -> Path:
        """Table of the elites after an outer iteration."""
        return self.path / "archive" / f"{iteration:05d}.parquet"

    def surrogate_path(self, iteration: int) -> Path:
        """Weights and optimiser state of the surrogate of an outer iteration."""
        return self.path / "surrogate" / f"{iteration:05d}.npz"

    @property
    def metrics_path(self) -> Path:
        """Table with one row per outer iteration."""
        return self.path / "metrics.parquet"

    @property
    def surrogate_metrics_path(self) -> Path:
        """Table with one row per outer iteration, target and split."""
        return self.path / "surrogate_metrics.parquet"

    @property
    def timing_path(self) -> Path:
        """Table with one row: the run's seconds by part."""
        return self.path / "timing.parquet"

    @property
    def seconds_path(self) -> Path:
        """Seconds of the iteration in progress."""
        return self.path / "seconds.json"

    @property
    def cards_path(self) -> Path:
        """Table of the pool's cards, in the order of a solution."""
        return self.path / "cards.parquet"

    @property
    def report_path(self) -> Path:
        """Folder of figures and tables that can be written again from the other files."""
        return self.path / "report"

    @property
    def elites_path(self) -> Path:
        """The report's table of elites."""
        return self.report_path / "elites.parquet"

    @property
    def efficiency_path(self) -> Path:
        """The report's table of corrected QD scores against games."""
        return self.report_path / "efficiency.parquet"

    @property
    def card_effects_path(self) -> Path:
        """The report's table of the effects of cards, after `explain`."""
        return self.report_path / "card_effects.parquet"

    @property
    def pair_effects_path(self) -> Path:
        """The report's table of the effects of pairs of cards, after `explain`."""
        return self.report_path / "pair_effects.parquet"

    # Chunks

    def finished_chunks(self, kind: Literal["chunk", "fresh"] = "chunk") -> list[int]:
        """Numbers of the chunks whose games have been played, in order."""
        names = (self.path / "evaluations").glob(f"{kind}-*.parquet")
        return sorted(int(name.stem.removeprefix(f"{kind}-")) for name in names)

    def result_files(self, kind: Literal["chunk", "fresh"] = "chunk") -> list[Path]:
        """The files of results, in order.

        Raises:
            StoreError: A file is missing; the message names it and the fix.
        """
        n_expected = self._n_recorded() if kind == "chunk" else 0  # first: the run may go on
        numbers = self.finished_chunks(kind)
        path_of = self.evaluations_path if kind == "chunk" else self.fresh_path
        missing = [number for number in range(len(numbers)) if number not in numbers]
        files = [path_of(number) for number in numbers]
        if missing or sum(check_table(file) for file in files) < n_expected:
            raise StoreError(
                f"{path_of((*missing, len(files))[0])}: this file of results is missing; run the "
                "same command again to play its games again"
            )
        return files

    def iteration_files(self, folder: Literal["proposals", "archive"]) -> list[Path]:
        """The tables of outer iterations, in order.

        Raises:
            StoreError: A file is missing; the message names it and the fix.
        """
        found = sorted(self.path.glob(f"{folder}/{5 * '[0-9]'}.parquet"))
        numbers = {int(file.stem) for file in found}
        for number in range(max(numbers, default=0)):
            if number not in numbers:
                raise StoreError(
                    f"{self.path / folder / f'{number:05d}.parquet'}: this table is missing; run "
                    "the same command again to write it again"
                )
        return found

    def _n_recorded(self) -> int:
        """The number of evaluations in the metrics."""
        if not self.metrics_path.exists():
            return 0
        return read_table(self.metrics_path, ["evaluations"]).max().item() or 0

    def evaluations(self) -> pl.DataFrame:
        """All evaluated vectors, in order; empty before the first.

        Raises:
            StoreError: A file of results is missing or damaged.
        """
        chunks = [read_table(file) for file in self.result_files()]
        return pl.concat(chunks) if chunks else pl.DataFrame()

    # Life

    def finish(self, status: Status = "finished", note: str = "") -> None:
        """Records in the manifest how and when the run ended."""
        if status == "finished":
            write_inventory(self.path)
        manifest = read_json(self.path / MANIFEST)
        manifest |= {"status": status, "finished": now(), "note": note}
        write_json(self.path / MANIFEST, manifest)

    def close(self) -> None:
        """Releases the lock. Does not change the manifest."""
        if self._lock is not None:
            unlock(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, *_: object
    ) -> None:
        try:
            if kind is None:
                self.finish()
            else:
                self.finish("failed", f"{kind.__name__}: {error}")
        finally:
            self.close()
