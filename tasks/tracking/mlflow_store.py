"""MLflow's store: its place, opening it, starting and continuing runs."""

from __future__ import annotations

import getpass
import logging
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock

from engine import UserError
from tasks.storage.files import MANIFEST, REMEMBERED, StoreError, read_json, reason, write_json
from tasks.storage.manifest import commit
from tasks.storage.shared_home import (
    OWN_SERVER,
    hearthlight_home,
    service_addresses,
    service_file,
)

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Run as MlflowRun

_PARAMETER_LENGTH = 6000  # MLflow's limits
_BATCH = 100


class TrackingError(UserError, RuntimeError):
    """MLflow's store cannot be used; the message names it and the fix."""


def store_place() -> tuple[str, Path | None]:
    """The store's URI and, for the default store, the folder of its artifacts.

    It is ``$MLFLOW_TRACKING_URI``; else the server of the service, if that has its own database;
    else an SQLite file in ``$HEARTHLIGHT_HOME/mlflow``, created on first use.
    """
    if uri := os.environ.get("MLFLOW_TRACKING_URI") or service_addresses().get("tracking"):
        return uri, None
    home = hearthlight_home() / "mlflow"
    return f"sqlite:///{home / 'mlflow.db'}", home / "artifacts"


def import_mlflow() -> Any:
    """Imports MLflow (1.5 s) without telemetry and log output."""
    os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
    os.environ.setdefault("MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR", "false")
    os.environ.setdefault("MLFLOW_LOGGING_LEVEL", "CRITICAL")
    _retries()
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    import mlflow

    for name in ("mlflow", "alembic", "urllib3"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # errors are also raised
    return mlflow


_RETRIES = "MLFLOW_HTTP_REQUEST_MAX_RETRIES"


@cache
def _retries() -> str:
    """How often MLflow tries a call again, as set by the user; its own 7 would wait for minutes."""
    return os.environ.setdefault(_RETRIES, "3")


def retry_calls(is_wanted: bool) -> None:
    """Switches MLflow's retries of failed calls on, as often as before, or off."""
    os.environ[_RETRIES] = _retries() if is_wanted else "0"


def creation_lock(artifacts: Path | None) -> AbstractContextManager[Any]:
    """Return the lock under which one process at a time creates the default store.

    MLflow has no such lock.
    """
    if artifacts is None:
        return nullcontext()
    artifacts.mkdir(parents=True, exist_ok=True)
    return FileLock(artifacts.parent / "lock")


def experiment_number(client: MlflowClient, name: str, artifacts: Path | None) -> str:
    """Return the id of an MLflow experiment; create it if it is missing, restore it if deleted.

    Its tags describe it; tags that a person has changed are kept.
    """
    tags = {
        "mlflow.experimentKind": "custom_model_development",
        "mlflow.note.content": f"Runs of Hearthlight's `{name}`: settings, metrics, report.",
    }
    with creation_lock(artifacts):
        if experiment := client.get_experiment_by_name(name):
            if experiment.lifecycle_stage == "deleted":
                client.restore_experiment(experiment.experiment_id)
            number, known = experiment.experiment_id, experiment.tags
        else:
            location = None if artifacts is None else (artifacts / name).as_uri()
            number, known = client.create_experiment(name, artifact_location=location), {}
        for key in tags.keys() - known.keys():
            client.set_experiment_tag(number, key, tags[key])
    return number


def web_address(uri: str) -> str | None:
    """The URL of a store's pages: its own, or the service's."""
    if uri.startswith(("http://", "https://")):
        return uri.rstrip("/")
    shown = os.environ.get("HEARTHLIGHT_MLFLOW_URL") or service_addresses().get("mlflow")
    return shown if shown and not os.environ.get("MLFLOW_TRACKING_URI") else None


_SQLITE = "sqlite:///"


@contextmanager
def opened_store() -> Iterator[tuple[MlflowClient, str, Path | None]]:
    """The store's client, its URI and the folder of its artifacts, if it is the default one.

    Raises:
        TrackingError: The store cannot be used, also later within the context.
    """
    uri, artifacts = store_place()
    mlflow = import_mlflow()
    try:
        if artifacts is None and uri.startswith(_SQLITE):  # MLflow would try for two minutes
            open(uri.removeprefix(_SQLITE).partition("?")[0], "ab").close()
        with creation_lock(artifacts):  # the first client creates the tables
            client = mlflow.MlflowClient(tracking_uri=uri)
        yield client, uri, artifacts
    except (mlflow.exceptions.MlflowException, OSError) as error:
        fix = "set MLFLOW_TRACKING_URI to a server or to sqlite:///FILE, or unset it"
        if artifacts is None and not os.environ.get("MLFLOW_TRACKING_URI"):
            fix = f"it is the service's: start that with `make up`, or remove {service_file()}"
        raise TrackingError(
            f"MLflow store {without_password(uri)}: cannot be used ({reason(error)}); {fix}"
        ) from error


def begin_run(
    client: MlflowClient,
    uri: str,
    experiment: str,
    directory: Path,
    tags: Mapping[str, str],
    params: Mapping[str, Any],
) -> str:
    """Starts the run of a directory, or continues the stored one; returns MLflow's id of the run.

    The directory's ``mlflow.json`` will store it. Nested settings become `search.n_games`. MLflow
    keeps a parameter's first value; a later one, as when a study grows, becomes a tag of that name.
    """
    from mlflow.entities import Param

    tags = {**tags, **_origin(directory)}
    run_id = known_run(client, directory / REMEMBERED, uri)
    if run_id is None:
        tags = tags | _description(directory)  # a person may have changed it since
        run_id = client.create_run(experiment, tags=tags, run_name=directory.name).info.run_id
        # At once, so that a run killed after this can be continued and marked as killed.
        write_json(directory / REMEMBERED, {"uri": without_password(uri), "run_id": run_id})
    client.update_run(run_id, status="RUNNING")
    data, told = client.get_run(run_id).data, _flatten(params)
    known, changed = data.params, {}
    for name, value in told.items():
        if known.get(name, value) != value or name in data.tags:
            changed[name] = value
    for name, value in {**tags, **changed}.items():
        client.set_tag(run_id, name, value)
    new = [Param(name, value) for name, value in told.items() if name not in known]
    for start in range(0, len(new), _BATCH):
        client.log_batch(run_id, params=new[start : start + _BATCH])
    return run_id


def parent_of(client: MlflowClient, directory: Path, uri: str) -> MlflowRun | None:
    """The parent run of a run's directory, if its folder has one."""
    folder = directory.parent
    if (folder / MANIFEST).is_file():
        return None  # it is a single run's
    run_id = known_run(client, folder / REMEMBERED, uri)
    return None if run_id is None else client.get_run(run_id)


def _origin(directory: Path) -> dict[str, str]:
    """Tags that may change when a run is continued: its directory and its flow run."""
    tags = {"run_directory": str(directory)}
    if "prefect" in sys.modules:
        from prefect import runtime

        if runtime.flow_run.id is not None:
            tags["flow_run"] = runtime.flow_run.id
            tags["flow_run_page"] = _flow_run_page(runtime.flow_run.ui_url or "")
    return tags


def _flow_run_page(url: str) -> str:
    """The page of the flow run; the command that shows it if its server ends with the run."""
    home = os.environ.get(OWN_SERVER)
    return url if home is None else f"PREFECT_HOME={shlex.quote(home)} prefect server start"


def _description(directory: Path) -> dict[str, str]:
    """Return the tags for description, user, source and version on MLflow's pages."""
    return {
        "mlflow.note.content": f"Directory: `{directory}`\n\n"
        f'Query it: `python -m flows sql {directory} "show tables"`',
        "mlflow.user": _user(),
        "mlflow.source.type": "LOCAL",
        "mlflow.source.name": _command(),
        "mlflow.source.git.commit": commit().removesuffix("-dirty"),
    }


def _user() -> str:
    """The user's name; its number where it has none, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def _command() -> str:
    """Return the command of this process, or its deployment."""
    if "prefect" in sys.modules:
        from prefect import runtime

        if runtime.deployment.id is not None:
            return f"prefect deployment run {runtime.flow_run.flow_name}/{runtime.deployment.name}"
    spec = sys.modules["__main__"].__spec__
    program = ["-m", spec.name.removesuffix(".__main__")] if spec else sys.argv[:1]
    return shlex.join(["python", *program, *sys.argv[1:]])


def _flatten(params: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in params.items():
        if isinstance(value, Mapping):
            flat |= _flatten(value, f"{prefix}{name}.")
        else:
            flat[f"{prefix}{name}"] = str(value)[:_PARAMETER_LENGTH]
    return flat


def known_run(client: MlflowClient, path: Path, uri: str) -> str | None:
    """The MLflow run stored in a file, if this store still has it."""
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
    """A store's URI without its password."""
    return re.sub(r"(://[^:/@]*):[^/@]*@", r"\1:***@", uri)
