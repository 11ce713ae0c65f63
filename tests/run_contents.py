"""The content of directories: their files, and what does not depend on clock, machine or place."""

import json
import re
from collections.abc import Collection
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import mlflow
import polars as pl

from models.files import file_digest
from tasks.sql.catalog import connect
from tasks.sql.schema import TABLES
from tasks.storage.files import read_json
from tasks.storage.run import INVENTORY

#: Who wrote, and where it was logged.
ELSEWHERE = ("lock", "mlflow.json")
#: Facts of a manifest that a resumed run has otherwise.
HISTORY = ("started", "finished", "resumes", "extras")
#: What follows from a run's other files, and depends on its name or the clock.
DERIVED = ("report/*", INVENTORY)
#: Tables with columns of the clock, a run's own and those of a study's report.
TIMED = [
    f"{name}.parquet"
    for name in ("metrics", "timing", "trials", "iterations", "runs", "efficiency")
]
#: The section of a study's report on the clock.
CLOCK_SECTION = re.compile(r"(## |<h2>)Where the time went.*?(?=## |<h2>)", re.DOTALL)


def bytes_of(
    folder: Path, pattern: str = "**/*", without: Collection[str] = ()
) -> dict[str, bytes]:
    """The bytes of a folder's files that fit a pattern, by path, except those of some names."""
    files = [file for file in folder.glob(pattern) if file.is_file() and file.name not in without]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def stamps(folder: Path, pattern: str = "**/*") -> dict[str, int]:
    """When the files and folders in a folder that fit a pattern were written, except locks."""
    found = [each for each in folder.glob(pattern) if each.name != "lock"]
    return {each.relative_to(folder).as_posix(): each.stat().st_mtime_ns for each in found}


def contents(run: Path, without: Collection[str] = ()) -> dict[str, Any]:
    """Every file of a run, by its path; equal for runs that found the same, however they went.

    A folder of runs is compared alike, except its report's tables and section on the clock. Runs
    must share the directory's name, which reports show, or be compared without what is `DERIVED`.

    Args:
        run: Its directory.
        without: Patterns of paths to leave out.
    """
    files = [file for file in sorted(run.rglob("*")) if file.is_file()]
    found = {str(file.relative_to(run)): file for file in files if file.name not in ELSEWHERE}
    kept = [name for name in found if not any(fnmatch(name, pattern) for pattern in without)]
    return {name: _content(found[name], run) for name in kept}


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The files that only one of two directories has, or that hold something else, by contents."""
    same = {name for name in one.keys() & other.keys() if one[name] == other[name]}
    return sorted({*one, *other} - same)


def _content(file: Path, run: Path) -> Any:
    if file.name == "manifest.json":
        facts = json.loads(file.read_text())
        return {name: value for name, value in facts.items() if name not in HISTORY}
    if file.name == "time.csv":
        return len(pl.read_csv(file))
    if file.name in TIMED:
        return _without_clock(pl.read_parquet(file))
    if file.suffix in (".html", ".json", ".md"):
        text = file.read_text(encoding="utf-8").replace(str(run), "RUN")
        return CLOCK_SECTION.sub("", text)
    return file_digest(file)


def _without_clock(table: pl.DataFrame) -> tuple[Any, ...]:
    """Columns with their types, where they are null, and all values except seconds and speeds."""
    others = ("seconds", "games_per_second", "not_games", "started", "finished")
    clock = [name for name in table.columns if name.endswith("_s") or name in others]
    nulls = [table[name].is_null().to_list() for name in clock]
    return list(table.schema.items()), nulls, table.drop(clock).to_dict(as_series=False)


def unknown_columns(folder: Path) -> list[tuple[str, str]]:
    """Tables and columns that SQL shows of a folder and the schema does not name."""
    with connect([folder]) as runs:
        found = [(name, each) for name in TABLES for each in runs.sql(f"from {name}").columns]
    return [
        (name, each)
        for name, each in found
        if each not in TABLES[name].all_columns
        and not any(key in each for key in TABLES[name].more)
    ]


def in_mlflow(folder: Path) -> tuple[mlflow.MlflowClient, mlflow.entities.Run]:
    """The store of a directory's run in MLflow, and the run."""
    known = read_json(folder / "mlflow.json")
    client = mlflow.MlflowClient(known["uri"])
    return client, client.get_run(known["run_id"])
