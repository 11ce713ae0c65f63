"""HearthSim's experiments: what is planned, checked, and played into a run directory each.

The directory of an experiment and mode has the manifest of a run (`tasks.storage.run`), and::

    games/003-00012.parquet    a row per game of chunk 12 of point 3
    rounds/003-00012.parquet   sums by round of the same games
    points.parquet             a row per finished point: its results
    rounds.parquet             a row per finished point and round: means
    timing.json                seconds of each chunk; deleted at the end
    timing.parquet             one row: games, and seconds that their chunks took

Chunks are the checkpoint: a restarted run plays only those that are missing.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from flows.studies.hearthsim.settings import Hearthsim
from models.files import remove
from models.hearthsim.experiments import EXPERIMENTS, Mode, Point, PublishedExperiment, run_name
from models.hearthsim.games import GAMES, POINTS, course, play_point, point_results, sums_by_round
from models.problems.rows import Rows
from tasks.games.cluster import play_batches
from tasks.games.seeds import games_seed
from tasks.orchestration.crashes import watched
from tasks.orchestration.flow_page import show_runs
from tasks.orchestration.progress import Progress
from tasks.storage.files import Pieces, note_time, read_table, read_times, upsert_rows, write_table
from tasks.storage.run import Run
from tasks.storage.store import check_run, open_run
from tasks.tracking.mlflow_run import ParentTracking

#: Modes in the order of runs and columns: the published numbers come first.
SHOWN: tuple[Mode, ...] = ("2014", "clean")


@dataclass(frozen=True)
class PlannedExperiment:
    """An experiment to play in a mode, with `n_games` games per point."""

    experiment: PublishedExperiment
    mode: Mode
    n_games: int
    seed: int

    @property
    def name(self) -> str:
        """The name of its directory."""
        return run_name(self.experiment.name, self.mode)

    @property
    def games(self) -> int:
        """All its games."""
        return self.n_games * len(self.experiment.points)

    @property
    def settings(self) -> dict[str, Any]:
        """All settings that affect its results."""
        named = {"study": "hearthsim", "n_games": self.n_games}
        return named | self.experiment.content(self.mode)

    def check(self, folder: Path, resume_anyway: bool = False) -> bool:
        """Raises the errors of `play_experiment` before any work; returns whether the run is there.

        Raises:
            StoreError: The directory cannot be used, or has another run.
        """
        digest = self.experiment.rules(self.mode).digest
        path = folder / self.name
        return check_run(path, self.settings, self.seed, digest, resume_anyway=resume_anyway)


def planned_experiments(
    names: Collection[str], modes: Collection[str], preset: str, n_games: int | None, seed: int
) -> list[PlannedExperiment]:
    """The experiments to play, both modes of one in turn; `n_games` per point, or the preset's."""
    return [
        PlannedExperiment(experiment, mode, n_games or experiment.n_games(preset), seed)
        for name, experiment in EXPERIMENTS.items()
        if name in names
        for mode in SHOWN
        if mode in modes
    ]


#: Games of a chunk: from half a second to half a minute on a core.
CHUNK_GAMES = 5_000
TIMING = "timing.json"


def play_experiment(
    planned: PlannedExperiment,
    folder: Path,
    progress: Progress,
    threads: int | None = None,
    resume_anyway: bool = False,
) -> None:
    """Plays what is missing of an experiment; logs each point in MLflow.

    `progress` counts the games, also those that are there already.

    Raises:
        StoreError: The directory cannot be used, or has another run.
        TrackingError: MLflow's store cannot be used.
    """
    settings, path = planned.settings, folder / planned.name
    digest = planned.experiment.rules(planned.mode).digest
    params = {name: settings[name] for name in ("experiment", "mode", "n_games")}
    extras = {"threads": threads}
    with (
        open_run(
            path, settings, planned.seed, digest, resume_anyway=resume_anyway, extras=extras
        ) as run,
        watched(run, "hearthsim", params | {"seed": planned.seed}) as tracking,
    ):
        for number, point in enumerate(planned.experiment.points):
            results = _play_missing(run, planned, number, point, progress, threads)
            shown = ("share", "low", "high", "rounds", "nodes", "capped")
            found = {name: results[name] for name in shown if results[name] is not None}
            tracking.log_metrics((number + 1) * planned.n_games, found)
            progress.say(f"{planned.name}, {point.name}: {_headline(results)}")
        _write_timing(run, planned)
        for name in ("points", "rounds"):
            tracking.log_artifact(run.path / f"{name}.parquet")


def _headline(results: dict[str, Any]) -> str:
    share, low, high = (results[name] for name in ("share", "low", "high"))
    if share is None:
        return f"no winner in {results['n_games']:,} games"
    return f"{share:.2%} ({low:.2%} to {high:.2%}) of {results['n_games']:,} games won"


def _play_missing(
    run: Run,
    planned: PlannedExperiment,
    number: int,
    point: Point,
    progress: Progress,
    threads: int | None,
) -> dict[str, Any]:
    # Imported late, as by all flows: the command checks its runs before its server starts.
    from tasks.orchestration.steps import stop_if_cancelled

    path = run.path / "points.parquet"
    known = read_table(path).filter(point=point.name) if path.exists() else pl.DataFrame()
    if known.height:
        progress.add(planned.n_games)
        return known.row(0, named=True)
    rows = Rows.numbered(planned.n_games, 1, games_seed(planned.seed))
    play = partial(play_point, planned.experiment, planned.mode, point)
    name = f"{number:03d}-{{:05d}}".format
    games, sums = Pieces[int](run.path / "games", name), Pieces[int](run.path / "rounds", name)
    parts = dict(enumerate(rows.pieces(CHUNK_GAMES)))
    missing = sorted({*games.missing(parts), *sums.missing(parts)})
    lacking = [parts[chunk] for chunk in missing]
    progress.add(planned.n_games - sum(part.games for part in lacking))
    start = time.monotonic()
    played = play_batches(play, lacking, threads, progress)
    for chunk, (_, table) in zip(missing, played, strict=True):
        note_time(run.path / TIMING, float, games.name(chunk), time.monotonic() - start)
        sums.write(chunk, sums_by_round(table))
        games.write(chunk, table.select(pl.lit(point.name).alias("point"), *GAMES))
        start = time.monotonic()
        stop_if_cancelled()
    results = {"number": number} | point_results(point, pl.concat(map(games.read, parts)))
    named = pl.lit(number).cast(pl.Int64).alias("number"), pl.lit(point.name).alias("point")
    means = course(map(sums.read, parts), planned.n_games).select(*named, pl.all())
    upsert_rows(run.path / "rounds.parquet", means, ["number", "round"])
    upsert_rows(path, pl.DataFrame([results], schema={"number": pl.Int64, **POINTS}), ["number"])
    return results


def _write_timing(run: Run, planned: PlannedExperiment) -> None:
    """Writes the time of all games once they are played; chunks without a time count as others."""
    path, seconds = run.path / "timing.parquet", read_times(run.path / TIMING, float)
    if seconds and not path.exists():
        n_chunks = -(-planned.n_games // CHUNK_GAMES) * len(planned.experiment.points)
        games_s = sum(seconds.values()) / len(seconds) * n_chunks
        write_table(path, pl.DataFrame({"games_s": games_s, "games": planned.games}))
    remove(run.path / TIMING)


def play(asked: Hearthsim, folder: Path, _: Hearthsim, tracking: ParentTracking) -> bool:
    """Plays HearthSim's experiments.

    In each experiment HearthSim's player plays decks against itself, in clean mode and with the
    habits of the program of 2014.

    Source:
        Oyaizu 2014, blog of HearthSim.
    """
    progress, planned = Progress(), asked.planned
    progress.expect(all_games := sum(each.games for each in planned), "hearthsim")
    names = [each.name for each in planned]
    for each in planned:
        show_runs(folder, names, progress.games / all_games)
        play_experiment(each, folder, progress, asked.threads, asked.resume_anyway)
    show_runs(folder, names, 1.0)
    return True
