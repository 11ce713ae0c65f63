"""`Measured`: counts and seconds of an iteration's steps; the seconds of a whole run by part.

Counts follow from the steps' results. Seconds do not, so they are stored in ``seconds.json`` until
the run ends. They are written before the step's result: after a kill either both files exist, or
the step runs again and its seconds add up.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from models.files import remove
from tasks.storage.files import read_json, read_table, write_json, write_table
from tasks.storage.run import Run

#: Names of seconds end in this.
SECONDS = "_s"
#: Seconds of Prefect and MLflow: records of steps, artifacts, logging.
TRACKING = "tracking_s"
WALL = "wall_s"
#: Parts of a run's time. The rest (orchestration, logging, proposals' files) is `other_s`, which
#: includes `tracking_s` (Prefect and MLflow).
PARTS = ("games", "train", "search", "archive", "report")


class Measured:
    """Measurements of the iteration in progress.

    Attributes:
        values: Counts and seconds by name, in order of first measurement.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept = read_json(path) if path.exists() else {}
        self.begin(0)

    def begin(self, iteration: int) -> None:
        """Starts an iteration, with the seconds of earlier attempts."""
        self._iteration = iteration
        self._before = self._kept["seconds"] if self._kept.get("iteration") == iteration else {}
        self._start = time.perf_counter()
        self.values: dict[str, float] = {}

    @property
    def wall_s(self) -> float:
        """Seconds since the iteration began, of all attempts."""
        return self._before.get(WALL, 0.0) + time.perf_counter() - self._start

    def note(self, **values: float) -> None:
        """Adds counts, or total seconds."""
        self.values |= values

    def add_seconds(self, part: str, seconds: float = 0.0) -> float:
        """Adds seconds to a part; returns its seconds over all attempts at this iteration."""
        name = part + SECONDS
        spent = self.values.get(name, self._before.get(name, 0.0)) + seconds
        self.values[name] = spent
        return spent

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """A context that adds its seconds to a part."""
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
        """Removes the file, after the end of the run."""
        remove(self._path)


def write_timing(directory: Run, measured: Measured) -> pl.DataFrame:
    """Writes `timing.parquet`: one row of seconds over all iterations and the work after them.

    An existing file is kept. The time that a killed session spent on an unfinished step is unknown
    and not included.

    Returns:
        Columns wall_s, games_s, train_s, search_s, archive_s, report_s, other_s, tracking_s, games,
        and not_games, the share of the time outside games.
    """
    path = directory.timing_path
    if path.exists():
        return read_table(path)
    measured.note(wall_s=measured.wall_s)
    rows = pl.concat(
        [read_table(directory.metrics_path), pl.DataFrame([measured.values])],
        how="diagonal_relaxed",
    )
    sums = rows.select(pl.col(f"^.*{SECONDS}$", "games").sum()).row(0, named=True)
    parts = {f"{part}{SECONDS}": float(sums.get(f"{part}{SECONDS}", 0.0)) for part in PARTS}
    wall = sums[WALL]
    table = pl.DataFrame(
        {
            WALL: wall,
            **parts,
            "other_s": wall - sum(parts.values()),
            TRACKING: sums[TRACKING],
            "games": sums["games"],
            "not_games": 1.0 - parts["games_s"] / wall,
        }
    )
    write_table(path, table)
    return table
