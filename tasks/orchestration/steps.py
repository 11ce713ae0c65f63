"""`flow` and `step`: Prefect's flows and tasks, which end as cancelled when a person stops them.

*Cancel* on a run's page: a worker stops its own runs. A run started by a command asks the server
between two steps whether to stop.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from functools import cache, partial, wraps
from typing import Any, ParamSpec, TypeVar, cast
from uuid import UUID

from prefect import Flow, Task, get_client, runtime
from prefect.cache_policies import NO_CACHE
from prefect.exceptions import TerminationSignal
from prefect.settings import PREFECT_FLOWS_HEARTBEAT_FREQUENCY, temporary_settings
from prefect.states import Cancelled
from prefect.task_runners import ThreadPoolTaskRunner

from tasks.orchestration.interrupt import stop_if_interrupted

#: Seconds between two requests to the server.
ASK_S = 5.0
_last_asked = 0.0
P = ParamSpec("P")
R = TypeVar("R")


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
            with _without_heartbeats():
                return Flow.__call__(called, *arguments, **named)
        except Exception:
            if stops:
                raise stops[0] from None
            raise


def _without_heartbeats() -> AbstractContextManager:
    """Switches off the thread that reports a flow run as alive, whose end takes half a second.

    A worker's flow runs keep it. A command's run has a note, which shows if it was killed.
    """
    if _has_worker():
        return nullcontext()
    return temporary_settings({PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None})


def _has_worker() -> bool:
    """Whether a worker started this process, and stops it if it is cancelled."""
    return "PREFECT__FLOW_RUN_ID" in os.environ


def flow(name: str, **options: Any) -> Callable[[Callable[..., Any]], StoppableFlow]:
    """Turns a function into a `StoppableFlow` that runs one task at a time."""
    options = {"task_runner": ThreadPoolTaskRunner(max_workers=1)} | options
    return lambda function: StoppableFlow(function, name=name, **options)


def stop_if_cancelled() -> None:
    """Raises `KeyboardInterrupt` if a command's run, or its root run, is cancelled in Prefect.

    Asks the server at most every five seconds. Errors of the server do not stop the run.
    """
    global _last_asked
    is_due = time.monotonic() - _last_asked >= ASK_S
    if not is_due or runtime.flow_run.id is None or _has_worker():
        return
    _last_asked = time.monotonic()
    try:
        is_cancelled = any(map(_is_cancelled, _with_parents(runtime.flow_run.id)))
    except Exception:  # any error of the server: the run goes on
        return
    if is_cancelled:
        raise KeyboardInterrupt("cancelled on its page in Prefect")


def _is_cancelled(flow_run: str) -> bool:
    with get_client(sync_client=True) as client:
        state = client.read_flow_run(UUID(flow_run)).state
    return state is not None and (state.is_cancelling() or state.is_cancelled())


@cache
def _with_parents(flow_run: str) -> tuple[str, ...]:
    """A flow run and its root run."""
    return (flow_run, str(runtime.flow_run.root_flow_run_id))


class _Step(Task):
    """A task that adds its own time, without that of its function, to the run's `tracking_s`.

    After Ctrl-C it ends as cancelled, where Prefect would report a crash. In an iteration that an
    earlier attempt ended, it is a plain call: a task would take 20 times as long as reading the
    result.
    """

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        self.function = function
        self.spent = 0.0
        self.stopped: BaseException | None = None

        @wraps(function)
        def measured(*arguments: Any, **named: Any) -> Any:
            start = time.perf_counter()
            try:
                return function(*arguments, **named)
            except (KeyboardInterrupt, TerminationSignal) as error:
                self.stopped = error
                return Cancelled(message="stopped")
            finally:
                self.spent += time.perf_counter() - start

        super().__init__(measured, **options)

    def __get__(self, instance: Any, owner: Any) -> Any:
        return self if instance is None else partial(self, instance)

    def __call__(self, owner: Any, *arguments: Any, **named: Any) -> Any:
        stop_if_interrupted()
        stop_if_cancelled()
        run = getattr(owner, "run", owner)
        if run.is_replaying:
            return self.function(owner, *arguments, **named)
        before, start = self.spent, time.perf_counter()
        try:
            result = super().__call__(owner, *arguments, **named)
            if self.stopped is None:
                return result
            stopped, self.stopped = self.stopped, None
            raise stopped
        finally:
            own = self.spent - before
            run.measured.add_seconds("tracking", time.perf_counter() - start - own)


def step(name: str, run_name: str | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return the decorator for a step of a flow.

    A step is a function whose first argument is the run (`LiveRun`), or a method of an object that
    has a `run`. It is a task, and a plain call in an iteration that an earlier attempt ended.
    Prefect does not cache it: the run stores its results. `run_name` names one
    call, such as ``{label}``, with arguments in braces.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        task = _Step(function, name=name, task_run_name=run_name, cache_policy=NO_CACHE)
        return cast(Callable[P, R], task)

    return decorate
