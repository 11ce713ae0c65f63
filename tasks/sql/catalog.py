"""SQL over run directories: DuckDB over the tables of one or many runs.

Each query reads the tables into an in-memory database without file access. So queries work while a
run is writing, and no statement can change a run. Every table except ``duels`` starts with
the column ``run``, the name of the run's directory; `tasks.sql.schema` lists tables and columns. A
table without files is empty and has the columns that every run has. `tasks/data/cookbook.sql` has
example queries by name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb
import polars as pl
from polars import selectors

from models.players.decks import opponent_suite
from models.qd.archive import GridConfig
from tasks.sql.schema import TABLES
from tasks.storage.files import MANIFEST, StoreError, read_table
from tasks.storage.locks import LOCK
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
#: Tables of which no file may be missing.
_CHECKED: dict[str, Callable[[Run], list[Path]]] = {
    "evaluations": lambda run: run.result_files(),
    "fresh_evaluations": lambda run: run.fresh.files(),
    "proposals": lambda run: run.proposals.files(),
    "archive": lambda run: run.archives.files(),
}
#: Files of the other tables in a run's directory.
_PATTERNS = {
    "metrics": "metrics.parquet",
    "surrogate_metrics": "surrogate_metrics.parquet",
    "timing": "timing.parquet",
    "cards": "cards.parquet",
    "elites": "report/elites.parquet",
    "efficiency": "report/efficiency.parquet",
    "card_effects": "report/card_effects.parquet",
    "pair_effects": "report/pair_effects.parquet",
    "card_games": "card_games.parquet",
    "hearthsim_points": "points.parquet",
    "hearthsim_rounds": "rounds.parquet",
    "hearthsim_games": "games/*.parquet",
    "play_games": "play_games.parquet",
    "play_actions": "play_actions.parquet",
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


def connect(paths: Iterable[str | Path]) -> duckdb.DuckDBPyConnection:
    """Opens an in-memory database with the views of every run in `paths`.

    Args:
        paths: Run directories, or folders with run directories up to four levels below; or the
            folder of one extract, such as `docs/dsa-me`.

    Raises:
        StoreError: A path has no run, or a table in it is damaged.
    """
    paths = list(paths)
    if len(paths) == 1 and is_folder_of_tables(paths[0]):
        connection = open_tables(paths[0])
    else:
        runs = _told_apart([load_run(path) for path in find_runs(paths)])
        connection = _opened(tables_of(runs) | {"duels": duels_of(paths)})
        _create_runs(connection, runs)
        for view, sql in _DERIVED.items():
            connection.execute(f"create view {view} as {sql}")
    connection.execute("set lock_configuration = true")
    return connection


def _told_apart(runs: Sequence[Run]) -> list[Run]:
    """The runs by distinct names: repeated names get as many parent folders as needed."""
    n_parts = [1] * len(runs)
    while True:
        labels = ["/".join(run.path.parts[-n:]) for run, n in zip(runs, n_parts, strict=True)]
        if len(set(labels)) == len(runs):
            return [replace(run, label=label) for run, label in zip(runs, labels, strict=True)]
        counts = Counter(labels)
        n_parts = [n + (counts[label] > 1) for n, label in zip(n_parts, labels, strict=True)]


def open_tables(path: str | Path) -> duckdb.DuckDBPyConnection:
    """An in-memory database with a table per Parquet file of a folder; `StoreError` if damaged."""
    files = sorted(Path(path).expanduser().glob("*.parquet"))
    return _opened({file.stem: read_table(file) for file in files})


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
    """Returns a query of the cookbook; raises `StoreError` if it does not exist."""
    known = questions()
    if name not in known:
        raise StoreError(f"--example {name}: no such query; use {', '.join(known)}")
    return known[name]


def tables_of(runs: Sequence[Run]) -> dict[str, pl.DataFrame]:
    """Reads the files of runs: a frame per table, the run's name first; `StoreError` if damaged."""
    names = (*_CHECKED, *_PATTERNS)
    frames = {name: _typed(name, [_read(name, run) for run in runs]) for name in names}
    return frames | {"opponents": _typed("opponents", [_opponents(run) for run in runs])}


def duels_of(paths: Iterable[str | Path]) -> pl.DataFrame:
    """Reads the duels of MESB or the balance lab in folders of runs."""
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


def _read(name: str, run: Run) -> pl.DataFrame:
    """A run's rows of a table; lists, since the pools of several runs differ in length."""
    is_checked, frames = name in _CHECKED, []
    for file in _CHECKED[name](run) if is_checked else sorted(run.path.glob(_PATTERNS[name])):
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


def cell_sql(grid: GridConfig, measure: str = "{}") -> str:
    """The cell of a row's measures, as the SQL `measure`: the rule of `models.qd.cells`."""
    cell = "0"
    for each, n, (low, high) in zip(grid.measures, grid.shape, grid.ranges, strict=True):
        name = measure.format(each)
        inside = f"floor(({n} * ({name} - {low}) + 1e-9) / ({high} - {low} + 1.0))::bigint"
        index = (
            f"case when {name} <= {low} then 0 when {name} >= {high} then {n - 1} else {inside} end"
        )
        cell = f"({cell} * {n} + {index})"
    return cell
