"""Searches whose decks an emulator evaluates in the place of games.

`export --emulator` writes emulators; `EmulatedDeckTask` is the same task by hand.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl
from pydantic import ValidationError
from scipy.special import ndtr

from engine.decks import Pool
from models.files import file_digest
from models.problems.experiment import Emulator, Experiment
from models.problems.rows import Rows
from models.problems.vector_task import EmulatedDeckTask
from models.settings.config import ConfigError
from models.settings.outcomes import OUTCOMES
from models.surrogates.gaussian import GaussianConfig, noise_of
from models.surrogates.surrogate import DEFAULT_TARGETS

#: Settings of the games that an emulator emulates.
_GAMES = ("pool", "opponents", "player")


@lru_cache(maxsize=4)
def open_emulator(emulator: Emulator) -> EmulatedDeckTask:
    """The task of an emulator.

    Raises:
        ConfigError: The file is missing, is no emulator, or has changed.
    """
    try:
        is_same = file_digest(emulator.file) == emulator.digest
        task = EmulatedDeckTask(emulator.file)
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"emulator: give a file that `export --emulator` wrote ({error})"
        ) from None
    if not is_same:
        raise ConfigError(f"emulator: {emulator.file} has changed; restore it, or start anew")
    return task


def emulated_run(emulator: Emulator) -> Experiment:
    """The settings of the emulated run; raises `ConfigError` as `open_emulator`."""
    try:
        return Experiment.model_validate(open_emulator(emulator).about["experiment"])
    except (KeyError, ValidationError):
        raise ConfigError(
            f"emulator: {emulator.file} is of another version; export it again"
        ) from None


def check_emulated(experiment: Experiment) -> None:
    """Checks that an experiment's emulator, if it has one, has its games and its outcomes.

    Raises:
        ConfigError: The emulator has other games, or lacks an outcome; or as `emulated_run`.
    """
    if (emulator := experiment.emulator) is None:
        return
    theirs, task = emulated_run(emulator), open_emulator(emulator)
    for name in _GAMES:
        if (wanted := getattr(theirs, name)) != getattr(experiment, name):
            said = f" (it has {wanted})" if isinstance(wanted, str) else ""
            raise ConfigError(f"emulator: {emulator.file} emulates games of another {name}{said}")
    targets = experiment.surrogate.targets if experiment.uses_surrogate else ()
    for name in (*experiment.archive.measures, *targets):
        if name not in ("objective", *task.measures) and OUTCOMES[name].of_deck is None:
            raise ConfigError(
                f"emulator: {emulator.file} has no {name}, which the search needs; it has "
                f"{', '.join(('objective', *task.measures))}"
            )


def on_emulator(experiment: Experiment, file: str) -> Experiment:
    """An experiment with the games and cells of an emulated run.

    Surrogates predict the objective and the measures of these cells.

    Raises:
        ConfigError: The file is no emulator, or the algorithm cannot fill these cells.
    """
    emulated = experiment.but(emulator=file)
    theirs = emulated_run(emulated.emulator)  # type: ignore[arg-type]
    same = {name: getattr(theirs, name) for name in (*_GAMES, "archive")}
    if not experiment.uses_surrogate or {*theirs.archive.measures} <= {*DEFAULT_TARGETS}:
        return emulated.but(**same)
    targets = ("objective", *theirs.archive.measures)
    surrogate: dict[str, Any] = {"surrogate__targets": targets}
    if isinstance(experiment.surrogate, GaussianConfig):
        surrogate["surrogate__game_noise"] = noise_of(targets)
    return emulated.but(**same, **surrogate)


def play_emulated(
    emulator: Emulator,
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
    task = open_emulator(emulator).with_noise(rows.n_games, rows.seed)
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
