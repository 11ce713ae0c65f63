"""Which runs go on on this machine, so that the next start can tell of those that died.

A run holds the lock of a small file in ``$HEARTHLIGHT_HOME/running`` while it goes on. The kernel
drops a lock when its process ends, however it ends. Whoever starts next finds files without a lock:
their runs were killed, yet Prefect and MLflow still show them as running. There they are marked as
crashed and killed, and continue when their command is given again. No clock is involved.
"""

from __future__ import annotations

import atexit
import hashlib
import itertools
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar
from uuid import UUID

from filelock import lock_descriptor

from tasks.orchestration.flow_page import show_start
from tasks.storage.files import StoreError, read_json, reason
from tasks.storage.shared_home import hearthlight_home
from tasks.storage.store import Run
from tasks.tracking.mlflow_run import Tracking, start_tracking
from tasks.tracking.mlflow_store import (
    REMEMBERED,
    import_mlflow,
    store_place,
    without_password,
)
from tasks.tracking.parent_run import ParentTracking, start_parent

#: Prefect's states of a flow run that a process is behind.
_ACTIVE = ("PENDING", "RUNNING", "CANCELLING")
_MESSAGE = "The process behind this run ended without a word; the same command continues it."
_log = logging.getLogger(__name__)
_AnyTracking = TypeVar("_AnyTracking", bound=Tracking)


@contextmanager
def watched(run: Run, experiment_name: str, params: Mapping[str, Any]) -> Iterator[Tracking]:
    """Follows a run in MLflow, on its flow run's page and in the list of what goes on.

    Args:
        run: The open run directory.
        experiment_name: MLflow's name for a group of runs.
        params: The configuration.

    Raises:
        TrackingError: MLflow's store cannot be used.
    """
    with _followed(run.path, lambda: start_tracking(run, experiment_name, params)) as tracking:
        yield tracking


@contextmanager
def watched_runs(folder: Path, kind: str, params: Mapping[str, Any]) -> Iterator[ParentTracking]:
    """Follows a folder of runs as a whole; those that are made within are below it in MLflow.

    Args:
        folder: Of the runs' directories.
        kind: What they are together: study, mesb, balance.
        params: The settings of the whole.

    Raises:
        TrackingError: MLflow's store cannot be used.
    """
    with _followed(folder, lambda: start_parent(folder, kind, params)) as tracking:
        yield tracking


@contextmanager
def _followed(directory: Path, start: Callable[[], _AnyTracking]) -> Iterator[_AnyTracking]:
    """Notes and shows what goes on in a directory, and tells MLflow how it ends."""
    with noted(directory) as note:
        tracking = start()
        note.write(mlflow={"uri": without_password(tracking.uri), "run_id": tracking.run_id})
        show_start(directory, tracking)
        try:
            yield tracking
        except BaseException as error:
            tracking.finish("FAILED" if isinstance(error, Exception) else "KILLED")
            raise
        tracking.finish()


@contextmanager
def noted(directory: Path) -> Iterator[Note]:
    """Notes that something goes on in a directory, until the process ends.

    First it is told which of the others have died. A place that cannot be written stops no run:
    then nothing is noted.
    """
    folder, ours = hearthlight_home() / "running", _own_flow_runs()
    tell_crashed(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        note = _open_note(folder, directory)
        note.untold = [each for each in note.flow_runs if each not in ours]
        note.write(directory=str(directory), flow_runs=note.untold + ours)
    except OSError as error:
        _log.warning("%s: cannot write here (%s); this run is not noted", folder, error.strerror)
        note = Note(None)
    try:
        yield note
    finally:
        _kept.append(note)  # the flow run's end has not been told to Prefect yet


def tell_crashed(folder: Path) -> list[str]:
    """Marks the runs that were killed in Prefect and MLflow; returns their directories."""
    died = []
    for path in sorted(folder.glob("*.json")):
        with suppress(OSError):
            file = open(path, "r+b")  # noqa: SIM115 (closed by the note)
            if not lock_descriptor(file.fileno(), blocking=False):
                file.close()  # its run goes on
                continue
            note = Note(file)
            if note.facts:
                died.append(note.facts["directory"])
                _tell_mlflow(note.facts.pop("mlflow", None) or _remembered(died[-1]))
            note.untold = [each for each in note.flow_runs if not _tell_prefect(each)]
            note.close()
    return died


class Note:
    """What is known of a run that goes on: JSON in a locked file.

    Args:
        file: The file; None for a note that is not kept.

    Attributes:
        facts: Its `directory`, its `flow_runs` and its `mlflow` run; empty if the file is new, or
            was cut off while it was written.
        untold: Flow runs whose end no server has been told.
        path: Where it is.
    """

    def __init__(self, file: BinaryIO | None) -> None:
        self._file = file
        self.untold: list[str] = []
        self.path = None if file is None else Path(file.name)
        try:
            self.facts: dict[str, Any] = {} if file is None else json.loads(file.read())
        except ValueError:
            self.facts = {}

    @property
    def flow_runs(self) -> list[str]:
        """Prefect's names of the flow runs that are, or were and are still shown as, active."""
        return self.facts.get("flow_runs", [])

    def write(self, **facts: Any) -> None:
        """Adds facts."""
        self.facts |= facts
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(json.dumps(self.facts).encode())
            self._file.flush()

    def close(self) -> None:
        """Removes the note, or keeps the flow runs whose end is untold for the next start."""
        if self._file is None or self.path is None:
            return
        with self._file, suppress(OSError):
            if self.untold:
                self.facts.pop("mlflow", None)
                self.write(flow_runs=self.untold)
            else:
                self.path.unlink()


#: Notes of runs that have ended.
_kept: list[Note] = []


@atexit.register
def _close_kept() -> None:
    while _kept:
        _kept.pop().close()


def _open_note(folder: Path, directory: Path) -> Note:
    """The note of a directory; of several processes there, as in a study, each has its own."""
    name = hashlib.sha256(str(directory.absolute()).encode()).hexdigest()[:16]
    paths = (folder / f"{name}-{number}.json" for number in itertools.count(1))
    while True:
        path = next(paths)
        for note in _kept:
            if note.path == path:
                _kept.remove(note)
                return note
        file = open(path, "a+b")  # noqa: SIM115 (closed by the note)
        with suppress(OSError):
            is_ours = lock_descriptor(file.fileno(), blocking=False)
            # Whoever had it may have removed it meanwhile.
            if is_ours and os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                file.seek(0)
                return Note(file)
        file.close()


def _own_flow_runs() -> list[str]:
    """The flow run and the one that it is part of, if there is one."""
    if "prefect" not in sys.modules:
        return []
    from prefect import runtime

    ids = (runtime.flow_run.id, runtime.flow_run.root_flow_run_id)
    return list(dict.fromkeys(str(each) for each in ids if each))


def _remembered(directory: str) -> dict[str, str] | None:
    """The MLflow run of a directory whose run died before that was noted."""
    with suppress(StoreError):
        return read_json(Path(directory) / REMEMBERED)
    return None


def _tell_mlflow(known: dict[str, str] | None) -> None:
    """Marks a run, as far as the store can be reached."""
    if known is None:
        return
    mlflow, (own, _) = import_mlflow(), store_place()
    uri = own if without_password(own) == known["uri"] else known["uri"]
    with suppress(mlflow.exceptions.MlflowException, OSError):
        client = mlflow.MlflowClient(tracking_uri=uri)
        if client.get_run(known["run_id"]).info.status == "RUNNING":
            client.set_terminated(known["run_id"], "KILLED")


def _tell_prefect(flow_run: str) -> bool:
    """Marks a flow run; returns whether the server that is in use knows it."""
    if "prefect" not in sys.modules:
        return False
    from prefect.client.orchestration import get_client
    from prefect.exceptions import ObjectNotFound
    from prefect.states import Crashed

    if flow_run in _own_flow_runs():
        return True  # it was retried, and is this one
    try:
        with get_client(sync_client=True) as client:
            state = client.read_flow_run(UUID(flow_run)).state
            if state is not None and state.type.value in _ACTIVE:
                client.set_flow_run_state(flow_run, Crashed(message=_MESSAGE), force=True)
        return True
    except ObjectNotFound:
        return False  # it belongs to another server; there will be another start
    # That others are shown wrongly is no reason to stop this run.
    except Exception as error:
        _log.warning("Prefect cannot be told of a run that died: %s", reason(error))
        return False
