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
    Pieces,
    StoreError,
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

    @property
    def proposals(self) -> Pieces[int]:
        """The vectors that an outer iteration evaluates, in order."""
        return Pieces(self.path / "proposals")

    @property
    def chunks(self) -> Pieces[int]:
        """The vectors evaluated in a chunk; chunks are counted through the whole run."""
        return Pieces(self.path / "evaluations", "chunk-{:05d}".format)

    @property
    def fresh(self) -> Pieces[int]:
        """New games of the elites; these chunks have their own numbers."""
        return Pieces(self.path / "evaluations", "fresh-{:05d}".format)

    @property
    def archives(self) -> Pieces[int]:
        """The elites after an outer iteration."""
        return Pieces(self.path / "archive")

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

    def result_files(self) -> list[Path]:
        """The files of results, in order.

        Raises:
            StoreError: A file is missing; the message names it and the fix.
        """
        n_recorded = 0  # read before the files: the run may go on
        if self.metrics_path.exists():
            n_recorded = read_table(self.metrics_path, ["evaluations"]).max().item() or 0
        return self.chunks.files(n_recorded)

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
