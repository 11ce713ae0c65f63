"""Waiting for what a thread, another process or a page does."""

import time
from collections.abc import Callable
from typing import Any


def until(
    find: Callable[[], Any], timeout_s: float = 120, what: str = "", pause_s: float = 0.02
) -> Any:
    """The first result of a function that is not empty; that there is none in time is an error."""
    end = time.monotonic() + timeout_s
    while not (found := find()):
        assert time.monotonic() < end, f"{what}: not there after {timeout_s:.0f} s"
        time.sleep(pause_s)
    return found
