"""SQL over run directories: DuckDB views on the Parquet files of one or many runs.

The views exist in an in-memory database that is made for each question, so it works while a run is
writing, and no statement can change a run. Every view starts with the column ``run``, the name of
the run's directory:

    runs: one row per run: seed, status, digests, times, configuration as JSON.
    evaluations: one row per evaluated deck.
    fresh_evaluations: the final elites, evaluated again with new games.
    proposals: the decks that each outer iteration evaluates, in order.
    archive: one row per elite and outer iteration.
    metrics: one row per outer iteration.
    surrogate_metrics: one row per outer iteration, target and split.
    timing: one row per finished run: seconds of games, training, inner loop and the rest.
    elites: the report's elites, evaluated again.
    cards: the pool's cards, in the order of a solution.

``describe evaluations`` lists a view's columns. A view whose files are not there yet is empty, with
the columns that every run has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import duckdb
import polars as pl

from tasks.store import Run, StoreError, find_runs, load_run, read_table, write_bytes, write_table

Format = Literal["table", "csv", "json", "parquet"]
_ROWS_SHOWN = 200

_GAME_RESULTS = """
    evaluation bigint, solution tinyint[], objective double, turns double, hand_size double
"""
_FILES: dict[str, Callable[[Run], list[Path]]] = {
    "evaluations": lambda run: [run.evaluations_path(chunk) for chunk in run.finished_chunks()],
    "fresh_evaluations": lambda run: _tables(run, "evaluations/fresh-*"),
    "proposals": lambda run: _tables(run, "proposals/*"),
    "archive": lambda run: _tables(run, "archive/*"),
    "metrics": lambda run: _existing(run.metrics_path),
    "surrogate_metrics": lambda run: _existing(run.surrogate_metrics_path),
    "timing": lambda run: _existing(run.timing_path),
    "elites": lambda run: _existing(run.elites_path),
    "cards": lambda run: _existing(run.cards_path),
}
_EMPTY = {
    "evaluations": f"{_GAME_RESULTS}, objective_se double, n_games bigint, win_rate double",
    "fresh_evaluations": f"{_GAME_RESULTS}, objective_se double, n_games bigint, win_rate double",
    "proposals": "iteration bigint, solution tinyint[]",
    "archive": f"iteration bigint, cell bigint, {_GAME_RESULTS}",
    "metrics": "iteration bigint, evaluations bigint, qd_score double, coverage double",
    "surrogate_metrics": (
        "iteration bigint, target varchar, split varchar, mse double, n_rows bigint"
    ),
    "timing": (
        "wall_s double, games_s double, train_s double, search_s double, archive_s double, "
        "report_s double, other_s double, games bigint, not_games double"
    ),
    "elites": f"cell bigint, {_GAME_RESULTS}, deck_code varchar",
    "cards": "id varchar, name varchar, cost bigint",
}
# An archive's file is named after its outer iteration, whatever its rows say.
_ITERATION = "parse_filename(filename, true)::bigint as iteration"
_OTHERS = "columns(lambda name: name not in ('filename', 'iteration'))"
_REFUSED = (duckdb.StatementType.COPY, duckdb.StatementType.EXPORT)


def connect(paths: Iterable[str | Path]) -> duckdb.DuckDBPyConnection:
    """Opens an in-memory database with the views of every run in `paths`.

    Args:
        paths: Run directories, or folders with run directories one level below.

    Raises:
        StoreError: A path holds no run, or a table in it is damaged.
    """
    runs = [load_run(path) for path in find_runs(paths)]
    connection = duckdb.connect()
    _create_runs(connection, runs)
    for view in _FILES:
        _create_view(connection, view, runs)
    folders = ", ".join(_quote(run.path) for run in runs)
    connection.execute(f"set allowed_directories = [{folders}]")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    return connection


def query(paths: Iterable[str | Path], sql: str) -> pl.DataFrame:
    """Answers a question in SQL about one or many runs.

    Args:
        paths: Run directories, or folders with run directories one level below.
        sql: One or more statements; the last one's result is returned.

    Raises:
        StoreError: No run, a damaged table, or SQL that DuckDB refuses.
    """
    with connect(paths) as connection:
        try:
            if any(part.type in _REFUSED for part in connection.extract_statements(sql)):
                raise StoreError("SQL: COPY and EXPORT could overwrite a run; use --format, --out")
            result = connection.sql(sql)
            return pl.DataFrame() if result is None else table_of(result)
        except duckdb.Error as error:
            views = ", ".join(["runs", *_FILES])
            raise StoreError(
                f"SQL: {error}\nviews: {views}; `describe evaluations` lists columns"
            ) from error


def write_result(table: pl.DataFrame, form: Format = "table", out: str | Path | None = None) -> str:
    """Gives a result as text, or writes it to a file.

    Args:
        table: The result.
        form: The format; ``parquet`` needs `out`.
        out: The file to write.

    Returns:
        The text; empty when a file was written.

    Raises:
        StoreError: The format is unknown or needs a file, or the file cannot be written.
    """
    if form not in get_args(Format):
        raise StoreError(f"format {form!r}: use one of {', '.join(get_args(Format))}")
    if form == "parquet":
        if out is None:
            raise StoreError("format parquet is not text; give a file with --out FILE")
        write_table(out, table)
        return ""
    text = {"table": _as_text, "csv": _as_csv, "json": _as_json}[form](table)
    if out is None:
        return text
    write_bytes(out, text.encode())
    return ""


def _create_runs(connection: duckdb.DuckDBPyConnection, runs: Sequence[Run]) -> None:
    connection.execute(
        "create table runs (run varchar, path varchar, status varchar, seed hugeint,"
        " started timestamptz, finished timestamptz, code_digest varchar, card_digest varchar,"
        " experiment json, versions json)"
    )
    connection.executemany(
        "insert into runs values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [_run_row(run) for run in runs]
    )


def _run_row(run: Run) -> list[Any]:
    manifest = run.manifest
    return [
        run.name,
        str(run.path),
        manifest["status"],
        run.seed,
        manifest["started"],
        manifest["finished"],
        run.code_digest,
        run.card_digest,
        json.dumps(run.experiment),
        json.dumps(manifest["versions"]),
    ]


def _create_view(connection: duckdb.DuckDBPyConnection, view: str, runs: Sequence[Run]) -> None:
    parts = []
    for run in runs:
        if files := _FILES[view](run):
            for file in files:
                read_table(file)  # DuckDB does not verify checksums
            names = ", ".join(_quote(file) for file in files)
            columns = f"{_ITERATION}, {_OTHERS}" if view == "archive" else "*"
            parts.append(
                f"select {_quote(run.name)} as run, {columns} from read_parquet([{names}], "
                f"union_by_name = true, hive_partitioning = false, filename = {view == 'archive'})"
            )
    if not parts:
        parts = [_empty_select(_EMPTY[view])]
    connection.execute(f"create view {view} as {' union all by name '.join(parts)}")


def _empty_select(columns: str) -> str:
    pairs = [pair.split() for pair in f"run varchar, {columns}".split(",")]
    nulls = ", ".join(f"null::{kind} as {name}" for name, kind in pairs)
    return f"select {nulls} where false"


def _tables(run: Run, pattern: str) -> list[Path]:
    return sorted(run.path.glob(f"{pattern}.parquet"))


def _existing(path: Path) -> list[Path]:
    return [path] if path.exists() else []


def _quote(text: str | Path) -> str:
    return "'" + str(text).replace("'", "''") + "'"


def table_of(result: duckdb.DuckDBPyRelation) -> pl.DataFrame:
    """A result with ordinary numbers: DuckDB's sums of counts are 128 bits wide."""
    table = pl.DataFrame(result.to_arrow_table())
    wide = [name for name, kind in table.schema.items() if kind == pl.Int128 or kind.is_decimal()]
    return table.with_columns(_narrow(table[name]) for name in wide)


def _narrow(column: pl.Series) -> pl.Series:
    """As 64-bit integers where that loses nothing, else as floats."""
    integers = column.cast(pl.Int64, strict=False)
    is_exact = integers.null_count() == column.null_count() and (integers == column).all()
    return integers if is_exact else column.cast(pl.Float64)


def _as_text(table: pl.DataFrame) -> str:
    with pl.Config(
        tbl_rows=_ROWS_SHOWN,
        tbl_cols=-1,
        tbl_width_chars=10_000,
        fmt_str_lengths=120,
        tbl_hide_column_data_types=True,
        tbl_hide_dataframe_shape=table.height <= _ROWS_SHOWN,
    ):
        return f"{table}\n"


def _as_csv(table: pl.DataFrame) -> str:
    """CSV has no lists or structures: those columns are JSON."""
    nested = [name for name, kind in table.schema.items() if kind.is_nested()]
    as_json = {name: [json.dumps(value) for value in table[name].to_list()] for name in nested}
    return table.with_columns(pl.Series(n, v, pl.String) for n, v in as_json.items()).write_csv()


def _as_json(table: pl.DataFrame) -> str:
    return table.write_json() + "\n"
