"""A run's seconds: games, and everything else."""

import polars as pl

from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.measured import SECONDS, TRACKING, WALL
from tasks.storage.files import read_table, write_table

#: Parts of a run's time. The rest (orchestration, logging, proposals' files) is `other_s`, which
#: includes `tracking_s` (Prefect and MLflow).
PARTS = ("games", "train", "search", "archive", "report")


def write_timing(run: LiveRun) -> pl.DataFrame:
    """Writes `timing.parquet`: one row of seconds over all iterations and the work after them.

    An existing file is kept. The time that a killed session spent on an unfinished step is unknown
    and not included.

    Returns:
        Columns wall_s, games_s, train_s, search_s, archive_s, report_s, other_s, tracking_s, games,
        and not_games, the share of the time outside games.
    """
    path = run.directory.timing_path
    if path.exists():
        return read_table(path)
    run.measured.note(wall_s=run.measured.wall_s)
    rows = pl.concat(
        [read_table(run.directory.metrics_path), pl.DataFrame([run.measured.values])],
        how="diagonal_relaxed",
    )
    sums = rows.select(pl.col(f"^.*{SECONDS}$", "games").sum()).row(0, named=True)
    parts = {f"{part}{SECONDS}": float(sums.get(f"{part}{SECONDS}", 0.0)) for part in PARTS}
    wall = sums[WALL]
    table = pl.DataFrame(
        {
            WALL: wall,
            **parts,
            "other_s": wall - sum(parts.values()),
            TRACKING: sums[TRACKING],
            "games": sums["games"],
            "not_games": 1.0 - parts["games_s"] / wall,
        }
    )
    write_table(path, table)
    return table
