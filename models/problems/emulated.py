"""Searches whose decks an emulator evaluates in the place of games.

`export --emulator` writes emulators; `EmulatedDeckTask` is the same task by hand.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy.special import ndtr

from engine.decks import Pool
from models.problems.experiment import Experiment
from models.problems.rows import Rows
from models.problems.vector_task import EmulatedDeckTask
from models.settings.config import ConfigError
from models.settings.outcomes import OUTCOMES


def open_emulator(file: str) -> EmulatedDeckTask:
    """The task of an emulator's file; raises `ConfigError` if it is none."""
    try:
        return _opened(file, Path(file).stat().st_mtime_ns)
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"emulator: give a file that `export --emulator` wrote ({error})"
        ) from None


@lru_cache(maxsize=4)
def _opened(file: str, _changed: int) -> EmulatedDeckTask:
    return EmulatedDeckTask(file)


def check_emulator(file: str, pool: Pool, outcomes: Sequence[str]) -> None:
    """Checks that an emulator has a pool's cards, and outcomes that a search needs.

    Raises:
        ConfigError: It has not, or the file is no emulator.
    """
    task = open_emulator(file)
    if task.dbf_ids.tolist() != [card.dbf_id for card in pool.cards]:
        theirs = task.about.get("experiment", {})
        names = [f"{name}={theirs[name]}" for name in ("pool",) if name in theirs]
        raise ConfigError(f"emulator: {file} has other cards; set {' '.join(names) or 'its pool'}")
    known = {"objective", "win_rate", *task.measures}
    for name in outcomes:
        if name not in known and OUTCOMES[name].of_deck is None:
            raise ConfigError(
                f"emulator: {file} has no {name}, which the search needs; it has "
                f"{', '.join(('objective', *task.measures))}"
            )


def on_emulator(base: Experiment, file: str) -> Experiment:
    """An experiment with the cards, opponents, players and cells of an emulated run.

    Raises:
        ConfigError: The file is no emulator.
    """
    theirs = Experiment.model_validate(open_emulator(file).about["experiment"])
    same = {name: getattr(theirs, name) for name in ("pool", "opponents", "player", "archive")}
    return base.but(emulator=file, **same)


def play_emulated(
    file: str,
    pool: Pool,
    rows: Rows,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Evaluates decks with an emulator; a table as of `evaluate_decks`, of the outcomes it has.

    An emulated game is won if its health difference, the emulator's with the noise of one game, is
    above 0; `win_rate` is the chance of that at the deck's own result. Outcomes of the deck alone
    are exact. It needs no `threads`.
    """
    task = open_emulator(file).with_noise(rows.n_games, rows.seed)
    found = task.evaluated(rows.solutions, rows.ids)
    deviation = found.objective_se * np.sqrt(rows.n_games)
    columns: dict[str, Any] = {
        "objective": found.objective,
        "objective_se": found.objective_se,
        **dict(zip(task.measures, found.measures.T, strict=True)),
        "n_games": np.full(len(rows.ids), rows.n_games),
        "win_rate": ndtr(found.objective / deviation),
        "failed_games": np.zeros(len(rows.ids), np.int64),
    }
    cards = np.array(pool.cards, object)
    decks = [np.repeat(cards, counts).tolist() for counts in rows.solutions]
    for outcome in OUTCOMES.values():
        if outcome.of_deck is not None:
            columns[outcome.name] = np.array([outcome.of_deck(deck) for deck in decks], float)
    if progress is not None:
        progress(rows.games)
    known = {name: columns[name] for name in OUTCOMES if name in columns}
    return pl.DataFrame({"evaluation": rows.ids, **known})
