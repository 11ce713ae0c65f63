"""SQL over run directories: DuckDB views on the Parquet files of one or many runs.

The views exist in an in-memory database that is made for each question, so it works while a run is
writing, and no statement can change a run. Every view starts with the column ``run``, the name of
the run's directory; `tasks.sql.schema` lists views and columns, and so does `docs/sql.md`. A view
whose files are not there yet is empty, with the columns that every run has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from models.players.decks import opponent_suite
from tasks.sql.schema import TABLES
from tasks.storage.store import (
    MANIFEST,
    Run,
    StoreError,
    find_runs,
    load_run,
    read_table,
    status_of,
)

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
# Views on other views: a row per card of a deck, and per opponent.
_DERIVED = {
    "decks": """
        select e.run, e.evaluation, c.card, c.id, c.name, c.cost, e.copies
        from (select run, evaluation, unnest(solution) as copies,
              generate_subscripts(solution, 1) - 1 as card from evaluations) as e
        join cards as c using (run, card) where e.copies > 0
    """,
    "games": """
        select run, evaluation, unnest(range(len(opponent_games))) as opponent,
               unnest(opponent_games) as n_games, unnest(opponent_wins) as wins,
               unnest(opponent_objective) as objective from evaluations
    """,
}
# An archive's file is named after its outer iteration, whatever its rows say.
_ITERATION = "parse_filename(filename, true)::bigint as iteration"
_OTHERS = "columns(lambda name: name not in ('filename', 'iteration'))"
_REFUSED = (duckdb.StatementType.COPY, duckdb.StatementType.EXPORT)


def connect(paths: Iterable[str | Path]) -> duckdb.DuckDBPyConnection:
    """Opens an in-memory database with the views of every run in `paths`.

    Args:
        paths: Run directories, or folders with run directories one level below; or the folder of
            one extract, such as `docs/dsa-me`, whose files are the tables.

    Raises:
        StoreError: A path holds no run, or a table in it is damaged.
    """
    paths = list(paths)
    if len(paths) == 1 and is_folder_of_tables(paths[0]):
        return _locked(open_tables(paths[0]))
    runs = [load_run(path) for path in find_runs(paths)]
    connection = duckdb.connect()
    _create_runs(connection, runs)
    _create_opponents(connection, runs)
    for view in _FILES:
        _create_view(connection, view, runs)
    for view, sql in _DERIVED.items():
        connection.execute(f"create view {view} as {sql}")
    folders = ", ".join(_quote(run.path) for run in runs)
    connection.execute(f"set allowed_directories = [{folders}]")
    return _locked(connection)


def is_folder_of_tables(path: str | Path) -> bool:
    """Whether a folder has tables, as the extract of a study has, instead of runs."""
    folder = Path(path).expanduser()
    return any(folder.glob("*.parquet")) and not (folder / MANIFEST).exists()


def open_tables(path: str | Path) -> duckdb.DuckDBPyConnection:
    """An in-memory database with a table per Parquet file of a folder.

    Raises:
        StoreError: A file is damaged.
    """
    connection = duckdb.connect()
    for file in sorted(Path(path).expanduser().glob("*.parquet")):
        name = file.stem.replace('"', '""')
        connection.register("file", read_table(file).to_arrow())
        connection.execute(f'create table "{name}" as select * from file')
        connection.unregister("file")
    return connection


def _locked(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Keeps questions from files that they have no business with."""
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    return connection


def query(paths: Iterable[str | Path], sql: str) -> pl.DataFrame:
    """Answers a question in SQL about one or many runs.

    Args:
        paths: As `connect` takes them.
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
            names = ", ".join(name for (name,) in connection.sql("show tables").fetchall())
            raise StoreError(
                f"SQL: {error}\ntables: {names}; `describe {names.split(',')[0]}` lists columns"
            ) from error


def _create_runs(connection: duckdb.DuckDBPyConnection, runs: Sequence[Run]) -> None:
    connection.execute(f"create table runs ({_definitions('runs')})")
    connection.executemany(
        "insert into runs values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [_run_row(run) for run in runs]
    )


def _create_opponents(connection: duckdb.DuckDBPyConnection, runs: Sequence[Run]) -> None:
    connection.execute(f"create table opponents ({_definitions('opponents')})")
    rows = [
        [run.name, place, name] for run in runs for place, name in enumerate(opponent_names(run))
    ]
    if rows:
        connection.executemany("insert into opponents values (?, ?, ?)", rows)


def opponent_names(run: Run) -> list[str]:
    """The names of a run's opponents, in the order in which games are dealt to them."""
    opponents = run.experiment.get("opponents", ())
    if not isinstance(opponents, str):
        return [opponent["name"] for opponent in opponents]
    return [opponent.name for opponent in opponent_suite(opponents)]


def _run_row(run: Run) -> list[Any]:
    manifest = run.manifest
    return [
        run.name,
        str(run.path),
        status_of(run),
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
    # What every run has comes first and is typed, also where no run has files yet.
    nulls = ", ".join(f"null::{kind} as {name}" for name, kind in _kinds(view).items())
    parts.insert(0, f"select {nulls} where false")
    connection.execute(f"create view {view} as {' union all by name '.join(parts)}")


def _kinds(table: str) -> dict[str, str]:
    """Column to DuckDB's type."""
    return {"run": "varchar"} | {name: col.kind for name, col in TABLES[table].columns.items()}


def _definitions(table: str) -> str:
    return ", ".join(f"{name} {kind}" for name, kind in _kinds(table).items())


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
