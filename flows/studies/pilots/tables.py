"""Both archives with both kinds of players, the extract, and the results that follow from it."""

from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from flows.studies.pilots.play import judged, judged_trials
from flows.studies.pilots.settings import GOOD, PILOTS, WEAK
from flows.studies.published import Tables
from models.problems.decks import solutions_of
from models.problems.problem import add_results
from models.statistics.calibration import true_rank_correlation
from models.statistics.card_worth import card_worth
from models.statistics.intervals import Estimate
from models.statistics.summaries import mean_of_trials
from tasks.reports.results import DeckResults, read_results
from tasks.storage.files import not_empty, read_table

RANDOM = "random"
Worth = tuple[np.ndarray, np.ndarray]


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the trials that have ended with both kinds of players."""
    seeds = not_empty(path, judged_trials(path), "no trial has ended")
    runs, decks, archives = [], [], []
    for seed, found in product(seeds, PILOTS):
        results = read_results(path / f"{found}-{seed}")
        runs.append(_about(found, seed, results))
        for judge in PILOTS:
            rows, ids = judged(path, found, judge, seed), results.archive.elites().ids.tolist()
            place = {"seed": seed, "found": found, "judge": judge}
            about = rows.select(
                seed=pl.lit(seed, pl.Int64),
                found=pl.lit(found),
                judge=pl.lit(judge),
                is_elite=pl.col("evaluation").is_in(ids),
            )
            decks.append(about.hstack(rows))
            archives.append(place | _scores(results, decks[-1].filter("is_elite")))
    return {
        "pilots": pl.DataFrame(runs),
        "archives": pl.DataFrame(archives),
        "judged": pl.concat(decks),
        "random": pl.concat([_random_decks(path, seed) for seed in seeds]),
        "cards": _cards(results),
    }


def joined(new: Tables, old: Tables) -> Tables:
    """The tables of a new extract with the trials that only an older one of the same kind has."""
    runs = old["pilots"].join(new["pilots"], on=["found", "settings"], how="semi")
    seeds = set(runs["seed"]) - set(new["pilots"]["seed"])
    is_kept = pl.col("seed").is_in(sorted(seeds))
    tables = {
        name: pl.concat([old[name].filter(is_kept), rows]).sort("seed", maintain_order=True)
        for name, rows in new.items()
        if "seed" in rows.columns
    }
    return {**new, **tables}


def _about(found: str, seed: int, results: DeckResults) -> dict[str, Any]:
    experiment, run = results.experiment, results.run
    return {
        "found": found,
        "seed": seed,
        "games": int(results.evaluations["n_games"].sum()),
        "random_decks": experiment.search.initial_evaluations,
        "new_games": experiment.search.fresh_games,
        "pool": experiment.pool,
        "settings": experiment.model_dump_json(exclude={"player": {"patch"}}),
        "seconds": float(read_table(run.path / "timing.parquet")["wall_s"].sum()),
        "code": run.code_digest,
        "card_digest": run.card_digest,
    }


def _scores(results: DeckResults, rows: pl.DataFrame) -> dict[str, float]:
    """An archive's elites, placed anew by new games."""
    archive = results.archive.emptied()
    add_results(archive, rows, results.experiment.archive.measures)
    return {
        "n_elites": float(rows.height),
        "n_cells": float(archive.n_elites),
        "qd_score": archive.qd_score(),
        "best": float(rows["objective"].to_numpy().max()),
        "objective": float(rows["objective"].to_numpy().mean()),
        "win_rate": float(rows["win_rate"].to_numpy().mean()),
        "winning": float((rows["win_rate"].to_numpy() >= 0.5).mean()),
    }


def _random_decks(path: Path, seed: int) -> pl.DataFrame:
    """The random decks that both searches of a trial start from."""
    results = read_results(path / f"{WEAK}-{seed}")
    first = results.evaluations.head(results.experiment.search.initial_evaluations)
    return first.select(pl.lit(seed, pl.Int64).alias("seed"), "evaluation", "solution")


def _cards(results: DeckResults) -> pl.DataFrame:
    """The names of the pool's cards, in the order of a solution."""
    return pl.DataFrame({"card": [card.name for card in results.pool.cards]})


def worth_of_cards(judged_decks: pl.DataFrame, random: pl.DataFrame) -> list[Worth]:
    """The worth of a copy of each card in the random decks of all trials, by each kind of players.

    Returns:
        For each kind two (n_cards,) arrays, in health: the worth and its standard error.
    """
    found = []
    for judge in PILOTS:
        rows = judged_decks.filter(found=WEAK, judge=judge).join(random, ["seed", "evaluation"])
        found.append(card_worth(solutions_of(rows), rows["objective"].to_numpy()))
    return found


def by_trial(table: pl.DataFrame, measure: Callable[[pl.DataFrame], float]) -> Estimate:
    """The mean over trials of a number that follows from a trial's rows."""
    trials = table.group_by("seed", maintain_order=True)
    return mean_of_trials([measure(rows) for _, rows in trials])


def pairs(judged_decks: pl.DataFrame, n_random: int) -> dict[str, pl.DataFrame]:
    """Decks with the results of both kinds of players side by side.

    Returns:
        Tables by the decks' source: the elites of each search, and `random`. Columns seed, and
        objective, objective_se and win_rate, each with `_papers` and `_value`.
    """
    names = ("objective", "objective_se", "win_rate")
    sides = {
        judge: judged_decks.filter(judge=judge).rename({name: f"{name}_{judge}" for name in names})
        for judge in PILOTS
    }
    keys = ["seed", "found", "evaluation"]
    columns = [*keys, *(f"{name}_{GOOD}" for name in names)]
    joined = sides[WEAK].join(sides[GOOD].select(columns), on=keys, maintain_order="left")
    elites = {name: joined.filter("is_elite", found=name) for name in PILOTS}
    return {**elites, RANDOM: joined.filter(pl.col("evaluation") < n_random, found=WEAK)}


def rank_agreement(rows: pl.DataFrame) -> float:
    """The noise-free rank correlation of decks' health differences between the players."""
    names = [f"{name}_{judge}" for judge in PILOTS for name in ("objective", "objective_se")]
    return true_rank_correlation(*(rows[name].to_numpy() for name in names))


def lost_share(rows: pl.DataFrame) -> float:
    """The share of decks that win half of their games with weak, but not with good players."""
    rates = rows.filter(pl.col(f"win_rate_{WEAK}") >= 0.5)[f"win_rate_{GOOD}"].to_numpy()
    return float((rates < 0.5).mean()) if len(rates) else float("nan")


def cards_side_by_side(names: Sequence[str], worth: Sequence[Worth]) -> pl.DataFrame:
    """A row per card: card, worth and error by both kinds of players, and change, largest first."""
    columns: dict[str, Any] = {"card": names}
    for judge, (value, error) in zip(PILOTS, worth, strict=True):
        columns |= {f"worth_{judge}": value, f"error_{judge}": error}
    change = (pl.col(f"worth_{GOOD}") - pl.col(f"worth_{WEAK}")).alias("change")
    table = pl.DataFrame(columns).with_columns(change)
    return table.sort(pl.col("change").abs(), descending=True, maintain_order=True)
