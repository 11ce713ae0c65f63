"""The parent run in MLflow of a folder of runs, such as a study's.

It has the settings of the study and, at the end, its report and the main results as metrics. It
lasts from before the first of its runs until the report is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tasks.storage.files import MANIFEST
from tasks.storage.store import load_run
from tasks.tracking.mlflow_run import Tracking
from tasks.tracking.mlflow_store import begin_run, creation_lock, experiment_number, opened_store

if TYPE_CHECKING:
    import polars as pl
    from mlflow import MlflowClient


class ParentTracking(Tracking):
    """The parent run of a folder of runs. Made by `start_parent`.

    Args:
        client: The store's client.
        uri: The store's URI.
        run_id: MLflow's id of the run.
        folder: The folder of the runs' directories.

    Attributes:
        failed: The failed runs with their errors; if there are any, this run ends as failed.
    """

    def __init__(self, client: MlflowClient, uri: str, run_id: str, folder: Path) -> None:
        super().__init__(client, uri, run_id, watches_machine=False)
        self.failed: dict[str, str] = {}
        self._folder = folder

    def log_report(self, report: Path, found: pl.DataFrame, step: int | None = None) -> None:
        """Copies the report and logs its results.

        Args:
            report: Its folder.
            found: Names in the first column, numbers in the others: each becomes a metric such as
                `win_rate_change/control-paladin`.
            step: The step of these metrics (default: the number of finished runs).
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
    """Starts or continues the parent run of a folder's runs in MLflow.

    Args:
        folder: The folder of the runs' directories; its ``mlflow.json`` stores the MLflow run.
        kind: The MLflow experiment: study, mesb, balance.
        params: The settings; nested mappings become `base.search.n_games`.

    Raises:
        TrackingError: The store cannot be opened.
    """
    folder = folder.expanduser().absolute()
    with opened_store() as (client, uri, artifacts):
        with creation_lock(artifacts):
            number = experiment_number(client, kind, artifacts)
        run_id = begin_run(client, uri, number, folder, {"kind": kind}, params)
        return ParentTracking(client, uri, run_id, folder)


def metrics_of(found: pl.DataFrame) -> dict[str, float]:
    """A table's numbers by column and row, without missing ones."""
    key, *columns = found.columns
    return {
        f"{name}/{row[key]}": row[name]
        for row in found.iter_rows(named=True)
        for name in columns
        if row[name] is not None
    }
