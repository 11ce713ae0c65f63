"""Steps of a flow: Prefect's tasks, whose cost beyond their work is measured.

What Prefect and MLflow take of a run is seconds of the run itself, `tracking_s` of its timing:
Prefect's records around a step, artifacts for its pages, and what is logged in MLflow.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from prefect import Task
from prefect.cache_policies import NO_CACHE
from prefect.exceptions import TerminationSignal
from prefect.states import Cancelled

from tasks.orchestration.interrupt import stop_if_interrupted

P = ParamSpec("P")
R = TypeVar("R")
#: The fact in which the seconds are summed.
TRACKING = "tracking_s"


class Told(Protocol):
    """A flow's state, which keeps the facts of the iteration in progress."""

    facts: dict[str, float]


@contextmanager
def tracking_time(state: Told) -> Iterator[None]:
    """Counts the seconds within as Prefect's and MLflow's."""
    start = time.perf_counter()
    try:
        yield
    finally:
        _add(state, time.perf_counter() - start)


class _Step(Task):
    """A task that adds what calling it took, but for its function, to the state's facts.

    Stopped by a person, it ends as cancelled, where Prefect would report a crash.
    """

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
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

    def __call__(self, state: Told, *arguments: Any, **named: Any) -> Any:  # type: ignore[override]
        stop_if_interrupted()
        before, start = self.spent, time.perf_counter()
        try:
            result = super().__call__(state, *arguments, **named)
            if self.stopped is None:
                return result
            stopped, self.stopped = self.stopped, None
            raise stopped
        finally:
            _add(state, time.perf_counter() - start - (self.spent - before))


def step(name: str, run_name: str | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a function whose first argument is the flow's state a step of the flow.

    Steps are not cached by Prefect: their results are files of the run, which are looked for.

    Args:
        name: The step's name in Prefect.
        run_name: Of one call, such as ``{label}``, with arguments in braces.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        task = _Step(function, name=name, task_run_name=run_name, cache_policy=NO_CACHE)
        return cast(Callable[P, R], task)

    return decorate


def _add(state: Told, seconds: float) -> None:
    state.facts[TRACKING] = state.facts.get(TRACKING, 0.0) + seconds
