"""Hearthlight's command line on a machine with a fault.

`python machine.py FAULT VALUE ARGUMENTS`: `full chunk-00003` has no space left for files of that
name; `clock -86400` has a clock that is a day slow; with `ctrl-c turned` somebody presses Ctrl-C
while Prefect makes the record of a step, which turns it into an error of its own, and with `ctrl-c
lost` somewhere that swallows it.
"""

import errno
import itertools
import os
import runpy
import signal
import sys
import time
from contextlib import contextmanager


def without_space_for(name: str) -> None:
    """Lets the disk be full when a file of that name is flushed to it."""
    flush = os.fsync

    def fsync(descriptor: int) -> None:
        if name in os.readlink(f"/proc/self/fd/{descriptor}"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        flush(descriptor)

    os.fsync = fsync


def with_clock(seconds: float) -> None:
    """Sets the clock of this process forward by so many seconds."""
    true, true_ns = time.time, time.time_ns
    time.time = lambda: true() + seconds
    time.time_ns = lambda: true_ns() + int(seconds * 1e9)


def with_ctrl_c(fate: str, n_steps: int = 6) -> None:
    """Presses Ctrl-C at the sixth step, at a place where `KeyboardInterrupt` gets lost."""
    from tasks.orchestration import server

    start, numbers = server.prefect_server, itertools.count(1)

    @contextmanager
    def prefect_server(**options):
        with start(**options):
            from prefect import task_engine  # which must not come before its server

            make = task_engine._create_task_run_locally

            def made(**facts):
                if next(numbers) == n_steps:
                    try:
                        os.kill(os.getpid(), signal.SIGINT)
                    except KeyboardInterrupt:
                        if fate == "turned":
                            raise
                return make(**facts)

            task_engine._create_task_run_locally = made
            yield

    server.prefect_server = prefect_server


if __name__ == "__main__":
    _, fault, value, *arguments = sys.argv
    sys.path[0] = os.getcwd()
    if fault == "full":
        without_space_for(value)
    elif fault == "ctrl-c":
        with_ctrl_c(value)
    else:
        with_clock(float(value))
    sys.argv = ["flows", *arguments]
    runpy.run_module("flows", run_name="__main__", alter_sys=True)
