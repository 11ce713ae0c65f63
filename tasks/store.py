"""A run's directory: where everything lies, how it is written, and who may continue it.

The directory explains itself and needs nothing outside it::

    runs/<name>/
      manifest.json                 what was asked for, by which code, when, and how it ended
      proposals/00000.parquet       the decks that outer iteration 0 evaluates, in order
      evaluations/chunk-00000.parquet   one row per evaluated deck; one file per chunk of games
      evaluations/fresh-00000.parquet   the final elites, evaluated again with new games
      archive/00000.parquet         the elites after outer iteration 0, one row per elite
      surrogate/00000.npz           weights and optimiser state after that training
      metrics.parquet               one row per outer iteration
      surrogate_metrics.parquet     one row per iteration, target and split
      timing.parquet                one row: seconds of games, training, inner loop, and the rest
      source.json                   the run that an offline search learned from, if it is one
      cards.parquet                 the pool: one row per card, in the order of a solution
      mlflow.json                   which MLflow run belongs to this directory
      report/                       figures and tables, elites.parquet among them; can be deleted
                                    and made again from the rest
      lock                          who is writing here now (empty when nobody is)

Rules that every file follows:

* Names are deterministic, so what is computed again replaces what was there.
* A file appears under its name only when it is complete (`tasks.files`): it is written under a
  hidden temporary name in the same folder, flushed to the disk and renamed. A killed run leaves no
  half file.
* Parquet pages carry checksums and ``.npz`` members carry CRCs; readers verify them.
* No pickles: tables are Parquet, arrays are ``.npz``, facts are JSON.

Every step leaves its result in a file before the next one starts, so the files that are there are
the checkpoint. A run is continued by opening its directory again with the same configuration, seed,
code and cards. Anything else is refused with a message that names the difference and the way out.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import importlib.metadata
import json
import os
import platform
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Literal, Self

import polars as pl

from tasks.files import (
    MANIFEST,
    Stored,
    StoreError,
    check_table,
    file_digest,
    plain,
    read_arrays,
    read_json,
    read_table,
    remove,
    upsert_rows,
    write_arrays,
    write_bytes,
    write_error,
    write_json,
    write_table,
)

__all__ = [
    "Run",
    "StoreError",
    "Stored",
    "check_table",
    "code_digest",
    "differences",
    "file_digest",
    "find_runs",
    "load_run",
    "open_run",
    "read_arrays",
    "read_json",
    "read_table",
    "upsert_rows",
    "write_arrays",
    "write_bytes",
    "write_json",
    "write_table",
]

FORMAT = "hearthlight-run"
FORMAT_VERSION = 1
LOCK = "lock"
Status = Literal["running", "finished", "failed"]

_ROOT = Path(__file__).resolve().parent.parent
_CODE_FOLDERS = ("engine", "models", "tasks", "flows")
_FACTS = ("experiment", "seed", "digests", "versions", "started", "status", "finished", "resumes")
_CODE_SUFFIXES = (".py", ".json", ".csv", ".yaml")  # facts decide results, too
_LIBRARIES = ("duckdb", "mlflow", "numba", "numpy", "polars", "prefect", "pyarrow", "ribs", "torch")


@dataclass(frozen=True)
class Run:
    """An open run directory. Use it as a context manager, or call `close`.

    Leaving the context marks the run as finished or, on an exception, as failed; a failed or
    killed run is continued by opening it again.

    Attributes:
        path: The directory.
        manifest: What ``manifest.json`` says, as it was when the run was opened.
        resumed: Whether the directory held this run already.
    """

    path: Path
    manifest: dict[str, Any]
    resumed: bool
    _lock: BinaryIO | None = field(default=None, repr=False, compare=False)

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
        """The seed from which every random thing in the run derives."""
        return self.manifest["seed"]

    @property
    def code_digest(self) -> str:
        """Digest of the code that started the run."""
        return self.manifest["digests"]["code"]

    @property
    def card_digest(self) -> str:
        """Digest of the card tables the run plays with."""
        return self.manifest["digests"]["cards"]

    @property
    def is_finished(self) -> bool:
        """Whether the run had already ended well when it was opened."""
        return self.manifest["status"] == "finished"

    # Paths

    def evaluations_path(self, chunk: int) -> Path:
        """Table of the decks evaluated in a chunk; chunks are counted through the whole run."""
        return self.path / "evaluations" / f"chunk-{chunk:05d}.parquet"

    def fresh_path(self, chunk: int) -> Path:
        """Table of new games of the elites; these chunks have numbers of their own."""
        return self.path / "evaluations" / f"fresh-{chunk:05d}.parquet"

    def archive_path(self, iteration: int) -> Path:
        """Table of the elites after an outer iteration."""
        return self.path / "archive" / f"{iteration:05d}.parquet"

    def surrogate_path(self, iteration: int, suffix: str = ".npz") -> Path:
        """Weights (or, with another suffix, facts) of the surrogate of an outer iteration."""
        return self.path / "surrogate" / f"{iteration:05d}{suffix}"

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
        """Table with one row: where the run's time went."""
        return self.path / "timing.parquet"

    @property
    def cards_path(self) -> Path:
        """Table of the pool's cards, in the order of a solution."""
        return self.path / "cards.parquet"

    @property
    def report_path(self) -> Path:
        """Folder of figures and tables that can be made again from the rest."""
        return self.path / "report"

    @property
    def elites_path(self) -> Path:
        """The report's table of elites."""
        return self.report_path / "elites.parquet"

    @property
    def tracking_path(self) -> Path:
        """Which MLflow run belongs to this directory."""
        return self.path / "mlflow.json"

    # Chunks

    def finished_chunks(self) -> list[int]:
        """Numbers of the chunks whose games have been played, in order."""
        names = (self.path / "evaluations").glob("chunk-*.parquet")
        return sorted(int(name.stem.removeprefix("chunk-")) for name in names)

    def evaluations(self) -> pl.DataFrame:
        """All evaluated decks, in the order of their chunks; empty before the first chunk."""
        chunks = [read_table(self.evaluations_path(chunk)) for chunk in self.finished_chunks()]
        return pl.concat(chunks) if chunks else pl.DataFrame()

    # Life

    def finish(self, status: Status = "finished", note: str = "") -> None:
        """Writes into the manifest how and when the run ended."""
        manifest = read_json(self.path / MANIFEST)
        manifest |= {"status": status, "finished": _now(), "note": note}
        write_json(self.path / MANIFEST, manifest)

    def close(self) -> None:
        """Lets others write here. Does not change the manifest."""
        if self._lock is not None and not self._lock.closed:
            self._lock.truncate(0)
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *_) -> None:
        try:
            if kind is None:
                self.finish()
            else:
                self.finish("failed", f"{kind.__name__}: {error}")
        finally:
            self.close()


def open_run(
    path: str | Path,
    experiment: Mapping[str, Any],
    seed: int,
    card_digest: str,
    *,
    resume_anyway: bool = False,
    extras: Mapping[str, Any] | None = None,
) -> Run:
    """Creates a run's directory, or continues the run it holds.

    Args:
        path: The directory; missing or empty for a new run.
        experiment: The configuration, as JSON values: everything that decides the results.
        seed: The run's seed.
        card_digest: Digest of the compiled card tables.
        resume_anyway: Continue although the code has changed since. Nothing else is forgiven.
        extras: Facts that do not decide results (threads, command line); told, never compared.

    Returns:
        The run, locked for this process until it is closed.

    Raises:
        StoreError: The directory is no run, belongs to another format version, configuration,
            seed, code or card table, is in use, cannot be written, or holds a damaged table.
    """
    path, wanted, resumed, lock = _claim(path, experiment, seed, card_digest, resume_anyway)
    try:
        _remove_leftovers(path)
        manifest = _resume(path, wanted) if resumed else _create(path, wanted, extras or {})
    except BaseException:
        lock.close()
        raise
    return Run(path, manifest, resumed, lock)


def check_run(
    path: str | Path,
    experiment: Mapping[str, Any],
    seed: int,
    card_digest: str,
    *,
    resume_anyway: bool = False,
) -> bool:
    """Raises what `open_run` would, without starting or continuing anything.

    Returns:
        Whether the directory holds this run already.
    """
    _, _, resumed, lock = _claim(path, experiment, seed, card_digest, resume_anyway)
    lock.truncate(0)
    lock.close()
    return resumed


def load_run(path: str | Path) -> Run:
    """Opens a run's directory for reading, also while another process writes to it.

    Raises:
        StoreError: There is no run, or it is of another format version.
    """
    path = Path(path).expanduser().absolute()
    if not (path / MANIFEST).is_file():
        raise StoreError(
            f"{path}: no run here ({MANIFEST} is missing); give the directory that was --out"
        )
    manifest = read_json(path / MANIFEST)
    _check_format(path, manifest)
    return Run(path, manifest, resumed=True)


def find_runs(paths: Iterable[str | Path]) -> list[Path]:
    """Run directories among `paths` and one level below them, in order.

    Raises:
        StoreError: A path holds no run.
    """
    found: dict[Path, None] = {}
    for path in (Path(path).expanduser().absolute() for path in paths):
        manifests = [path / MANIFEST] if (path / MANIFEST).is_file() else path.glob(f"*/{MANIFEST}")
        runs = sorted(manifest.parent for manifest in manifests)
        if not runs:
            raise StoreError(f"{path}: no run here or one level below ({MANIFEST} is missing)")
        found.update(dict.fromkeys(runs))
    return list(found)


def code_digest(root: str | Path = _ROOT) -> str:
    """Digest of the project's code and of the facts carried with it (CSV, JSON, YAML)."""
    digest = hashlib.sha256()
    for folder in _CODE_FOLDERS:
        files = (file for file in (Path(root) / folder).rglob("*") if file.suffix in _CODE_SUFFIXES)
        for file in sorted(files):
            digest.update(file.relative_to(root).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _claim(
    path: str | Path, experiment: Mapping[str, Any], seed: int, card_digest: str, anyway: bool
) -> tuple[Path, dict[str, Any], bool, BinaryIO]:
    """Checks all that `open_run` checks; returns path, wanted facts, whether resumed, and lock."""
    path = Path(path).expanduser().absolute()
    wanted = {
        "experiment": json.loads(json.dumps(experiment, default=plain)),
        "seed": int(seed),
        "digests": {"code": code_digest(), "cards": card_digest},
    }
    resumed = (path / MANIFEST).is_file()
    if resumed:
        _check_same(path, read_json(path / MANIFEST), wanted, anyway)
    else:
        _check_empty(path)
    lock = _lock(path)
    try:
        for table in sorted(path.rglob("*.parquet")):
            check_table(table)
    except BaseException:
        lock.close()
        raise
    return path, wanted, resumed, lock


def _create(path: Path, wanted: dict[str, Any], extras: Mapping[str, Any]) -> dict[str, Any]:
    manifest = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        **wanted,
        "versions": _versions(),
        "extras": dict(extras),
        "started": _now(),
        "status": "running",
        "finished": None,
        "note": "",
        "resumes": [],
    }
    write_json(path / MANIFEST, manifest)
    return read_json(path / MANIFEST)


def _resume(path: Path, wanted: dict[str, Any]) -> dict[str, Any]:
    """Notes the resume on disk; returns the manifest as it was found."""
    manifest = read_json(path / MANIFEST)
    resume = {"at": _now(), "found": manifest["status"], "code": wanted["digests"]["code"]}
    noted = manifest | {
        "resumes": [*manifest["resumes"], resume],
        "status": "running",
        "finished": None,
        "note": "",
    }
    write_json(path / MANIFEST, noted)
    return manifest


def _check_format(path: Path, manifest: Mapping[str, Any]) -> None:
    if not isinstance(manifest, dict):
        raise StoreError(f"{path / MANIFEST}: not a Hearthlight run; use another --out")
    version = manifest.get("format_version")
    if manifest.get("format") != FORMAT:
        raise StoreError(f"{path / MANIFEST}: not a Hearthlight run; use another --out")
    if version != FORMAT_VERSION:
        raise StoreError(
            f"{path}: this run has format version {version}, this code reads version "
            f"{FORMAT_VERSION}; use another --out, or the code that wrote it"
        )
    if missing := [name for name in _FACTS if name not in manifest]:
        raise StoreError(
            f"{path / MANIFEST}: {' and '.join(missing)} missing; restore it from a copy, or use "
            "another --out"
        )


def _check_same(
    path: Path, manifest: Mapping[str, Any], wanted: Mapping[str, Any], resume_anyway: bool
) -> None:
    _check_format(path, manifest)
    for name in ("experiment", "seed"):
        if changed := differences(manifest[name], wanted[name], name):
            raise StoreError(
                f"{path} holds a run of another configuration:\n  "
                + "\n  ".join(changed)
                + "\nuse another --out, or the old settings to continue that run"
            )
    there, here = manifest["digests"], wanted["digests"]
    if there["cards"] != here["cards"]:
        raise StoreError(
            f"{path}: the cards have changed since this run began (digest {there['cards']} there, "
            f"{here['cards']} now), so its games cannot be continued; use another --out"
        )
    if there["code"] != here["code"] and not resume_anyway:
        raise StoreError(
            f"{path}: the code has changed since this run began (digest {there['code']} there, "
            f"{here['code']} now); use another --out, or --resume-anyway if the change does not "
            "matter to the results"
        )


def differences(there: Any, here: Any, name: str) -> list[str]:
    """One line per value that differs between two JSON values."""
    if isinstance(there, dict) and isinstance(here, dict):
        keys = [*there, *(key for key in here if key not in there)]
        nested = (
            differences(there.get(key, "absent"), here.get(key, "absent"), f"{name}.{key}")
            for key in keys
        )
        return [line for lines in nested for line in lines]
    if there == here:
        return []
    return [f"{name.removeprefix('experiment.')}: {_short(there)} there, {_short(here)} now"]


def _short(value: Any, limit: int = 60) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _check_empty(path: Path) -> None:
    """Refuses a directory that holds anything but what a run killed at birth leaves."""
    if path.exists() and not path.is_dir():
        raise StoreError(f"{path}: --out must be a directory, this is a file; use another --out")
    foreign = [
        file.name
        for file in (path.iterdir() if path.is_dir() else ())
        if file.name != LOCK and not _is_leftover(file)
    ]
    if foreign:
        raise StoreError(
            f"{path}: not empty and not a run ({MANIFEST} is missing, {sorted(foreign)[0]} is "
            "there); use another --out"
        )


def _lock(path: Path) -> BinaryIO:
    """Locks a run's directory for this process.

    The kernel drops the lock when its process ends, however it ends, so a stale lock file is
    simply taken over. The file's text is for people.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = open(path / LOCK, "a+b")  # noqa: SIM115 (held while the run is open)
    except OSError as error:
        raise write_error(path, 0, error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        owner = lock.read().decode(errors="replace").strip() or "another process"
        lock.close()
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise StoreError(
                f"{path}: in use by {owner}; wait until it ends, stop it, or use another --out"
            ) from None
        raise StoreError(
            f"{path}: this file system has no locks ({error}); use another --out"
        ) from error
    lock.truncate(0)
    lock.write(f"process {os.getpid()} on {socket.gethostname()}\n".encode())
    lock.flush()
    return lock


def _is_leftover(path: Path) -> bool:
    return path.name.startswith(".") and path.name.endswith(".tmp")


def _remove_leftovers(path: Path) -> None:
    """Removes the temporary files of a killed run."""
    for file in path.rglob(".*.tmp"):
        remove(file)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version(), "platform": platform.platform()}
    for library in _LIBRARIES:
        try:
            versions[library] = importlib.metadata.version(library)
        except importlib.metadata.PackageNotFoundError:
            versions[library] = "absent"
    return versions
