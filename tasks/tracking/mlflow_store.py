"""MLflow's store: where it is, how it is opened, which experiments and studies it has."""

from __future__ import annotations

import fcntl
import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tasks.storage.files import StoreError, read_json, write_json
from tasks.storage.home import hearthlight_home, service_addresses

if TYPE_CHECKING:
    from mlflow import MlflowClient

#: In a study's directory: which MLflow run is the parent of its trials'.
STUDY_RUN = "mlflow.json"


class TrackingError(RuntimeError):
    """MLflow's store cannot be used; the message names it and the fix."""


def store_place() -> tuple[str, Path | None]:
    """The store's URI and, for the default store, the folder of its artifacts.

    It is what the environment says; or the server of the service, where that has a database of its
    own; or else a file.
    """
    if uri := os.environ.get("MLFLOW_TRACKING_URI") or service_addresses().get("tracking"):
        return uri, None
    home = hearthlight_home() / "mlflow"
    return f"sqlite:///{home / 'mlflow.db'}", home / "artifacts"


def import_mlflow() -> Any:
    """Imports MLflow (1.5 s) without telemetry and without chatter."""
    os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
    os.environ.setdefault("MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR", "false")
    os.environ.setdefault("MLFLOW_LOGGING_LEVEL", "CRITICAL")
    os.environ.setdefault("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "3")  # 7 wait for minutes
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    import mlflow

    for name in ("mlflow", "alembic", "urllib3"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is raised, too
    return mlflow


@contextmanager
def creation_lock(artifacts: Path | None) -> Iterator[None]:
    """Lets one process at a time create the default store; MLflow itself does not."""
    if artifacts is None:
        yield
        return
    artifacts.mkdir(parents=True, exist_ok=True)
    with open(artifacts.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def experiment_number(client: MlflowClient, name: str, artifacts: Path | None) -> str:
    """MLflow's number of a group of runs, which is made if it is new."""
    if experiment := client.get_experiment_by_name(name):
        return experiment.experiment_id
    location = None if artifacts is None else (artifacts / name).as_uri()
    return client.create_experiment(name, artifact_location=location)


def web_address(uri: str) -> str | None:
    """Where a store's pages are: of the store itself, or of the service that shows it."""
    if uri.startswith(("http://", "https://")):
        return uri.rstrip("/")
    shown = os.environ.get("HEARTHLIGHT_MLFLOW_URL") or service_addresses().get("mlflow")
    return shown if shown and not os.environ.get("MLFLOW_TRACKING_URI") else None


def study_run(client: MlflowClient, folder: Path, uri: str, experiment: str) -> str:
    """The run that is the parent of the runs of a study's trials, created by the first of them.

    Args:
        client: Of the store.
        folder: The study's directory.
        uri: The store.
        experiment: Number of the experiment that the trials are in.
    """
    known = known_run(client, folder / STUDY_RUN, uri)
    if known is None:
        tags = {"run_directory": str(folder), "kind": "study"}
        known = client.create_run(experiment, tags=tags, run_name=folder.name).info.run_id
        write_json(folder / STUDY_RUN, {"uri": without_password(uri), "run_id": known})
    return known


def known_run(client: MlflowClient, path: Path, uri: str) -> str | None:
    """The MLflow run that a file remembers, if this store still has it."""
    from mlflow.exceptions import MlflowException

    try:
        known = read_json(path)
        if known["uri"] != without_password(uri):
            return None
        found = client.get_run(known["run_id"])
        return found.info.run_id if found.info.lifecycle_stage == "active" else None
    except (StoreError, KeyError, MlflowException):
        return None


def without_password(uri: str) -> str:
    """A store's URI as it may be written down and shown."""
    return re.sub(r"(://[^:/@]*):[^/@]*@", r"\1:***@", uri)
