"""The cells of an archive, at any number of evaluations, on any two measures; of two on one map."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from matplotlib.ticker import MaxNLocator

from models.players.decks import opponents_of
from models.problems.decks import solutions_of
from models.problems.problem import add_results
from models.qd.archive import Archive
from models.qd.sliding import GrowingGridConfig
from models.settings.outcomes import MEASURES
from tasks.reports.formats import short_label
from tasks.reports.results import BELIEVED, DeckResults, unlike_settings
from tasks.storage.files import StoreError, read_table

#: Cells per axis of an archive on other measures than the run's own.
N_CELLS = 30
#: The most ticks of an axis.
_TICKS = 12
#: Columns that new games measure again.
_AGAIN = ("objective", "objective_se", "win_rate", "n_games")
_SHOWN = ("evaluation", *_AGAIN)
#: What a search believes of its elites, with labels.
_BELIEFS = {
    f"{BELIEVED}objective": "believed health difference",
    f"{BELIEVED}sd": "its uncertainty (standard deviation)",
    f"{BELIEVED}games": "games behind it",
}


@dataclass(frozen=True)
class Axis:
    """An axis of the map."""

    name: str  #: The measure; empty for the missing second axis of an archive of one measure
    label: str  #: Its label
    edges: np.ndarray  #: (n + 1,) ascending array: cell i of n lies between numbers i and i + 1


@dataclass(frozen=True)
class CellMap:
    """An archive as a map of two axes."""

    axes: tuple[Axis, Axis]  #: The two axes
    places: np.ndarray  #: (n_elites, 2) array of int64: the cell of each elite along both
    elites: pl.DataFrame  #: Its elites, the rows of the evaluations in the order of `places`
    #: (n_elites,) array of float64: their objectives in the archive, which are estimates in
    #: searches that estimate
    objectives: np.ndarray


def steps(results: DeckResults) -> list[int]:
    """The numbers of evaluations after each iteration, ending with all of them."""
    found = set()
    if results.run.metrics_path.exists():
        found = set(read_table(results.run.metrics_path, ["evaluations"])["evaluations"])
    n = results.evaluations.height
    return sorted({each for each in found if 0 < each < n} | {n})


def measures_of(results: DeckResults) -> list[str]:
    """The measures that the evaluations have: the archive's own first."""
    own = list(results.experiment.archive.measures)
    known = set(results.evaluations.columns)
    return own + [name for name in MEASURES if name in known and name not in own]


def cells(results: DeckResults, measures: tuple[str, ...] = (), n: int | None = None) -> CellMap:
    """The run's own archive after `n` evaluations; all by default.

    By default it has the archive's own measures, of three the first two. With two others, decks
    fall into a grid of 30 x 30 cells over their range: all of them, or the elites of a search that
    estimates.

    Raises:
        StoreError: A measure does not exist, or there are not so many evaluations.
    """
    total = results.evaluations.height
    n = total if n is None else n
    if not 1 <= n <= total:
        raise StoreError(f"{n} evaluations: this run has 1 to {total}")
    own = results.experiment.archive.measures
    if not measures or measures == own[:2]:
        return mapped(results.archive_after(n), own, results)
    check_measures(measures, measures_of(results))
    return best_of_grid(
        results, candidates(results, n), measures, ranges_of([results.evaluations], measures)
    )


def candidates(results: DeckResults, n: int) -> pl.DataFrame:
    """The decks that a grid chooses from: the first `n`, or the elites as believed by then."""
    if not results.experiment.estimates:
        return results.evaluations.head(n)
    found = results.archive_after(n).elites()
    return results.evaluations[found.ids].with_columns(objective=pl.Series(found.objectives))


def check_measures(measures: tuple[str, ...], known: Sequence[str]) -> None:
    """Raises `StoreError` if measures are not known, or not two different ones."""
    for name in measures:
        if name not in known:
            raise StoreError(f"{name}: no measure of this run; use one of {', '.join(known)}")
    if len(set(measures)) != 2:
        raise StoreError(f"{' and '.join(measures)}: give two different measures")


def ranges_of(
    tables: Sequence[pl.DataFrame], measures: tuple[str, ...]
) -> tuple[tuple[float, float], ...]:
    """The least and largest value of each measure in tables of evaluations."""
    seen = np.vstack([table.select(measures).to_numpy() for table in tables])
    low, high = seen.min(axis=0), seen.max(axis=0)
    high = np.where(high > low, high, low + 1)
    return tuple(zip(low.tolist(), high.tolist(), strict=True))


def best_of_grid(
    results: DeckResults,
    decks: pl.DataFrame,
    measures: tuple[str, ...],
    ranges: tuple[tuple[float, float], ...],
) -> CellMap:
    """The best of some decks of a run in the cells of a grid of 30 x 30 over two measures."""
    size = {"first_size": N_CELLS, "last_size": N_CELLS}
    archive = GrowingGridConfig(measures=measures, ranges=ranges, **size).build(0)
    add_results(archive, decks, measures)
    return mapped(archive, measures, results)


def mapped(archive: Archive, measures: tuple[str, ...], results: DeckResults) -> CellMap:
    """An archive on its first two axes; of a third one, each place shows the best."""
    found = archive.elites()
    rows, objectives = results.evaluations[found.ids], found.objectives
    places = np.array(np.unravel_index(found.cells, archive.shape), np.int64).T
    edges = [*archive.edges(), np.array([0.0, 1.0])]
    named = [Axis(name, short_label(name), edges[i]) for i, name in enumerate(measures)]
    axes = (*named, Axis("", "", edges[-1]))[:2]
    places = np.hstack([places, np.zeros((len(places), 1), np.int64)])[:, :2]
    if len(measures) == 3:
        best = np.argsort(-found.objectives, kind="stable")
        _, first = np.unique(places[best], axis=0, return_index=True)
        kept = np.sort(best[first])
        rows, places, objectives = rows[kept], places[kept], objectives[kept]
    return CellMap((axes[0], axes[1]), places, rows, objectives)


def as_columns(results: DeckResults, found: CellMap, n: int | None = None) -> dict[str, Any]:
    """Cells after `n` evaluations (default: all) as JSON values, column by column.

    Returns:
        `axes`, each with `name`, `label` and `edges`; `x` and `y`, the places;
        `values` by name, numbers per elite, the archive's own objective first: `believed_...` of
        searches that estimate, results, and `fresh_...` from new games (null without them);
        `decks`, the places in the pool of each elite's cards; `opponent_games` and
        `opponent_wins`, per elite and opponent.
    """
    elites, again = found.elites, _fresh_of(results, found.elites)
    shown = [name for name in (*_SHOWN, *measures_of(results)) if name in elites.columns]
    values = {}
    if results.experiment.estimates:
        beliefs = results.beliefs(elites["evaluation"].to_numpy(), n)
        values = {name: beliefs[name].to_list() for name in _BELIEFS}
    values |= {name: elites[name].to_list() for name in dict.fromkeys(shown)}
    values |= {f"fresh_{name}": again[name].to_list() for name in _AGAIN if name in again.columns}
    by_opponent = [name for name in ("opponent_games", "opponent_wins") if name in elites.columns]
    return {
        "axes": [as_values(axis) for axis in found.axes],
        "x": found.places[:, 0].tolist(),
        "y": found.places[:, 1].tolist(),
        "values": {name: [_plain(value) for value in column] for name, column in values.items()},
        "decks": [np.flatnonzero(counts).tolist() for counts in solutions_of(elites)],
        **{name: elites[name].to_list() for name in by_opponent},
    }


def as_values(axis: Axis) -> dict[str, Any]:
    """An axis as JSON values; `ticks` are round values of it with their places, in cells."""
    edges, n = axis.edges, len(axis.edges) - 1
    marks = MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(edges[0], edges[-1])
    marks = marks[(marks >= edges[0]) & (marks <= edges[-1])]
    ticks: list[tuple[float, float]] = []
    for place, mark in zip(np.interp(marks, edges, np.arange(n + 1)), marks, strict=True):
        if not ticks or place - ticks[-1][0] >= n / _TICKS:  # cells of one archive differ in width
            ticks.append((float(place), float(f"{mark:.6g}")))
    return {"name": axis.name, "label": axis.label, "edges": edges.tolist(), "ticks": ticks}


def facts_of(results: DeckResults) -> dict[str, Any]:
    """What does not change between the archives of a run, as JSON values.

    Returns:
        `cards`, names in the pool's order; `opponents`, their names; `labels` of numbers by
        column; `measures`, of which the first `own` are the archive's; `steps`.
    """
    columns = [*_SHOWN, *measures_of(results)]
    labels = {name: short_label(name) for name in columns[1:]} | _BELIEFS
    return {
        "cards": [card.name for card in results.pool.cards],
        "opponents": [each.name for each in opponents_of(results.experiment.opponents)],
        "labels": labels,
        "measures": measures_of(results),
        "own": len(results.experiment.archive.measures),
        "steps": steps(results),
    }


def _fresh_of(results: DeckResults, elites: pl.DataFrame) -> pl.DataFrame:
    """New games of elites, one row each; null without them."""
    return elites.select("evaluation").join(
        results.fresh, on="evaluation", how="left", maintain_order="left"
    )


def _plain(value: Any) -> Any:
    """NaN, which JSON lacks, as null; other numbers with six digits."""
    if isinstance(value, float):
        return None if np.isnan(value) else float(f"{value:.6g}")
    return value


def shared_measures(first: DeckResults, second: DeckResults) -> list[str]:
    """The measures that both runs have, the first archive's own first.

    Raises:
        StoreError: The runs share fewer than two measures.
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

    Archives with the same axes keep their cells. Otherwise the decks of both runs are placed in a
    grid of 30 x 30 cells over the range of both. Runs that differ in more than algorithm, seed,
    archive and patch are compared only by the new games of their elites, because luck raises
    noisier results more. The default measures are the first two that both have.

    Returns:
        `axes`, each with `name`, `label` and `edges`; `measures`, those that both runs have, and
        their `labels`; `x` and `y`, the places of the cells that either archive fills; for each
        cell the evaluation and objective of both decks, `first`, `second`, `first_objective` and
        `second_objective` (null where an archive has none), and `difference`, the second objective
        minus the first; `summary`, the numbers of cells of `both`, of the `first` only and of the
        `second` only, and the mean difference; `by_new_games`, the settings that differ, so that
        only new games are compared (empty: the archives are compared).

    Raises:
        StoreError: A measure is not one of both runs, or they are unlike and lack new games.
    """
    unlike = [name for name in unlike_settings(first, second) if name not in ("archive", "player")]
    if _without_patch(first) != _without_patch(second):
        unlike.append("player")
    known = shared_measures(first, second)
    if "emulator" in unlike:
        names = f"{first.run.name} and {second.run.name}"
        raise StoreError(f"{names}: not the same emulator, or one of them has played games")
    if unlike:
        known = [name for name in known if name in first.fresh.columns]
        if len(known) < 2:
            names = f"{first.run.name} and {second.run.name}"
            raise StoreError(f"{names}: their new games share fewer than two measures")
    measures = measures or (known[0], known[1])
    check_measures(measures, known)
    maps = _maps_of((first, second), measures, unlike)
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
    """The player's settings without the patch, because a comparison may show a patch's effect."""
    return results.experiment.player.model_dump(exclude={"patch"})


def _maps_of(
    runs: tuple[DeckResults, DeckResults], measures: tuple[str, ...], unlike: Sequence[str]
) -> list[CellMap]:
    """The maps of both archives, or, of `unlike` runs, those of new games; raises `StoreError`."""
    found = [each.corrected(each.archive) if unlike else each.archive for each in runs]
    archives = [archive for archive in found if archive is not None]
    if len(archives) < 2:
        raise StoreError(
            f"{runs[0].run.name} and {runs[1].run.name} differ in their settings of "
            f"{', '.join(unlike)}, and not all elites have played new games; compare runs that "
            "differ in algorithm and seed only, or search with --set search.fresh_games=200"
        )
    maps = [
        mapped(archive, own, each)
        for each, archive in zip(runs, archives, strict=True)
        if (own := each.experiment.archive.measures)[:2] == measures
    ]
    if len(maps) == 2 and _have_same_axes(*maps):
        return maps
    decks = [each.fresh if unlike else candidates(each, each.evaluations.height) for each in runs]
    ranges = ranges_of(decks, measures)
    return [
        best_of_grid(each, rows, measures, ranges) for each, rows in zip(runs, decks, strict=True)
    ]


def _have_same_axes(first: CellMap, second: CellMap) -> bool:
    return all(
        one.name == other.name and np.array_equal(one.edges, other.edges)
        for one, other in zip(first.axes, second.axes, strict=True)
    )


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
