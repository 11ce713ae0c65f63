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
      source.json                   the run that it learns from, if there is one
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

from models.files import file_digest
from tasks.storage.files import MANIFEST, Pieces, StoreError, read_json, read_table, write_json
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
    """Raises `StoreError` if a file of the inventory is missing, or is not as the run wrote it."""
    for file in missing_files(folder):
        also = "delete the folder surrogate, then " if file.name == _ERRORS else ""
        raise StoreError(
            f"{file}: this file of the finished run is missing; {also}run the same command again "
            "to write it again"
        )
    check_unchanged(folder)


def check_unchanged(folder: Path) -> None:
    """Raises `StoreError` for a file of the inventory that is not the one that the run wrote."""
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


class _Place:
    """A file or folder of a run's directory."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, run: Run, _: type[Run]) -> Path:
        return run.path / self._name


@dataclass(frozen=True)
class Run:
    """A run's directory. Use an open one as a context manager, or call `close`.

    Leaving the context marks the run as finished or, on an exception, as failed. To continue a
    failed or killed run, open it again.
    """

    path: Path  #: The directory
    manifest: dict[str, Any]  #: The content of ``manifest.json`` when the run was opened
    _lock: BaseFileLock | None = field(default=None, repr=False, compare=False)
    #: The last parts of its path that distinguish it from other runs; else its name is used
    label: str = ""

    @property
    def name(self) -> str:
        """The directory's own name, with folders above if the label has them."""
        return self.label or self.path.name

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

    @property
    def is_training(self) -> bool:
        """Whether it is the training of a player."""
        return "evolution" in self.experiment

    @property
    def is_played(self) -> bool:
        """Whether it is a game of a person; not if its manifest has no settings."""
        return "play" in self.manifest.get("experiment", {})

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

    # The docstring of this module explains the files.
    metrics_path = _Place("metrics.parquet")
    surrogate_metrics_path = _Place(_ERRORS)
    timing_path = _Place("timing.parquet")
    seconds_path = _Place("seconds.json")
    cards_path = _Place("cards.parquet")
    report_path = _Place("report")
    elites_path = _Place("report/elites.parquet")
    efficiency_path = _Place("report/efficiency.parquet")
    card_effects_path = _Place("report/card_effects.parquet")
    pair_effects_path = _Place("report/pair_effects.parquet")

    # Chunks

    def result_files(self) -> list[Path]:
        """The files of results, in order; `StoreError` if one is missing."""
        n_recorded = 0  # read before the files: the run may go on
        if self.metrics_path.exists():
            n_recorded = read_table(self.metrics_path, ["evaluations"]).max().item() or 0
        return self.chunks.files(n_recorded)

    def evaluations(self) -> pl.DataFrame:
        """All evaluated vectors, in order; empty before the first."""
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
