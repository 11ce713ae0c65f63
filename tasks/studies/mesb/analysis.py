"""The analyses of MESB's paper, computed from a study's runs and duels."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from models.problems.mesb import ARCHETYPES, EXPERIMENTS
from models.settings.patches import find_patch
from models.statistics.intervals import wilson_interval
from tasks.studies.claims import NotMeasuredError
from tasks.studies.mesb.finished_runs import MesbRun

_DATA = Path(__file__).parents[2] / "data"
PUBLISHED: dict[str, Any] = json.loads((_DATA / "mesb_results.json").read_text("utf-8"))
#: Figure 6 shows no number up to this share of elites.
CUT = PUBLISHED["cut"]


@dataclass(frozen=True)
class MesbResults:
    """The results of a study of MESB.

    Attributes:
        folder: The folder of the report.
        runs: The finished runs, by experiment.
        duels: Duels of the best decks, by the name of their file.
    """

    folder: Path
    runs: Sequence[MesbRun]
    duels: Mapping[str, pl.DataFrame]

    def find(self, group: str, archetype: str) -> MesbRun | None:
        """The run of an experiment and archetype, if there is one."""
        found = [run for run in self.of(group) if run.archetype.name == archetype]
        return found[0] if found else None

    def of(self, group: str) -> list[MesbRun]:
        """The runs of an experiment."""
        return [run for run in self.runs if run.group == group]

    def run(self, group: str, archetype: str) -> MesbRun:
        """The run of an experiment and archetype.

        Raises:
            NotMeasuredError: There is none.
        """
        if (found := self.find(group, archetype)) is None:
            raise NotMeasuredError
        return found

    def count(self, group: str, archetype: str, card: str) -> tuple[int, int]:
        """Elites with a card, none if it is not in their pool, and all elites.

        Raises:
            NotMeasuredError: There is no such run.
        """
        run = self.run(group, archetype)
        if card not in run.cards:
            return 0, len(run.copies)
        return int((run.copies[:, run.cards.index(card)] > 0).sum()), len(run.copies)

    @cached_property
    def strength(self) -> pl.DataFrame:
        """The strength of each run's elites.

        One row per run: experiment, archetype, decks, n_games, elites, cells, fitness (of the best
        elite: the paper's sum over its games), best_win, mean_win (win rates of the elites), and,
        in new games if there are any, fresh_best, fresh_mean (health differences) and
        fresh_win (mean).
        """
        return pl.DataFrame([_strength(run) for run in self.runs])

    @cached_property
    def changed_cards(self) -> dict[str, str]:
        """The cards that the third experiment changes, and how; without it, the published ones."""
        patches = [run.experiment.player.patch for run in self.of("balance")]
        patch = patches[0] if patches else find_patch(EXPERIMENTS["balance"].patch)
        return dict(patch.differences)

    @cached_property
    def cards(self) -> pl.DataFrame:
        """The paper's figure 6: shares of elites with each changed card, before and after.

        One row per card and archetype that has elites on a side: card, change, archetype, and for
        before and after: the share, its 95 % interval (`_low`, `_high`), null without a run.
        """
        rows = [
            self._share(card, change, name)
            for card, change in self.changed_cards.items()
            for name in ARCHETYPES
            if self.find("elite", name) or self.find("balance", name)
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def _share(self, card: str, change: str, archetype: str) -> dict[str, str | float | None]:
        row: dict[str, str | float | None] = {"card": card, "change": change}
        row["archetype"] = archetype
        for side, group in {"before": "elite", "after": "balance"}.items():
            count = self.count(group, archetype, card) if self.find(group, archetype) else None
            row[side] = count[0] / count[1] if count else None
            low, high = wilson_interval(*count) if count else (None, None)
            row |= {f"{side}_low": low, f"{side}_high": high}
        return row


def _strength(run: MesbRun) -> dict[str, Any]:
    n_games = run.experiment.search.n_games
    found = {
        "experiment": run.group,
        "archetype": run.archetype.name,
        "decks": run.evaluations.height,
        "n_games": n_games,
        "elites": run.elites.height,
        "cells": run.growth["n_cells"][-1],
        "fitness": round(run.elites.select(pl.max("objective")).item() * n_games),
    }
    rates = run.elites.select(best_win=pl.max("win_rate"), mean_win=pl.mean("win_rate"))
    fresh = run.judged.select(
        fresh_best=pl.max("objective"),
        fresh_mean=pl.mean("objective"),
        fresh_win=pl.mean("win_rate"),
    )
    return found | rates.row(0, named=True) | fresh.row(0, named=True)
