"""Synthetic run directories: numbers instead of games."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.decks import Deck, Patch, pool
from flows.studies.dsame.play import FILE
from models.players.networks import N_WEIGHTS
from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch, solutions_column
from models.problems.experiment import Experiment
from models.problems.players import PlayerTraining
from models.problems.study import StudyConfig
from models.qd.archive import GridConfig
from models.qd.emitters import new_stream, random_decks
from tasks.reports.results import DeckResults, elites, read_results
from tasks.reports.run import write_explanation
from tasks.storage.files import write_arrays, write_table
from tasks.storage.store import Run, open_run

EXPERIMENT = Experiment(name="synthetic").but(
    search__initial_evaluations=10, search__evaluations=60, search__n_games=6
)

#: Cards that work together in the run of `write_explained`.
TOGETHER = ("EX1_134", "CS2_072")

#: Algorithms of a study, and how much better than random their decks are.
GAINS = {"map-elites": 0.0, "dsa-me": 20.0, "lsa-me": 4.0, "offline-dsa-me": 2.0}
GAINS |= {"dsa-me-ad": 19.0, "offline-dsa-me-ad": 1.0}


def evaluated(first: int, n: int, seed: int, gain: float = 0.0) -> pl.DataFrame:
    """Random decks with made-up results."""
    rng = np.random.default_rng([seed, first])
    solutions = random_decks(pool("rogue-dsame").max_copies, n, new_stream([seed, first]))
    objectives = rng.normal(gain, 6, n)
    return pl.DataFrame(
        {
            "evaluation": np.arange(first, first + n), "iteration": np.full(n, first // 10),
            "objective": objectives, "objective_se": np.full(n, 1.0),
            "turns": rng.uniform(5, 15, n), "hand_size": rng.uniform(1, 7, n),
            "win_rate": rng.uniform(0, 1, n), "dust": rng.uniform(0, 4000, n),
            "deck_mana_sum": rng.uniform(60, 140, n),
        }
    ).with_columns(solution=solutions_column(solutions))  # fmt: skip


def write_run(
    path: Path,
    seed: int = 1,
    algorithm: str = "dsa-me",
    n: int = 70,
    gain: float = 0.0,
    patch: Patch = Patch(),  # noqa: B008 - frozen
    size: int = 10,
    **changes: Any,
) -> Run:
    """A finished run with its evaluations in chunks of `size`; `changes` are those of `but`."""
    experiment = experiment_for(algorithm, EXPERIMENT.but(player__patch=patch, **changes))
    digest = DeckSearch(experiment).card_digest
    with open_run(path, experiment.model_dump(mode="json"), seed, digest) as run:
        for chunk, first in enumerate(range(0, n, size)):
            rows = evaluated(first, min(size, n - first), seed, gain)
            if experiment.estimates:  # which count all games of a deck
                rows = rows.with_columns(n_games=pl.lit(6, pl.Int64))
            write_table(run.chunks.path(chunk), rows)
    return run


def write_explained(path: Path, n: int = 400) -> Run:
    """A finished run in which SI:7 Agent and Backstab work together, as its explanation says."""
    experiment = experiment_for("dsa-me", EXPERIMENT).model_dump(mode="json")
    with open_run(path, experiment, 1, "cards") as run:
        rows, ids = evaluated(0, n, 1), pool("rogue-dsame").ids
        held = rows["solution"].to_numpy()[:, [ids.index(card) for card in TOGETHER]] > 0
        gain = pl.Series(30.0 * held.all(axis=1))
        write_table(run.chunks.path(0), rows.with_columns(pl.col("objective") + gain))
    write_explanation(path)
    return run


def deck_together(results: DeckResults) -> Deck:
    """A deck of that run with both cards."""
    places = [results.pool.ids.index(card) for card in TOGETHER]
    solutions = results.evaluations["solution"].to_numpy()
    return results.pool.deck(solutions[(solutions[:, places] > 0).all(axis=1)][0])


def write_training(path: Path, archive: GridConfig = GridConfig()) -> Run:  # noqa: B008 - frozen
    """A finished training of 40 networks; of the best three, the third does best in new games."""
    settings = {"evaluations": 40, "n_games": 6, "finalists": 3, "final_games": 12}
    training = PlayerTraining(name="synthetic", archive=archive, **settings)
    rng = np.random.default_rng(1)
    table = pl.DataFrame(
        {
            "evaluation": np.arange(40),
            "objective": rng.permutation(40) - 30.0, "objective_se": np.full(40, 2.0),
            "win_rate": rng.uniform(0, 1, 40), "n_games": np.full(40, 6),
            "turns": np.linspace(5, 15, 40), "hand_size": np.linspace(1, 7, 40),
            "cards_drawn": np.linspace(0, 20, 40),
        }
    ).with_columns(weights=pl.Series(rng.normal(size=(40, N_WEIGHTS))))  # fmt: skip
    best = table.sort("objective", descending=True).head(3)
    fresh = best.with_columns(objective=pl.Series([1.0, 2.0, 3.0]), n_games=12)
    with open_run(path, training.model_dump(mode="json"), 1, "cards") as run:
        write_table(run.chunks.path(0), table)
        write_table(run.fresh.path(0), fresh)
    return run


def write_fresh(run: Run, ids: np.ndarray) -> pl.DataFrame:
    """New games for some decks: each two health points worse than it seemed."""
    rows = run.evaluations()[np.sort(ids)].with_columns(objective=pl.col("objective") - 2)
    write_table(run.path / "evaluations" / "fresh-00000.parquet", rows)
    return rows


def write_believing(path: Path, deviation: float | None = 2.0) -> Run:
    """A finished run of Extract-ME, which believes that each elite is one health worse."""
    run = write_run(path, algorithm="extract-me")
    evaluations, experiment = run.evaluations(), experiment_for("extract-me", EXPERIMENT)
    for table in (evaluations.head(60), evaluations):
        archive = experiment.archive.build(1)
        measures = table.select(experiment.archive.measures).to_numpy()
        ids = table["evaluation"].to_numpy()
        archive.add(np.zeros((len(ids), 1), np.int8), table["objective"].to_numpy(), measures, ids)
        elites = table[archive.elites().ids].select(
            *("evaluation", "turns", "hand_size", "solution"),
            objective=pl.col("objective") - 1,
            objective_sd=pl.lit(deviation, pl.Float64),
        )
        write_table(run.archives.path(table["iteration"].max()), elites)
    return run


def write_study(
    path: Path, algorithms: dict[str, float], trials: int = 2, fresh: bool = True
) -> StudyConfig:
    """A finished study; its algorithms differ in the gain of their decks."""
    study = StudyConfig(base=EXPERIMENT, algorithms=tuple(algorithms), trials=trials)
    metrics = {"iteration": [0, 1], "evaluations": [10, 70], "games_s": 3.0, "wall_s": 4.0}
    metrics |= {"qd_score": 1.0, "n_elites": 5, "max_objective": 2.0, "n_new": 3, "n_improved": 1}
    with FILE.opened(path, study):
        pass
    for trial in study.plan():
        algorithm, seed = trial.experiment.algorithm, trial.seed * 100 + len(trial.name)
        gain = algorithms.get(algorithm, 0.0)
        run = write_run(path / trial.name, seed, algorithm, gain=gain)
        write_table(run.metrics_path, pl.DataFrame(metrics))
        if trial.experiment.uses_surrogate:
            surrogate = trial.experiment.surrogate.build(180, seed)
            write_arrays(run.surrogate_path(1), surrogate.state())
        results = read_results(run.path)
        if fresh:
            within = results.archive_of(results.evaluations.head(results.budget))
            write_fresh(run, np.union1d(results.archive.elites().ids, within.elites().ids))
        write_table(run.elites_path, elites(read_results(run.path)))
    return study
