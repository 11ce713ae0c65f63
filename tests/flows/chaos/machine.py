"""Hearthlight's command line on a machine with a fault.

`python machine.py FAULT VALUE ARGUMENTS`: `full chunk-00003` has no space left for files of that
name; `clock -86400` has a clock that is a day slow.
"""

import errno
import os
import runpy
import sys
import time


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


if __name__ == "__main__":
    _, fault, value, *arguments = sys.argv
    if fault == "full":
        without_space_for(value)
    else:
        with_clock(float(value))
    sys.path[0] = os.getcwd()
    sys.argv = ["flows", *arguments]
    runpy.run_module("flows", run_name="__main__", alter_sys=True)
