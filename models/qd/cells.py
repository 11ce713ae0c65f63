"""The grid archive's arrays and the kernels on them.

Elites stand in rows in the order in which their cells were first filled, so "a uniform random
elite" is a uniform random row. Nothing is validated here; `archive.GridArchive` does that.
"""

from math import floor
from typing import NamedTuple

import numba
import numpy as np
from numba import float64, int8, int64, void

from engine.core.jit import kernel_of

kernel = kernel_of(__file__)
NOT_ADDED, IMPROVE_EXISTING, NEW = 0, 1, 2


class Cells(NamedTuple):
    """All state of a grid archive. Rows at and after `n_elites[0]` mean nothing."""

    shape: np.ndarray  #: (n_measures,) int64: cells per measure
    #: (n_measures,) float64: the range of each measure
    low: np.ndarray
    high: np.ndarray
    rows: np.ndarray  #: (n_cells,) int64: the row of a cell's elite, -1 while the cell is empty
    visits: np.ndarray  #: (n_cells,) int64: proposals that fell into a cell, added or not
    n_elites: np.ndarray  #: (1,) int64: number of filled cells
    cells: np.ndarray  #: (n_cells,) int64: the cell of each row
    objectives: np.ndarray  #: (n_cells,) float64 of each row
    measures: np.ndarray  #: (n_cells, n_measures) float64 of each row
    solutions: np.ndarray  #: (n_cells, solution_dim) int8 of each row
    ids: np.ndarray  #: (n_cells,) int64: evaluation number of each row


def empty_cells(
    shape: tuple[int, ...], ranges: tuple[tuple[float, float], ...], solution_dim: int
) -> Cells:
    """The arrays of an archive with no elites."""
    n_cells = int(np.prod(shape))
    low, high = np.array(ranges, dtype=np.float64).T
    return Cells(
        shape=np.array(shape, dtype=np.int64),
        low=np.ascontiguousarray(low),
        high=np.ascontiguousarray(high),
        rows=np.full(n_cells, -1, dtype=np.int64),
        visits=np.zeros(n_cells, dtype=np.int64),
        n_elites=np.zeros(1, dtype=np.int64),
        cells=np.zeros(n_cells, dtype=np.int64),
        objectives=np.zeros(n_cells, dtype=np.float64),
        measures=np.zeros((n_cells, len(shape)), dtype=np.float64),
        solutions=np.zeros((n_cells, solution_dim), dtype=np.int8),
        ids=np.zeros(n_cells, dtype=np.int64),
    )


CELLS_T = numba.typeof(empty_cells((1, 1), ((0, 1), (0, 1)), 1))


@kernel(int64(float64, float64, float64, int64))
def axis_index(value, low, high, n):
    """The index of a measure on its axis of `n` cells.

    The width of a cell is (high - low + 1) / n, one more than the range asks for, as in the
    paper's program; so the last cells but one are never reached.
    """
    if value <= low:
        return 0
    if value >= high:
        return n - 1
    return floor((n * (value - low) + 1e-9) / (high - low + 1.0))


@kernel(int64(CELLS_T, float64[::1]))
def cell_of(cells, measures):
    """The cell of one solution's measures, in row-major order."""
    cell = 0
    for axis in range(cells.shape.size):
        n = cells.shape[axis]
        cell = cell * n + axis_index(measures[axis], cells.low[axis], cells.high[axis], n)
    return cell


@kernel(void(CELLS_T, float64[:, ::1], int64[::1]))
def cells_of(cells, measures, indices):
    """The cells of many solutions' measures."""
    for i in range(indices.size):
        indices[i] = cell_of(cells, measures[i])


@kernel(int64(CELLS_T, int64, float64))
def row_to_write(cells, cell, objective):
    """The row this proposal takes: a new one, its cell's if it is strictly better, else -1."""
    row = cells.rows[cell]
    if row < 0:
        row = cells.n_elites[0]
        cells.n_elites[0] = row + 1
        cells.rows[cell] = row
        cells.cells[row] = cell
        return row
    return row if objective > cells.objectives[row] else -1


@kernel(int64(CELLS_T, float64, float64[::1], int64))
def offer(cells, objective, measures, identifier):
    """Offers one solution to its cell; returns the row that the caller writes it to, or -1."""
    cell = cell_of(cells, measures)
    cells.visits[cell] += 1
    row = row_to_write(cells, cell, objective)
    if row >= 0:
        cells.objectives[row] = objective
        cells.ids[row] = identifier
        for axis in range(measures.size):
            cells.measures[row, axis] = measures[axis]
    return row


@kernel(int8(CELLS_T, int8[::1], float64, float64[::1], int64))
def insert(cells, solution, objective, measures, identifier):
    """Offers one solution to its cell; returns its status."""
    n_before = cells.n_elites[0]
    row = offer(cells, objective, measures, identifier)
    if row < 0:
        return NOT_ADDED
    for i in range(solution.size):
        cells.solutions[row, i] = solution[i]
    return NEW if row == n_before else IMPROVE_EXISTING


@kernel(void(CELLS_T, int8[:, ::1], float64[::1], float64[:, ::1], int64[::1], int8[::1]))
def insert_all(cells, solutions, objectives, measures, ids, status):
    """Offers many solutions, one after the other."""
    for i in range(objectives.size):
        status[i] = insert(cells, solutions[i], objectives[i], measures[i], ids[i])
