"""Metrics of an archive, and its objectives as an array."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from models.qd.archive import Archive


#: In the QD score losing by 30 health counts 0, as an empty cell, and winning by 30 counts 1.
OFFSET, SCALE = -30.0, 60.0


def qd_score(objectives: np.ndarray) -> float:
    """The sum of (objective - OFFSET) / SCALE over the (n_elites,) objectives of filled cells.

    Source:
        Zhang 2022, arXiv 2112.03534, as its published analysis computes it.
    """
    return float(np.sum((np.asarray(objectives, dtype=np.float64) - OFFSET) / SCALE))


def summary(archive: "Archive") -> dict[str, float]:
    """`n_elites`, `coverage`, `qd_score`, `max_objective` and `mean_objective`.

    The last two are NaN for an empty archive.
    """
    objectives = archive.elites().objectives
    return {
        "n_elites": float(objectives.size),
        "coverage": archive.coverage,
        "qd_score": qd_score(objectives),
        "max_objective": float(objectives.max()) if objectives.size else float("nan"),
        "mean_objective": float(objectives.mean()) if objectives.size else float("nan"),
    }


def objective_grid(archive: "Archive") -> np.ndarray:
    """The objective of every cell: an array of the archive's shape, NaN where it is empty."""
    elites = archive.elites()
    grid = np.full(archive.n_cells, np.nan)
    grid[elites.cells] = elites.objectives
    return grid.reshape(archive.shape)
