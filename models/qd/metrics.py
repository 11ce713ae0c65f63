"""Metrics of an archive, and its objectives as an array."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from models.qd.archive import Archive


def qd_score(objectives: np.ndarray, offset: float = -30.0, scale: float = 60.0) -> float:
    """The sum of (objective - offset) / scale: with the defaults each elite adds 0 to 1.

    Args:
        objectives: (n_elites,) array of the filled cells' objectives.
        offset: The objective that counts 0: losing by 30 health.
        scale: Distance from it to the objective that counts 1: winning by 30.

    Source:
        Zhang 2022, arXiv 2112.03534, as its published analysis computes it.
    """
    return float(np.sum((np.asarray(objectives, dtype=np.float64) - offset) / scale))


def coverage(n_elites: int, n_cells: int) -> float:
    """Filled cells / cells, in [0, 1]."""
    return n_elites / n_cells


def summary(archive: "Archive") -> dict[str, float]:
    """`n_elites`, `coverage`, `qd_score`, `max_objective` and `mean_objective`.

    The last two are NaN for an empty archive.
    """
    objectives = archive.elites().objectives
    return {
        "n_elites": float(objectives.size),
        "coverage": coverage(objectives.size, archive.n_cells),
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
