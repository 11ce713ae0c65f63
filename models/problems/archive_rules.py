"""Checks of archive configurations, before any work."""

import math
from collections.abc import Collection

from models.qd.archive import GridConfig
from models.qd.sliding import GrowingGridConfig, SlidingConfig

#: Cells that an archive may have; ten million take about 2 GB of memory.
MAX_CELLS = 10_000_000


def check_archive(
    archive: GridConfig | SlidingConfig | GrowingGridConfig, known: Collection[str]
) -> None:
    """Raises an error for an archive that cannot be filled.

    Args:
        archive: The configuration.
        known: Names of the measures that an evaluation has.

    Raises:
        ValueError: A measure is unknown or named twice, or there are too many cells.
    """
    for name in archive.measures:
        if name not in known:
            raise ValueError(
                f"archive.measures: no measure is called {name!r}; use {', '.join(known)}"
            )
        if archive.measures.count(name) > 1:
            raise ValueError(f"archive.measures: {name!r} is named twice; name each measure once")
    if archive.kind == "grid":
        key, sizes = "shape", archive.shape
    else:
        key, sizes = "last_size", (archive.last_size,) * len(archive.measures)
    if (n_cells := math.prod(sizes)) > MAX_CELLS:
        raise ValueError(
            f"archive: {' x '.join(map(str, sizes))} = {n_cells:,} cells; use at most "
            f"{MAX_CELLS:,}, with smaller numbers in archive.{key}"
        )
