"""Ctrl-C, which must not get lost.

Python raises `KeyboardInterrupt` wherever the main thread happens to be. Out of the middle of
Prefect's work it can come as another error ("Task run is not set"), or not at all out of a
callback. So it is also noted: steps and games look at the note, and whatever error comes in its
place, a person who asked for the end gets the end.
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
    """Notes Ctrl-C while flows run; whatever error follows it is a `KeyboardInterrupt` here.

    Of the main thread alone, as signals are: in another one it changes nothing.
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
    """Raises the `KeyboardInterrupt` again that Ctrl-C raised: it may have got lost."""
    if _asked.is_set():
        raise KeyboardInterrupt


def _note(_signal: int, _frame: FrameType | None) -> None:
    _asked.set()
    raise KeyboardInterrupt
