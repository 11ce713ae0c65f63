"""The analyses of MESB's paper, computed from a study's runs and duels."""

import json
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from models.intervals import wilson_interval
from models.mesb import ARCHETYPES, EXPERIMENTS
from models.patches import find_patch
from tasks.mesb.runs import MesbRun

PUBLISHED = json.loads((Path(__file__).parents[1] / "data/mesb_results.json").read_text("utf-8"))
CUT = PUBLISHED["cut"]


def strength(runs: Sequence[MesbRun]) -> pl.DataFrame:
    """How strong each run's elites are.

    Returns:
        One row per run: experiment, archetype, decks, n_games, elites, cells, fitness (of the best
        elite: the paper's sum over its games), best_win, mean_win (win rates of the elites),
        and, in new games where there are some, fresh_best, fresh_mean (health differences) and
        fresh_win (mean).
    """
    rows = []
    for run in runs:
        elites, judged = run.elites, run.judged
        n_games = run.experiment.search.n_games
        rows.append(
            {
                "experiment": run.group,
                "archetype": run.archetype.name,
                "decks": run.evaluations.height,
                "n_games": n_games,
                "elites": elites.height,
                "cells": run.growth["n_cells"][-1],
                "fitness": round(elites["objective"].max() * n_games),
                "best_win": elites["win_rate"].max(),
                "mean_win": elites["win_rate"].mean(),
                "fresh_best": judged["objective"].max(),
                "fresh_mean": judged["objective"].mean(),
                "fresh_win": judged["win_rate"].mean(),
            }
        )
    return pl.DataFrame(rows)


def has_card(run: MesbRun, card: str) -> tuple[int, int]:
    """Elites with a card, and all elites; none of them if the card is not in the pool."""
    if card not in run.cards:
        return 0, len(run.copies)
    return int((run.copies[:, run.cards.index(card)] > 0).sum()), len(run.copies)


def changed_cards(runs: Sequence[MesbRun]) -> dict[str, str]:
    """The cards that the third experiment changes, and how; the published ones without it."""
    patches = [run.experiment.player.patch for run in runs if run.group == "balance"]
    patch = patches[0] if patches else find_patch(EXPERIMENTS["balance"].patch)
    return dict(patch.differences)


def card_table(runs: Sequence[MesbRun]) -> pl.DataFrame:
    """The paper's figure 6: shares of elites with each changed card, before and after.

    Returns:
        One row per card and archetype that has elites on a side: card, change, archetype, and for
        before and after: the share, its 95 % interval (`_low`, `_high`), null without a run.
    """
    sides = {"before": "elite", "after": "balance"}
    rows = []
    for card, change in changed_cards(runs).items():
        for name in ARCHETYPES:
            row: dict[str, str | float | None] = {"card": card, "change": change, "archetype": name}
            for side, group in sides.items():
                run = find(runs, group, name)
                count = has_card(run, card) if run else None
                row[side] = count[0] / count[1] if count else None
                low, high = wilson_interval(*count) if count else (None, None)
                row |= {f"{side}_low": low, f"{side}_high": high}
            if row["before"] is not None or row["after"] is not None:
                rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def find(runs: Sequence[MesbRun], group: str, archetype: str) -> MesbRun | None:
    """The run of an experiment and archetype, if there is one."""
    found = [run for run in runs if (run.group, run.archetype.name) == (group, archetype)]
    return found[0] if found else None
