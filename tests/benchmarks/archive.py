"""Times the sliding-boundary archive beside ribs': `python -m tests.benchmarks.archive [--json]`.

Figures `ours_BATCH` and `ribs_BATCH` are individuals per second in batches, averaged over 0 to
10,000 individuals with every remap, 2 x 2 to 20 x 20 cells here, 20 x 20 throughout and a buffer of
10,000 in ribs. ribs puts values that stand on a boundary in the upper cell, we in the lower one as
MESB does; ribs keeps no individual beyond its buffer.
"""

import time
from collections.abc import Callable, Sequence

import numpy as np
from ribs.archives import SlidingBoundariesArchive as RibsArchive

from models.qd.sliding import SlidingConfig
from tests.benchmarks.figures import report_figures

N = 10_000
DIM = 180
BATCHES = (1, 10, 100, 1000)


def individuals() -> tuple[np.ndarray, ...]:
    """Random solutions with normal objectives and measures, none equal to another."""
    rng = np.random.default_rng(0)
    measures = rng.normal((100, 4), (15, 1), (N, 2))
    return rng.integers(0, 3, (N, DIM)).astype(np.int8), rng.normal(0, 5, N), measures, np.arange(N)


def speed(add: Callable[..., object], parts: Sequence[np.ndarray], batch: int) -> float:
    """Individuals per second that are added in batches."""
    start = time.perf_counter()
    for i in range(0, N, batch):
        add(*(part[i : i + batch] for part in parts))
    return N / (time.perf_counter() - start)


def ours(batch: int) -> float:
    """Individuals per second of this project's archive."""
    return speed(SlidingConfig().build(DIM).add, individuals(), batch)


def ribs(batch: int) -> float:
    """Individuals per second of ribs' archive."""
    shape = {"solution_dim": DIM, "dims": (20, 20), "ranges": [(0, 200), (0, 10)]}
    about = {"remap_frequency": 100, "buffer_capacity": N, "solution_dtype": np.int8}
    return speed(RibsArchive(**shape, **about).add, individuals()[:3], batch)


def measure(_: float) -> dict[str, float]:
    """All figures."""
    figures = {}
    for batch in BATCHES:
        figures[f"ours_{batch}"] = max(ours(batch) for _ in range(3))
        figures[f"ribs_{batch}"] = ribs(batch)
        figures[f"ratio_{batch}"] = figures[f"ours_{batch}"] / figures[f"ribs_{batch}"]
    return figures


if __name__ == "__main__":
    report_figures(__doc__, measure)
