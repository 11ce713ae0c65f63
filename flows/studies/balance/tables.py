"""The effect of a patch on an archetype's decks: shares, strength, maps, combinations."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from engine.decks import Patch
from flows.studies.balance.play import duels_path, read_sides
from flows.studies.mesb.play import MesbRun
from models.card_analysis.comparisons import compare_sets, compare_shares, shares_by_chance
from models.problems.decks import solutions_column, solutions_of
from models.problems.mesb import Archetype
from models.problems.problem import add_results
from models.qd.archive import Archive
from models.statistics.card_worth import card_worth
from models.statistics.intervals import Estimate, Z, wilson_interval
from models.statistics.summaries import mean_interval
from tasks.storage.files import read_table

#: Least share of elites with a card that may be too strong.
OFTEN = 0.5
#: Elites per side that show a change of 25 percentage points in a card's share: half its 95 %
#: interval is at most 1.96 * sqrt(2 * 0.25 / 30).
ENOUGH_ELITES = 30
#: Decks, more than one per card, that the errors of the linear model of worth need.
SPARE_DECKS = 30
#: Numbers of cards and of combinations in a report.
N_CARDS, N_SETS = 12, 8


class BeforeAfter(NamedTuple):
    """A number before and after, and half the 95 % interval of its change (NaN without one)."""

    before: float
    after: float
    margin: float

    @property
    def difference(self) -> float:
        """After minus before."""
        return self.after - self.before


@dataclass(frozen=True)
class Comparison:
    """An archetype before and after a patch."""

    before: list[MesbRun]  #: The trials with the old cards; their solutions have the new ones, too
    after: list[MesbRun]  #: The trials with the new cards; the same number and seeds
    duels: pl.DataFrame  #: New elites against old ones with the new cards

    @property
    def sides(self) -> tuple[list[MesbRun], list[MesbRun]]:
        """Before and after."""
        return self.before, self.after

    @property
    def archetype(self) -> Archetype:
        """The archetype of the decks."""
        return self.after[0].archetype

    @property
    def patch(self) -> Patch:
        """The new cards."""
        return self.after[0].experiment.player.patch

    @property
    def changes(self) -> dict[str, str]:
        """The cards that the patch changes, and how; also cards that are in none of the decks."""
        return dict(self.patch.differences)

    @cached_property
    def shares(self) -> pl.DataFrame:
        """Shares of elites with each card; see `compare_shares`."""
        copies = [[run.copies for run in side] for side in self.sides]
        return compare_shares(self.after[0].cards, *copies)

    def trial_shares(self, card: str) -> list[list[float]]:
        """The share of elites with a card of the pool, trial by trial, before and after."""
        column = self.after[0].cards.index(card)
        return [[float((run.copies[:, column] > 0).mean()) for run in side] for side in self.sides]

    @cached_property
    def sets(self) -> pl.DataFrame:
        """Combinations of cards before and after, of all trials' elites; see `compare_sets`."""
        had, has = (np.concatenate([run.copies for run in side]) > 0 for side in self.sides)
        return compare_sets(self.after[0].cards, had, has)

    @cached_property
    def worth(self) -> pl.DataFrame:
        """The worth of a copy of each card after the patch: card, worth, low, high (95 %)."""
        decks, cards = _evaluations(self.after), self.after[0].cards
        worth, error = card_worth(solutions_of(decks), decks["objective"].to_numpy())
        return pl.DataFrame(
            {"card": cards, "worth": worth, "low": worth - Z * error, "high": worth + Z * error}
        )

    @cached_property
    def cards(self) -> pl.DataFrame:
        """`shares` and `worth` in one table."""
        return self.shares.join(self.worth, on="card", maintain_order="left")

    @property
    def most_changed(self) -> list[dict[str, Any]]:
        """The rows of `cards` whose share of elites clearly changed, most first."""
        order = pl.col("change").abs()
        rows = self.cards.filter("is_clear").sort(order, descending=True, maintain_order=True)
        return rows.head(N_CARDS).to_dicts()

    def distinct_sets(self, what: str) -> list[dict[str, Any]]:
        """The first combinations that appear or vanish, without near-duplicates."""
        rows: list[dict[str, Any]] = []
        for row in self.sets.filter(what=what).iter_rows(named=True):
            cards = set(row["cards"].split(" + "))
            if all(len(cards & set(other["cards"].split(" + "))) < 2 for other in rows):
                rows.append(row)
        return rows[:N_SETS]

    @property
    def n_elites(self) -> list[int]:
        """Elites of all trials, before and after."""
        return [sum(len(run.copies) for run in side) for side in self.sides]

    @property
    def too_little(self) -> list[str]:
        """The data that single cards lack; empty if there is enough."""
        elites, decks = min(self.n_elites), sum(run.evaluations.height for run in self.after)
        needed = len(self.after[0].cards) + SPARE_DECKS
        few = [f"{elites} elites on a side instead of {ENOUGH_ELITES}"] * (elites < ENOUGH_ELITES)
        return few + [f"{decks} decks with the new cards instead of {needed}"] * (decks < needed)

    @cached_property
    def strength(self) -> dict[str, BeforeAfter]:
        """The strength of elites before and after, in new games if there are any.

        With one trial, intervals treat elites as independent; with several, they come from the
        trials' values (Student's t), paired by seed.

        Keys: `best` and `mean` health difference, `win_rate` (mean). Means over trials.
        """
        return {
            "mean": self._change("objective"),
            "best": self._change("objective", of_best=True),
            "win_rate": self._change("win_rate"),
        }

    def _change(self, column: str, of_best: bool = False) -> BeforeAfter:
        """One entry of `strength`, of the best elites or of all."""
        sides = [[run.judged for run in side] for side in self.sides]
        if of_best:
            sides = [[table.top_k(1, by="objective") for table in side] for side in sides]
        means = np.array([[table[column].mean() for table in side] for side in sides])
        if means.shape[1] > 1:
            low, high = mean_interval(means[1] - means[0])
            margin = (high - low) / 2
        elif of_best:
            errors = [side[0]["objective_se"].fill_null(np.nan)[0] for side in sides]
            margin = float(Z * np.hypot(*errors))
        else:
            values = [side[0][column].to_numpy() for side in sides]
            errors = [each.var() / (each.size - 1) if each.size > 1 else np.nan for each in values]
            margin = float(Z * np.sqrt(sum(errors)))
        before, after = means.mean(axis=1)
        return BeforeAfter(float(before), float(after), margin)

    @cached_property
    def score(self) -> Estimate:
        """The new elites' share of wins against the old ones, with its 95 % interval."""
        games = int(self.duels["n_games"].sum())
        wins = float((self.duels["score"] * self.duels["n_games"]).sum())
        low, high = wilson_interval(wins, games)
        return Estimate(wins / games, low, high)

    @cached_property
    def cells(self) -> Archive:
        """Cells for both sides: boundaries from all decks of both."""
        decks = pl.concat([_evaluations(side) for side in self.sides], how="vertical_relaxed")
        config = self.after[0].experiment.archive
        if config.kind != "grid":
            config = config.but(budget=decks.height)
        archive = config.build(0)
        add_results(archive, decks, config.measures)
        return archive.emptied()

    def maps(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Arrays of the shared cells' shape, before and after: fitness, and win rates of elites.

        Where searches estimate the fitness of decks, that of their elites is the estimate, and win
        rates are from new games if there are any.
        """
        found = [self._maps(_valued(side)) for side in self.sides]
        labels = ("mean health difference", "win rate")
        return {label: (before, after) for label, before, after in zip(labels, *found, strict=True)}

    def _maps(self, decks: pl.DataFrame) -> tuple[np.ndarray, np.ndarray]:
        measures = self.after[0].experiment.archive.measures
        archive = self.cells.emptied()
        add_results(archive, decks.with_columns(evaluation=pl.int_range(pl.len())), measures)
        elites, rates = archive.elites(), np.full(archive.n_cells, np.nan)
        rates[elites.cells] = decks["win_rate"].to_numpy()[elites.ids]
        return archive.objective_grid(), rates.reshape(archive.shape)


def _evaluations(side: Sequence[MesbRun]) -> pl.DataFrame:
    return pl.concat([run.evaluations for run in side], how="vertical_relaxed")


def _valued(side: Sequence[MesbRun]) -> pl.DataFrame:
    """The decks of a side by whose fitness elites are chosen: all, or those with an estimate."""
    if not side[0].experiment.estimates:
        return _evaluations(side)
    tables = [
        run.elites.with_columns(run.judged["win_rate"], objective=pl.col("believed_objective"))
        for run in side
    ]
    return pl.concat(tables, how="vertical_relaxed")


def compare(path: Path, archetype: str) -> Comparison:
    """Reads the results of an archetype; `StoreError` if runs or duels are missing or damaged."""
    before, after = read_sides(path, archetype)
    before = [_with_new_cards(run, len(after[0].pool)) for run in before]
    return Comparison(before, after, read_table(duels_path(path, archetype)))


def _with_new_cards(run: MesbRun, n_cards: int) -> MesbRun:
    """A run whose solutions have a place for each card after the patch: new ones come last."""
    tables = [
        table.with_columns(solutions_column(np.pad(solutions_of(table), ((0, 0), (0, more)))))
        for table in (run.evaluations, run.elites)
        if (more := n_cards - len(run.pool))
    ]
    return replace(run, evaluations=tables[0], elites=tables[1]) if tables else run


def candidates(comparisons: Sequence[Comparison]) -> pl.DataFrame:
    """Cards to nerf or buff next, from the elites and decks with the new cards.

    To nerf: more than half of an archetype's elites have the card, and a copy is worth
    significantly more than an average card. To buff: a copy is worth significantly less, and fewer
    elites than random decks have the card. Archetypes with too little data have no candidates.

    Returns:
        One row per candidate, clearest first: what ("nerf" or "buff"), card, share (the highest
        share of an archetype's elites), worth (mean over archetypes), archetypes (those where it is
        a candidate).
    """
    texts, numbers = ("card", "what", "archetype"), ("after", "worth")
    none = dict.fromkeys(texts, pl.String) | dict.fromkeys(numbers, pl.Float64)
    found = [pl.DataFrame(schema=none)]
    for each in comparisons:
        if each.too_little:
            continue
        chance = pl.Series(shares_by_chance(each.after[0].pool.max_copies))
        is_strong = (pl.col("after") > OFTEN) & (pl.col("low") > 0)
        is_weak = (pl.col("after_high") < chance) & (pl.col("high") < 0)
        what = pl.when(is_strong).then(pl.lit("nerf")).when(is_weak).then(pl.lit("buff"))
        name = pl.lit(each.archetype.name)
        found.append(each.cards.select("card", "after", "worth", what=what, archetype=name))
    named = pl.concat(found, how="diagonal").drop_nulls("what")
    table = named.group_by("what", "card", maintain_order=True).agg(
        pl.col("after").max().alias("share"),
        pl.col("worth").mean(),
        pl.col("archetype").str.join(", ").alias("archetypes"),
        (pl.col("worth").mean().abs() * pl.len()).alias("order"),
    )
    return table.sort("what", "order", descending=True).drop("order")
