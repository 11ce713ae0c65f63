"""Steps of a flow: Prefect tasks that measure their overhead."""

import time
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar, cast

from prefect import Task
from prefect.cache_policies import NO_CACHE
from prefect.exceptions import TerminationSignal
from prefect.states import Cancelled

from tasks.orchestration.cancellation import stop_if_cancelled
from tasks.orchestration.interrupt import stop_if_interrupted

P = ParamSpec("P")
R = TypeVar("R")


class _Step(Task):
    """A task that adds the time of its call, except its function, to the run's `tracking_s`.

    After Ctrl-C it ends as cancelled, where Prefect would report a crash.
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

    def __get__(self, instance: Any, owner: Any) -> Any:
        return self if instance is None else partial(self, instance)

    def __call__(self, owner: Any, *arguments: Any, **named: Any) -> Any:  # type: ignore[override]
        stop_if_interrupted()
        stop_if_cancelled()
        before, start = self.spent, time.perf_counter()
        try:
            result = super().__call__(owner, *arguments, **named)
            if self.stopped is None:
                return result
            stopped, self.stopped = self.stopped, None
            raise stopped
        finally:
            own = self.spent - before
            owner.measured.add_seconds("tracking", time.perf_counter() - start - own)


def step(name: str, run_name: str | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return the decorator for a step of a flow.

    A step is a function whose first argument is the run, or a method of an object that has the
    run's `measured`.

    Prefect does not cache steps: the run stores their results in its directory.

    Args:
        name: The step's name in Prefect.
        run_name: Name of one call, such as ``{label}``, with arguments in braces.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        task = _Step(function, name=name, task_run_name=run_name, cache_policy=NO_CACHE)
        return cast(Callable[P, R], task)

    return decorate
