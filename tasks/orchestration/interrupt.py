"""Reliable Ctrl-C.

Python raises `KeyboardInterrupt` anywhere in the main thread. Within Prefect it can turn into
another error ("Task run is not set"), or get lost in a callback. So Ctrl-C also sets a flag. Steps
and games check it, and any error after it counts as `KeyboardInterrupt`.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_asked = threading.Event()


@contextmanager
def ctrl_c_heard() -> Iterator[None]:
    """A context that records Ctrl-C; any error after it becomes a `KeyboardInterrupt`.

    Does nothing outside the main thread, because only the main thread gets signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _asked.clear()
    before: Any = signal.signal(signal.SIGINT, _note)
    try:
        yield
    except Exception as error:
        if _asked.is_set():
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)
        _asked.clear()


def stop_if_interrupted() -> None:
    """Raises `KeyboardInterrupt` if Ctrl-C was pressed: the first one may have got lost."""
    if _asked.is_set():
        raise KeyboardInterrupt


def _note(_signal: int, _frame: FrameType | None) -> None:
    _asked.set()
    raise KeyboardInterrupt
