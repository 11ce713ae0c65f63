"""Elites from before a patch against those from after it, with the new cards."""

from collections.abc import Sequence
from pathlib import Path

from tasks.games.duels import play_duels
from tasks.mesb.runs import MesbRun, read_trials
from tasks.storage.files import StoreError

#: Elites of a side that play; of several trials, so many of each.
N_DECKS = 5


def sides(path: Path, archetype: str) -> tuple[list[MesbRun], list[MesbRun]]:
    """The finished trials before and after, as many of both.

    Raises:
        StoreError: There are none.
    """
    path = Path(path).expanduser().absolute()
    before, after = (read_trials(path, side, archetype) for side in ("before", "after"))
    n = min(len(before), len(after))
    if n == 0:
        raise StoreError(
            f"{path}: {archetype} has no two finished runs to compare; give the command again"
        )
    return before[:n], after[:n]


def duels_path(path: Path, archetype: str) -> Path:
    """The file of an archetype's duels."""
    return Path(path) / f"duels-{archetype}.parquet"


def play_balance_duels(
    out: Path, archetypes: Sequence[str], n_games: int, seed: int, threads: int | None = None
) -> None:
    """Plays the best new elites of each archetype against its best old ones.

    Args:
        out: The folder of the runs; results are kept there and not played again.
        archetypes: Names.
        n_games: Per pair.
        seed: Of the games.
        threads: Games played at a time; all cores by default.

    Raises:
        StoreError: An archetype lacks finished runs.
    """
    for name in archetypes:
        before, after = sides(out, name)
        old, new = (
            [deck for run in side for deck in run.best(N_DECKS)] for side in (before, after)
        )
        player = after[0].experiment.player
        play_duels(duels_path(out, name), new, old, player, n_games, seed, threads)
