"""Work on numbered items by several threads; compiled work runs without the GIL."""

import itertools
import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait


def n_cores() -> int:
    """Returns the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_slices(
    n_items: int,
    size: int,
    new_worker: Callable[[], Callable[[int, int], None]],
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Works through the items 0 to `n_items - 1` in slices that threads take as they get free.

    `new_worker` is called once for each thread, in the calling thread; it returns the thread's
    function of the first item of a slice and the one after its last. `progress` is called in the
    calling thread with the number of finished items, four times a second and at the end.
    """
    n_threads = min(threads or n_cores(), -(-n_items // size))
    if n_threads == 0:
        return
    starts = itertools.count(0, size)  # next() on it is atomic
    stopped = threading.Event()
    done = [0] * n_threads

    def work(thread: int, worker: Callable[[int, int], None]) -> None:
        while not stopped.is_set() and (start := next(starts)) < n_items:
            stop = min(start + size, n_items)
            worker(start, stop)
            done[thread] += stop - start

    with ThreadPoolExecutor(n_threads, "games") as executor:
        try:
            pending = {executor.submit(work, i, new_worker()) for i in range(n_threads)}
            _wait(pending, lambda: progress and progress(sum(done)))
        finally:
            stopped.set()


def _wait(pending: set[Future[None]], report: Callable[[], object]) -> None:
    """Waits until all work is done, or raises the first error of it; reports now and then."""
    while pending:
        finished, pending = wait(pending, timeout=0.25, return_when=FIRST_EXCEPTION)
        for future in finished:
            future.result()
        report()
