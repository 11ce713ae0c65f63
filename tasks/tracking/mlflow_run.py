"""A run in MLflow: parameters, metrics, artifacts and the surrogate.

The step of a metric is the number of games that the run had played.

The run directory stores the id of its MLflow run, so a resumed run continues the same one.

MLflow only shows copies: the run directory has everything. So a failing store is logged once and
does not stop the run.

A folder of runs, such as a study's, has a parent run. It has the settings of the study and, at the
end, its report and the main results as metrics. It lasts from before the first of its runs until
the report is written.
"""

from __future__ import annotations

import logging
import os
import re
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from tasks.storage.files import MANIFEST, reason
from tasks.storage.run import Run
from tasks.storage.store import load_run
from tasks.tracking.mlflow_store import (
    begin_run,
    experiment_number,
    opened_store,
    parent_of,
    retry_calls,
    web_address,
    without_password,
)

if TYPE_CHECKING:
    import polars as pl
    import torch
    from mlflow import MlflowClient
    from mlflow.models.model import ModelInfo
    from mlflow.system_metrics.system_metrics_monitor import SystemMetricsMonitor


#: The name of the registered model; each run's surrogate is a version.
REGISTERED = "hearthlight-surrogate"
#: Seconds between measurements of the machine.
MONITOR_S = 15.0
#: The main metrics, the most important first. MLflow's pages sort metrics by name, and show those
#: with a `/` in a section before the others.
HEADLINE = (
    "corrected_qd_score", "corrected_coverage", "corrected_max_objective", "qd_score", "coverage",
    "max_objective", "max_win_rate", "random_share", "share",
)  # fmt: skip
#: MLflow's tag for the parent of a run.
PARENT = "mlflow.parentRunId"
#: Characters that the name of a metric cannot have.
_OTHER = re.compile(r"[^\w./: -]")
_log = logging.getLogger(__name__)


class Tracking:
    """One run in MLflow. Made by `start_tracking`; safe to use from several threads."""

    def __init__(
        self, client: MlflowClient, uri: str, run_id: str, watches_machine: bool = True
    ) -> None:
        self.uri = uri
        self.run_id = run_id
        self._client = client
        self._seen = _seen_steps(client, run_id)
        self._is_failing = self._has_failed = False
        self._monitor = _start_monitor(uri, run_id) if watches_machine else None

    @property
    def page(self) -> str | None:
        """The URL of the run's page, if the store has a server."""
        base, info = web_address(self.uri), self._client.get_run(self.run_id).info
        place = f"experiments/{info.experiment_id}/runs/{self.run_id}"
        return base and f"{base}/#/{place}?workflowType=machine_learning"

    def log_metrics(self, step: int, metrics: Mapping[str, float]) -> None:
        """Logs metrics, those of `HEADLINE` first, except those that the run has for that step.

        The step is the number of games so far; for the parent of several runs, of finished runs.
        NaN is skipped.
        """
        from mlflow.entities import Metric

        now = int(time.time() * 1000)
        new = {
            name: float(value)
            for name, value in _headline_first(metrics)
            if (name, step) not in self._seen and np.isfinite(value)
        }
        if not new:
            return
        with self._tolerant():
            self._client.log_batch(
                self.run_id, metrics=[Metric(name, new[name], now, step) for name in new]
            )
            self._seen.update((name, step) for name in new)

    def log_artifact(self, path: str | Path, folder: str | None = None) -> None:
        """Copies a file or a folder to the run's artifacts."""
        with self._tolerant():
            if Path(path).is_dir():
                self._client.log_artifacts(self.run_id, str(path), folder)
            else:
                self._client.log_artifact(self.run_id, str(path), folder)

    def log_inputs(self, tables: Mapping[str, tuple[Path, pl.DataFrame]]) -> None:
        """Logs the tables behind a run's results, except array columns, as datasets, once."""
        with self._tolerant():
            known = self._client.get_run(self.run_id).inputs
            if known is not None and known.dataset_inputs:
                return
            from mlflow.data.polars_dataset import from_polars
            from mlflow.entities import DatasetInput, InputTag

            inputs = []
            for name, (path, table) in tables.items():
                flat = table.select(n for n, kind in table.schema.items() if not kind.is_nested())
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # a path may be two kinds of source
                    dataset = from_polars(flat, source=str(path), name=name)
                tag = InputTag("mlflow.data.context", name)
                inputs.append(DatasetInput(dataset._to_mlflow_entity(), [tag]))
            self._client.log_inputs(self.run_id, inputs)

    def log_surrogate(self, model: torch.nn.Module, example: np.ndarray) -> None:
        """Stores and registers the surrogate as an MLflow model with its signature, once.

        Args:
            model: Maps (batch_size, n_cards) card counts to (batch_size, n_targets).
            example: (batch_size, n_cards) array of card counts, with batch_size > 1.
        """
        with self._tolerant():
            if "surrogate" in self._client.get_run(self.run_id).data.tags:
                return
            self._log_model(model, np.asarray(example, np.float32))
            self._client.set_tag(self.run_id, "surrogate", REGISTERED)

    def _log_model(self, model: torch.nn.Module, example: np.ndarray) -> None:
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
                    name="surrogate",
                    signature=infer_signature(example, prediction),
                    input_example=example,
                    # Named, because MLflow takes 12 s to find out.
                    pip_requirements=[f"torch=={torch.__version__.split('+')[0]}"],
                )
            self._register(logged)
        finally:
            mlflow.set_tracking_uri(before)  # None: as it was

    def _register(self, logged: ModelInfo) -> None:
        """A version of the registered model; by the client, since the other ways print."""
        if not self._client.search_registered_models(f"name = '{REGISTERED}'"):
            self._client.create_registered_model(REGISTERED)
        self._client.create_model_version(
            REGISTERED, logged.model_uri, self.run_id, model_id=logged.model_id
        )

    def finish(self, status: Literal["FINISHED", "FAILED", "KILLED"] = "FINISHED") -> None:
        """Marks the run as ended in MLflow."""
        if self._monitor is not None:
            self._monitor.finish()
        with self._tolerant():
            self._client.set_terminated(self.run_id, status)

    @contextmanager
    def _tolerant(self) -> Iterator[None]:
        """A context that logs the first error of the store and lets the run go on."""
        from mlflow.exceptions import MlflowException

        try:
            yield
            if self._is_failing:
                self._is_failing = False
                retry_calls(True)
        except (MlflowException, OSError) as error:
            if not self._has_failed:
                _log.warning(
                    "MLflow at %s failed (%s); the run goes on, its directory has everything",
                    without_password(self.uri),
                    reason(error),
                )
            self._is_failing = self._has_failed = True
            retry_calls(False)  # retries take 13 s each time


def start_tracking(run: Run, experiment_name: str, params: Mapping[str, Any]) -> Tracking:
    """Starts the run in MLflow, or continues that of a resumed run directory; see `begin_run`.

    If the folder of runs has a parent run, it becomes the run's parent.

    Raises:
        TrackingError: The store cannot be opened.
    """
    tags = {"seed": str(run.seed), "code_digest": run.code_digest, "card_digest": run.card_digest}
    with opened_store() as (client, uri, artifacts):
        if parent := parent_of(client, run.path, uri):
            number = parent.info.experiment_id  # where its pages look for its children
            tags[PARENT] = parent.info.run_id
        else:
            number = experiment_number(client, experiment_name, artifacts)
        return Tracking(client, uri, begin_run(client, uri, number, run.path, tags, params))


def _headline_first(metrics: Mapping[str, float]) -> list[tuple[str, float]]:
    """Metrics by their names in MLflow; those of `HEADLINE` are first and have its prefix."""
    main = [(f"Headline/{name}", metrics[name]) for name in HEADLINE if name in metrics]
    return main + [(name, value) for name, value in metrics.items() if name not in HEADLINE]


def _start_monitor(uri: str, run_id: str) -> SystemMetricsMonitor | None:
    """Logs the machine's processors, memory and disk for the run; None if that is impossible."""
    from mlflow.system_metrics.system_metrics_monitor import SystemMetricsMonitor

    try:
        monitor = SystemMetricsMonitor(run_id, MONITOR_S, resume_logging=True, tracking_uri=uri)
        monitor.start()
        return monitor
    # Optional: the run goes on without this machine's sensors.
    except Exception as error:
        _log.warning("no system metrics in MLflow: %s", reason(error))
        return None


def _seen_steps(client: MlflowClient, run_id: str) -> set[tuple[str, int]]:
    """Every (metric, step) that the run has."""
    names = client.get_run(run_id).data.metrics
    return {
        (name, metric.step) for name in names for metric in client.get_metric_history(run_id, name)
    }


class ParentTracking(Tracking):
    """The parent run of a folder of runs. Made by `start_parent`.

    Attributes:
        failed: The failed runs with their errors; if there are any, this run ends as failed.
    """

    def __init__(self, client: MlflowClient, uri: str, run_id: str, folder: Path) -> None:
        super().__init__(client, uri, run_id, watches_machine=False)
        self.failed: dict[str, str] = {}
        self._folder = folder

    def log_report(self, report: Path, found: pl.DataFrame, step: int | None = None) -> None:
        """Copies the report and logs its results.

        Names are in the first column, numbers in the others: each becomes a metric such as
        `win_rate_change/control-paladin`. The default step is the number of finished runs.
        """
        self.log_artifact(report, "report")
        self.log_metrics(self._n_finished() if step is None else step, metrics_of(found))

    def _n_finished(self) -> int:
        manifests = self._folder.glob(f"*/{MANIFEST}")
        return sum(load_run(path.parent, look_only=True).is_finished for path in manifests)

    def finish(self, status: Literal["FINISHED", "FAILED", "KILLED"] = "FINISHED") -> None:
        """Marks the run as ended in MLflow, as failed if some of its runs have failed."""
        super().finish("FAILED" if self.failed and status == "FINISHED" else status)


def start_parent(folder: Path, kind: str, params: Mapping[str, Any]) -> ParentTracking:
    """Starts or continues the parent run of a folder's runs in MLflow; see `begin_run`.

    Raises:
        TrackingError: The store cannot be opened.
    """
    folder = folder.expanduser().absolute()
    with opened_store() as (client, uri, artifacts):
        number = experiment_number(client, kind, artifacts)
        run_id = begin_run(client, uri, number, folder, {"kind": kind}, params)
        return ParentTracking(client, uri, run_id, folder)


def metrics_of(found: pl.DataFrame) -> dict[str, float]:
    """A table's numbers by column and row, without missing ones, by names that MLflow takes."""
    key, *columns = found.columns
    return {
        _OTHER.sub("-", f"{name}/{row[key]}"): row[name]
        for row in found.iter_rows(named=True)
        for name in columns
        if row[name] is not None
    }
