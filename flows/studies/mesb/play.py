"""MESB's runs, one per experiment and archetype, such as `elite-aggro-hunter`, and their duels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product
from math import isqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.decks import Pool
from flows.studies.mesb.settings import Mesb
from flows.studies.runs import finished_runs, is_finished, make_runs
from models.players.decks import OpponentDeck
from models.problems.decks import solutions_of
from models.problems.experiment import Experiment
from models.problems.mesb import ALL_ARCHETYPES, ARCHETYPES, EXPERIMENTS, Archetype, run_name
from models.problems.problem import add_results
from models.problems.study import PlannedRun
from tasks.games.play import play_duels
from tasks.storage.files import StoreError, read_table
from tasks.storage.settings import experiment_of
from tasks.storage.store import load_run
from tasks.tracking.mlflow_run import ParentTracking


@dataclass(frozen=True)
class MesbRun:
    """A finished run.

    `group` is the experiment's name, or "before" or "after" a patch. `evaluations` has a row per
    evaluated deck, in order; `elites` are the report's, best first in new games.
    """

    group: str
    archetype: Archetype
    experiment: Experiment
    seed: int
    code_digest: str
    evaluations: pl.DataFrame
    elites: pl.DataFrame

    @cached_property
    def pool(self) -> Pool:
        """The cards."""
        return self.experiment.card_pool()

    @cached_property
    def copies(self) -> np.ndarray:
        """(n_elites, n_cards) array of int8: the elites' copies of each card."""
        return solutions_of(self.elites)

    @cached_property
    def cards(self) -> list[str]:
        """The names of the pool's cards."""
        return [card.name for card in self.pool.cards]

    @property
    def judged(self) -> pl.DataFrame:
        """Objective, objective_se and win_rate of the elites, in new games if there are any."""
        names = ("objective", "objective_se", "win_rate")
        return self.elites.select(pl.coalesce(f"fresh_{name}", name).alias(name) for name in names)

    def best(self, n: int = 1) -> list[OpponentDeck]:
        """The best decks in new games, as opponents of others."""
        rows = self.elites.head(n).iter_rows(named=True)
        return [
            OpponentDeck(
                name=f"{self.archetype.title} {self.group} {row['rank']}",
                scorer=self.archetype.scorer,
                code=row["deck_code"],
            )
            for row in rows
        ]

    @property
    def n_columns(self) -> int:
        """Columns and rows of the final archive."""
        return isqrt(self.growth["n_cells"][-1])

    @cached_property
    def growth(self) -> pl.DataFrame:
        """The elites' win rates over evaluations, as in the paper's figure 5.

        Returns:
            One row per outer iteration: evaluations, best and mean win rate of its elites, and the
            archive's n_elites and n_cells.
        """
        archive, measures = self.experiment.archive.build(0), self.experiment.archive.measures
        rates = self.evaluations["win_rate"].to_numpy()
        rows: list[tuple[Any, ...]] = []
        for batch in self.evaluations.partition_by("iteration", maintain_order=True):
            add_results(archive, batch, measures)
            n = rows[-1][0] if rows else 0
            found = rates[archive.elites().ids]
            numbers = found.max(), found.mean(), archive.n_elites, archive.n_cells
            rows.append((n + batch.height, *numbers))
        columns = ["evaluations", "best", "mean", "n_elites", "n_cells"]
        return pl.DataFrame(rows, schema=columns, orient="row")


def read_run(path: Path, group: str, archetype: str, trial: int | None = None) -> MesbRun | None:
    """A run in a folder of runs; None if it is not finished."""
    name = run_name(group, archetype, trial)
    if not is_finished(path, name):
        return None
    run = load_run(path / name)
    made = experiment_of(run), run.seed, run.code_digest, run.evaluations()
    return MesbRun(group, ALL_ARCHETYPES[archetype], *made, read_table(run.elites_path))


#: Experiments and archetypes by the names of their runs, in the paper's order.
RUNS = {run_name(*each): each for each in product(EXPERIMENTS, ARCHETYPES)}


def finished(path: Path) -> list[Path]:
    """The finished runs of a study, in the paper's order; `StoreError` if there are none."""
    return finished_runs(path, list(RUNS), "run of MESB", "mesb")


def read_mesb(path: Path) -> list[MesbRun]:
    """The finished runs of a study; `StoreError` if there are none, or a file is damaged."""
    return [run for each in finished(path) if (run := read_run(path, *RUNS[each.name]))]


def read_trials(path: Path, group: str, archetype: str) -> list[MesbRun]:
    """The finished trials of one side of the balance lab, in order."""
    numbers = count(1)
    return list(iter(lambda: read_run(path, group, archetype, next(numbers)), None))


def best_opponents(path: Path) -> tuple[OpponentDeck, ...]:
    """The best decks of the first experiment, the opponents in the paper's other experiments.

    Raises:
        StoreError: One of these runs is missing or not finished.
    """
    path, found = path.absolute(), []
    for name in ARCHETYPES:
        run = read_run(path, "validation", name)
        if run is None:
            raise StoreError(
                f"{path}: {run_name('validation', name)} is not finished, and its best deck is "
                "an opponent; run `mesb --experiment validation` there first, or use "
                "--opponents published"
            )
        found.append(run.best()[0].but(name=run.archetype.title))
    return tuple(found)


#: Files of results: the first two experiments, which have the same cards, and the third.
FILES = {"duels-before": ("validation", "elite"), "duels-after": ("balance",)}


def play_mesb_duels(
    out: Path, runs: Sequence[MesbRun], n_games: int, seed: int, threads: int | None = None
) -> None:
    """Plays the best decks of any two runs with the same cards, once.

    The paper has 1000 games per pair.
    """
    for name, groups in FILES.items():
        entrants = [run for run in runs if run.group in groups]
        if len(entrants) > 1:
            decks = [
                run.best()[0].but(name=f"{run.archetype.name}, {run.group}") for run in entrants
            ]
            player = entrants[0].experiment.player
            play_duels(out / f"{name}.parquet", decks, decks, player, n_games, seed, threads)


def play(asked: Mesb, folder: Path, _: Mesb, tracking: ParentTracking) -> bool:
    """Searches archetypes' decks by mana curve, experiment after experiment.

    Every run is a MAP-Elites search with sliding boundaries (`flows.search`): random decks first,
    then mutations of uniform random elites. At the end the best decks of all runs play each other.

    Source:
        Fontaine et al. 2019, arXiv 1904.10656.
    """
    runs: list[PlannedRun] = []
    for experiment in asked.experiments:
        opponents = asked.opponents_of(experiment, folder)
        runs += (planned := asked.runs(experiment, opponents))
        tracking.failed |= make_runs(planned, folder, asked.threads, asked.resume_anyway)
    if not any(is_finished(folder, run.name) for run in runs):
        return False
    assert asked.duels is not None  # the preset's by default
    play_mesb_duels(folder, read_mesb(folder), asked.duels, asked.seed, asked.threads)
    return True
