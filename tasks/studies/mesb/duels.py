"""Games between the best decks of MESB's experiments."""

from collections.abc import Sequence
from pathlib import Path

from tasks.games.play import play_duels
from tasks.studies.mesb.finished_runs import MesbRun

#: Files of results: the first two experiments, which have the same cards, and the third.
FILES = {"duels-before": ("validation", "elite"), "duels-after": ("balance",)}


def play_mesb_duels(
    out: Path, runs: Sequence[MesbRun], n_games: int, seed: int, threads: int | None = None
) -> None:
    """Plays the best deck of every run against every other one with the same cards.

    Args:
        out: The study's folder; it stores the results, which are not played again.
        runs: Its finished runs.
        n_games: Games per pair (the paper: 1000).
        seed: The study's seed.
        threads: Games played in parallel; all cores by default.
    """
    for name, groups in FILES.items():
        entrants = [run for run in runs if run.group in groups]
        if len(entrants) > 1:
            decks = [
                run.best()[0].but(name=f"{run.archetype.name}, {run.group}") for run in entrants
            ]
            player = entrants[0].experiment.player
            play_duels(out / f"{name}.parquet", decks, decks, player, n_games, seed, threads)
