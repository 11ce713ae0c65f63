"""Where a run's time went: games, and everything that is not a game."""

import polars as pl

from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.measured import SECONDS, TRACKING, WALL
from tasks.storage.files import read_table, write_table

#: Parts of a run's time; what is left (orchestration, logging, proposals' files) is `other_s`,
#: of which `tracking_s` was Prefect and MLflow.
PARTS = ("games", "train", "search", "archive", "report")


def write_timing(run: LiveRun) -> pl.DataFrame:
    """Writes `timing.parquet`: one row of seconds over all iterations and what came after them.

    A run that has it keeps it: starting a finished run again takes no time worth counting. Time
    that a killed session spent on an unfinished step is not known and left out.

    Returns:
        Columns wall_s, games_s, train_s, search_s, archive_s, report_s, other_s, tracking_s, games,
        and not_games, the share of the time that was no game.
    """
    path = run.directory.timing_path
    if path.exists():
        return read_table(path)
    rows = read_table(run.directory.metrics_path).select(
        pl.col(f"^.*{SECONDS}$").sum(), pl.col("games").sum().alias("games")
    )
    spent = rows.row(0, named=True)
    run.measured.note(wall_s=run.measured.wall_s)
    for name, value in run.measured.values.items():
        if name == "games" or name.endswith(SECONDS):
            spent[name] = spent.get(name, 0) + value
    parts = {f"{part}_s": float(spent.get(f"{part}_s", 0.0)) for part in PARTS}
    wall = spent[WALL]
    table = pl.DataFrame(
        {
            WALL: wall,
            **parts,
            "other_s": wall - sum(parts.values()),
            TRACKING: float(spent.get(TRACKING, 0.0)),
            "games": int(spent.get("games", 0)),
            "not_games": 1.0 - parts["games_s"] / wall,
        }
    )
    write_table(path, table)
    return table
