"""Planned experiments, and the checks before they begin; imports no Prefect."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.hearthsim.experiments import EXPERIMENTS, Mode, PublishedExperiment, run_name
from tasks.storage.store import check_run

#: Modes in the order of the runs: the published numbers come first.
_IN_ORDER: tuple[Mode, ...] = ("2014", "clean")


@dataclass(frozen=True)
class PlannedExperiment:
    """An experiment to play in a mode.

    Attributes:
        experiment: The experiment.
        mode: The mode of the players.
        n_games: Games per point.
        seed: Seed of all random numbers.
    """

    experiment: PublishedExperiment
    mode: Mode
    n_games: int
    seed: int

    @property
    def name(self) -> str:
        """The name of its directory."""
        return run_name(self.experiment.name, self.mode)

    @property
    def games(self) -> int:
        """All its games."""
        return self.n_games * len(self.experiment.points)

    @property
    def settings(self) -> dict[str, Any]:
        """All settings that affect its results."""
        named = {"study": "hearthsim", "n_games": self.n_games}
        return named | self.experiment.content(self.mode)

    def check(self, folder: Path, resume_anyway: bool = False) -> bool:
        """Raises the errors of `play_experiment`, before any work.

        Returns:
            Whether the folder has this run already.

        Raises:
            StoreError: The directory cannot be used, or has another run.
        """
        digest = self.experiment.rules(self.mode).digest
        path = folder / self.name
        return check_run(path, self.settings, self.seed, digest, resume_anyway=resume_anyway)


def planned_experiments(
    names: Collection[str], modes: Collection[str], preset: str, n_games: int | None, seed: int
) -> list[PlannedExperiment]:
    """The experiments to play, both modes of an experiment one after the other.

    Args:
        names: Experiments.
        modes: Modes.
        preset: The preset, which has the number of games.
        n_games: Games per point; the preset's by default.
        seed: The seed of all of them.
    """
    return [
        PlannedExperiment(experiment, mode, n_games or experiment.n_games(preset), seed)
        for name, experiment in EXPERIMENTS.items()
        if name in names
        for mode in _IN_ORDER
        if mode in modes
    ]
