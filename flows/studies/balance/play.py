"""The searches before and after a patch, and games of old elites against new ones."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from flows.studies.balance.settings import Balance
from flows.studies.design.cards import on_top
from flows.studies.design.play import FILE as DESIGN
from flows.studies.design.play import play_design
from flows.studies.design.settings import SIZES, design_of
from flows.studies.mesb.play import MesbRun, read_trials
from flows.studies.meta.tables import config_in, near_and_played
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
    """The finished trials before and after, the same number of both; `StoreError` if none."""
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


def play_metagame(asked: Balance, folder: Path, path: Path) -> None:
    """Plays the decks of a metagame, and each archetype's best old and new deck, once.

    All play each other with the old and the new cards.

    Raises:
        StoreError: An archetype lacks finished runs, or the metagame cannot be read.
    """
    config, rows = config_in(path), []
    for name in asked.archetypes:
        for what, runs in zip(("old", "new"), read_sides(folder, name), strict=True):
            rows.append((f"{what}: {runs[0].archetype.title}", runs[0].best(1)[0].code, 0.0))
    decks = near_and_played(path).select("name", "code", "share")
    decks = pl.concat([decks, pl.DataFrame(rows, decks.schema, orient="row")])
    assert asked.patch is not None  # the command needs one
    patches = (on_top(asked.patch, config.player.patch),)
    study = design_of(config, decks, patches=patches, seed=asked.seed, **SIZES[asked.preset])
    with DESIGN.opened(folder / METAGAME, study, asked.resume_anyway) as (place, design):
        play_design(place, design, asked.threads)


def play(asked: Balance, folder: Path, _: Balance, whole: ParentTracking) -> bool:
    """Searches each archetype's decks before and after a patch.

    Old and new elites then play each other with the new cards.
    """
    whole.failed = make_runs(asked.runs(), folder, asked.threads, asked.resume_anyway)
    if not all(has_both_sides(folder, name) for name in asked.archetypes):
        return False
    assert asked.duels is not None  # the preset's by default
    play_balance_duels(folder, asked.archetypes, asked.duels, asked.seed, asked.threads)
    if asked.metagame is not None:
        play_metagame(asked, folder, asked.metagame)
    return True
