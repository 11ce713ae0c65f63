"""The same lines from compiled and from interpreted code: a second process runs the other way."""

from engine.core.jit import JIT_ON
from tests.processes import python


def other_way(module: str, function: str, *options: str) -> list[str]:
    """A function's lines in a process that interprets what this one compiles, or vice versa."""
    code = f"from {module} import {function}; from tests.both_ways import show; show({function}())"
    done = python(*options, "-c", code, NUMBA_DISABLE_JIT="1" if JIT_ON else "0")
    assert done.returncode == 0, done.stderr
    way, *lines = done.stdout.splitlines()
    assert way == f"compiled: {not JIT_ON}"
    return lines


def show(lines: list[str]) -> None:
    """Prints the lines of this process, and which way it runs."""
    print(f"compiled: {JIT_ON}", *lines, sep="\n")
