"""Hearthlight's command line on a machine with a fault.

`python machine.py FAULT VALUE ARGUMENTS`: with `clock -86400` the clock is set back by a day when
a few files are there. With `ctrl-c turned` somebody presses Ctrl-C while Prefect makes the record
of a step, which turns it into an error of its own, and with `ctrl-c lost` somewhere that swallows
it.
"""

import itertools
import os
import runpy
import signal
import sys
import time
from contextlib import contextmanager
from datetime import datetime, timedelta


def with_clock(seconds: float, n_files: int = 12) -> None:
    """Lets the clock of this process jump by so many seconds when the twelfth file is flushed."""
    from tasks.storage import manifest

    flush, time_of, time_ns_of, flushed = os.fsync, time.time, time.time_ns, itertools.count(1)
    jump = 0.0

    class Clock(datetime):
        @classmethod
        def now(cls, zone=None):
            return datetime.now(zone) + timedelta(seconds=jump)

    def fsync(descriptor: int) -> None:
        nonlocal jump
        flush(descriptor)
        if next(flushed) == n_files:
            jump = seconds

    os.fsync, manifest.datetime = fsync, Clock
    time.time = lambda: time_of() + jump
    time.time_ns = lambda: time_ns_of() + int(jump * 1e9)


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
    if fault == "ctrl-c":
        with_ctrl_c(value)
    else:
        with_clock(float(value))
    sys.argv = ["flows", *arguments]
    runpy.run_module("flows", run_name="__main__", alter_sys=True)
