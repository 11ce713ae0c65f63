"""The arrays and kernels of archives that keep every individual and re-insert all in new cells.

The cells of such an archive change as it grows: `sliding.py` moves the boundaries, and both
archives there refine the grid. Nothing is validated here but that numbers are finite.
"""

from typing import NamedTuple

import numba
import numpy as np
from numba import boolean, float64, int8, int64, void

from engine.core.jit import kernel_of
from models.qd import cells as _cells
from models.qd.cells import IMPROVE_EXISTING, NEW, NOT_ADDED

kernel = kernel_of(__file__, _cells.__file__)
N, SIZE, N_ELITES, N_SORTED = range(4)  # entries of `Individuals.counts`
FIRST, LAST, EVERY, BUDGET, SLIDES = range(5)  # entries of `Individuals.rule`
NEVER = 0  # as EVERY: the boundaries stay where they are


class Individuals(NamedTuple):
    """All state of an archive that keeps every individual. Rows at and after N mean nothing."""

    #: (5,) int64: cells per axis at first and at last, individuals between remaps, number of
    #: individuals at which the last size is reached, whether boundaries slide
    rule: np.ndarray
    #: (n_measures,) float64: the range of each measure, where boundaries are fixed
    low: np.ndarray
    high: np.ndarray
    #: (4,) int64: individuals, cells per axis now, elites, individuals sorted so far
    counts: np.ndarray
    #: (n_measures, LAST) float64: lower boundaries of the cells, where they slide
    boundaries: np.ndarray
    ordered: np.ndarray  #: (n_measures, capacity) float64: the first N_SORTED measures, ascending
    #: (LAST ** n_measures,) int64: the individual that is a cell's elite, -1 if empty
    rows: np.ndarray
    visits: np.ndarray  #: (LAST ** n_measures,) int64: individuals in a cell, elite or not
    order: np.ndarray  #: (LAST ** n_measures,) int64: cells in the order of their first filling
    objectives: np.ndarray  #: (capacity,) float64 of each individual, in order of arrival
    measures: np.ndarray  #: (capacity, n_measures) float64
    solutions: np.ndarray  #: (capacity, solution_dim) int8
    ids: np.ndarray  #: (capacity,) int64: evaluation numbers


PER_INDIVIDUAL = ("objectives", "measures", "solutions", "ids")


def no_individuals(
    rule: tuple[int, int, int, int, bool],
    ranges: tuple[tuple[float, float], ...],
    solution_dim: int,
    capacity: int,
) -> Individuals:
    """The arrays of an empty archive with room for `capacity` individuals."""
    first, last = rule[FIRST], rule[LAST]
    n_measures = len(ranges)
    n_cells = last**n_measures
    low, high = np.array(ranges, dtype=np.float64).T
    return Individuals(
        rule=np.array(rule, dtype=np.int64),
        low=np.ascontiguousarray(low),
        high=np.ascontiguousarray(high),
        counts=np.array([0, first, 0, 0], dtype=np.int64),
        boundaries=np.full((n_measures, last), np.inf),
        ordered=np.zeros((n_measures, capacity)),
        rows=np.full(n_cells, -1, dtype=np.int64),
        visits=np.zeros(n_cells, dtype=np.int64),
        order=np.zeros(n_cells, dtype=np.int64),
        objectives=np.zeros(capacity),
        measures=np.zeros((capacity, n_measures)),
        solutions=np.zeros((capacity, solution_dim), dtype=np.int8),
        ids=np.zeros(capacity, dtype=np.int64),
    )


INDIVIDUALS_T = numba.typeof(no_individuals((1, 1, 1, 1, True), ((0, 1), (0, 1)), 1, 1))


@kernel(int64(float64[::1], int64, float64))
def _between(boundaries, size, value):
    """The last boundary strictly below the value: a value on a boundary is in the lower cell."""
    below = 0
    for j in range(size):
        below += boundaries[j] < value
    return max(0, below - 1)


@kernel(int64(float64, float64, int64, float64))
def _equal_parts(low, high, size, value):
    """The part of the range the value lies in, the border parts for values outside."""
    if value <= low:
        return 0
    if value >= high:
        return size - 1
    return int64(size * (value - low) / (high - low))


@kernel(void(INDIVIDUALS_T, float64[:, ::1], int64[::1]))
def cells_of(all_, measures, indices):
    """The cells of many solutions' measures, in row-major order of the present size."""
    size = all_.counts[SIZE]
    boundaries, low, high = all_.boundaries, all_.low, all_.high
    indices[:] = 0
    for axis in range(measures.shape[1]):
        for i in range(indices.size):
            if all_.rule[SLIDES]:
                part = _between(boundaries[axis], size, measures[i, axis])
            else:
                part = _equal_parts(low[axis], high[axis], size, measures[i, axis])
            indices[i] = indices[i] * size + part


@kernel(int8(INDIVIDUALS_T, int64, int64))
def _place_all(all_, first, stop):
    """Offers individuals to their cells, in order; returns the status of the last one."""
    cells = np.empty(stop - first, np.int64)
    cells_of(all_, all_.measures[first:stop], cells)
    rows, visits, objectives = all_.rows, all_.visits, all_.objectives
    status = NOT_ADDED
    for i in range(first, stop):
        cell = cells[i - first]
        visits[cell] += 1
        row = rows[cell]
        if row < 0:
            all_.order[all_.counts[N_ELITES]] = cell
            all_.counts[N_ELITES] += 1
            status = NEW
        else:
            status = IMPROVE_EXISTING if objectives[i] > objectives[row] else NOT_ADDED
        if status != NOT_ADDED:
            rows[cell] = i
    return status


@kernel(void(INDIVIDUALS_T, int64))
def _sort_in(all_, axis):
    """Merges the measures that came since the last remap into the ascending ones."""
    done, n = all_.counts[N_SORTED], all_.counts[N]
    fresh = np.sort(all_.measures[done:n, axis].copy())
    ordered = all_.ordered[axis]
    i, j = done - 1, n - done - 1
    for k in range(n - 1, -1, -1):
        if j < 0:
            return
        if i >= 0 and ordered[i] > fresh[j]:
            ordered[k] = ordered[i]
            i -= 1
        else:
            ordered[k] = fresh[j]
            j -= 1


@kernel(void(INDIVIDUALS_T))
def _move_boundaries(all_):
    """Boundary j of an axis becomes the (j * N // size)-th smallest measure of all individuals."""
    n, size = all_.counts[N], all_.counts[SIZE]
    for axis in range(all_.boundaries.shape[0]):
        _sort_in(all_, axis)
        for j in range(size):
            all_.boundaries[axis, j] = all_.ordered[axis, j * n // size]
    all_.counts[N_SORTED] = n


@kernel(int64(int64[::1], int64))
def size_at(rule, n):
    """Cells per axis once `n` individuals have arrived: from first to last in equal steps."""
    grown = np.floor((rule[LAST] - rule[FIRST]) * (n / rule[BUDGET] + 1e-9))
    return min(rule[LAST], rule[FIRST] + int64(grown))


@kernel(boolean(INDIVIDUALS_T))
def _must_remap(all_):
    """Sliding: at N mod EVERY = 1, as in the paper's program. Fixed: when the size changes."""
    if all_.rule[SLIDES]:
        every = all_.rule[EVERY]
        return every != NEVER and all_.counts[N] % every == 1 % every
    return size_at(all_.rule, all_.counts[N]) != all_.counts[SIZE]


@kernel(int8(INDIVIDUALS_T))
def _remap(all_):
    """New cells, and everybody offered again in order of arrival; the status of the last one."""
    n = all_.counts[N]
    all_.counts[SIZE] = size_at(all_.rule, n)
    all_.counts[N_ELITES] = 0
    all_.rows[:] = -1
    all_.visits[:] = 0
    if all_.rule[SLIDES]:
        _move_boundaries(all_)
    return _place_all(all_, 0, n)


@kernel(void(INDIVIDUALS_T, int8[:, ::1], float64[::1], float64[:, ::1], int64[::1], int8[::1]))
def add_all(all_, solutions, objectives, measures, ids, status):
    """Offers many solutions, one after the other; there must be room for them."""
    for i in range(objectives.size):
        row = all_.counts[N]
        all_.objectives[row] = objectives[i]
        all_.ids[row] = ids[i]
        for axis in range(measures.shape[1]):
            all_.measures[row, axis] = measures[i, axis]
        for j in range(solutions.shape[1]):
            all_.solutions[row, j] = solutions[i, j]
        all_.counts[N] = row + 1
        status[i] = _remap(all_) if _must_remap(all_) else _place_all(all_, row, row + 1)
