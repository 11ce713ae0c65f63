"""The analyses of MESB's paper, the tests of its claims, and the extract of a study."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from flows.studies.claims import (
    NOT_APPLICABLE,
    NOT_REPRODUCED,
    REPRODUCED,
    UNDECIDED,
    Finding,
    NotMeasuredError,
    by_interval,
    published_results,
)
from flows.studies.mesb.play import FILES, MesbRun, finished
from flows.studies.published import Tables, tables_of_runs
from models.problems.experiment import Experiment
from models.problems.mesb import ARCHETYPES, EXPERIMENTS, run_name
from models.settings.patches import find_patch
from models.statistics.intervals import Z, difference_interval, wilson_interval
from models.statistics.summaries import mean_interval
from tasks.games.play import DUELS
from tasks.reports.formats import ranged, within
from tasks.storage.files import read_table

#: The extract's tables: what a row is.
EXTRACT = {
    "runs": "a finished run: experiment, archetype, seed, configuration, time",
    "evaluations": "an evaluated deck, in order: objective, win rate, measures",
    "elites": "an elite with its cards, as found and in new games",
    "duels": "a pair of the best decks; none in a study of one run",
}

PUBLISHED = published_results("mesb")
#: Figure 6 shows no number up to this share of elites.
CUT = PUBLISHED["cut"]


@dataclass(frozen=True)
class MesbResults:
    """The results of a study of MESB: its runs by experiment, and duels by their file's name."""

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
        """The run of an experiment and archetype; `NotMeasuredError` without one."""
        if (found := self.find(group, archetype)) is None:
            raise NotMeasuredError
        return found

    def count(self, group: str, archetype: str, card: str) -> tuple[int, int]:
        """Elites with a card, none if it is not in their pool, and all elites of a run."""
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


def often(mesb: MesbResults, card: str, archetype: str, experiment: str) -> Finding:
    """More than half of an archetype's elites have a card."""
    text, low, high = _share(*mesb.count(experiment, archetype, card))
    return Finding(text, by_interval(low, high, 0.5))


def rare(mesb: MesbResults, card: str, archetype: str) -> Finding:
    """With the changed cards, fewer than half of an archetype's elites have a card any more."""
    text, low, high = _share(*mesb.count("balance", archetype, card))
    verdict = by_interval(-high, -low, -0.5)
    is_known = mesb.find("elite", archetype) is not None
    return Finding(text, _if_frequent(verdict, mesb, card, archetype) if is_known else verdict)


def _share(n: int, of: int) -> tuple[str, float, float]:
    """A share in words, and its interval."""
    low, high = wilson_interval(n, of)
    return ranged(n / of, (low, high), ".1%"), low, high


def rises(mesb: MesbResults, card: str, archetype: str) -> Finding:
    """More of an archetype's elites have a card after its nerf than before."""
    text, low, high = _change(mesb, card, archetype)
    return Finding(text, by_interval(low, high))


def falls(mesb: MesbResults, card: str, archetype: str) -> Finding:
    """Fewer of an archetype's elites have a card after its nerf, and many had it before."""
    text, low, high = _change(mesb, card, archetype)
    return Finding(text, _if_frequent(by_interval(-high, -low), mesb, card, archetype))


def _change(mesb: MesbResults, card: str, archetype: str) -> tuple[str, float, float]:
    """A card's share before and after in words, and the interval of its change."""
    before, after = (mesb.count(group, archetype, card) for group in ("elite", "balance"))
    low, high = difference_interval(before, after)
    first, last = before[0] / before[1], after[0] / after[1]
    text = f"{first:.1%} to {last:.1%}, change {last - first:+.1%} ({low:+.1%} to {high:+.1%})"
    return text, low, high


def _if_frequent(verdict: str, mesb: MesbResults, card: str, archetype: str) -> str:
    """The verdict on a card that became rare, if more than half of the elites had it before."""
    low, high = wilson_interval(*mesb.count("elite", archetype, card))
    premise = by_interval(low, high, 0.5)
    if verdict == NOT_REPRODUCED or premise == REPRODUCED:
        return verdict
    return NOT_APPLICABLE if premise == NOT_REPRODUCED else UNDECIDED


def nerfed(mesb: MesbResults, at_least: int, buffed: str) -> Finding:
    """At least `at_least` nerfed cards fall below the cut in all archetypes."""
    cards = _figure_6(mesb).filter(pl.col("card") != buffed)
    most = cards.group_by("card", maintain_order=True).agg(pl.col("before", "after").max())
    gone = most.filter((pl.col("before") > CUT) & (pl.col("after") <= CUT))["card"].to_list()
    verdict = REPRODUCED if len(gone) >= at_least else NOT_REPRODUCED
    return Finding(f"{len(gone)} cards ({', '.join(gone) or 'none'})", verdict)


def buffed(mesb: MesbResults, card: str) -> Finding:
    """A buff brings a card above the cut in more archetypes."""
    before, after = (
        _figure_6(mesb).filter(pl.col("card") == card, pl.col(side) > CUT)["archetype"].to_list()
        for side in ("before", "after")
    )
    verdict = REPRODUCED if len(after) > len(before) else NOT_REPRODUCED
    text = f"{len(before)} before, {len(after)} after ({', '.join(after) or 'none'})"
    return Finding(text, verdict)


def _figure_6(mesb: MesbResults) -> pl.DataFrame:
    """The shares of the changed cards, if every archetype has both sides."""
    if (
        mesb.cards.is_empty()
        or mesb.cards.select("before", "after").null_count().sum_horizontal()[0]
    ):
        raise NotMeasuredError
    return mesb.cards


def worst(mesb: MesbResults, experiment: str, archetype: str) -> Finding:
    """An archetype's elites win least of all."""
    rates = {run.archetype.name: run.judged["win_rate"].to_numpy() for run in mesb.of(experiment)}
    if len(rates) < len(ARCHETYPES):
        raise NotMeasuredError
    own = rates.pop(archetype)
    lowest = min(rates, key=lambda name: rates[name].mean())
    low, high = _difference(own, rates[lowest])
    text = (
        f"mean win rate of elites {own.mean():.1%}; lowest other {lowest} "
        f"{rates[lowest].mean():.1%} ({low:+.1%} to {high:+.1%} more)"
    )
    return Finding(text, by_interval(low, high))


def lower(mesb: MesbResults, experiment: str, archetype: str) -> Finding:
    """An archetype's elites win less than in the first experiment: opponents are stronger."""
    first, last = (
        mesb.run(group, archetype).judged["win_rate"].to_numpy()
        for group in ("validation", experiment)
    )
    low, high = _difference(first, last)
    text = f"{first.mean():.1%} to {last.mean():.1%} (change {low:+.1%} to {high:+.1%})"
    return Finding(text, by_interval(-high, -low))


def _difference(first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of the second mean minus the first (Welch)."""
    test = stats.ttest_ind(second, first, equal_var=False)
    low, high = test.confidence_interval(0.95)
    return float(low), float(high)


def rise(mesb: MesbResults, experiment: str) -> Finding:
    """Mean win rates of elites rise in the course of an experiment's searches.

    Win rates at the end are from new games if there are any; after the first iteration they are as
    found. So the luck that an archive keeps works against the claim.
    """
    runs = mesb.of(experiment)
    if len(runs) < 2:
        raise NotMeasuredError
    ends = np.array([(run.growth["mean"][0], run.judged["win_rate"].mean()) for run in runs])
    changes = ends[:, 1] - ends[:, 0]
    low, high = mean_interval(changes)
    first, last = ends.mean(axis=0)
    text = (
        f"mean of {len(runs)} archetypes {first:.1%} after {runs[0].growth['evaluations'][0]} "
        f"decks, {last:.1%} at the end, higher in {(changes > 0).sum()} (change {low:+.1%} to "
        f"{high:+.1%})"
    )
    return Finding(text, by_interval(low, high))


def low_mana(mesb: MesbResults, archetype: str) -> Finding:
    """Decks are best at low average mana, in the first experiment, as in the paper's figure."""
    r, low, high = _with_mana(mesb, archetype)
    text = f"rank correlation of fitness with mana {ranged(r, (low, high), '+.2f')}"
    return Finding(text, by_interval(-high, -low))


def high_variance(mesb: MesbResults, archetype: str) -> Finding:
    """In the most expensive third of the elites, good decks have a high variance of mana."""
    run = mesb.run("validation", archetype)
    is_dear = run.elites["deck_mana_sum"].rank() > run.elites.height * 2 / 3
    if is_dear.sum() < 4:
        raise NotMeasuredError
    variance = run.elites["deck_mana_variance"].filter(is_dear)
    r, low, high = _correlation(run.judged["objective"].filter(is_dear), variance)
    text = (
        "rank correlation of fitness with variance, most expensive third of the elites: "
        + ranged(r, (low, high), "+.2f")
    )
    return Finding(text, by_interval(low, high))


def falls_less(mesb: MesbResults, archetype: str, other: str) -> Finding:
    """An archetype's fitness falls less with mana than that of another one."""
    found = [_with_mana(mesb, name) for name in (archetype, other)]
    (ours, *_), (theirs, *_) = found
    # On Fisher's scale, where intervals are symmetric.
    change = np.arctanh(ours) - np.arctanh(theirs)
    margin = float(np.hypot(*(np.arctanh(limits) @ (-0.5, 0.5) for _, *limits in found)))
    text = f"rank correlation of fitness with mana {ours:+.2f}, {other} {theirs:+.2f}"
    return Finding(text, by_interval(change - margin, change + margin))


def _with_mana(mesb: MesbResults, archetype: str) -> tuple[float, float, float]:
    """The rank correlation of fitness with average mana, with its interval."""
    run = mesb.run("validation", archetype)
    return _correlation(run.judged["objective"], run.elites["deck_mana_sum"])


def _correlation(first: pl.Series, second: pl.Series) -> tuple[float, float, float]:
    """Spearman's rank correlation with its 95 % interval.

    Source:
        Bonett and Wright 2000, "Sample size requirements for estimating Pearson, Kendall and
        Spearman correlations": the variance on Fisher's scale is (1 + r^2 / 2) / (n - 3).
    """
    r = float(stats.spearmanr(first.to_numpy(), second.to_numpy()).statistic)
    r = float(np.clip(np.nan_to_num(r), -0.999, 0.999))
    margin = Z * np.sqrt((1 + r**2 / 2) / max(first.len() - 3, 1))
    return r, float(np.tanh(np.arctanh(r) - margin)), float(np.tanh(np.arctanh(r) + margin))


def beats(mesb: MesbResults, winner: str, loser: str) -> Finding:
    """One of the best decks wins more than half of its games against another one."""
    for row in mesb.duels.get("duels-before", pl.DataFrame()).iter_rows(named=True):
        score, low, high = row["score"], row["low"], row["high"]
        if (row["theirs"], row["ours"]) == (winner, loser):
            score, low, high = 1 - score, 1 - high, 1 - low
        elif (row["ours"], row["theirs"]) != (winner, loser):
            continue
        text = f"{score:.1%} of games {within((low, high), '.1%')}"
        return Finding(text, by_interval(low, high, 0.5))
    raise NotMeasuredError


TESTS: tuple[Callable[..., Finding], ...] = (
    *(often, rare, rises, falls, nerfed, buffed, worst, lower, rise),
    *(low_mana, high_variance, falls_less, beats),
)


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the finished runs."""
    runs = finished(path)
    duels = [
        read_table(file).select(pl.lit(name).alias("cards"), *DUELS)
        for name in FILES
        if (file := path / f"{name}.parquet").exists()
    ]
    empty = pl.DataFrame(schema={"cards": pl.String, **DUELS})
    script = Path(__file__).with_suffix(".sql")
    return tables_of_runs(runs, script) | {"duels": pl.concat([empty, *duels])}


def results_of(folder: Path, tables: Tables) -> MesbResults:
    """The runs of an extract, by experiment, archetypes in the paper's order."""
    runs, evaluations, elites, duels = (
        tables[name].partition_by(key, as_dict=True, include_key=False)
        for name, key in zip(EXTRACT, ("run", "run", "run", "cards"), strict=True)
    )
    found = []
    for group in EXPERIMENTS:
        for name, archetype in ARCHETYPES.items():
            if (key := (run_name(group, name),)) in runs:
                run = runs[key].row(0, named=True)
                experiment = Experiment.model_validate_json(run["configuration"])
                solution = pl.col("solution").list.to_array(len(experiment.card_pool()))
                made = experiment, run["seed"], run["code_digest"], evaluations[key]
                found.append(MesbRun(group, archetype, *made, elites[key].with_columns(solution)))
    return MesbResults(folder, found, {name: duels[name,] for name in FILES if (name,) in duels})
