"""A folder of MESB's runs: one run per experiment and archetype, such as `elite-aggro-hunter`."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl

from engine.decks import Pool
from models.experiment import Experiment
from models.mesb import ALL_ARCHETYPES, ARCHETYPES, EXPERIMENTS, Archetype
from models.players.decks import OpponentDeck
from models.problems.decks import solutions_of
from tasks.storage.experiment import experiment_of
from tasks.storage.files import StoreError, read_table
from tasks.storage.store import load_run
from tasks.study.directory import is_finished


@dataclass(frozen=True)
class MesbRun:
    """A finished run.

    Attributes:
        group: The experiment's name, or "before" or "after" a patch.
        archetype: Whose decks it searched.
        experiment: What was asked for.
        seed: Of everything random in it.
        code_digest: Of the code that made it.
        evaluations: One row per evaluated deck, in order.
        elites: The report's elites, best first in new games.
    """

    group: str
    archetype: Archetype
    experiment: Experiment
    seed: int
    code_digest: str
    evaluations: pl.DataFrame
    elites: pl.DataFrame

    @property
    def name(self) -> str:
        """That of its directory, but for the trial's number."""
        return run_name(self.group, self.archetype.name)

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
        return [self.pool.patch.card_data(card_id).name for card_id in self.pool.ids]

    @property
    def judged(self) -> pl.DataFrame:
        """Objective, objective_se and win_rate of the elites, of new games where there are some."""
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

    @cached_property
    def growth(self) -> pl.DataFrame:
        """The elites' win rates over evaluations, as the paper's figure 5 has them.

        Returns:
            One row per outer iteration: evaluations, best and mean win rate of its elites, and the
            archive's n_elites and n_cells.
        """
        archive = self.experiment.archive.build(0)
        rates = self.evaluations["win_rate"].to_numpy()
        rows, n = [], 0
        for batch in self.evaluations.partition_by("iteration", maintain_order=True):
            archive.add(
                np.zeros((batch.height, 0), np.int8),
                batch["objective"].to_numpy(),
                batch.select(self.experiment.archive.measures).to_numpy(),
                np.arange(n, n := n + batch.height),
            )
            found = rates[archive.elites().ids]
            rows.append((n, found.max(), found.mean(), archive.n_elites, archive.n_cells))
        columns = ["evaluations", "best", "mean", "n_elites", "n_cells"]
        return pl.DataFrame(rows, schema=columns, orient="row")


def run_name(group: str, archetype: str, trial: int | None = None) -> str:
    """The name of a run's directory; the trials of the balance lab are numbered."""
    return f"{group}-{archetype}" + ("" if trial is None else f"-{trial}")


def read_mesb(path: Path) -> list[MesbRun]:
    """The finished runs of a study, experiment by experiment, archetypes in the paper's order.

    Raises:
        StoreError: No run has finished, or a file is damaged.
    """
    path = Path(path).expanduser().absolute()
    found = [
        read_run(path / run_name(group, name), group, ARCHETYPES[name])
        for group in EXPERIMENTS
        for name in ARCHETYPES
        if is_finished(path, run_name(group, name))
    ]
    if not found:
        raise StoreError(
            f"{path}: no finished run of MESB (such as {run_name('validation', 'aggro-hunter')}) "
            "here; give the directory that was --out of `mesb`"
        )
    return found


def read_run(folder: Path, group: str, archetype: Archetype) -> MesbRun:
    """One finished run."""
    run = load_run(folder)
    return MesbRun(
        group,
        archetype,
        experiment_of(run),
        run.seed,
        run.code_digest,
        run.evaluations(),
        read_table(run.elites_path),
    )


def best_opponents(path: Path) -> tuple[OpponentDeck, ...]:
    """The best decks of the first experiment, as the paper chose the opponents of the others.

    Args:
        path: The folder of a study whose first experiment has finished for all six archetypes.

    Raises:
        StoreError: One of these runs is missing or not finished.
    """
    path = Path(path).expanduser().absolute()
    for name in ARCHETYPES:
        if not is_finished(path, run_name("validation", name)):
            raise StoreError(
                f"{path}: {run_name('validation', name)} has not finished, whose best deck is to "
                "be an opponent; run `mesb --experiment validation` there first, or use "
                "--opponents published"
            )
    runs = [
        read_run(path / run_name("validation", name), "validation", which)
        for name, which in ARCHETYPES.items()
    ]
    return tuple(run.best()[0].but(name=run.archetype.title) for run in runs)


def read_trials(path: Path, group: str, archetype: str) -> list[MesbRun]:
    """The finished trials of one side of the balance lab, in order."""
    found: list[MesbRun] = []
    while is_finished(path, name := run_name(group, archetype, len(found) + 1)):
        found.append(read_run(path / name, group, ALL_ARCHETYPES[archetype]))
    return found
