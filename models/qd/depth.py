"""`DeepCells`: the cells of an archive with several solutions each, for games with noise.

A solution that plays again is taken out and put back by its new mean, perhaps into another cell.
The next best of its old cell then takes its place.

Source:
    Flageat et al. 2025, "Extract-QD framework", arXiv 2502.06585 (container with depth, extraction
    of elites); Flageat and Cully 2023, arXiv 2302.00463 (Archive-sampling).
"""

import numpy as np

from models.qd.archive import Archive


class DeepCells:
    """The best solutions of each cell, best first; of equals the first comes first.

    Args:
        archive: Its cells are used; it stays empty.
        depth: Most solutions per cell.
    """

    def __init__(self, archive: Archive, depth: int) -> None:
        self._archive = archive
        self._depth = depth
        self._cells: dict[int, list[tuple[float, int]]] = {}

    def add(self, ids: np.ndarray, objectives: np.ndarray, measures: np.ndarray) -> None:
        """Adds solutions, each to its cell; the worst of a full cell is dropped.

        Args:
            ids: (n,) array of int64, of solutions that are not there.
            objectives: (n,) array of numbers to maximise.
            measures: (n, n_measures) array.
        """
        cells = self._archive.index_of(np.ascontiguousarray(measures, np.float64))
        for cell, number, objective in zip(
            cells.tolist(), ids.tolist(), objectives.tolist(), strict=True
        ):
            layer = self._cells.setdefault(cell, [])
            layer.append((-objective, number))
            layer.sort()
            del layer[self._depth :]

    def take_out(self, ids: np.ndarray) -> None:
        """Removes solutions that are there; unknown ones are ignored."""
        gone = set(ids.tolist())
        kept = {
            cell: [each for each in layer if each[1] not in gone]
            for cell, layer in self._cells.items()
        }
        self._cells = {cell: layer for cell, layer in kept.items() if layer}

    def ids(self) -> np.ndarray:
        """All solutions, (n,) int64, cell by cell and best first."""
        return np.array([number for layer in self._cells.values() for _, number in layer], np.int64)

    def elites(self) -> np.ndarray:
        """The best solution of each cell, (n_cells,) int64."""
        return np.array([layer[0][1] for layer in self._cells.values()], np.int64)

    def drawn(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Some different solutions: a uniform random cell, and its k-th best with P(k) ~ 2^-k.

        Args:
            n: Number of solutions; fewer if there are fewer.
            rng: Random numbers.

        Returns:
            (n,) array of int64.
        """
        left = [[number for _, number in layer] for layer in self._cells.values()]
        chosen: list[int] = []
        while left and len(chosen) < n:
            place = int(rng.integers(len(left)))
            weights = 0.5 ** np.arange(len(left[place]))
            chosen.append(left[place].pop(int(rng.choice(len(weights), p=weights / weights.sum()))))
            if not left[place]:
                del left[place]
        return np.array(chosen, np.int64)
