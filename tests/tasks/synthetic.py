"""Run directories made of numbers instead of games."""

from pathlib import Path

import numpy as np
import polars as pl

from engine.decks import Patch, pool
from models.algorithms import experiment_for
from models.experiment import Experiment
from models.problems.decks import solutions_column
from models.qd.emitters import new_stream, random_decks
from models.study import Study
from tasks.reports.results import elites, read_results
from tasks.storage.files import write_arrays, write_table
from tasks.storage.store import Run, open_run
from tasks.study.directory import open_study

EXPERIMENT = Experiment(name="synthetic").but(
    search__initial_evaluations=10, search__evaluations=60, search__n_games=6
)


def evaluated(first: int, n: int, seed: int, gain: float = 0.0) -> pl.DataFrame:
    """Random decks with made-up results."""
    rng = np.random.default_rng([seed, first])
    solutions = random_decks(pool("rogue-dsame").max_copies, n, new_stream([seed, first]))
    objectives = rng.normal(gain, 6, n)
    return pl.DataFrame(
        {
            "evaluation": np.arange(first, first + n),
            "iteration": np.full(n, first // 10),
            "objective": objectives,
            "objective_se": np.full(n, 1.0),
            "turns": rng.uniform(5, 15, n),
            "hand_size": rng.uniform(1, 7, n),
            "win_rate": rng.uniform(0, 1, n),
            "dust": rng.uniform(0, 4000, n),
            "deck_mana_sum": rng.uniform(60, 140, n),
        }
    ).with_columns(solution=solutions_column(solutions))


def write_run(
    path: Path,
    seed: int = 1,
    algorithm: str = "dsa-me",
    n: int = 70,
    gain: float = 0.0,
    patch: Patch = Patch(),  # noqa: B008 - frozen
) -> Run:
    """A finished run with its evaluations in chunks of 10."""
    experiment = experiment_for(algorithm, EXPERIMENT.but(player__patch=patch))
    with open_run(path, experiment.model_dump(mode="json"), seed, "cards") as run:
        for chunk, first in enumerate(range(0, n, 10)):
            write_table(
                run.evaluations_path(chunk), evaluated(first, min(10, n - first), seed, gain)
            )
    return run


def write_fresh(run: Run, ids: np.ndarray) -> pl.DataFrame:
    """New games for some decks: each two health points worse than it seemed."""
    rows = run.evaluations()[np.sort(ids)].with_columns(objective=pl.col("objective") - 2)
    write_table(run.path / "evaluations" / "fresh-00000.parquet", rows)
    return rows


def write_study(
    path: Path, algorithms: dict[str, float], trials: int = 2, fresh: bool = True
) -> Study:
    """A study whose algorithms differ in the gain of their decks; as if all had been run."""
    study = Study(base=EXPERIMENT, algorithms=tuple(algorithms), trials=trials)
    open_study(path, study)
    for trial in study.plan():
        gain = algorithms.get(trial.algorithm, 0.0)
        seed = trial.seed * 100 + len(trial.name)
        run = write_run(path / trial.name, seed, trial.algorithm, gain=gain)
        write_table(run.metrics_path, _metrics())
        if study.experiment(trial).uses_surrogate:
            surrogate = study.experiment(trial).surrogate.build(180, seed)
            write_arrays(run.surrogate_path(1), surrogate.state())
        results = read_results(run.path)
        if fresh:
            within = results.archive_of(results.evaluations.head(results.budget))
            write_fresh(run, np.union1d(results.archive.elites().ids, within.elites().ids))
        write_table(run.elites_path, elites(read_results(run.path)))
    return study


def _metrics() -> pl.DataFrame:
    numbers = {"qd_score": 1.0, "n_elites": 5, "max_objective": 2.0, "n_new": 3, "n_improved": 1}
    table = {"iteration": [0, 1], "evaluations": [10, 70], "games_s": 3.0, "wall_s": 4.0}
    return pl.DataFrame(table | numbers)
