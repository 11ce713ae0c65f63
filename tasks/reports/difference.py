"""Two archives as a difference: the cells of both on one map."""

from typing import Any

import numpy as np
import polars as pl

from tasks.reports.cells import (
    CellMap,
    as_values,
    best_of_grid,
    candidates,
    check_measures,
    mapped,
    measures_of,
    ranges_of,
)
from tasks.reports.formats import short_label
from tasks.reports.results import DeckResults, unlike_settings
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
    of 30 x 30 cells over the range of both. Runs that differ in more than algorithm, seed, archive
    and patch are compared by the new games of their elites only: luck makes noisier results better.

    Args:
        first: The results of a run.
        second: Those of another one.
        measures: Two measures; by default the first two that both have.

    Returns:
        `axes`, each with `name`, `label` and `edges`; `measures`, those that both runs have, and
        their `labels`; `x` and `y`, the places of the cells that either archive fills; for each
        cell the evaluation and objective of both decks, `first`, `second`, `first_objective` and
        `second_objective` (null where an archive has none), and `difference`, the second objective
        minus the first; of the `summary` the numbers of cells of `both`, of the `first` only
        and of the `second` only, and the mean difference; and `by_new_games`, the settings because
        of which new games are compared (empty: the archives are).

    Raises:
        StoreError: A measure is not one of both runs, or they are unlike and lack new games.
    """
    unlike = [name for name in unlike_settings(first, second) if name not in ("archive", "player")]
    if _without_patch(first) != _without_patch(second):
        unlike.append("player")
    known = shared_measures(first, second)
    if unlike:
        known = [name for name in known if name in first.fresh.columns]
    measures = measures or (known[0], known[1])
    check_measures(measures, known)
    sides = [_Side(results, bool(unlike)) for results in (first, second)]
    if unlike and any(side.archive is None for side in sides):
        raise StoreError(
            f"{first.run.name} and {second.run.name} differ in their settings of "
            f"{', '.join(unlike)}, and not all elites have played new games; compare runs that "
            "differ in algorithm and seed only, or search with --set search.fresh_games=200"
        )
    maps = _same_axes(*(side.cells(measures) for side in sides))
    if maps is None:
        ranges = ranges_of([side.decks for side in sides], measures)
        maps = tuple(best_of_grid(side.results, side.decks, measures, ranges) for side in sides)
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
        "by_new_games": unlike,
    }


def _without_patch(results: DeckResults) -> dict[str, Any]:
    """The player's settings; the same player with other cards is what a patch is judged by."""
    return results.experiment.player.model_dump(exclude={"patch"})


class _Side:
    """One of the two runs: its own archive, or that of the new games of its elites."""

    def __init__(self, results: DeckResults, by_new_games: bool) -> None:
        self.results = results
        own = results.archive
        self.archive = results.corrected(own) if by_new_games else own
        self.decks = (
            results.fresh if by_new_games else candidates(results, results.evaluations.height)
        )

    def cells(self, measures: tuple[str, ...]) -> CellMap:
        """The map on two measures."""
        own = self.results.experiment.archive.measures
        if own[:2] == measures and self.archive is not None:
            return mapped(self.archive, own, self.results)
        ranges = ranges_of([self.decks], measures)
        return best_of_grid(self.results, self.decks, measures, ranges)


def _same_axes(first: CellMap, second: CellMap) -> tuple[CellMap, ...] | None:
    """Both maps, if they have the same axes."""
    for one, other in zip(first.axes, second.axes, strict=True):
        if one.name != other.name or not np.array_equal(one.edges, other.edges):
            return None
    return first, second


def _joined(first: CellMap, second: CellMap) -> pl.DataFrame:
    """A row per cell that either map fills."""
    tables = [
        pl.DataFrame(
            {
                "x": found.places[:, 0],
                "y": found.places[:, 1],
                name: found.elites["evaluation"],
                f"{name}_objective": found.objectives,
            }
        )
        for name, found in (("first", first), ("second", second))
    ]
    joined = tables[0].join(tables[1], on=["x", "y"], how="full", coalesce=True).sort("x", "y")
    gain = pl.col("second_objective") - pl.col("first_objective")
    return joined.with_columns(difference=gain)
