"""`Measured`: what the steps of an iteration counted, and the seconds that they took.

Counts follow from the steps' results. Seconds do not, so they are kept in ``seconds.json`` until
the run ends. They are written before the result that took them: after a kill either both are
there, or the step is done again and its seconds add up.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tasks.storage.files import read_json, remove, write_json

#: Names of seconds end in this.
SECONDS = "_s"
#: Seconds of Prefect and MLflow: records around steps, artifacts, what is logged.
TRACKING = "tracking_s"
WALL = "wall_s"


class Measured:
    """Measurements of the iteration in progress.

    Args:
        path: Where seconds are kept.

    Attributes:
        values: Counts and seconds by name, in the order in which steps measured them first.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept = read_json(path) if path.exists() else {}
        self.begin(0)

    def begin(self, iteration: int) -> None:
        """Starts an iteration, with the seconds that earlier attempts spent on it."""
        self._iteration = iteration
        self._before = self._kept["seconds"] if self._kept.get("iteration") == iteration else {}
        self._start = time.perf_counter()
        self.values: dict[str, float] = {}

    @property
    def wall_s(self) -> float:
        """Seconds since the iteration began, of all attempts."""
        return self._before.get(WALL, 0.0) + time.perf_counter() - self._start

    def note(self, **values: float) -> None:
        """Adds counts, or seconds that are known as a whole."""
        self.values |= values

    def add_seconds(self, part: str, seconds: float = 0.0) -> float:
        """Adds seconds to a part; returns those of all attempts at this iteration."""
        name = part + SECONDS
        spent = self.values.get(name, self._before.get(name, 0.0)) + seconds
        self.values[name] = spent
        return spent

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Adds the seconds within to a part."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.add_seconds(part, time.perf_counter() - start)

    def keep(self) -> None:
        """Writes the seconds so far."""
        seconds = {name: self.values[name] for name in self.values if name.endswith(SECONDS)}
        seconds = self._before | seconds | {WALL: self.wall_s}
        write_json(self._path, {"iteration": self._iteration, "seconds": seconds})

    def forget(self) -> None:
        """Removes what was kept: the run has ended."""
        remove(self._path)
