"""The search by belief: the archive of what is believed, and decks that should improve it."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import NamedTuple, cast

import numpy as np
import polars as pl

from engine.threads import n_cores
from models.problems.belief import Acquisition, Way
from models.problems.experiment import Experiment
from models.problems.inner_loop import InnerLoopConfig, fill_archive
from models.qd.archive import Archive, GridConfig
from models.qd.emitters import new_stream, random_decks
from models.settings.outcomes import OUTCOMES
from models.statistics.efficiency import objective_errors
from models.surrogates.gaussian import GaussianConfig, GaussianProcess

#: The value of an empty cell, in health: there an elite adds nothing to the QD score.
EMPTY = -30.0


class Candidates(NamedTuple):
    """Decks that no game has been played with, in the order in which they are taken.

    Attributes:
        solutions: (n, n_cards) int8.
        predictions: (n, 1 + n_measures) float64: objective and measures.
        gains: (n,) float64: predicted objective above the best played deck of the predicted cell.
    """

    solutions: np.ndarray
    predictions: np.ndarray
    gains: np.ndarray

    def some(self, rows: np.ndarray) -> "Candidates":
        """Some of the decks, in that order."""
        return Candidates(*(part[rows] for part in self))


def game_noise(decks: pl.DataFrame, config: GaussianConfig) -> np.ndarray:
    """(n_decks, n_targets) variances of the noise of decks' results.

    That of the objective is the mean variance of games against the same opponent, of all decks.
    Outcomes of the deck alone are exact.
    """
    n_games = decks["n_games"].to_numpy().astype(np.float64)[:, None]
    deviations = np.tile(config.game_noise, (decks.height, 1))
    deviations[:, [OUTCOMES[name].of_deck is not None for name in config.targets]] = 0.0
    errors = objective_errors(decks)
    known = np.isfinite(errors)
    if known.any():
        column = config.targets.index("objective")
        deviations[:, column] = np.sqrt((errors**2 * n_games[:, 0])[known].mean())
    return deviations**2 / n_games


def columns_of(process: GaussianProcess, experiment: Experiment) -> list[int]:
    """The targets that are the objective and the measures, in that order."""
    names = ("objective", *experiment.archive.measures)
    return [process.config.targets.index(name) for name in names]


def believed_archive(
    experiment: Experiment,
    process: GaussianProcess,
    solutions: np.ndarray,
    most_elites: int | None = None,
) -> Archive:
    """The elites by what is believed of all decks so far; ids are evaluation numbers.

    Args:
        experiment: The search's settings.
        process: The process, or a draw of it.
        solutions: (n_decks, n_cards) array: the decks with games, as the process learned them.
        most_elites: Keep only so many, those of the best believed objective.
    """
    means = process.beliefs[:, columns_of(process, experiment)]
    rows = np.arange(len(solutions))
    archive = experiment.archive.build(solutions.shape[1])
    archive.add(solutions, means[:, 0], means[:, 1:], rows)
    elites = archive.elites()
    if most_elites is None or len(elites.ids) <= most_elites:
        return archive
    best = np.argsort(-elites.objectives, kind="stable")[:most_elites]
    rows = np.sort(elites.ids[best])
    archive = experiment.archive.build(solutions.shape[1])
    archive.add(solutions[rows], means[rows, 0], means[rows, 1:], rows)
    return archive


def promising(
    experiment: Experiment,
    process: GaussianProcess,
    played: np.ndarray,
    max_copies: np.ndarray,
    seed: np.random.SeedSequence,
    n_games: int,
    slice_generations: int,
) -> Candidates:
    """Decks that should improve the archive, by MAP-Elites on a function of the process.

    Args:
        experiment: The search's settings.
        process: The process, or a draw of it.
        played: (n_decks, n_cards) array: the decks with games, as the process learned them.
        max_copies: (n_cards,) array: copies of each card that a deck may have.
        seed: Seed of the search.
        n_games: Games of the iteration.
        slice_generations: As in `fill_archive`.
    """
    settings, columns = experiment.belief, columns_of(process, experiment)
    random_seed, loop_seed, order_seed = seed.spawn(3)
    known = believed_archive(experiment, process, played)
    more = random_decks(max_copies, settings.random_decks, new_stream(random_seed))
    first = np.concatenate([known.elites().solutions, more])
    grid = cast(GridConfig, experiment.archive)  # as every search on a surrogate has
    start = grid.build(len(max_copies))
    guesses = process.predict_compiled(first)[:, columns]
    start.add(first, guesses[:, 0], guesses[:, 1:], np.zeros(len(first), np.int64))
    n_decks = min(settings.decks_per_game * n_games, settings.most_decks)
    batch_size = experiment.inner_loop.batch_size
    loop = InnerLoopConfig(generations=-(-n_decks // batch_size), batch_size=batch_size)
    found = fill_archive(
        process,
        max_copies,
        loop_seed,
        loop,
        grid,
        start,
        slice_generations=slice_generations,
    ).elites()
    best = np.full(known.n_cells, EMPTY)
    best[known.elites().cells] = known.elites().objectives
    predictions = np.column_stack([found.objectives, found.measures])
    candidates = Candidates(found.solutions, predictions, found.objectives - best[found.cells])
    seen = {deck.tobytes() for deck in played}
    new = [row for row, deck in enumerate(found.solutions) if deck.tobytes() not in seen]
    candidates = candidates.some(np.array(new, np.int64))
    if settings.acquisition == "random":
        return candidates.some(np.random.default_rng(order_seed).permutation(len(new)))
    return candidates.some(np.argsort(-candidates.gains, kind="stable"))


def in_all_ways(
    ways: Sequence[Way],
    process: GaussianProcess,
    seed: np.random.SeedSequence,
    search: Callable[[GaussianProcess, np.random.SeedSequence], Candidates],
    threads: int | None = None,
) -> list[Candidates]:
    """Searches side by side, each on the mean of a process or on a draw.

    Args:
        ways: On what each search is.
        process: The process.
        seed: Seed of all searches.
        search: A search, by its function and its seed.
        threads: Searches at the same time (default: all cores). It changes no result.
    """
    draws = count()
    functions = [process if way == "mean" else process.draw(next(draws)) for way in ways]
    with ThreadPoolExecutor(threads or n_cores(), "beliefs") as executor:
        return list(executor.map(search, functions, seed.spawn(len(ways))))


def shared_out(sources: list[Candidates], n: int, acquisition: Acquisition = "gain") -> Candidates:
    """The first `n` decks of several sources, in turn, each deck once; fewer if there are fewer.

    By gain, decks without a gain come last.
    """
    groups = (True, False) if acquisition == "gain" else (None,)
    chosen: list[tuple[int, int]] = []
    seen: set[bytes] = set()
    for gaining in groups:
        for row in range(max(len(each.gains) for each in sources)):
            for number, each in enumerate(sources):
                if row >= len(each.gains):
                    continue
                if gaining is not None and (each.gains[row] > 0) != gaining:
                    continue
                key = each.solutions[row].tobytes()
                if len(chosen) < n and key not in seen:
                    seen.add(key)
                    chosen.append((number, row))
    parts = [sources[number].some(np.array([row])) for number, row in chosen]
    return Candidates(*(np.concatenate(each) for each in zip(*parts, strict=True)))
