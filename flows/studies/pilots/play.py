"""Searches with both kinds of players, and new games in which each judges the other's archive.

::

    DIR/papers-1/                     a run directory per search (tasks/storage/store.py)
    DIR/judged-papers-1-value.parquet decks of that search in new games with the other players
    DIR/report/                       the report; can be written again
"""

from itertools import product
from pathlib import Path

import numpy as np
import polars as pl

from flows.studies.pilots.settings import GOOD, PILOTS, WEAK, Pilots
from flows.studies.runs import is_finished, make_runs
from models.problems.decks import DeckSearch, solutions_of
from models.problems.rows import Rows
from tasks.games.cluster import play_at_once
from tasks.games.seeds import Purpose, games_seed
from tasks.orchestration.progress import Progress
from tasks.reports.results import DeckResults, read_results
from tasks.storage.files import MANIFEST, read_table, write_table
from tasks.storage.settings import experiment_of
from tasks.storage.store import load_run
from tasks.tracking.mlflow_run import ParentTracking


def judged_path(folder: Path, run: str, pilot: str) -> Path:
    """The file of a search's decks in new games with some players."""
    return folder / f"judged-{run}-{pilot}.parquet"


def trials_of(folder: Path) -> list[int]:
    """The seeds whose searches with both kinds of players have finished, in order."""
    names = (
        run.parent.name.removeprefix(f"{WEAK}-") for run in folder.glob(f"{WEAK}-*/{MANIFEST}")
    )
    seeds = sorted(int(name) for name in names if name.isdecimal())
    return [seed for seed in seeds if all(is_finished(folder, f"{p}-{seed}") for p in PILOTS)]


def judged_trials(folder: Path) -> list[int]:
    """Those of `trials_of` that have all new games; others are still judged."""
    judged_by = list(product(PILOTS, PILOTS))
    judged_by.remove((GOOD, GOOD))  # the search's own new games
    return [
        seed
        for seed in trials_of(folder)
        if all(judged_path(folder, f"{found}-{seed}", pilot).exists() for found, pilot in judged_by)
    ]


def judge(folder: Path, found: str, pilot: str, seed: int, threads: int | None) -> None:
    """Plays new games of a search's decks with some players, once.

    The games have the deals of the search's own new games, which its elites need not play again.
    Both searches start from the same random decks: those of the first play with all players.
    """
    path = judged_path(folder, f"{found}-{seed}", pilot)
    ids = decks_to_judge(results := read_results(folder / f"{found}-{seed}"), found, pilot)
    if path.exists() or not len(ids):
        return
    other = experiment_of(load_run(folder / f"{pilot}-{seed}"))
    problem = DeckSearch(results.experiment.but(player=other.player))
    decks = solutions_of(results.evaluations[ids])
    rows = Rows(ids, decks, problem.final_games, games_seed(seed, Purpose.FRESH_GAMES))
    progress = Progress().expect(rows.games, f"decks of {found}-{seed} with the players {pilot}")
    write_table(path, play_at_once(problem.play, rows, threads, progress))


def decks_to_judge(results: DeckResults, found: str, pilot: str) -> np.ndarray:
    """The evaluation numbers of the decks that `judge` plays."""
    n_random = results.experiment.search.initial_evaluations if found == WEAK else 0
    elites = results.archive.elites().ids if pilot != found else np.empty(0, np.int64)
    return np.union1d(np.arange(n_random), elites)


def judged(folder: Path, found: str, pilot: str, seed: int) -> pl.DataFrame:
    """New games of a search's decks with some players, by evaluation number.

    Returns:
        Columns evaluation, objective, objective_se, win_rate, and the measures.
    """
    run, path = f"{found}-{seed}", judged_path(folder, f"{found}-{seed}", pilot)
    results = read_results(folder / run)
    columns = ["evaluation", *results.judged, *results.experiment.archive.measures]
    parts = [read_table(path, columns)] if path.exists() else []
    if pilot == found:
        parts.append(results.fresh.select(columns))
    return pl.concat(parts).unique("evaluation", keep="first").sort("evaluation")


def play(asked: Pilots, folder: Path, _: Pilots, tracking: ParentTracking) -> bool:
    """Searches with both kinds of players; each then judges all archives."""
    tracking.failed = make_runs(asked.planned(), folder, asked.threads, asked.resume_anyway)
    trials = trials_of(folder)
    for seed, found, pilot in product(trials, PILOTS, PILOTS):
        judge(folder, found, pilot, seed, asked.threads)
    return bool(trials)
