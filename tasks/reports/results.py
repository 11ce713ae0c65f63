"""Results of a run, computed from its files: archive, elites and scores.

`Results` is for all runs; `DeckResults` is for searches for decks, `NetworkResults` for trainings.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import polars as pl
from scipy import stats

from engine.decks import Pool, deck_code
from models.players.networks import file_content
from models.problems.decks import solutions_of
from models.problems.experiment import Experiment
from models.problems.players import PlayerTraining
from models.problems.problem import add_results
from models.problems.resampling import pooled
from models.qd.archive import Archive, Elites
from models.statistics.efficiency import objective_errors
from tasks.reports.formats import CardCopies, card_copies, deck_list
from tasks.storage.files import StoreError, read_table
from tasks.storage.run import Run
from tasks.storage.settings import experiment_of, training_of
from tasks.storage.store import load_run

#: Prefix of the columns of what a search believes.
BELIEVED = "believed_"
#: Half the width of a 90 % interval, in standard deviations.
Z_90 = float(stats.norm.ppf(0.95))


def known(name: str, columns: Collection[str]) -> pl.Expr:
    """A number of elites: of new games, else as the search believed, else as found."""
    versions = (f"fresh_{name}", f"{BELIEVED}{name}", name)
    return pl.coalesce(each for each in versions if each in columns)


@dataclass(frozen=True)
class Score:
    """How reports show a number of `Results.scores`."""

    form: str  #: Its format on the page of a run
    title: str  #: Its name there
    note: str = ""  #: Its definition, if the title does not give it
    heading: str = ""  #: Its heading in comparisons of runs; empty if they omit it


#: The numbers that reports show, in order.
SCORES = {
    "qd_score": Score(
        "{:,.1f}", "QD score", "sum over elites of (health difference + 30) / 60", "QD score"
    ),
    "corrected_qd_score": Score(
        "{:,.1f}", "corrected QD score", "archive of the elites in new games", "corrected QD score"
    ),
    "n_elites": Score("{:,.0f}", "elites", "filled cells"),
    "coverage": Score("{:.2%}", "coverage", "filled cells of all cells", "coverage"),
    "max_objective": Score(
        "{:+.1f}", "best mean health difference", heading="best health difference"
    ),
    "corrected_max_objective": Score("{:+.1f}", "best mean health difference in new games"),
    "max_win_rate": Score("{:.0%}", "highest win rate of an elite", heading="highest win rate"),
}


@dataclass(frozen=True)
class Results:
    """Results of a run."""

    run: Run
    experiment: Experiment | PlayerTraining
    algorithm: str
    budget: int  #: Evaluations that count in comparisons; DSA-ME evaluates a few more
    evaluations: pl.DataFrame  #: One row per evaluated solution, in evaluation order
    fresh: pl.DataFrame  #: New games, one row per elite that played them; empty if none did

    what: ClassVar[str]
    """A plural word for the solutions."""
    kept: ClassVar[tuple[str, ...]]
    """Columns of the table of elites, besides objective, win rate and measures."""
    judged: ClassVar[tuple[str, ...]] = ("objective", "objective_se", "win_rate")
    """Columns that new games measure again, besides the measures."""

    @classmethod
    def read(cls, run: Run, experiment: Any, algorithm: str, planned: int) -> Self:
        """Reads the tables of a run with a budget of `planned` evaluations.

        Raises:
            StoreError: The run has evaluated nothing yet, or a table is missing or damaged.
        """
        evaluations = run.evaluations()
        if evaluations.is_empty():
            raise StoreError(
                f"{run.path}: no {cls.what} have been evaluated yet; let the run go on first"
            )
        files = run.fresh.files()
        fresh = pl.concat([read_table(file) for file in files]) if files else evaluations.clear()
        budget = min(planned, evaluations.height)
        return cls(run, experiment, algorithm, budget, evaluations, fresh)

    @cached_property
    def archive(self) -> Archive:
        """The elites of all evaluations."""
        return self.archive_of(self.evaluations)

    def archive_of(self, evaluations: pl.DataFrame) -> Archive:
        """The elites of some evaluations; for networks, their solutions are empty."""
        archive = self.experiment.archive.build(_solutions(evaluations).shape[1])
        return self._filled(archive, evaluations)

    def _filled(self, archive: Archive, results: pl.DataFrame) -> Archive:
        add_results(archive, results, self.experiment.archive.measures, _solutions(results))
        return archive

    def corrected(self, archive: Archive) -> Archive | None:
        """An archive of the elites with the results of new games only; None if some played none.

        Source:
            Flageat and Cully 2023, "Uncertain quality-diversity": corrected QD score.
        """
        rows = self.fresh.filter(pl.col("evaluation").is_in(archive.elites().ids.tolist()))
        return self._filled(archive.emptied(), rows) if rows.height == archive.n_elites else None

    def scores(self, archive: Archive) -> dict[str, float | None]:
        """The metrics of one of the run's archives; `corrected_...` are from new games."""
        ids = archive.elites().ids
        found = archive.summary() | {
            "n_elites": archive.n_elites,
            "max_win_rate": float(self.evaluations["win_rate"].to_numpy()[ids].max()),
            "corrected_qd_score": None,
        }
        if (corrected := self.corrected(archive)) is not None:
            again = corrected.summary()
            found |= {f"corrected_{name}": value for name, value in again.items()}
        return found

    def summary(self) -> dict[str, Any]:
        """The numbers of the run, for `summary.json`."""
        return {"run": self.run.name, "algorithm": self.algorithm, "seed": self.run.seed}

    def described(self, found: Elites) -> dict[str, Any]:
        """More columns of the table of elites."""
        return {}

    def order(self, columns: Collection[str]) -> list[pl.Expr]:
        """The sort key of elites, whose table has these columns; the least is best."""
        return [-known("objective", columns)]


class DeckResults(Results):
    """Results of a search for decks; new games rank its elites, if there are any."""

    experiment: Experiment
    what = "decks"
    kept = ("turns", "hand_size", "dust", "deck_mana_sum", "solution")

    @cached_property
    def archive(self) -> Archive:
        """The elites of all evaluations, or of what is believed of them."""
        return self.archive_after(self.evaluations.height)

    @cached_property
    def pool(self) -> Pool:
        """The cards."""
        return self.experiment.card_pool()

    def believed(self, n_decks: int) -> pl.DataFrame:
        """What the search believed of its elites after its first decks.

        Returns:
            One row per elite: evaluation, objective (in health) and objective_sd, the standard
            deviation of that belief. Searches that do not learn from the noise of games believe
            the mean of a deck's games, with its standard error.
        """
        if self.experiment.estimates:
            names = ["evaluation", "objective", "objective_sd"]
            return self._kept_beliefs(n_decks).select(names)
        ids = self.archive_of(self.evaluations.head(n_decks)).elites().ids
        rows = self.evaluations[ids]
        errors = pl.Series("objective_sd", objective_errors(rows))
        return rows.select("evaluation", "objective").with_columns(errors)

    def archive_after(self, n_decks: int) -> Archive:
        """The archive after the first decks: of their results, or of what was believed of them."""
        if not self.experiment.estimates:
            return self.archive_of(self.evaluations.head(n_decks))
        return self.archive_of(self._kept_beliefs(n_decks))

    def _kept_beliefs(self, n_decks: int) -> pl.DataFrame:
        """The stored archive after the last iteration that ended within the first decks."""
        ends = self.evaluations.group_by("iteration").agg(pl.col("evaluation").max() + 1)
        ended = ends.filter(pl.col("evaluation") <= n_decks)["iteration"].to_list()
        files = [self.run.archives.path(number) for number in sorted(ended, reverse=True)]
        for file in files:  # the last iteration of a running search has none yet
            if file.exists():
                return read_table(file)
        raise StoreError(f"{self.run.path}: no iteration has ended yet; let the run go on first")

    def cards(self, counts: Sequence[int]) -> list[CardCopies]:
        """The cards of a solution, or of a part of one, cheapest first."""
        known = {card: n for card, n in zip(self.pool.ids, counts, strict=True) if n}
        return card_copies(known, self.pool.patch)

    def summary(self) -> dict[str, Any]:
        """See `Results.summary`; of all decks, and of those within the budget, as in the paper."""
        within = self.archive_after(self.budget)
        return super().summary() | {
            "n_games": self.experiment.search.n_games,
            "fresh_games": self.experiment.search.fresh_games,
            "evaluations": self.evaluations.height,
            "all": self.scores(self.archive),
            "budget": self.budget,
            "within_budget": self.scores(within),
        }

    def described(self, found: Elites) -> dict[str, Any]:
        """See `Results.described`: cell, deck as text and as code, and beliefs if there are any."""
        names = self.experiment.archive.measures
        beliefs = self.beliefs(found.ids) if self.experiment.estimates else {}
        places = np.unravel_index(found.cells, self.archive.shape)
        decks = [self.pool.deck(counts) for counts in found.solutions]
        return {f"cell_{name}": place for name, place in zip(names, places, strict=True)} | {
            "deck": pl.Series([deck_list(deck, self.pool.patch) for deck in decks]),
            "deck_code": pl.Series([deck_code(deck) for deck in decks]),
            **beliefs,
        }

    def beliefs(
        self, ids: Sequence[int] | np.ndarray, n_decks: int | None = None
    ) -> dict[str, pl.Series]:
        """What the search believed of (n,) elites, by evaluation number, after its first decks.

        Returns:
            believed_objective, in health, its standard deviation believed_sd, its 90 % interval,
            believed_low and believed_high, believed_games, all games of the deck in the search, and
            the measures.
        """
        seen = self.evaluations.head(self.evaluations.height if n_decks is None else n_decks)
        measures, margin = self.experiment.archive.measures, Z_90 * pl.col("sd")
        kept = self._kept_beliefs(seen.height).select(
            "evaluation", "objective", *measures, sd="objective_sd"
        )
        games = pooled(seen, ()).select("evaluation", games="n_games")
        rows = pl.DataFrame({"evaluation": pl.Series(ids, dtype=pl.Int64)})
        for table in (kept, games):
            rows = rows.join(table, on="evaluation", how="left", maintain_order="left")
        rows = rows.with_columns(
            low=pl.col("objective") - margin, high=pl.col("objective") + margin
        )
        columns = ("objective", "sd", "low", "high", "games", *measures)
        return {f"{BELIEVED}{name}": rows[name] for name in columns}


class NetworkResults(Results):
    """Results of a training; finalists ranked by new games come before the others."""

    experiment: PlayerTraining
    what = "networks"
    kept = ("weights",)
    judged = (*Results.judged, "n_games")

    def order(self, columns: Collection[str]) -> list[pl.Expr]:
        """See `Results.order`: finalists, which have new games, before all others."""
        return [-pl.col("fresh_objective"), -pl.col("objective"), pl.col("evaluation")]

    @cached_property
    def player(self) -> dict[str, Any]:
        """The trained player: the first row of the table of elites."""
        return elites(self).row(0, named=True)

    def summary(self) -> dict[str, Any]:
        """See `Results.summary`."""
        return super().summary() | {
            "evaluations": self.evaluations.height,
            "n_games": self.experiment.n_games,
            "archive": self.archive.summary(),
            "max_win_rate": self.scores(self.archive)["max_win_rate"],
            "player": {name: value for name, value in self.player.items() if name != "weights"},
        }

    def player_file(self) -> dict[str, Any]:
        """The player's file: its weights and their source."""
        player, training = self.player, self.experiment
        tested = player["fresh_objective"] is not None
        again = {name: player[f"fresh_{name}"] for name in ("n_games", *Results.judged)}
        return file_content(
            self.run.name,
            f"trained by Hearthlight: {self.algorithm}, {self.evaluations.height} networks x "
            f"{training.n_games} games with {training.deck} against the opponents "
            f"'{training.opponents}', seed {self.run.seed}",
            player["weights"],
            training={
                "settings": training.model_dump(mode="json"),
                "seed": self.run.seed,
                "evaluation": player["evaluation"],
                "found": {name: player[name] for name in Results.judged},
                "new_games": again if tested else None,
                "digests": self.run.manifest["digests"],
            },
        )


def unlike_settings(first: DeckResults, second: DeckResults) -> list[str]:
    """The settings, besides algorithm and seed, in which two runs differ."""
    both = first.experiment, second.experiment
    names = ("search", "archive", "player", "opponents", "pool")
    unlike = [name for name in names if getattr(both[0], name) != getattr(both[1], name)]
    one, other = (each.emulator and each.emulator.digest for each in both)
    return unlike if one == other else [*unlike, "emulator"]


def read_results(path: str | Path) -> DeckResults:
    """Reads the results of a search for decks so far.

    Raises:
        StoreError: There is no search, it has evaluated nothing yet, or a file is damaged.
    """
    return _deck_results(load_run(path))


def read_any_results(path: str | Path) -> DeckResults | NetworkResults:
    """Reads the results of a search or a training so far; raises the errors of `read_results`."""
    run = load_run(path)
    if not run.is_training:
        return _deck_results(run)
    training = training_of(run)
    return NetworkResults.read(run, training, training.evolution.algorithm, training.evaluations)


def _deck_results(run: Run) -> DeckResults:
    experiment = experiment_of(run)
    return DeckResults.read(run, experiment, experiment.algorithm, experiment.n_decks)


def elites(results: Results) -> pl.DataFrame:
    """The elites, best first, with all measures; `rank` counts from 1.

    Columns named `fresh_...` are from new games.
    """
    found = results.archive.elites()
    names = results.experiment.archive.measures
    kept = [name for name in results.kept if name not in names]
    table = (
        results.evaluations[found.ids]
        .select("evaluation", *Results.judged, *names, *kept)
        .with_columns(cell=found.cells, **results.described(found))
    )
    judged = pl.col(*results.judged, *names)  # measures of the deck do not change
    fresh = results.fresh.select("evaluation", judged.name.prefix("fresh_"))
    table = table.join(fresh, on="evaluation", how="left", maintain_order="left")
    table = table.sort(results.order(table.columns), nulls_last=True, maintain_order=True)
    return table.with_row_index("rank", 1)


def _solutions(evaluations: pl.DataFrame) -> np.ndarray:
    if "solution" in evaluations.columns:
        return solutions_of(evaluations)
    return np.zeros((evaluations.height, 0), np.int8)
