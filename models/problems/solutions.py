"""How decks stand in tables: the column `solution`, copies of each card of the pool."""

import numpy as np
import polars as pl

from models.problems.problem import VectorColumn

#: Copies of each card of the pool.
SOLUTIONS = VectorColumn("solution", pl.Int8)


def solutions_column(solutions: np.ndarray) -> pl.Series:
    """An (n, n_cards) array of card counts as a column."""
    return SOLUTIONS.series(np.asarray(solutions, np.int8))


def solutions_table(solutions: np.ndarray, **columns: np.ndarray) -> pl.DataFrame:
    """An (n, n_cards) array of card counts as a table, after other columns."""
    return pl.DataFrame({**columns, SOLUTIONS.name: solutions_column(solutions)})


def solutions_of(table: pl.DataFrame) -> np.ndarray:
    """The (n, n_cards) array of int8 in a table's `solution` column."""
    return SOLUTIONS.of(table)
