"""A run in MLflow: parameters, metrics per outer iteration, artifacts and the surrogate.

The store is ``$MLFLOW_TRACKING_URI`` when that is set; otherwise an SQLite file in
``$HEARTHLIGHT_HOME/mlflow`` (``~/.hearthlight/mlflow``), created on first use. The run directory
remembers its MLflow run, so a resumed run continues the same one.

MLflow is a copy for looking at: everything in it is also in the run directory. Hence a store that
fails while games are being played is reported once and does not stop them.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from tasks.server import hearthlight_home
from tasks.store import Run, StoreError, read_json, write_json

if TYPE_CHECKING:
    import torch
    from matplotlib.figure import Figure
    from mlflow import MlflowClient

_PARAMETER_LENGTH = 6000  # MLflow's limits
_PARAMETER_BATCH = 100
_log = logging.getLogger(__name__)


class TrackingError(RuntimeError):
    """MLflow's store cannot be used; the message names it and the fix."""


class Tracking:
    """One run in MLflow. Made by `start_tracking`; safe to use from several threads.

    Attributes:
        uri: The store.
        run_id: MLflow's name for the run.
    """

    def __init__(self, client: MlflowClient, uri: str, run_id: str) -> None:
        self.uri = uri
        self.run_id = run_id
        self._client = client
        self._seen = _seen_steps(client, run_id)
        self._is_failing = False

    def log_iteration(self, step: int, metrics: Mapping[str, float]) -> None:
        """Logs an outer iteration's metrics; what the run has for that step already is left out.

        Args:
            step: The outer iteration.
            metrics: Name to number, such as qd_score, coverage, games_per_second. NaN is left out.
        """
        from mlflow.entities import Metric

        now = int(time.time() * 1000)
        new = {
            name: float(value)
            for name, value in metrics.items()
            if (name, step) not in self._seen and np.isfinite(value)
        }
        with self._tolerant():
            self._client.log_batch(
                self.run_id, metrics=[Metric(name, new[name], now, step) for name in new]
            )
            self._seen.update((name, step) for name in new)

    def log_artifact(self, path: str | Path, folder: str | None = None) -> None:
        """Copies a file, or a folder with what is in it, to the run's artifacts."""
        with self._tolerant():
            if Path(path).is_dir():
                self._client.log_artifacts(self.run_id, str(path), folder)
            else:
                self._client.log_artifact(self.run_id, str(path), folder)

    def log_figure(self, figure: Figure, name: str) -> None:
        """Stores a figure under a file name such as ``archive.png``."""
        with self._tolerant():
            self._client.log_figure(self.run_id, figure, name)

    def log_surrogate(
        self, model: torch.nn.Module, example: np.ndarray, name: str = "surrogate"
    ) -> None:
        """Stores the surrogate as an MLflow model with its signature.

        Args:
            model: Maps (batch_size, n_cards) card counts to (batch_size, n_targets).
            example: (batch_size, n_cards) array of card counts, with batch_size > 1.
            name: The model's name within the run.
        """
        with self._tolerant():
            self._log_model(model, np.asarray(example, np.float32), name)

    def _log_model(self, model: torch.nn.Module, example: np.ndarray, name: str) -> None:
        import mlflow
        import mlflow.pytorch
        import torch
        from mlflow.models import infer_signature

        model = model.eval()
        with torch.no_grad():
            prediction = model(torch.from_numpy(example)).numpy()
        before = os.environ.get("MLFLOW_TRACKING_URI")  # set_tracking_uri changes it
        mlflow.set_tracking_uri(self.uri)
        try:
            with mlflow.start_run(run_id=self.run_id), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                mlflow.pytorch.log_model(
                    model,
                    name=name,
                    signature=infer_signature(example, prediction),
                    input_example=example,
                    # Named, because MLflow takes 12 s to find out.
                    pip_requirements=[f"torch=={torch.__version__.split('+')[0]}"],
                )
        finally:
            mlflow.set_tracking_uri(before)

    def finish(self, status: Literal["FINISHED", "FAILED", "KILLED"] = "FINISHED") -> None:
        """Tells MLflow that the run has ended."""
        with self._tolerant():
            self._client.set_terminated(self.run_id, status)

    @contextmanager
    def _tolerant(self) -> Iterator[None]:
        """Reports the first failure of the store and lets the run go on."""
        from mlflow.exceptions import MlflowException

        try:
            yield
        except (MlflowException, OSError) as error:
            if not self._is_failing:
                _log.warning(
                    "MLflow at %s failed (%s); the run goes on, its directory has everything",
                    self.uri,
                    _reason(error),
                )
            self._is_failing = True


def start_tracking(run: Run, experiment_name: str, params: Mapping[str, Any]) -> Tracking:
    """Starts, or on a resumed run directory continues, the run in MLflow.

    Args:
        run: The open run directory; ``mlflow.json`` in it remembers the MLflow run.
        experiment_name: MLflow's name for a group of runs, such as ``dsa-me``.
        params: The configuration; nested mappings become ``search.games``.

    Raises:
        TrackingError: The store cannot be opened.
    """
    uri, artifacts = _store()
    mlflow = _import_mlflow()
    try:
        client = mlflow.MlflowClient(tracking_uri=uri)
        with _creation_lock(artifacts):
            experiment_id = _experiment(client, experiment_name, artifacts)
        run_id = _known_run(client, run, uri) or _new_run(client, run, experiment_id)
        client.update_run(run_id, status="RUNNING")
        _log_params(client, run_id, _flatten(params))
        write_json(run.tracking_path, {"uri": uri, "run_id": run_id})
        return Tracking(client, uri, run_id)
    except (mlflow.exceptions.MlflowException, OSError) as error:
        raise TrackingError(
            f"MLflow store {uri}: cannot be used ({_reason(error)}); set "
            "MLFLOW_TRACKING_URI to a server or to sqlite:///FILE, or unset it for the default"
        ) from error


def _store() -> tuple[str, Path | None]:
    """The store's URI and, for the default store, the folder of its artifacts."""
    if uri := os.environ.get("MLFLOW_TRACKING_URI"):
        return uri, None
    home = hearthlight_home() / "mlflow"
    return f"sqlite:///{home / 'mlflow.db'}", home / "artifacts"


def _import_mlflow() -> Any:
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
def _creation_lock(artifacts: Path | None) -> Iterator[None]:
    """Lets one process at a time create the default store; MLflow itself does not."""
    if artifacts is None:
        yield
        return
    artifacts.mkdir(parents=True, exist_ok=True)
    with open(artifacts.parent / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _experiment(client: MlflowClient, name: str, artifacts: Path | None) -> str:
    if experiment := client.get_experiment_by_name(name):
        return experiment.experiment_id
    location = None if artifacts is None else (artifacts / name).as_uri()
    return client.create_experiment(name, artifact_location=location)


def _known_run(client: MlflowClient, run: Run, uri: str) -> str | None:
    """The MLflow run that the run directory remembers, if this store still has it."""
    from mlflow.exceptions import MlflowException

    try:
        known = read_json(run.tracking_path)
        if known["uri"] != uri:
            return None
        found = client.get_run(known["run_id"])
        return found.info.run_id if found.info.lifecycle_stage == "active" else None
    except (StoreError, KeyError, MlflowException):
        return None


def _new_run(client: MlflowClient, run: Run, experiment_id: str) -> str:
    tags = {
        "run_directory": str(run.path),
        "seed": str(run.seed),
        "code_digest": run.code_digest,
        "card_digest": run.card_digest,
    }
    return client.create_run(experiment_id, tags=tags, run_name=run.name).info.run_id


def _log_params(client: MlflowClient, run_id: str, params: Mapping[str, str]) -> None:
    from mlflow.entities import Param

    known = client.get_run(run_id).data.params
    new = [Param(name, value) for name, value in params.items() if name not in known]
    for start in range(0, len(new), _PARAMETER_BATCH):
        client.log_batch(run_id, params=new[start : start + _PARAMETER_BATCH])


def _reason(error: Exception, limit: int = 200) -> str:
    """An error of MLflow, whose texts run over many lines, on one line."""
    return " ".join(str(error).split())[:limit]


def _flatten(params: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in params.items():
        if isinstance(value, Mapping):
            flat |= _flatten(value, f"{prefix}{name}.")
        else:
            flat[f"{prefix}{name}"] = str(value)[:_PARAMETER_LENGTH]
    return flat


def _seen_steps(client: MlflowClient, run_id: str) -> set[tuple[str, int]]:
    """Every (metric, step) that the run has."""
    names = client.get_run(run_id).data.metrics
    return {
        (name, metric.step) for name in names for metric in client.get_metric_history(run_id, name)
    }
