"""The searches before and after a patch, and games of old elites against new ones."""

from collections.abc import Sequence
from pathlib import Path

from flows.studies.balance.settings import Balance
from flows.studies.design.play import FILE as DESIGN
from flows.studies.design.play import play_design
from flows.studies.mesb.play import MesbRun, read_trials
from flows.studies.runs import is_finished, make_runs
from models.problems.mesb import run_name
from tasks.games.play import play_duels
from tasks.storage.files import StoreError
from tasks.tracking.mlflow_run import ParentTracking

#: Elites of a side and trial that play.
N_DECKS = 5
#: The folder of the design that has the patch in the metagame of the opponents.
METAGAME = "metagame"


def has_both_sides(path: Path, archetype: str) -> bool:
    """Whether the first trial of an archetype has finished before and after the patch."""
    return all(is_finished(path, run_name(side, archetype, 1)) for side in ("before", "after"))


def read_sides(path: Path, archetype: str) -> tuple[list[MesbRun], list[MesbRun]]:
    """The finished trials before and after, the same number of both.

    Raises:
        StoreError: A side has no finished trial, or a file is damaged.
    """
    before, after = (read_trials(path, side, archetype) for side in ("before", "after"))
    n = min(len(before), len(after))
    if n == 0:
        raise StoreError(
            f"{path}: {archetype} lacks finished runs to compare; run the same command again"
        )
    return before[:n], after[:n]


def duels_path(path: Path, archetype: str) -> Path:
    """The file of an archetype's duels."""
    return path / f"duels-{archetype}.parquet"


def has_duels(path: Path, archetype: str) -> bool:
    """Whether an archetype has played duels."""
    return duels_path(path, archetype).is_file()


def play_balance_duels(
    out: Path, archetypes: Sequence[str], n_games: int, seed: int, threads: int | None = None
) -> None:
    """Plays `n_games` per pair of each archetype's best new and best old elites, once.

    Raises:
        StoreError: An archetype lacks finished runs.
    """
    for name in archetypes:
        before, after = read_sides(out, name)
        old, new = (
            [deck for run in side for deck in run.best(N_DECKS)] for side in (before, after)
        )
        player = after[0].experiment.player
        play_duels(duels_path(out, name), new, old, player, n_games, seed, threads)


def play_metagame(asked: Balance, folder: Path) -> None:
    """Plays the decks of a metagame against each other with the old and the new cards, once."""
    wanted = asked.design.study
    with DESIGN.opened(folder / METAGAME, wanted, asked.resume_anyway) as (place, study):
        play_design(place, study, asked.threads)


def play(asked: Balance, folder: Path, _: Balance, tracking: ParentTracking) -> bool:
    """Searches each archetype's decks before and after a patch.

    Old and new elites then play each other with the new cards.
    """
    tracking.failed = make_runs(asked.planned(), folder, asked.threads, asked.resume_anyway)
    if not all(has_both_sides(folder, name) for name in asked.archetypes):
        return False
    assert asked.duels is not None  # the preset's by default
    play_balance_duels(folder, asked.archetypes, asked.duels, asked.seed, asked.threads)
    if asked.design:
        play_metagame(asked, folder)
    return True
