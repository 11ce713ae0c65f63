"""Two archives as a difference: the cells of both on one map."""

from typing import Any

import numpy as np
import polars as pl

from tasks.reports.cells import (
    Cells,
    as_values,
    best_of_grid,
    cells,
    check_measures,
    measures_of,
    ranges_of,
)
from tasks.reports.labels import short_label
from tasks.reports.results import DeckResults
from tasks.storage.files import StoreError


def shared_measures(first: DeckResults, second: DeckResults) -> list[str]:
    """The measures that both runs have: the first archive's own first.

    Raises:
        StoreError: There are not two.
    """
    others = measures_of(second)
    known = [name for name in measures_of(first) if name in others]
    if len(known) < 2:
        raise StoreError(
            f"{first.run.name} and {second.run.name} share fewer than two measures; compare runs "
            "with the same measures"
        )
    return known


def difference(
    first: DeckResults, second: DeckResults, measures: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Two archives on one map, as JSON values.

    Archives with the same axes keep their cells. Of others, the decks of both runs fall into a grid
    of 30 x 30 cells over the range of both.

    Args:
        first: The results of a run.
        second: Those of another one.
        measures: Two measures; by default the first two that both have.

    Returns:
        `axes`, each with `name`, `label` and `edges`; `measures`, those that both runs have, and
        their `labels`; `x` and `y`, the places of the cells that either archive fills; for each
        cell the evaluation and objective of both decks, `first`, `second`, `first_objective` and
        `second_objective` (null where an archive has none), and `difference`, the second objective
        minus the first; and of the `summary` the numbers of cells of `both`, of the `first` only
        and of the `second` only, and the mean difference.

    Raises:
        StoreError: A measure is not one of both runs.
    """
    known = shared_measures(first, second)
    measures = measures or (known[0], known[1])
    check_measures(measures, known)
    maps = _same_axes(cells(first, _own(first, measures)), cells(second, _own(second, measures)))
    if maps is None:
        ranges = ranges_of([first.evaluations, second.evaluations], measures)
        tables = (first.evaluations, second.evaluations)
        maps = tuple(best_of_grid(table, measures, ranges) for table in tables)
    joined = _joined(*maps)
    gains = joined["difference"].drop_nulls()
    return {
        "axes": [as_values(axis) for axis in maps[0].axes],
        "measures": known,
        "labels": {name: short_label(name) for name in known},
        **{name: joined[name].to_list() for name in joined.columns},
        "summary": {
            "both": gains.len(),
            "first": joined["second"].null_count(),
            "second": joined["first"].null_count(),
            "difference": None if gains.is_empty() else float(gains.to_numpy().mean()),
        },
    }


def _own(results: DeckResults, measures: tuple[str, ...]) -> tuple[str, ...]:
    """The measures as `cells` takes them: none for the archive's own cells."""
    return () if results.experiment.archive.measures[:2] == measures else measures


def _same_axes(first: Cells, second: Cells) -> tuple[Cells, ...] | None:
    """Both maps, if they have the same axes."""
    for one, other in zip(first.axes, second.axes, strict=True):
        if one.name != other.name or not np.array_equal(one.edges, other.edges):
            return None
    return first, second


def _joined(first: Cells, second: Cells) -> pl.DataFrame:
    """A row per cell that either map fills."""
    tables = [
        pl.DataFrame(
            {
                "x": found.places[:, 0],
                "y": found.places[:, 1],
                name: found.elites["evaluation"],
                f"{name}_objective": found.elites["objective"],
            }
        )
        for name, found in (("first", first), ("second", second))
    ]
    joined = tables[0].join(tables[1], on=["x", "y"], how="full", coalesce=True).sort("x", "y")
    gain = pl.col("second_objective") - pl.col("first_objective")
    return joined.with_columns(difference=gain)
