"""Marks runs whose process died as crashed, in Prefect and in MLflow.

Each run in progress holds the lock of a small file, its note, in ``$HEARTHLIGHT_HOME/running``. The
kernel drops a lock whenever its process ends. The next run that starts finds the notes without a
lock: their runs were killed, but Prefect and MLflow still show them as running. It marks them as
crashed and killed; the same command continues them. No clock is involved.
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

from models.files import remove_abandoned
from tasks.orchestration.flow_page import show_start
from tasks.storage.files import REMEMBERED, StoreError, read_json, reason
from tasks.storage.shared_home import hearthlight_home
from tasks.storage.store import Run
from tasks.tracking.mlflow_run import ParentTracking, Tracking, start_parent, start_tracking
from tasks.tracking.mlflow_store import import_mlflow, store_place, without_password

#: Prefect's states of a flow run with a process.
_ACTIVE = ("PENDING", "RUNNING", "CANCELLING")
_MESSAGE = "The process of this run was killed; the same command continues it."
_log = logging.getLogger(__name__)
_AnyTracking = TypeVar("_AnyTracking", bound=Tracking)


@contextmanager
def watched(run: Run, experiment_name: str, params: Mapping[str, Any]) -> Iterator[Tracking]:
    """Shows a run in MLflow and on its flow run's page, and writes its note.

    Raises:
        TrackingError: MLflow's store cannot be used.
    """
    with _followed(run.path, lambda: start_tracking(run, experiment_name, params)) as tracking:
        yield tracking


@contextmanager
def watched_runs(folder: Path, kind: str, params: Mapping[str, Any]) -> Iterator[ParentTracking]:
    """Does the same for a folder of runs, the parent of its runs in MLflow.

    Raises:
        TrackingError: MLflow's store cannot be used.
    """
    remove_abandoned(folder)  # files of its runs are removed when a run is opened
    with _followed(folder, lambda: start_parent(folder, kind, params)) as tracking:
        yield tracking


@contextmanager
def _followed(directory: Path, start: Callable[[], _AnyTracking]) -> Iterator[_AnyTracking]:
    """Writes the note of a run, shows it, and marks its end in MLflow."""
    with noted(directory) as note:
        tracking = start()
        try:
            note.write(mlflow={"uri": without_password(tracking.uri), "run_id": tracking.run_id})
            show_start(directory, tracking)
            yield tracking
        except BaseException as error:
            tracking.finish("FAILED" if isinstance(error, Exception) else "KILLED")
            raise
        tracking.finish()


@contextmanager
def noted(directory: Path) -> Iterator[Note]:
    """Writes the note of a directory, locked until the process ends.

    Marks runs that died first. If the note cannot be written, the run continues without it.
    """
    folder, ours = hearthlight_home() / "running", _own_flow_runs()
    mark_crashed(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        note = _open_note(folder, directory)
        note.unmarked = [each for each in note.flow_runs if each not in ours]
        note.write(directory=str(directory), flow_runs=note.unmarked + ours)
    except OSError as error:
        _log.warning("%s: cannot write here (%s); this run has no note", folder, error.strerror)
        note = Note(None)
    try:
        yield note
    finally:
        _kept.append(note)  # Prefect has not recorded the end of the flow run yet


def mark_crashed(folder: Path) -> list[str]:
    """Marks the runs that were killed in Prefect and MLflow; returns their directories."""
    died = []
    for path in sorted(folder.glob("*.json")):
        with suppress(OSError):
            file = open(path, "r+b")  # noqa: SIM115 (closed by the note)
            if not lock_descriptor(file.fileno(), blocking=False):
                file.close()  # its run is active
                continue
            note = Note(file)
            if note.content:
                died.append(note.content["directory"])
                _mark_in_mlflow(note.content.pop("mlflow", None) or _remembered(died[-1]))
            note.unmarked = [each for each in note.flow_runs if not _mark_in_prefect(each)]
            note.close()
    return died


class Note:
    """The note of a run in progress: JSON in a locked file, if there is one.

    Attributes:
        content: Its `directory`, its `flow_runs` and its `mlflow` run; empty if the file is new or
            incomplete.
        unmarked: Flow runs that no server has marked as ended.
    """

    def __init__(self, file: BinaryIO | None) -> None:
        self._file = file
        self.unmarked: list[str] = []
        self.path = None if file is None else Path(file.name)
        try:
            self.content: dict[str, Any] = {} if file is None else json.loads(file.read())
        except ValueError:
            self.content = {}

    @property
    def flow_runs(self) -> list[str]:
        """Prefect's ids of the flow runs that are active, or shown as active."""
        return self.content.get("flow_runs", [])

    def write(self, **content: Any) -> None:
        """Adds to the content."""
        self.content |= content
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(json.dumps(self.content).encode())
            self._file.flush()

    def close(self) -> None:
        """Removes the note, unless flow runs are left for the next start to mark."""
        if self._file is None or self.path is None:
            return
        with self._file, suppress(OSError):
            if self.unmarked:
                self.content.pop("mlflow", None)
                self.write(flow_runs=self.unmarked)
            else:
                self.path.unlink()


#: Notes of runs that have ended.
_kept: list[Note] = []


@atexit.register
def _close_kept() -> None:
    while _kept:
        _kept.pop().close()


def _open_note(folder: Path, directory: Path) -> Note:
    """The note of a directory; each process in it, such as of a study, has its own."""
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
            # Its owner may have removed it meanwhile.
            if is_ours and os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                file.seek(0)
                return Note(file)
        file.close()


def _own_flow_runs() -> list[str]:
    """The flow run and its parent, if there are any."""
    if "prefect" not in sys.modules:
        return []
    from prefect import runtime

    ids = (runtime.flow_run.id, runtime.flow_run.root_flow_run_id)
    return list(dict.fromkeys(str(each) for each in ids if each))


def _remembered(directory: str) -> dict[str, str] | None:
    """The MLflow run of a directory, for a run that died before its note had it."""
    with suppress(StoreError):
        return read_json(Path(directory) / REMEMBERED)
    return None


def _mark_in_mlflow(known: dict[str, str] | None) -> None:
    """Marks a run as killed, if the store can be reached."""
    if known is None:
        return
    mlflow, (own, _) = import_mlflow(), store_place()
    uri = own if without_password(own) == known["uri"] else known["uri"]
    with suppress(mlflow.exceptions.MlflowException, OSError):
        client = mlflow.MlflowClient(tracking_uri=uri)
        if client.get_run(known["run_id"]).info.status == "RUNNING":
            client.set_terminated(known["run_id"], "KILLED")


def _mark_in_prefect(flow_run: str) -> bool:
    """Marks a flow run as crashed; returns whether this server has it."""
    if "prefect" not in sys.modules:
        return False
    from prefect.client.orchestration import get_client
    from prefect.exceptions import ObjectNotFound
    from prefect.states import Crashed

    if flow_run in _own_flow_runs():
        return True  # it was retried as this run
    try:
        with get_client(sync_client=True) as client:
            state = client.read_flow_run(UUID(flow_run)).state
            if state is not None and state.type.value in _ACTIVE:
                client.set_flow_run_state(flow_run, Crashed(message=_MESSAGE), force=True)
        return True
    except ObjectNotFound:
        return False  # it belongs to another server, which a later run may use
    # Wrong states of other runs do not stop this one.
    except Exception as error:
        _log.warning("a run that died cannot be marked in Prefect: %s", reason(error))
        return False
