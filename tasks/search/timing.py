"""Where a run's time went: games, and everything that is not a game."""

import time

import polars as pl

from tasks.orchestration.steps import TRACKING
from tasks.search.state import SearchState
from tasks.storage.files import read_table, write_table

#: Parts of a run's time; what is left (orchestration, logging, proposals' files) is `other_s`,
#: of which `tracking_s` was Prefect and MLflow.
PARTS = ("games", "train", "search", "archive", "report")


def write_timing(state: SearchState) -> pl.DataFrame:
    """Writes `timing.parquet`: one row of seconds over all iterations and what came after them.

    A run that has it keeps it: starting a finished run again takes no time worth telling. Time
    that a killed session spent on an unfinished iteration is not known and left out.

    Returns:
        Columns wall_s, games_s, train_s, search_s, archive_s, report_s, other_s, tracking_s, games,
        and not_games, the share of the time that was no game.
    """
    path = state.run.timing_path
    if path.exists():
        return read_table(path)
    rows = read_table(state.run.metrics_path).select(
        pl.col("^.*_s$").sum(), pl.col("games").sum().alias("games")
    )
    spent = rows.row(0, named=True)
    for name, value in state.facts.items():
        if name == "games" or name.endswith("_s"):
            spent[name] = spent.get(name, 0) + value
    spent["wall_s"] += time.perf_counter() - state.mark
    parts = {f"{part}_s": float(spent.get(f"{part}_s", 0.0)) for part in PARTS}
    wall = spent["wall_s"]
    table = pl.DataFrame(
        {
            "wall_s": wall,
            **parts,
            "other_s": wall - sum(parts.values()),
            TRACKING: float(spent.get(TRACKING, 0.0)),
            "games": int(spent.get("games", 0)),
            "not_games": 1.0 - parts["games_s"] / wall,
        }
    )
    write_table(path, table)
    return table
