"""SQL over run directories: DuckDB over the tables of one or many runs.

Each query reads the tables into an in-memory database without file access. So queries work while a
run is writing, and no statement can change a run. Every table except ``duels`` starts with
the column ``run``, the name of the run's directory; `tasks.sql.schema` lists tables and columns. A
table without files is empty and has the columns that every run has. `tasks/data/cookbook.sql` has
example queries by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import polars as pl

from tasks.sql.schema import TABLES
from tasks.sql.tables import duels_of, is_folder_of_tables, read_folder, tables_of
from tasks.storage.files import StoreError
from tasks.storage.run import Run
from tasks.storage.store import find_runs, load_run

#: DuckDB reads and writes no file, not even to swap memory, and sees no Python variable.
_CLOSED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": False,
    "python_enable_replacements": False,
    "temp_directory": "",
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
# Types that data frames or text files lack; they become text.
_AS_TEXT = re.compile(r"\b(BIGNUM|BIT|BLOB|GEOMETRY|INTERVAL|TIME WITH TIME ZONE|UNION|VARIANT)\b")


def connect(paths: Iterable[str | Path]) -> duckdb.DuckDBPyConnection:
    """Opens an in-memory database with the views of every run in `paths`.

    Args:
        paths: Run directories, or folders with run directories one level below; or the folder of
            one extract, such as `docs/dsa-me`.

    Raises:
        StoreError: A path has no run, or a table in it is damaged.
    """
    paths = list(paths)
    if len(paths) == 1 and is_folder_of_tables(paths[0]):
        connection = open_tables(paths[0])
    else:
        runs = [load_run(path) for path in find_runs(paths)]
        connection = _opened(tables_of(runs) | {"duels": duels_of(paths)})
        _create_runs(connection, runs)
        for view, sql in _DERIVED.items():
            connection.execute(f"create view {view} as {sql}")
    connection.execute("set lock_configuration = true")
    return connection


def open_tables(path: str | Path) -> duckdb.DuckDBPyConnection:
    """An in-memory database with a table per Parquet file of a folder.

    Raises:
        StoreError: A file is damaged.
    """
    return _opened(read_folder(path))


def _opened(frames: Mapping[str, pl.DataFrame]) -> duckdb.DuckDBPyConnection:
    """A database over frames in memory, without file access."""
    connection = duckdb.connect(config=_CLOSED)
    for name, frame in frames.items():
        connection.register(name, frame.to_arrow())
    return connection


def query(paths: Iterable[str | Path], sql: str) -> pl.DataFrame:
    """Returns the last result of SQL over one or many runs; see `answers`."""
    *_, last = answers(paths, sql)
    return last


def answers(paths: Iterable[str | Path], sql: str) -> Iterator[pl.DataFrame]:
    """Yields the results of SQL over one or many runs, also those before an error.

    Args:
        paths: As `connect` takes them.
        sql: One or more statements.

    Yields:
        The result of each statement that has one; an empty one if none has.

    Raises:
        StoreError: No run, a damaged table, no SQL, or SQL that DuckDB refuses.
    """
    with connect(paths) as connection:
        names = ", ".join(name for (name,) in connection.sql("show tables").fetchall())
        try:
            statements = [each.query for each in connection.extract_statements(sql)]
            if not statements:
                raise StoreError("SQL: there is no query; give one, such as `show tables`")
            has_result = False
            for statement in statements:
                if (result := connection.sql(statement)) is not None:
                    has_result = True
                    yield table_of(result)
            if not has_result:
                yield pl.DataFrame()
        except duckdb.PermissionException as error:
            raise StoreError(
                f"SQL: {error}\na query reads tables, no files, and cannot change a run; write "
                "its result to a file with --format and --out"
            ) from error
        except duckdb.Error as error:
            raise StoreError(
                f"SQL: {error}\ntables: {names}; `describe {names.split(',')[0]}` lists columns"
            ) from error


def _create_runs(connection: duckdb.DuckDBPyConnection, runs: Sequence[Run]) -> None:
    columns = TABLES["runs"].all_columns
    definitions = ", ".join(f"{name} {column.kind}" for name, column in columns.items())
    connection.execute(f"create table runs ({definitions})")
    places = ", ".join("?" * len(columns))
    of_run = [column.of_run for column in columns.values() if column.of_run]
    rows = [[value(run) for value in of_run] for run in runs]
    connection.executemany(f"insert into runs values ({places})", rows)


def table_of(result: duckdb.DuckDBPyRelation) -> pl.DataFrame:
    """A result as a data frame.

    Numbers have at most 64 bits (DuckDB's sums of counts have 128); types that frames lack, such as
    intervals, become text.

    Raises:
        StoreError: Two columns have the same name.
    """
    names, kinds = result.columns, [str(kind) for kind in result.types]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise StoreError(
            f"SQL: several columns of the result are called {twice[0]!r}; name them with `as`"
        )
    as_text = [_AS_TEXT.search(kind) is not None for kind in kinds]
    if any(as_text):
        columns = [f"#{place}" + "::varchar" * text for place, text in enumerate(as_text, 1)]
        result = result.project(", ".join(columns))
    table = pl.DataFrame(result.to_arrow_table())
    table.columns = names
    wide = [name for name, kind in table.schema.items() if kind == pl.Int128 or kind.is_decimal()]
    return table.with_columns(_narrow(table[name]) for name in wide)


def _narrow(column: pl.Series) -> pl.Series:
    """The column as 64-bit integers if that is exact, else as floats."""
    integers = column.cast(pl.Int64, strict=False)
    is_exact = integers.null_count() == column.null_count() and (integers == column).all()
    return integers if is_exact else column.cast(pl.Float64)


_FILE = Path(__file__).parents[1] / "data" / "cookbook.sql"


@dataclass(frozen=True)
class Recipe:
    """A query of the cookbook: its short name, its title, and the SQL."""

    name: str
    title: str
    sql: str


def questions() -> dict[str, Recipe]:
    """The cookbook, by name."""
    text = _FILE.read_text(encoding="utf-8")
    found = re.findall(r"^-- ([\w-]+): (.+)\n((?:(?!-- ).+\n)+)", text, re.M)
    return {name: Recipe(name, title, sql.strip()) for name, title, sql in found}


def question(name: str) -> Recipe:
    """A query of the cookbook.

    Raises:
        StoreError: It does not exist.
    """
    known = questions()
    if name not in known:
        raise StoreError(f"--example {name}: no such query; use {', '.join(known)}")
    return known[name]
