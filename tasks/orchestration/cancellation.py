"""Marks stopped runs as cancelled in Prefect, which otherwise reports them as crashed.

*Cancel* on a run's page: a worker stops its own runs. A run started by a command asks the server
between two steps whether to stop.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from copy import copy
from functools import cache, wraps
from typing import Any
from uuid import UUID

from prefect import Flow, get_client, runtime
from prefect.states import Cancelled
from prefect.task_runners import ThreadPoolTaskRunner

#: Seconds between two requests to the server.
ASK_S = 5.0
_BUTTON = "cancelled on its page in Prefect"
_last_asked = 0.0


class StoppableFlow(Flow):
    """A flow that ends as cancelled if it is stopped, and raises `KeyboardInterrupt`."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Runs the flow; arguments and errors are its function's."""
        stops: list[KeyboardInterrupt] = []

        @wraps(self.fn)
        def stoppable(*given: Any, **more: Any) -> Any:
            try:
                return self.fn(*given, **more)
            except KeyboardInterrupt as stop:
                stops.append(stop)
                return Cancelled(message=str(stop) or "stopped")

        called = copy(self)
        called.fn = stoppable
        try:
            return Flow.__call__(called, *arguments, **named)
        except Exception:
            if stops:
                raise stops[0] from None
            raise


def flow(name: str, **options: Any) -> Callable[[Callable[..., Any]], StoppableFlow]:
    """Turns a function into a `StoppableFlow` that runs one task at a time.

    Args:
        name: The flow's name.
        options: As for Prefect's `flow`.
    """
    options = {"task_runner": ThreadPoolTaskRunner(max_workers=1)} | options
    return lambda function: StoppableFlow(function, name=name, **options)


def stop_if_cancelled() -> None:
    """Raises `KeyboardInterrupt` if a command's run, or its root run, is cancelled in Prefect.

    Asks the server at most every five seconds. Errors of the server do not stop the run.
    """
    global _last_asked
    is_due = time.monotonic() - _last_asked >= ASK_S
    if not is_due or runtime.flow_run.id is None or "PREFECT__FLOW_RUN_ID" in os.environ:
        return
    _last_asked = time.monotonic()
    try:
        is_cancelled = any(map(_is_cancelled, _with_parents(runtime.flow_run.id)))
    except Exception:  # any error of the server: the run goes on
        return
    if is_cancelled:
        raise KeyboardInterrupt(_BUTTON)


def _is_cancelled(flow_run: str) -> bool:
    with get_client(sync_client=True) as client:
        state = client.read_flow_run(UUID(flow_run)).state
    return state is not None and (state.is_cancelling() or state.is_cancelled())


@cache
def _with_parents(flow_run: str) -> tuple[str, ...]:
    """A flow run and its root run."""
    return (flow_run, str(runtime.flow_run.root_flow_run_id))
