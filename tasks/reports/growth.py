"""The growth of archives over evaluations, and the point where one algorithm gets ahead."""

import numpy as np
import polars as pl

from models.problems.experiment import ArchiveConfig
from models.qd.archive import Archive
from models.qd.metrics import qd_score

#: In the QD score each elite counts 0 to 1.
OFFSET, SCALE = -30.0, 60.0


def growth(config: ArchiveConfig, evaluations: pl.DataFrame) -> pl.DataFrame:
    """The growth of an archive: one row per evaluation, in order.

    Returns:
        Columns evaluations (1 for the first), qd_score, coverage, n_elites, max_objective.
    """
    measures = evaluations.select(config.measures).to_numpy()
    objectives = evaluations["objective"].to_numpy()
    grow = _growth_of_cells if config.kind == "grid" else _replayed_growth
    scores, sizes, n_cells = grow(config.build(0), measures, objectives)
    return pl.DataFrame(
        {
            "evaluations": np.arange(1, len(objectives) + 1),
            "qd_score": scores,
            "coverage": sizes / n_cells,
            "n_elites": sizes,
            "max_objective": np.maximum.accumulate(objectives),
        }
    )


def crossing(leader: np.ndarray, other: np.ndarray) -> int | None:
    """The number of evaluations after which one curve stays above another.

    Args:
        leader: (n,) array: its value after 1, 2, ... evaluations.
        other: (n,) array: the other curve.

    Returns:
        The number of evaluations, 1 if it is always above; None if it is not above at the end.
    """
    behind = np.flatnonzero(leader <= other)
    if behind.size == 0:
        return 1
    return None if behind[-1] == len(leader) - 1 else int(behind[-1]) + 2


def _replayed_growth(
    archive: Archive, measures: np.ndarray, objectives: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """QD score, elites and cells after each evaluation, for archives with changing cells."""
    n = len(objectives)
    scores, sizes, n_cells = np.zeros(n), np.zeros(n, np.int64), np.zeros(n, np.int64)
    for i in range(n):
        one = slice(i, i + 1)
        solutions = np.zeros((1, 0), np.int8)
        archive.add(solutions, objectives[one], measures[one], np.array([i]))
        scores[i] = qd_score(archive.elites().objectives, OFFSET, SCALE)
        sizes[i], n_cells[i] = archive.n_elites, archive.n_cells
    return scores, sizes, n_cells


def _growth_of_cells(
    archive: Archive, measures: np.ndarray, objectives: np.ndarray
) -> tuple[np.ndarray, np.ndarray, int]:
    """The same for fixed cells, much faster: it adds each elite's gain to the score."""
    table = pl.DataFrame({"cell": archive.index_of(measures), "objective": objectives})
    best = pl.col("objective").cum_max()
    is_first = pl.col("cell").is_first_distinct()
    grown = table.select(
        gain=(best - best.shift(1, fill_value=OFFSET)).over("cell"), new=is_first.cast(pl.Int64)
    )
    # NumPy divides; Polars would multiply by 1 / SCALE, which rounds differently.
    score = np.cumsum(grown["gain"].to_numpy() / SCALE)
    return score, np.cumsum(grown["new"].to_numpy()), archive.n_cells
