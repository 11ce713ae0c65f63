"""The run in MLflow of a folder of runs, such as a study's: the parent of theirs.

It has the settings of the whole, and in the end its report and, as metrics, what the report found.
It goes on from before the first of its runs until the report is written; which of its runs are
made, continued or only read again is no matter.
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
    """The run of a folder of runs. Made by `start_parent`.

    Args:
        client: Of the store.
        uri: The store.
        run_id: MLflow's name for the run.
        folder: Of the runs' directories.

    Attributes:
        failed: The runs that failed, with their errors; with any, this one ends as failed.
    """

    def __init__(self, client: MlflowClient, uri: str, run_id: str, folder: Path) -> None:
        super().__init__(client, uri, run_id, watches_machine=False)
        self.failed: dict[str, str] = {}
        self._folder = folder

    def log_report(self, report: Path, found: pl.DataFrame) -> None:
        """Copies the report, and logs what it found.

        Args:
            report: Its folder.
            found: Names in the first column, numbers in the others: each is a metric such as
                `win_rate_change/control-paladin`, at the number of runs that are finished.
        """
        self.log_artifact(report, "report")
        manifests = self._folder.glob(f"*/{MANIFEST}")
        n_finished = sum(load_run(path.parent).is_finished for path in manifests)
        self.log_iteration(n_finished, metrics_of(found))

    def finish(self, status: Literal["FINISHED", "FAILED", "KILLED"] = "FINISHED") -> None:
        """Tells MLflow that the whole has ended, as failed if some of its runs have."""
        super().finish("FAILED" if self.failed and status == "FINISHED" else status)


def start_parent(folder: Path, kind: str, params: Mapping[str, Any]) -> ParentTracking:
    """Starts, or continues, the run in MLflow that those of a folder's runs are below.

    Args:
        folder: Of the runs' directories; ``mlflow.json`` in it remembers the MLflow run.
        kind: What they are together, MLflow's name for the group: study, mesb, balance.
        params: The settings of the whole; nested mappings become `base.search.n_games`.

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
    """A table's numbers by column and row, without those that are missing."""
    key, *columns = found.columns
    return {
        f"{name}/{row[key]}": row[name]
        for row in found.iter_rows(named=True)
        for name in columns
        if row[name] is not None
    }
