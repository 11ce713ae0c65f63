"""The tables of runs as data frames, with the types and names of `tasks.sql.schema`.

This module reads whole files and verifies their checksums, so that DuckDB needs no file access.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import polars as pl
from polars import selectors

from models.players.decks import opponent_suite
from tasks.sql.schema import TABLES
from tasks.storage.files import MANIFEST, read_table
from tasks.storage.locks import LOCK
from tasks.storage.run import Run

_FILES: dict[str, Callable[[Run], list[Path]]] = {
    "evaluations": lambda run: run.result_files(),
    "fresh_evaluations": lambda run: run.fresh.files(),
    "proposals": lambda run: run.proposals.files(),
    "archive": lambda run: run.archives.files(),
    "metrics": lambda run: _existing(run.metrics_path),
    "surrogate_metrics": lambda run: _existing(run.surrogate_metrics_path),
    "timing": lambda run: _existing(run.timing_path),
    "elites": lambda run: _existing(run.elites_path),
    "efficiency": lambda run: _existing(run.efficiency_path),
    "card_effects": lambda run: _existing(run.card_effects_path),
    "pair_effects": lambda run: _existing(run.pair_effects_path),
    "cards": lambda run: _existing(run.cards_path),
    "hearthsim_points": lambda run: _existing(run.path / "points.parquet"),
    "hearthsim_rounds": lambda run: _existing(run.path / "rounds.parquet"),
    "play_games": lambda run: _existing(run.path / "play_games.parquet"),
    "play_actions": lambda run: _existing(run.path / "play_actions.parquet"),
    "hearthsim_games": lambda run: sorted((run.path / "games").glob("*.parquet")),
}
#: Polars types of the files' columns.
_DTYPES = {
    "bigint": pl.Int64(),
    "double": pl.Float64(),
    "tinyint": pl.Int8(),
    "varchar": pl.String(),
    "bigint[]": pl.List(pl.Int64),
    "double[]": pl.List(pl.Float64),
    "tinyint[]": pl.List(pl.Int8),
}


def tables_of(runs: Sequence[Run]) -> dict[str, pl.DataFrame]:
    """Reads the files of runs: one frame per table; the first column is the run's name.

    Raises:
        StoreError: A file is missing or damaged.
    """
    frames = {name: _typed(name, [_read(name, run) for run in runs]) for name in _FILES}
    return frames | {"opponents": _typed("opponents", [_opponents(run) for run in runs])}


def duels_of(paths: Iterable[str | Path]) -> pl.DataFrame:
    """Reads the duels of MESB or the balance lab in folders of runs.

    Args:
        paths: Folders of runs; run directories have none.

    Raises:
        StoreError: A file is damaged.
    """
    folders = [Path(path).expanduser().absolute() for path in paths]
    return _typed(
        "duels",
        [
            read_table(file).with_columns(study=pl.lit(folder.name), cards=pl.lit(file.stem))
            for folder in dict.fromkeys(folders)
            if not (folder / MANIFEST).exists()
            for file in sorted(folder.glob("duels-*.parquet"))
        ],
    )


def is_folder_of_tables(path: str | Path) -> bool:
    """Whether a folder has tables, as the extract of a study has, and no runs."""
    folder = Path(path).expanduser()
    has_runs = any((folder / name).exists() for name in (MANIFEST, LOCK))  # one may be deleted
    has_runs |= any(folder.glob(f"*/{MANIFEST}"))
    return not has_runs and any(folder.glob("*.parquet"))


def read_folder(path: str | Path) -> dict[str, pl.DataFrame]:
    """A frame per Parquet file of a folder.

    Raises:
        StoreError: A file is damaged.
    """
    files = sorted(Path(path).expanduser().glob("*.parquet"))
    return {file.stem: read_table(file) for file in files}


def _read(name: str, run: Run) -> pl.DataFrame:
    """A run's rows of a table; lists, since the pools of several runs differ in length."""
    frames = []
    for file in _FILES[name](run):
        frame = read_table(file)
        if name == "archive":  # the file's name has the iteration
            frame = frame.with_columns(iteration=pl.lit(int(file.stem), pl.Int64))
        frames.append(frame.with_columns(selectors.array().arr.to_list()))
    rows = pl.concat(frames, how="diagonal_relaxed") if frames else pl.DataFrame()
    return rows.select(pl.lit(run.name).alias("run"), pl.all()) if rows.width else rows


def _opponents(run: Run) -> pl.DataFrame:
    """A run's opponents, in the order of the games."""
    opponents = run.experiment.get("opponents", ())
    if isinstance(opponents, str):
        names = [opponent.name for opponent in opponent_suite(opponents)]
    else:
        names = [opponent["name"] for opponent in opponents]
    columns = {"run": run.name, "opponent": range(len(names)), "name": names}
    return pl.DataFrame(columns, schema={"run": pl.String, "opponent": pl.Int64, "name": pl.String})


def _typed(name: str, frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Concatenated rows; columns of every run come first, even if no run has them yet."""
    columns = {column: _DTYPES[each.kind] for column, each in TABLES[name].all_columns.items()}
    return pl.concat([pl.DataFrame(schema=columns), *frames], how="diagonal_relaxed")


def _existing(path: Path) -> list[Path]:
    return [path] if path.exists() else []
