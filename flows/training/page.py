"""The report of several trainings of players, such as CMA-ME's and CMA-ES's with some seeds."""

import json
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from flows.studies.published import PublishedReport, Tables, with_older_runs
from models.statistics.intervals import Z
from tasks.reports import figures
from tasks.reports.formats import interval_of, mean_of
from tasks.reports.results import NetworkResults, read_any_results
from tasks.storage.files import StoreError, read_table, write_json

#: Numbers of the table of algorithms, with their decimals.
_MEANS = {"qd_score": 0, "n_elites": 0, "fresh_objective": 2}


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of a finished training.

    Raises:
        StoreError: There is none, it has not ended, or a file is damaged.
    """
    results = read_any_results(path)
    if not isinstance(results, NetworkResults):
        raise StoreError(f"{path}: a search for decks; give a training of train-player")
    if results.evaluations.height < results.experiment.evaluations or results.fresh.is_empty():
        raise StoreError(f"{path}: the training has not ended; run its command again")
    run, generations = results.run, read_table(results.run.metrics_path)
    curve = ["evaluations", "qd_score", "coverage", "n_elites", "max_objective"]
    return {
        "trainings": pl.DataFrame([_training(results, generations)]),
        "generations": generations.select(
            pl.lit(run.name).alias("run"), "iteration", *curve, "mean_proposed", "games", "games_s"
        ),
    }


def _training(results: NetworkResults, generations: pl.DataFrame) -> dict[str, Any]:
    """The row of a training."""
    training, player, digests = results.experiment, results.player, results.run.manifest["digests"]
    new = ("objective", "objective_se", "win_rate", "n_games")
    scores = results.summary()["archive"]
    return {
        "run": results.run.name,
        "algorithm": results.algorithm,
        "seed": results.run.seed,
        "evaluations": results.evaluations.height,
        "n_games": training.n_games,
        **{name: scores[name] for name in ("qd_score", "coverage", "max_objective")},
        "n_elites": int(scores["n_elites"]),
        **{f"fresh_{name}": player[f"fresh_{name}"] for name in new},
        "games_s": generations["games_s"].sum(),
        "player": json.dumps(results.player_file()),
        "settings": training.model_dump_json(exclude={"player": {"patch"}}),
        "code": digests["code"],
        "cards": digests["cards"],
    }


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; draws the picture and writes the players' files."""
    rows = tables["trainings"].sort("algorithm", "evaluations", "n_games", "seed")
    for row in rows.to_dicts():
        write_json(folder / "players" / f"{row['run']}.json", json.loads(row["player"]))
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows.to_dicts():
        groups[f"{row['algorithm']}, {row['evaluations']:,} x {row['n_games']:,}"].append(row)
    curves = {
        name: [tables["generations"].filter(run=row["run"]).sort("iteration") for row in group]
        for name, group in groups.items()
    }
    figures.curves(folder / "trainings.png", curves, "evaluated networks")
    health, margin = pl.col("fresh_objective"), Z * pl.col("fresh_objective_se")
    shown = ("qd_score", "n_elites", "max_objective", "fresh_objective", "fresh_win_rate")
    return {
        "means": [_means(name, group) for name, group in groups.items()],
        "trainings": rows.with_columns(low=health - margin, high=health + margin).to_dicts(),
        "cards": sorted(rows["cards"].unique()),
        "code": sorted(rows["code"].unique()),
        "numbers": rows.select("run", *shown),
    }


def _means(name: str, group: list[dict[str, Any]]) -> list[str]:
    """An algorithm as a row: its trainings, means, and the interval of its players' mean."""
    found = {key: np.array([row[key] for row in group], float) for key in _MEANS}
    means = [mean_of(found[key], digits) for key, digits in _MEANS.items()]
    return [name, str(len(group)), *means, interval_of(found["fresh_objective"], "+.2f")]


#: The extract's tables: what a row is.
EXTRACT = {
    "trainings": "a finished training of a player: sizes, its archive, its player in new games and "
    "as a file, settings, digests",
    "generations": "a generation of a training: its archive, and the mean of what was proposed",
}
REPORT = PublishedReport(
    EXTRACT,
    extract,
    values,
    partial(with_older_runs, table="trainings", same=("cards",)),
    places=("docs/player-training",),
)
