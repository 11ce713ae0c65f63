"""What a patch did to an archetype's decks: shares, strength, maps, combinations, candidates."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl

from engine.decks import Patch
from models.card_shares import card_worth, compare_shares
from models.combinations import compare_sets
from models.intervals import Z, wilson_interval
from models.problems.decks import solutions_of
from models.qd.archive import Archive
from models.qd.metrics import objective_grid
from models.statistics import confidence_band
from tasks.balance.duels import duels_path, sides
from tasks.mesb.runs import MesbRun
from tasks.storage.files import read_table

#: A card that so many elites have may be too strong, if a copy of it is also worth something.
OFTEN = 0.5


@dataclass(frozen=True)
class Comparison:
    """An archetype before and after a patch.

    Attributes:
        before: The trials with the old cards.
        after: Those with the new ones; of the same seeds, as many.
        duels: New elites against old ones with the new cards.
    """

    before: list[MesbRun]
    after: list[MesbRun]
    duels: pl.DataFrame

    @property
    def name(self) -> str:
        """The archetype's name."""
        return self.after[0].archetype.name

    @property
    def title(self) -> str:
        """The archetype's name as the paper writes it."""
        return self.after[0].archetype.title

    @property
    def patch(self) -> Patch:
        """The new cards."""
        return self.after[0].experiment.player.patch

    @property
    def changes(self) -> dict[str, str]:
        """The names of cards that the patch changes, and how; also of those in no such deck."""
        return dict(self.patch.differences)

    @cached_property
    def shares(self) -> pl.DataFrame:
        """Shares of elites with each card; see `compare_shares`."""
        copies = [[run.copies for run in side] for side in (self.before, self.after)]
        return compare_shares(self.before[0].cards, *copies)

    def trial_shares(self, card: str) -> tuple[list[float], list[float]]:
        """The share of elites with a card of the pool, trial by trial, before and after."""
        column = self.before[0].cards.index(card)
        before, after = (
            [float((run.copies[:, column] > 0).mean()) for run in side]
            for side in (self.before, self.after)
        )
        return before, after

    @cached_property
    def sets(self) -> pl.DataFrame:
        """Combinations of cards before and after, of all trials' elites; see `compare_sets`."""
        has = [
            np.concatenate([run.copies for run in side]) > 0 for side in (self.before, self.after)
        ]
        return compare_sets(self.before[0].cards, *has)

    @cached_property
    def worth(self) -> pl.DataFrame:
        """What a copy of each card is worth with the new cards: card, worth, low, high (95 %)."""
        tables = [run.evaluations for run in self.after]
        solutions = np.concatenate([solutions_of(table) for table in tables])
        objectives = np.concatenate([table["objective"].to_numpy() for table in tables])
        worth, error = card_worth(solutions, objectives)
        cards = self.after[0].cards
        return pl.DataFrame(
            {"card": cards, "worth": worth, "low": worth - Z * error, "high": worth + Z * error}
        )

    def strength(self) -> dict[str, tuple[float, float, float]]:
        """Elites before and after, in new games where there are some.

        Of one trial, intervals take elites for independent cases; of several, they come from the
        trials' own values (Student's t), those of one seed being pairs.

        Returns:
            What, to before, after, and half the 95 % interval of the change: `best` and `mean`
            health difference, `win_rate` (mean). Means over trials.
        """
        return {
            label: self._change(column, label == "best")
            for label, column in (
                ("mean", "objective"),
                ("best", "objective"),
                ("win_rate", "win_rate"),
            )
        }

    def _change(self, column: str, of_best: bool) -> tuple[float, float, float]:
        """One entry of `strength`: of the best elites, or of all."""
        sides = [[run.judged for run in side] for side in (self.before, self.after)]
        if of_best:
            sides = [[table.top_k(1, by="objective") for table in side] for side in sides]
        means = np.array([[table[column].mean() for table in side] for side in sides])
        if means.shape[1] > 1:
            low, high = confidence_band((means[1] - means[0])[:, None])
            margin = float(high[0] - low[0]) / 2
        elif of_best:
            errors = [side[0]["objective_se"].fill_null(np.nan)[0] for side in sides]
            margin = float(Z * np.hypot(*errors))
        else:
            values = [side[0][column].to_numpy() for side in sides]
            margin = float(Z * np.sqrt(sum(each.var() / max(each.size - 1, 1) for each in values)))
        return *map(float, means.mean(axis=1)), margin

    def score(self) -> tuple[float, float, float]:
        """The new elites' share of wins against the old ones, with its 95 % interval."""
        games = int(self.duels["n_games"].sum())
        wins = float((self.duels["score"] * self.duels["n_games"]).sum())
        low, high = wilson_interval(wins, games)
        return wins / games, low, high

    @cached_property
    def cells(self) -> Archive:
        """Cells that both sides share: boundaries from the decks of both together."""
        config = self.after[0].experiment.archive
        tables = [run.evaluations for run in (*self.before, *self.after)]
        measures = pl.concat([table.select(config.measures) for table in tables]).to_numpy()
        n = len(measures)
        archive = config.but(budget=n).build(0)
        archive.add(np.zeros((n, 0), np.int8), np.zeros(n), measures, np.arange(n))
        return archive.emptied()

    def maps(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Arrays of the shared cells' shape, before and after: fitness, and win rates of elites."""
        found = [self._maps(side) for side in (self.before, self.after)]
        labels = ("mean health difference", "win rate")
        return {label: (before, after) for label, before, after in zip(labels, *found, strict=True)}

    def _maps(self, side: Sequence[MesbRun]) -> tuple[np.ndarray, np.ndarray]:
        table = pl.concat([run.evaluations for run in side], how="vertical_relaxed")
        names = side[0].experiment.archive.measures
        archive, n = self.cells.emptied(), table.height
        objectives = table["objective"].to_numpy()
        measures = table.select(names).to_numpy()
        archive.add(np.zeros((n, 0), np.int8), objectives, measures, np.arange(n))
        elites, rates = archive.elites(), np.full(archive.n_cells, np.nan)
        rates[elites.cells] = table["win_rate"].to_numpy()[elites.ids]
        return objective_grid(archive), rates.reshape(archive.shape)


def compare(path: Path, archetype: str) -> Comparison:
    """Reads what is known of one archetype.

    Raises:
        StoreError: Runs or duels are missing or damaged.
    """
    before, after = sides(path, archetype)
    return Comparison(before, after, read_table(duels_path(path, archetype)))


def candidates(comparisons: Sequence[Comparison]) -> pl.DataFrame:
    """Cards to nerf or buff next, from the elites and decks with the new cards.

    To nerf: cards that more than half of some archetype's elites have, and whose copies are surely
    worth more than an average card's. To buff: cards that surely are worth less, and that fewer
    elites have than random decks.

    Returns:
        One row per candidate, most striking first: what ("nerf" or "buff"), card, share (of elites;
        the highest of an archetype for a nerf, for a buff, too), worth (mean over archetypes),
        archetypes (where it is one).
    """
    rows: dict[tuple[str, str], list[tuple[float, float, str]]] = {}
    for each in comparisons:
        pool = each.after[0].pool
        chance = dict(zip(each.after[0].cards, _shares_by_chance(pool.max_copies), strict=True))
        table = each.shares.join(each.worth, on="card")
        for row in table.iter_rows(named=True):
            if row["after"] > OFTEN and row["low"] > 0:
                what = "nerf"
            elif row["after_high"] < chance[row["card"]] and row["high"] < 0:
                what = "buff"
            else:
                continue
            found = rows.setdefault((what, row["card"]), [])
            found.append((row["after"], row["worth"], each.name))
    table = pl.DataFrame(
        [
            {
                "what": what,
                "card": card,
                "share": max(share for share, _, _ in found),
                "worth": float(np.mean([worth for _, worth, _ in found])),
                "archetypes": ", ".join(name for _, _, name in found),
                "n": len(found),
            }
            for (what, card), found in rows.items()
        ],
        schema=_CANDIDATES,
    )
    order = pl.col("worth").abs() * pl.col("n")
    return table.sort("what", order, descending=True).drop("n")


_CANDIDATES = {
    "what": pl.String,
    "card": pl.String,
    "share": pl.Float64,
    "worth": pl.Float64,
    "archetypes": pl.String,
    "n": pl.Int64,
}


def _shares_by_chance(max_copies: np.ndarray) -> np.ndarray:
    """(n_cards,) array: the share of random decks with a card, 30 of all copies drawn."""
    total = int(max_copies.sum())
    none_of_one = 1 - 30 / total
    none_of_two = none_of_one * (1 - 30 / (total - 1))
    return 1 - np.where(max_copies == 1, none_of_one, none_of_two)
