"""Curves: the growth of an archive, and the corrected QD score against all games of a search.

In the corrected score, every elite is placed and valued by new games only, which the search has not
seen and which do not count. Its curves come from runs, or from the extract of a comparison, whose
runs may be gone.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from models.problems.experiment import ArchiveConfig, Experiment
from models.qd.archive import OFFSET, SCALE, Archive, qd_score
from models.settings.config import Config
from models.statistics.efficiency import calibration, objective_errors
from tasks.reports.results import DeckResults, Results, read_results
from tasks.storage.files import StoreError, read_table
from tasks.storage.run import Run
from tasks.storage.store import find_runs

#: An extract's file.
EXTRACT = "efficiency.parquet"
#: Settings by which searches are grouped: all on which results depend, except the seed.
_COMPARED = tuple(name for name in Experiment.model_fields if name not in ("name", "scheduling"))
#: Settings that must be equal for curves to be compared.
_SAME = ("archive", "player", "opponents", "pool", "emulator.digest", "search.fresh_games")
_SCHEMA = {
    "games": pl.Int64,
    "evaluations": pl.Int64,
    "qd_score": pl.Float64,
    "n_elites": pl.Int64,
    "corrected_qd_score": pl.Float64,
    "corrected_n_elites": pl.Int64,
    "corrected_coverage": pl.Float64,
    "corrected_max_objective": pl.Float64,
    "corrected_mean_objective": pl.Float64,
    "bias": pl.Float64,
    "error": pl.Float64,
    "covered_90": pl.Float64,
}
#: Columns of an extract beside those of the curves.
_FACTS = ("algorithm", "run", "seed", "settings", "code", "cards")


@dataclass(frozen=True)
class SearchCurve:
    """The curve of one search."""

    place: str  #: Where it was read, for messages
    algorithm: str
    run: str
    seed: int
    #: All settings on which results depend, as text by name, such as `search.n_games`
    settings: Mapping[str, str]
    code: str
    cards: str
    #: The rows of `efficiency`, with `seconds`: those of the iterations until then; NaN if not
    #: recorded
    points: pl.DataFrame


def efficiency(results: DeckResults) -> pl.DataFrame:
    """The curve of a search: one row per point of `search.curve_games`, and one for its budget.

    Returns:
        Columns games (all games of the search so far), evaluations, qd_score (as believed),
        n_elites, corrected_... (from new games), bias and error (new games against beliefs, in
        health), covered_90. Points without new games are left out.
    """
    spending, search = results.experiment.spending, results.experiment.search
    points = {spending.decks(games) for games in search.curve_games}
    points = {n for n in points if n <= results.budget} | {results.budget}
    rows = [_point(results, n_decks) for n_decks in sorted(points)]
    return pl.DataFrame([row for row in rows if row], schema=_SCHEMA)


def curve_of(results: DeckResults) -> SearchCurve:
    """The curve of a run."""
    run, experiment = results.run, results.experiment
    points = efficiency(results)
    return SearchCurve(
        place=str(run.path),
        algorithm=results.algorithm,
        run=run.name,
        seed=run.seed,
        settings=settings_of(experiment),
        code=run.manifest["digests"]["code"],
        cards=run.manifest["digests"]["cards"],
        points=points.with_columns(seconds=_seconds(run, points["evaluations"].to_numpy())),
    )


def settings_of(experiment: Experiment) -> dict[str, str]:
    """All settings of a search on which results depend, as text by name."""
    parts = (_settings(getattr(experiment, name), name) for name in _COMPARED)
    return {name: text for part in parts for name, text in part.items()}


def read_curves(paths: Iterable[str | Path]) -> list[SearchCurve]:
    """The curves of runs (directories, or folders of them) and of extracts (folder or file).

    Raises:
        StoreError: A path has neither, searches play other games, one is there twice, or its
            elites have no new games.
    """
    curves: list[SearchCurve] = []
    for path in map(Path, paths):
        file = path / EXTRACT if path.is_dir() else path
        if file.name == EXTRACT and file.is_file():
            curves += _read_extract(file)
        else:
            curves += [curve_of(read_results(run)) for run in find_runs([path], searches=True)]
    _check_comparable(curves)
    return curves


def grouped(curves: Sequence[SearchCurve]) -> dict[str, list[SearchCurve]]:
    """Groups curves by their settings; each group has its own name."""
    groups: dict[tuple[tuple[str, str], ...], list[SearchCurve]] = defaultdict(list)
    for curve in curves:
        groups[tuple(sorted(curve.settings.items()))].append(curve)
    alike: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    for group in groups.values():
        alike[group[0].algorithm].append(group[0].settings)
    return {
        f"{first.algorithm}{_own(first.settings, alike[first.algorithm])}": [first, *others]
        for first, *others in groups.values()
    }


def extract(groups: Mapping[str, Sequence[SearchCurve]]) -> pl.DataFrame:
    """All curves as one table: a row per point, with the group's name and the search's facts."""
    return pl.concat(
        each.points.select(
            pl.lit(name).alias("algorithm"),
            pl.lit(each.run).alias("run"),
            pl.lit(each.seed, pl.Int64).alias("seed"),
            pl.all(),
            pl.lit(json.dumps(each.settings)).alias("settings"),
            pl.lit(each.code).alias("code"),
            pl.lit(each.cards).alias("cards"),
        )
        for name, group in groups.items()
        for each in group
    )


def _read_extract(file: Path) -> list[SearchCurve]:
    table = read_table(file)
    if missing := [name for name in (*_FACTS, *_SCHEMA, "seconds") if name not in table.columns]:
        raise StoreError(
            f"{file}: no extract of curves (column {missing[0]} is missing); give a file that "
            "`efficiency` wrote"
        )
    curves = []
    for rows in table.partition_by("run", "seed", "settings", maintain_order=True):
        first = rows.row(0, named=True)
        curves.append(
            SearchCurve(
                place=f"{file}, {first['run']}",
                algorithm=first["algorithm"].partition(" ")[0],
                run=first["run"],
                seed=first["seed"],
                settings=_with_defaults(json.loads(first["settings"])),
                code=first["code"],
                cards=first["cards"],
                points=rows.select(*_SCHEMA, "seconds"),
            )
        )
    return curves


def _check_comparable(curves: Sequence[SearchCurve]) -> None:
    places: dict[str, str] = {}
    for curve in curves:
        first = curves[0]
        for name in _SAME:
            if _below(first.settings, name) != _below(curve.settings, name):
                raise StoreError(
                    f"{first.place} and {curve.place} differ in their settings of {name}; compare "
                    "searches of the same decks, games and cells"
                )
        if curve.points.is_empty():
            raise StoreError(
                f"{curve.place}: its elites have no new games; let the search end, with "
                "search.fresh_games above 0"
            )
        search = json.dumps([curve.algorithm, curve.seed, curve.settings], sort_keys=True)
        if search in places:
            raise StoreError(
                f"{places[search]} and {curve.place} are the same search, with equal settings and "
                "seed; give one of them"
            )
        places[search] = curve.place


def _below(settings: Mapping[str, str], name: str) -> dict[str, str]:
    return {key: settings[key] for key in settings if key == name or key.startswith(f"{name}.")}


def _point(results: DeckResults, n_decks: int) -> dict[str, Any]:
    """A row of `efficiency`; empty if an elite has no new games."""
    believed = results.believed(n_decks)
    both = results.fresh.join(
        believed.select("evaluation", believed="objective", deviation="objective_sd"),
        on="evaluation",
        maintain_order="left",
    )
    if both.height < believed.height or not both.height:
        return {}
    names = ("believed", "deviation", "objective")
    believes, deviation, found = (both[name].to_numpy() for name in names)
    corrected = results.archive_of(both).summary()
    honest = calibration(believes, deviation, found, objective_errors(both))
    return {
        "games": results.experiment.spending.of_decks(n_decks),
        "evaluations": n_decks,
        "qd_score": qd_score(believes),
        "n_elites": len(believes),
        "corrected_qd_score": corrected["qd_score"],
        "corrected_n_elites": int(corrected["n_elites"]),
        "corrected_coverage": corrected["coverage"],
        "corrected_max_objective": corrected["max_objective"],
        "corrected_mean_objective": corrected["mean_objective"],
        "bias": honest.bias,
        "error": honest.error,
        "covered_90": honest.covered,
    }


def _settings(value: Any, name: str) -> dict[str, str]:
    """All settings within a configuration as text, by their names, such as `search.n_games`."""
    if not isinstance(value, Config):
        return {name: str(value)}
    parts = (_settings(getattr(value, each), f"{name}.{each}") for each in type(value).model_fields)
    return {each: text for part in parts for each, text in part.items()}


def _with_defaults(settings: dict[str, str]) -> dict[str, str]:
    """Adds the defaults of settings that the version of an extract did not have."""
    lacking = _lacking(settings, Experiment())
    parts = {name: text for name, text in lacking.items() if name.partition(".")[0] in _COMPARED}
    return settings | parts


def _lacking(settings: Mapping[str, str], defaults: Config, path: str = "") -> dict[str, str]:
    """The default settings that `settings` lack. An optional configuration counts as a whole."""
    found = dict[str, str]()
    for name, field in type(defaults).model_fields.items():
        value, place = getattr(defaults, name), f"{path}{name}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, Config):
            found |= _lacking(settings, value, f"{place}.")
        elif not _below(settings, place):
            found |= _settings(value, place)
    return found


def _own(settings: Mapping[str, str], groups: Sequence[Mapping[str, str]]) -> str:
    """The settings of a group that differ from those of most groups with its algorithm."""
    own = []
    for name, value in settings.items():
        values = [each.get(name, "") for each in groups]
        if value != max(values, key=values.count):
            own.append(f"{name}={value}")
    return f" ({', '.join(own)})" if own else ""


def _seconds(run: Run, n_decks: np.ndarray) -> np.ndarray:
    """Seconds until so many decks, (n_points,) float64; whole iterations are linear in decks."""
    table = read_table(run.metrics_path) if run.metrics_path.exists() else pl.DataFrame()
    if "wall_s" not in table.columns:
        return np.full(len(n_decks), np.nan)
    ends, seconds = table["evaluations"].to_numpy(), table["wall_s"].cum_sum().to_numpy()
    return np.interp(n_decks, [0, *ends], [0, *seconds])


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


def curve(results: Results) -> pl.DataFrame:
    """The growth of the archive; see `growth`.

    An archive of estimates changes only at the end of an iteration. Until then, rows have the
    archive of the iteration before; those of the first iteration have its own.
    """
    evaluations, run = results.evaluations, results.run
    grown = growth(results.experiment.archive, evaluations)
    estimates = isinstance(results, DeckResults) and results.experiment.estimates
    if not estimates or not run.metrics_path.exists():
        return grown
    ends = read_table(run.metrics_path).select(grown.columns).cast(grown.schema)
    joined = grown.select("evaluations").join_asof(ends, on="evaluations")
    return joined.fill_null(strategy="backward")


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
        scores[i] = archive.qd_score()
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
        gain=(best - best.shift(1, fill_value=OFFSET)).over("cell"),
        new=is_first.cast(pl.Int64),
    )
    # NumPy divides; Polars would multiply by 1 / SCALE, which rounds differently.
    score = np.cumsum(grown["gain"].to_numpy() / SCALE)
    return score, np.cumsum(grown["new"].to_numpy()), archive.n_cells
