"""Steps of a flow: Prefect's tasks, whose cost beyond their work is measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from prefect import Task
from prefect.cache_policies import NO_CACHE

from tasks.orchestration.interrupt import stop_if_interrupted

if TYPE_CHECKING:
    from tasks.run_loop.live_run import LiveRun


class _Step(Task):
    """A task that measures what calling it took, except its function, as the run's `tracking_s`."""

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        self.spent = 0.0

        @wraps(function)
        def measured(*arguments: Any, **named: Any) -> Any:
            start = time.perf_counter()
            try:
                return function(*arguments, **named)
            finally:
                self.spent += time.perf_counter() - start

        super().__init__(measured, **options)

    def __call__(self, run: LiveRun, *arguments: Any, **named: Any) -> Any:
        stop_if_interrupted()
        before, start = self.spent, time.perf_counter()
        try:
            return super().__call__(run, *arguments, **named)
        finally:
            own = self.spent - before
            run.measured.add_seconds("tracking", time.perf_counter() - start - own)


def step(name: str, run_name: str | None = None) -> Callable[[Callable[..., Any]], Task]:
    """Makes a function whose first argument is the run a step of the flow.

    Steps are not cached by Prefect: the run keeps their results in its directory.

    Args:
        name: The step's name in Prefect.
        run_name: Of one call, such as ``{label}``, with arguments in braces.
    """

    def decorate(function: Callable[..., Any]) -> Task:
        return _Step(function, name=name, task_run_name=run_name, cache_policy=NO_CACHE)

    return decorate
