"""What a run found, computed from its files alone: curves, archives, elites, corrected scores."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from engine.decks import Pool, deck_code
from models.experiment import ArchiveConfig, Experiment
from models.problems.decks import solutions_of
from models.qd.archive import Archive
from models.qd.metrics import qd_score, summary
from tasks.reports.decks import deck_list
from tasks.storage.experiment import experiment_of
from tasks.storage.files import StoreError, read_table
from tasks.storage.store import Run, load_run

#: Our objective counts 0 to 1 per elite in the QD score.
OFFSET, SCALE = -30.0, 60.0


@dataclass(frozen=True)
class Results:
    """A run's evaluated decks.

    Attributes:
        run: Its directory.
        experiment: What was asked for.
        evaluations: One row per evaluated deck, in evaluation order.
        fresh: The elites' new games, one row per elite; without rows if there are none.
    """

    run: Run
    experiment: Experiment
    evaluations: pl.DataFrame
    fresh: pl.DataFrame

    @property
    def algorithm(self) -> str:
        """The algorithm's name, as in papers."""
        return self.experiment.algorithm

    @property
    def budget(self) -> int:
        """Decks that count in comparisons; DSA-ME evaluates a few more."""
        return min(self.experiment.search.evaluations, self.evaluations.height)

    @cached_property
    def pool(self) -> Pool:
        """The cards."""
        return self.experiment.card_pool()

    @cached_property
    def archive(self) -> Archive:
        """The elites of all evaluated decks."""
        return self.archive_of(self.evaluations)

    def archive_of(self, evaluations: pl.DataFrame) -> Archive:
        """The elites of some evaluated decks."""
        return self._offer(self.experiment.archive.build(len(self.pool)), evaluations)

    def _offer(self, archive: Archive, evaluations: pl.DataFrame) -> Archive:
        archive.add(
            solutions_of(evaluations),
            evaluations["objective"].to_numpy(),
            evaluations.select(self.experiment.archive.measures).to_numpy(),
            evaluations["evaluation"].to_numpy(),
        )
        return archive

    def corrected(self, archive: Archive) -> Archive | None:
        """An archive's elites judged, and placed, by their new games alone; None without them.

        Source:
            Flageat and Cully 2023, "Uncertain quality-diversity": corrected QD score.
        """
        rows = self.fresh.filter(pl.col("evaluation").is_in(archive.elites().ids.tolist()))
        return self._offer(archive.emptied(), rows) if rows.height == archive.n_elites else None


def read_results(path) -> Results:
    """Reads what a run has found so far.

    Raises:
        StoreError: There is no run, it has no evaluated deck yet, or a file is damaged.
    """
    run = load_run(path)
    experiment = experiment_of(run)
    evaluations = run.evaluations()
    if evaluations.is_empty():
        raise StoreError(f"{path}: no deck has been evaluated yet; let the run go on first")
    files = sorted((run.path / "evaluations").glob("fresh-*.parquet"))
    fresh = pl.concat([read_table(file) for file in files]) if files else evaluations.clear()
    return Results(run, experiment, evaluations, fresh)


def curve(results: Results) -> pl.DataFrame:
    """The archive's growth: one row per evaluated deck, in order.

    Returns:
        Columns evaluations (1 for the first deck), qd_score, coverage, n_elites, max_objective.
    """
    return growth(results.experiment.archive, results.evaluations)


def growth(config: ArchiveConfig, evaluations: pl.DataFrame) -> pl.DataFrame:
    """The growth of an archive; see `curve`."""
    measures = evaluations.select(config.measures).to_numpy()
    objectives = evaluations["objective"].to_numpy()
    if config.kind == "grid":
        scores, sizes, n_cells = _growth_of_cells(config.build(0), measures, objectives)
    else:
        scores, sizes, n_cells = _replayed_growth(config.build(0), measures, objectives)
    return pl.DataFrame(
        {
            "evaluations": np.arange(1, len(objectives) + 1),
            "qd_score": scores,
            "coverage": sizes / n_cells,
            "n_elites": sizes,
            "max_objective": np.maximum.accumulate(objectives),
        }
    )


def _replayed_growth(
    archive: Archive, measures: np.ndarray, objectives: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """QD score, elites and cells after each deck, where cells change as decks come."""
    n = len(objectives)
    scores, sizes, n_cells = np.zeros(n), np.zeros(n, np.int64), np.zeros(n, np.int64)
    for i in range(n):
        one = slice(i, i + 1)
        solutions = np.zeros((1, 0), np.int8)
        archive.add(solutions, objectives[one], measures[one], np.array([i]))
        scores[i] = qd_score(archive.elites().objectives, OFFSET, SCALE)
        sizes[i], n_cells[i] = archive.n_elites, archive.n_cells
    return scores, sizes, n_cells


def _growth_of_cells(
    archive: Archive, measures: np.ndarray, objectives: np.ndarray
) -> tuple[np.ndarray, np.ndarray, int]:
    """The same where cells stay: an elite's gain is added to the score, which is much faster."""
    cells = archive.index_of(measures)
    scores, sizes = np.zeros(len(cells)), np.zeros(len(cells), np.int64)
    best: dict[int, float] = {}
    score = 0.0
    for i, (cell, objective) in enumerate(zip(cells.tolist(), objectives.tolist(), strict=True)):
        if cell not in best or objective > best[cell]:
            score += (objective - best.get(cell, OFFSET)) / SCALE
            best[cell] = objective
        scores[i], sizes[i] = score, len(best)
    return scores, sizes, archive.n_cells


def facts(results: Results) -> dict[str, Any]:
    """The numbers of a run: of all its decks, and of those within the budget, as in the paper."""
    within = results.archive_of(results.evaluations.head(results.budget))
    return {
        "run": results.run.name,
        "algorithm": results.algorithm,
        "seed": results.run.seed,
        "n_games": results.experiment.search.n_games,
        "fresh_games": results.experiment.search.fresh_games,
        "evaluations": results.evaluations.height,
        "all": _archive_facts(results, results.archive),
        "budget": results.budget,
        "within_budget": _archive_facts(results, within),
    }


def _archive_facts(results: Results, archive: Archive) -> dict[str, float | None]:
    ids = archive.elites().ids
    found = summary(archive) | {
        "n_elites": archive.n_elites,
        "max_win_rate": float(results.evaluations["win_rate"].to_numpy()[ids].max()),
        "corrected_qd_score": None,
    }
    if (corrected := results.corrected(archive)) is not None:
        found |= {f"corrected_{name}": value for name, value in summary(corrected).items()}
    return found


def elites(results: Results) -> pl.DataFrame:
    """The elites, best first, as readable decks with deck codes.

    Decks are ranked by their new games where there are some, else by those of the search. Columns
    named `fresh_...` are from the new games.
    """
    archive = results.archive
    found = archive.elites()
    rows = results.evaluations[found.ids]
    places = np.unravel_index(found.cells, archive.shape)
    decks = [results.pool.deck(counts) for counts in found.solutions]
    names = results.experiment.archive.measures
    kept = ("turns", "hand_size", "dust", "deck_mana_sum", "solution")
    table = rows.select(
        "evaluation",
        "objective",
        "objective_se",
        "win_rate",
        *names,
        *(name for name in kept if name not in names),
    ).with_columns(
        cell=pl.Series(found.cells),
        **{f"cell_{name}": pl.Series(places[axis]) for axis, name in enumerate(names)},
        deck=pl.Series([deck_list(deck, results.pool.patch) for deck in decks]),
        deck_code=pl.Series([deck_code(deck) for deck in decks]),
    )
    judged_by = ("objective", "objective_se", "win_rate", *names)  # decks' own measures stay equal
    fresh = results.fresh.select(
        "evaluation", *(pl.col(name).alias(f"fresh_{name}") for name in judged_by)
    )
    table = table.join(fresh, on="evaluation", how="left", maintain_order="left")
    judged = pl.coalesce("fresh_objective", "objective")
    return table.sort(judged, descending=True, maintain_order=True).with_row_index("rank", 1)


def crossing(leader: np.ndarray, other: np.ndarray) -> int | None:
    """From how many evaluations on one curve stays above another.

    Args:
        leader: (n,) array: its value after 1, 2, ... evaluations.
        other: (n,) array of the other's.

    Returns:
        The number of evaluations, 1 if it is always above; None if it is not above in the end.
    """
    behind = np.flatnonzero(leader <= other)
    if behind.size == 0:
        return 1
    return None if behind[-1] == len(leader) - 1 else int(behind[-1]) + 2
