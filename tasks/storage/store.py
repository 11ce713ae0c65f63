"""Opens run directories (`tasks.storage.run`): new ones, those to continue, and for reading.

The files are the checkpoint: to continue a run, open its directory with the same configuration,
seed, code and cards. Any difference raises an error that names the difference and the fix.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.files import remove
from tasks.storage.files import MANIFEST, StoreError, check_table, plain, read_json
from tasks.storage.locks import has_begun, hold, is_locked, lock, remove_temporary, unlock
from tasks.storage.manifest import check_format, check_same, code_digest, create, is_foreign, resume
from tasks.storage.run import INVENTORY, Run, check_complete, check_unchanged

if TYPE_CHECKING:
    from filelock import BaseFileLock


#: Levels below the folder in which runs are found.
MAX_DEPTH = 4


def open_run(
    path: str | Path,
    experiment: Mapping[str, Any],
    seed: int,
    card_digest: str,
    *,
    resume_anyway: bool = False,
    extras: Mapping[str, Any] | None = None,
) -> Run:
    """Creates a run's directory, or continues its run.

    `path` is missing or empty for a new run. `experiment` has all settings that affect results, as
    JSON values; `extras`, such as threads, are recorded but not compared. Returns the run, locked
    for this process until it is closed. `resume_anyway` allows other code, but no other difference.

    Raises:
        StoreError: The directory is not a run, has another format version, configuration, seed,
            code or card table, is in use, cannot be written, or has a damaged table.
    """
    path, wanted, resumed, file = _claim(path, experiment, seed, card_digest, resume_anyway)
    try:
        remove_temporary(path)
        remove(path / INVENTORY)  # of a finished run, whose missing files are written again now
        manifest = resume(path, wanted) if resumed else create(path, wanted, extras or {})
    except BaseException:
        unlock(file)
        raise
    return Run(path, manifest, file)


def check_run(
    path: str | Path,
    experiment: Mapping[str, Any],
    seed: int,
    card_digest: str,
    *,
    resume_anyway: bool = False,
    look_only: bool = False,
) -> bool:
    """Raises the errors of `open_run`, without starting or continuing a run.

    The directory stays locked until `open_run` takes the lock over, or the process ends: of two
    simultaneous commands, one is refused before it does any work. `look_only` checks the manifest
    only and takes no lock. Returns whether the directory already has this run.
    """
    if look_only:
        path = Path(path).expanduser().absolute()
        return _check_place(path, _wanted(experiment, seed, card_digest), resume_anyway)
    path, _, resumed, file = _claim(path, experiment, seed, card_digest, resume_anyway)
    hold(path, file)
    return resumed


def load_run(path: str | Path, *, look_only: bool = False) -> Run:
    """Opens a run's directory for reading, also while another process writes to it.

    With `look_only`, the files of a finished run are not checked.

    Raises:
        StoreError: There is no run, it has another format version, or it is finished and a file of
            it is missing or was replaced.
    """
    path = Path(path).expanduser().absolute()
    if not (path / MANIFEST).is_file():
        raise StoreError(
            f"{path}: no run here ({MANIFEST} is missing); give the run's --out directory"
        )
    manifest = read_json(path / MANIFEST)
    check_format(path, manifest)
    if manifest["status"] == "finished" and not look_only:
        check_complete(path)
    return Run(path, manifest)


def find_runs(paths: Iterable[str | Path], searches: bool = False) -> list[Path]:
    """Run directories among `paths` and up to four levels below them, in order.

    With `searches`, games of persons below a path are left out.

    Raises:
        StoreError: A path has no run, or a manifest below it is damaged.
    """
    found: dict[Path, None] = {}
    for path in (Path(path).expanduser().absolute() for path in paths):
        if (path / MANIFEST).is_file():
            runs = [path]
        else:
            runs = [path / name for name in run_names(path) if not is_foreign(path / name)]
            if searches:
                known = (Run(each, read_json(each / MANIFEST)) for each in runs)
                runs = [run.path for run in known if not run.is_played]
        if not runs:
            raise StoreError(f"{path}: no run here or below ({MANIFEST} is missing)")
        found.update(dict.fromkeys(runs))
    return list(found)


def status_of(run: Run) -> str:
    """A run's status: that of its manifest, or `crashed` if its process was killed."""
    status = run.manifest["status"]
    return "crashed" if status == "running" and not is_locked(run.path) else status


def _claim(
    path: str | Path, experiment: Mapping[str, Any], seed: int, card_digest: str, anyway: bool
) -> tuple[Path, dict[str, Any], bool, BaseFileLock]:
    """Checks and locks a directory; returns path, manifest entries, whether resumed, and lock.

    Checks the directory before locking, which would create a folder, and again afterwards, because
    another process may have been faster.
    """
    path = Path(path).expanduser().absolute()
    wanted = _wanted(experiment, seed, card_digest)
    _check_place(path, wanted, anyway)
    file = lock(path)
    try:
        resumed = _check_place(path, wanted, anyway)
        for table in sorted(path.rglob("*.parquet")):
            check_table(table)
        check_unchanged(path)
    except BaseException:
        unlock(file)
        raise
    return path, wanted, resumed, file


def _wanted(experiment: Mapping[str, Any], seed: int, card_digest: str) -> dict[str, Any]:
    """The entries of a manifest that affect a run's results."""
    return {
        "experiment": json.loads(json.dumps(experiment, default=plain)),
        "seed": int(seed),
        "digests": {"code": code_digest(), "cards": card_digest},
    }


def _check_place(path: Path, wanted: Mapping[str, Any], anyway: bool) -> bool:
    """Returns whether a directory has this run; raises an error if it has other content."""
    if not has_begun(path, MANIFEST, "run"):
        return False
    check_same(path, read_json(path / MANIFEST), wanted, anyway)
    return True


def run_names(folder: Path, *marks: str) -> list[str]:
    """The names of the runs below a folder, in order.

    Links and hidden folders are not followed, nor are the folders of a run.
    A run is a directory with one of the files `marks` (default: a manifest).
    """
    return sorted(_names(folder, "", MAX_DEPTH, marks or (MANIFEST,)))


def _names(folder: Path, prefix: str, depth: int, marks: tuple[str, ...]) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return  # removed meanwhile, or not readable
    for entry in entries:
        if entry.name.startswith(".") or not entry.is_dir(follow_symlinks=False):
            continue
        if any(os.path.isfile(os.path.join(entry.path, mark)) for mark in marks):
            yield prefix + entry.name
        if depth > 1 and not os.path.isfile(os.path.join(entry.path, MANIFEST)):
            yield from _names(Path(entry.path), f"{prefix}{entry.name}/", depth - 1, marks)
