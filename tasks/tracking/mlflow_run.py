"""A run in MLflow: parameters, metrics per outer iteration, artifacts and the surrogate.

The store is ``$MLFLOW_TRACKING_URI`` when that is set; otherwise an SQLite file in
``$HEARTHLIGHT_HOME/mlflow`` (``~/.hearthlight/mlflow``), created on first use. The run directory
remembers its MLflow run, so a resumed run continues the same one.

MLflow is a copy for looking at: everything in it is also in the run directory. Hence a store that
fails while games are being played is reported once and does not stop them.
"""

from __future__ import annotations

import logging
import os
import sys
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from tasks.storage.files import STUDY, read_json, reason
from tasks.storage.store import Run, write_json
from tasks.tracking.mlflow_store import (
    STUDY_RUN,
    TrackingError,
    creation_lock,
    experiment_number,
    import_mlflow,
    known_run,
    store_place,
    study_run,
    web_address,
    without_password,
)

if TYPE_CHECKING:
    import polars as pl
    import torch
    from matplotlib.figure import Figure
    from mlflow import MlflowClient
    from mlflow.models.model import ModelInfo
    from mlflow.system_metrics.system_metrics_monitor import SystemMetricsMonitor

_PARAMETER_LENGTH = 6000  # MLflow's limits
_PARAMETER_BATCH = 100
#: The name under which surrogates are registered, a version per run.
REGISTERED = "hearthlight-surrogate"
#: Seconds between two looks at the machine.
MONITOR_S = 15.0
#: MLflow's tag of a run that is part of another.
PARENT = "mlflow.parentRunId"
_log = logging.getLogger(__name__)


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
        self._monitor = _start_monitor(uri, run_id)

    @property
    def page(self) -> str | None:
        """The run's page, where there is a server to show it."""
        base, info = web_address(self.uri), self._client.get_run(self.run_id).info
        return base and f"{base}/#/experiments/{info.experiment_id}/runs/{self.run_id}"

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

    def log_inputs(self, tables: Mapping[str, tuple[Path, pl.DataFrame]]) -> None:
        """Notes the tables that a run's results rest on, unless the run has them already.

        Args:
            tables: Name to file and content; columns that are arrays are left out of the schema.
        """
        with self._tolerant():
            if self._client.get_run(self.run_id).inputs.dataset_inputs:
                return
            from mlflow.data import from_polars
            from mlflow.entities import DatasetInput, InputTag

            inputs = []
            for name, (path, table) in tables.items():
                flat = table.select(n for n, kind in table.schema.items() if not kind.is_nested())
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # that a path may be two kinds of source
                    dataset = from_polars(flat, source=str(path), name=name)
                tag = InputTag("mlflow.data.context", name)
                inputs.append(DatasetInput(dataset._to_mlflow_entity(), [tag]))
            self._client.log_inputs(self.run_id, inputs)

    def log_surrogate(
        self, model: torch.nn.Module, example: np.ndarray, name: str = "surrogate"
    ) -> None:
        """Stores and registers the surrogate as an MLflow model with its signature, once.

        Args:
            model: Maps (batch_size, n_cards) card counts to (batch_size, n_targets).
            example: (batch_size, n_cards) array of card counts, with batch_size > 1.
            name: The model's name within the run.
        """
        with self._tolerant():
            if "surrogate" in self._client.get_run(self.run_id).data.tags:
                return
            self._log_model(model, np.asarray(example, np.float32), name)
            self._client.set_tag(self.run_id, "surrogate", REGISTERED)

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
                logged = mlflow.pytorch.log_model(
                    model,
                    name=name,
                    signature=infer_signature(example, prediction),
                    input_example=example,
                    # Named, because MLflow takes 12 s to find out.
                    pip_requirements=[f"torch=={torch.__version__.split('+')[0]}"],
                )
            self._register(logged)
        finally:
            mlflow.set_tracking_uri(before)

    def _register(self, logged: ModelInfo) -> None:
        """A version of the registered model; by the client, since the other ways print."""
        if not self._client.search_registered_models(f"name = '{REGISTERED}'"):
            self._client.create_registered_model(REGISTERED)
        self._client.create_model_version(
            REGISTERED, logged.model_uri, self.run_id, model_id=logged.model_id
        )

    def finish(self, status: Literal["FINISHED", "FAILED", "KILLED"] = "FINISHED") -> None:
        """Tells MLflow that the run has ended."""
        if self._monitor is not None:
            self._monitor.finish()
        with self._tolerant():
            self._client.set_terminated(self.run_id, status)
            if study := self._client.get_run(self.run_id).data.tags.get(PARENT):
                self._client.set_terminated(study, status)

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
                    without_password(self.uri),
                    reason(error),
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
    uri, artifacts = store_place()
    mlflow = import_mlflow()
    try:
        client = mlflow.MlflowClient(tracking_uri=uri)
        is_trial = (run.path.parent / STUDY).is_file()
        with creation_lock(artifacts):
            group = "study" if is_trial else experiment_name
            number = experiment_number(client, group, artifacts)
        run_id = known_run(client, run.tracking_path, uri) or _new_run(client, run, number)
        for name, value in _origin(run).items():
            client.set_tag(run_id, name, value)
        if is_trial:
            study = study_run(client, run.path.parent, uri, number)
            client.update_run(study, status="RUNNING")
            client.set_tag(run_id, PARENT, study)
        client.update_run(run_id, status="RUNNING")
        _log_params(client, run_id, _flatten(params))
        write_json(run.tracking_path, {"uri": without_password(uri), "run_id": run_id})
        return Tracking(client, uri, run_id)
    except (mlflow.exceptions.MlflowException, OSError) as error:
        raise TrackingError(
            f"MLflow store {without_password(uri)}: cannot be used ({reason(error)}); set "
            "MLFLOW_TRACKING_URI to a server or to sqlite:///FILE, or unset it for the default"
        ) from error


def log_study(folder: Path, report: Path) -> None:
    """Copies a study's settings and report to its run in MLflow, the parent of its trials'.

    A store that cannot be reached is reported and stops nothing: the study's directory has both.
    """
    uri, _ = store_place()
    mlflow = import_mlflow()
    try:
        client = mlflow.MlflowClient(tracking_uri=uri)
        if run_id := known_run(client, folder / STUDY_RUN, uri):
            _log_params(client, run_id, _flatten(read_json(folder / STUDY)))
            client.log_artifacts(run_id, str(report), "report")
    except (mlflow.exceptions.MlflowException, OSError) as error:
        _log.warning("MLflow at %s failed (%s)", without_password(uri), reason(error))


def _new_run(client: MlflowClient, run: Run, experiment_id: str) -> str:
    tags = {
        "seed": str(run.seed),
        "code_digest": run.code_digest,
        "card_digest": run.card_digest,
    }
    return client.create_run(experiment_id, tags=tags, run_name=run.name).info.run_id


def _origin(run: Run) -> dict[str, str]:
    """Tags that may change when a run is continued: its directory, and the flow run behind it."""
    tags = {"run_directory": str(run.path)}
    if "prefect" in sys.modules:
        from prefect import runtime

        if runtime.flow_run.id is not None:
            tags["flow_run"] = runtime.flow_run.id
            tags["flow_run_page"] = runtime.flow_run.ui_url or ""
    return tags


def _start_monitor(uri: str, run_id: str) -> SystemMetricsMonitor | None:
    """Watches the machine's processors, memory and disk for the run; None if that is impossible."""
    from mlflow.system_metrics.system_metrics_monitor import SystemMetricsMonitor

    try:
        monitor = SystemMetricsMonitor(run_id, MONITOR_S, resume_logging=True, tracking_uri=uri)
        monitor.start()
        return monitor
    # A convenience that reads whatever this machine has of sensors; the run needs none of them.
    except Exception as error:
        _log.warning("no system metrics in MLflow: %s", reason(error))
        return None


def _log_params(client: MlflowClient, run_id: str, params: Mapping[str, str]) -> None:
    from mlflow.entities import Param

    known = client.get_run(run_id).data.params
    new = [Param(name, value) for name, value in params.items() if name not in known]
    for start in range(0, len(new), _PARAMETER_BATCH):
        client.log_batch(run_id, params=new[start : start + _PARAMETER_BATCH])


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
