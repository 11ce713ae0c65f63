"""The results of HearthSim's experiments, by experiment, mode and point."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from models.hearthsim.experiments import EXPERIMENTS
from models.statistics.intervals import clopper_pearson_interval
from tasks.studies.claims import NotMeasuredError

_DATA = Path(__file__).parents[2] / "data"
PUBLISHED: dict[str, Any] = json.loads((_DATA / "hearthsim_results.json").read_text("utf-8"))
#: The modes of a study, in the order of its columns.
SHOWN = ("2014", "clean")


@dataclass(frozen=True)
class HearthSimResults:
    """The results of a study.

    Attributes:
        folder: The folder of the report.
        runs: One row per experiment and mode: run, experiment, mode, n_games, seed, code_digest,
            games and games_s.
        points: One row per run and point, with the columns of `models.hearthsim.games.POINTS`.
        rounds: One row per run, point and round: means.
    """

    folder: Path
    runs: pl.DataFrame
    points: pl.DataFrame
    rounds: pl.DataFrame

    @cached_property
    def by_run(self) -> dict[tuple[str, str], str]:
        """The runs by experiment and mode."""
        rows = self.runs.select("experiment", "mode", "run").iter_rows()
        return {(experiment, mode): run for experiment, mode, run in rows}

    def has(self, experiment: str) -> bool:
        """Whether the study has the experiment."""
        return any(name == experiment for name, _ in self.by_run)

    def modes(self, experiment: str) -> list[str]:
        """The modes of an experiment."""
        return [mode for mode in SHOWN if (experiment, mode) in self.by_run]

    def of(self, experiment: str, mode: str) -> pl.DataFrame:
        """The points of an experiment in a mode, in order.

        Raises:
            NotMeasuredError: The study does not have them.
        """
        if (experiment, mode) not in self.by_run:
            raise NotMeasuredError
        return self.points.filter(run=self.by_run[experiment, mode]).sort("number")

    def row(self, experiment: str, mode: str, point: str) -> dict[str, Any]:
        """The results of a point.

        Raises:
            NotMeasuredError: The study does not have it.
        """
        found = self.of(experiment, mode).filter(point=point)
        if found.is_empty():
            raise NotMeasuredError
        return found.row(0, named=True)

    def course(self, experiment: str, mode: str, point: str) -> pl.DataFrame:
        """The means of a point's games, round by round."""
        return self.rounds.filter(run=self.by_run[experiment, mode], point=point).sort("round")

    def names(self, experiment: str) -> list[str]:
        """The points of an experiment, in order."""
        return [point.name for point in EXPERIMENTS[experiment].points]  # type: ignore[index]


def published_share(experiment: str, point: str) -> dict[str, float] | None:
    """The published share of a point with its interval: share, low, high; None without counts."""
    found = PUBLISHED["points"][experiment].get(point, {})
    if "wins" not in found:
        return None
    n = found["wins"] + found["losses"]
    low, high = clopper_pearson_interval(found["wins"], n)
    return {"share": found["wins"] / n, "low": low, "high": high}
