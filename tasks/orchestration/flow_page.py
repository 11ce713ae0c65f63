"""Artifacts of a flow run's page in Prefect: progress, last iterations, links to results.

Outside a flow run the functions do nothing. After the first error of the server, which is logged,
the flow run gets no more artifacts.
"""

import base64
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache, wraps
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

from tasks.orchestration.server import answer
from tasks.storage.files import MANIFEST, read_table
from tasks.storage.store import Run, load_run, status_of
from tasks.tracking.mlflow_run import Tracking
from tasks.tracking.mlflow_store import without_password

N_ITERATIONS = 20
_SHOWN = ("iteration", "evaluations", "qd_score", "coverage", "n_elites", "max_objective")
#: Seconds between two looks at a search's iterations: each costs the server four requests.
SHOW_S = 5.0
#: Flow runs that get no more artifacts.
_given_up: set[str] = set()
#: When each flow run's iterations were last shown.
_shown_at: dict[str, float] = {}


def tolerant(show: Callable[..., None]) -> Callable[..., None]:
    """Logs the errors of `show`, so that the run goes on; does nothing outside a flow run."""

    @wraps(show)
    def shown(*arguments: Any) -> None:
        if "prefect" not in sys.modules:  # a command may still start its server
            return
        from prefect import get_run_logger, runtime

        if runtime.flow_run.id is None or runtime.flow_run.id in _given_up:
            return
        try:
            show(*arguments)
        # The page is optional: after any error the run goes on.
        except Exception as error:
            _given_up.add(runtime.flow_run.id)  # a client waits long for a dead server
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            get_run_logger().warning("no more artifacts in Prefect: %s", reason)

    return shown


@tolerant
def show_start(directory: Path, tracking: Tracking) -> None:
    """Shows the directory, its MLflow run, and how to query it."""
    from prefect.artifacts import create_markdown_artifact

    lines = [
        f"Directory: `{directory}`",
        _mlflow_line(tracking),
        f'Query: `python -m flows sql {directory} "..."`',
        *_app_lines(directory),
    ]
    create_markdown_artifact("\n\n".join(lines), key="places", description="Where it is")


def _mlflow_line(tracking: Tracking) -> str:
    """The run's page in MLflow if a server answers; else the command that starts one."""
    page, uri = tracking.page, without_password(tracking.uri)
    if page and answer(page.partition("#")[0] + "health") is not None:
        return f"MLflow: [{page}]({page})"
    place = f"MLflow: run `{tracking.run_id}` in `{uri}`"
    is_server = uri.startswith(("http://", "https://"))
    return place if is_server else f"{place}; open it with `mlflow ui --backend-store-uri {uri}`"


def _app_lines(directory: Path) -> list[str]:
    """The run's page in the service's application; none without it, or if it shows other runs."""
    address, runs = os.environ.get("HEARTHLIGHT_APP_URL"), Path("runs").absolute()
    directory = directory.absolute()
    if not address or not directory.is_relative_to(runs):
        return []
    page = f"{address}/archive?run={quote(directory.relative_to(runs).as_posix())}"
    return [f"Archive, decks and games: [{page}]({page})"]


@tolerant
def show_iteration(run: Run, fraction: float) -> None:
    """Shows the spent share of the budget, and the last iterations.

    While the search runs, the page changes at most every `SHOW_S` seconds.
    """
    from prefect import runtime
    from prefect.artifacts import update_progress_artifact

    flow_run, now = runtime.flow_run.id, time.monotonic()
    if fraction < 1.0 and now - _shown_at.get(flow_run, -SHOW_S) < SHOW_S:
        return
    _shown_at[flow_run] = now
    progress = _progress_artifact(flow_run)
    update_progress_artifact(progress, progress=min(100.0, 100.0 * fraction))
    table = read_table(run.metrics_path).tail(N_ITERATIONS)
    rows = table.select(name for name in _SHOWN if name in table.columns).fill_nan(None).to_dicts()
    _replace_table(runtime.flow_run.id, "iterations", rows, f"The last {len(rows)} iterations")


@tolerant
def show_runs(folder: Path, names: Sequence[str], fraction: float) -> None:
    """Shows the progress of several runs in a folder, by games, and their results."""
    from prefect import runtime
    from prefect.artifacts import create_table_artifact, update_progress_artifact

    progress = _progress_artifact(runtime.flow_run.id)
    update_progress_artifact(progress, progress=min(100.0, 100.0 * fraction))
    rows = [_row_of(folder / name) for name in names]
    done = sum(row["status"] == "finished" for row in rows)
    create_table_artifact(rows, key="runs", description=f"{done} of {len(rows)} runs are finished")


def _row_of(path: Path) -> dict[str, Any]:
    """A run as a row: its name, its status and its last iteration."""
    if not (path / MANIFEST).is_file():
        return {"run": path.name, "status": "waiting"}
    run = load_run(path, look_only=True)
    row = {"run": path.name, "status": status_of(run)}
    if run.metrics_path.exists():
        last = read_table(run.metrics_path).tail(1)
        names = [name for name in _SHOWN if name in last.columns]
        row |= last.select(names).row(0, named=True)
    return row


@tolerant
def show_picture(name: str, path: Path, text: str) -> None:
    """Shows a PNG file with a title; its key is the name as Prefect takes it, in lower case."""
    from prefect.artifacts import create_image_artifact

    key = name.lower().replace("_", "-")
    picture = base64.b64encode(path.read_bytes()).decode()
    create_image_artifact(f"data:image/png;base64,{picture}", key=key, description=text)


def _replace_table(flow_run: str, key: str, rows: list[dict[str, Any]], text: str) -> None:
    """Shows a table instead of the flow run's earlier one of this key, if it has one."""
    from prefect import get_client
    from prefect.artifacts import create_table_artifact
    from prefect.client.schemas.actions import ArtifactUpdate
    from prefect.client.schemas.filters import ArtifactFilter, FlowRunFilter

    of_key = ArtifactFilter.model_validate({"key": {"any_": [key]}})
    of_run = FlowRunFilter.model_validate({"id": {"any_": [flow_run]}})
    with get_client(sync_client=True) as client:
        found = client.read_artifacts(artifact_filter=of_key, flow_run_filter=of_run)
        if found:
            changed = ArtifactUpdate(data=json.dumps(rows), description=text)
            client.update_artifact(found[0].id, changed)
            return
    create_table_artifact(rows, key=key, description=text)


@cache
def _progress_artifact(flow_run_id: str) -> UUID:
    """The progress bar of a flow run."""
    from prefect.artifacts import create_progress_artifact

    made = create_progress_artifact(progress=0.0, key="progress", description="Of the budget")
    return cast(UUID, made)  # a coroutine only where there is an event loop
