"""The report of a study: a Markdown template, filled from an extract.

An extract is a few small tables; the whole report follows from it without the runs. The template is
written in Jinja, with the filters of `FILTERS`. Its sections have names, which mark their places in
a document::

    ## Table 1 <!-- scores -->
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl
from jinja2 import Environment, StrictUndefined

from flows.studies.claims import tables, verdicts
from tasks.orchestration.flow_page import show_picture
from tasks.orchestration.progress import duration
from tasks.reports.formats import form, mean_of, p_value, published
from tasks.reports.pages import check_document, table, table_of_rows, write_into, write_page
from tasks.sql.catalog import connect, table_of
from tasks.storage.files import StoreError, check_writable, read_table, write_bytes, write_table
from tasks.tracking.mlflow_run import ParentTracking

#: `{{ x | form("+.2f") }}`, `{{ trials | mean(2) }}`, `{{ cells | table("head", ...) }}`,
#: `{{ dicts | rows("{name} | {share:.1% low high}", "head", ...) }}`, and so on.
FILTERS: dict[str, Callable[..., str]] = {
    "duration": duration,
    "form": form,
    "mean": mean_of,
    "p": p_value,
    "published": published,
    "rows": table_of_rows,
    "table": lambda rows, *head: table(head, rows),
    "tables": tables,
    "verdicts": verdicts,
}
Tables = Mapping[str, pl.DataFrame]
#: Columns of extracts that name a run.
_RUNS = ("run", "model", "test")
_PICTURE = re.compile(r"!\[(.+?)\]\(([\w-]+)\.png\)")
_HEADING = re.compile(r"^## (.+) <!-- ([\w-]+) -->$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class StudyReport:
    """The report of a study."""

    #: Returns the results in a few lines for the folder of a report; "" by default
    summary: Callable[[Path], str] = lambda _: ""
    #: Returns the step of the results in MLflow for the folder of a study; by default None, the
    #: number of finished runs
    step: Callable[[Path], int | None] = lambda _: None

    def write(self, path: Path, out: Path | None = None, into: Path | None = None) -> Path:
        """Writes the report of a folder of runs, or of their extract.

        Args:
            path: A folder of finished runs, or of an extract.
            out: Folder for the extract, tables, pictures and the page; by default `report` beside
                the runs, or the extract's own.
            into: A document in which to rewrite the marked sections.

        Returns:
            The page to open, `index.html`; `report.md` has the same text.

        Raises:
            StoreError: There are neither finished runs nor an extract, a file is damaged or cannot
                be written, or the document has no section or an unknown one.
        """
        return self._written(path.absolute(), out, into)[0]

    def publish(self, path: Path, tracking: ParentTracking) -> Path:
        """Writes the report of a folder of runs; shows it in MLflow, and its pictures in Prefect.

        Args and errors are those of `write` and `ParentTracking.log_report`. Returns the page.
        """
        page, numbers = self._written(path.absolute())
        for title, name in _PICTURE.findall(page.with_name("report.md").read_text("utf-8")):
            show_picture(name, page.parent / f"{name}.png", title)
        tracking.log_report(page.parent, numbers, self.step(path))
        return page

    def _written(
        self, path: Path, out: Path | None = None, into: Path | None = None
    ) -> tuple[Path, pl.DataFrame]:
        """Writes the report as `write`, of an absolute path.

        Returns:
            The page, and the main results: names in the first column, numbers in the others.
        """
        raise NotImplementedError  # every kind of report defines it


@dataclass(frozen=True)
class PublishedReport(StudyReport):
    """A report that follows from an extract.

    Its template is the file `report.md` beside the function `values`; the first line is the title.
    """

    #: The extract's tables, what a row of each is; first the one that says which runs there are
    tables: Mapping[str, str]
    #: Returns them for a folder of runs, also of an unfinished study; raises `StoreError` if it is
    #: no such study or has no results yet, or if a file is damaged
    extract: Callable[[Path], Tables]
    #: Returns the values of the template for the folder of an extract and its tables, and as
    #: `numbers` the main results; writes the report's tables and pictures into the folder
    values: Callable[[Path, Tables], Mapping[str, Any]]
    #: Returns the tables of a new extract with the runs that only an older one has; by default
    #: only those of the new one
    joined: Callable[[Tables, Tables], Tables] = lambda new, _: new
    #: The tables that the report adds to an extract
    results: Mapping[str, str] = field(default_factory=dict)
    #: Folders of extracts that `docs/sql.md` names
    places: Sequence[str] = ()

    @property
    def template(self) -> Path:
        """The Markdown file that the values fill."""
        return Path(inspect.getfile(self.values)).with_name("report.md")

    @property
    def titles(self) -> dict[str, str]:
        """The sections' titles by name."""
        return {name: title for title, name in _HEADING.findall(self.template.read_text("utf-8"))}

    def _written(
        self, path: Path, out: Path | None = None, into: Path | None = None
    ) -> tuple[Path, pl.DataFrame]:
        if into is not None:
            check_document(into, self.titles)
        folder = self._extracted(path, out)
        values = self.values(folder, self._tables_in(folder))
        title, *parts = _HEADING.split(filled(self.template, values))
        texts = {
            name: f"{text.strip()}\n" for name, text in zip(parts[1::3], parts[2::3], strict=True)
        }
        body = "\n".join(f"## {self.titles[name]}\n\n{text}" for name, text in texts.items())
        if into is not None:
            write_into(into, texts, folder)
        # Last: an extract that has its page is whole (`flows.studies.evidence`).
        return write_page(folder, f"{title.strip()}\n\n{body}"), values["numbers"]

    def join(self, path: Path, out: Path, into: Path | None = None) -> Path:
        """Adds a folder's finished runs to an extract, and writes its report; as `write`."""
        tables = self.extract(path)
        if all((out / f"{name}.parquet").is_file() for name in self.tables):
            tables = self.joined(tables, self._tables_in(out))
        self._store(tables, out)
        return self.write(out, into=into)

    def _tables_in(self, folder: Path) -> Tables:
        return {name: read_table(folder / f"{name}.parquet") for name in self.tables}

    def _store(self, tables: Tables, folder: Path) -> None:
        """Writes an extract, its first table last: if that is there, all are."""
        for name in reversed(list(self.tables)):
            write_table(folder / f"{name}.parquet", tables[name])

    def _extracted(self, path: Path, out: Path | None) -> Path:
        """The report's folder with the extract: created, copied, or already there."""
        files = [f"{name}.parquet" for name in self.tables]
        is_there = all((path / file).is_file() for file in files)
        folder = out.absolute() if out else path if is_there else path / "report"
        if not is_there:
            self._store(self.extract(path), folder)
        elif folder != path:
            for file in files:
                write_bytes(folder / file, (path / file).read_bytes())
        check_writable(folder)
        return folder


def with_older_runs(new: Tables, old: Tables, table: str, same: Sequence[str]) -> Tables:
    """The tables of a new extract with the runs that only an older one has.

    Errors of a run's surrogate on the decks of a run that was not in its folder are missing. Runs
    whose columns `same` differ from the new ones are left out; `table` has a row per run.

    Raises:
        StoreError: The older extract has other columns.
    """
    for name, rows in old.items():
        if rows.schema != new[name].schema:
            raise StoreError(f"the extract's {name}.parquet has other columns; use another folder")
    there = new[table]["run"].to_list()
    alike = old[table].join(new[table].select(same).unique(), on=same, how="semi")
    kept = alike.filter(~pl.col("run").is_in(there))["run"].to_list()

    def is_kept(rows: pl.DataFrame) -> pl.Expr:
        runs = [pl.col(name) for name in _RUNS if name in rows.columns]
        every = pl.all_horizontal(run.is_in([*kept, *there]) for run in runs)
        return every & pl.any_horizontal(run.is_in(kept) for run in runs)

    return {name: pl.concat([rows, old[name].filter(is_kept(rows))]) for name, rows in new.items()}


def tables_of_runs(runs: Sequence[Path], script: Path, *before: str) -> dict[str, pl.DataFrame]:
    """The tables of an extract: the views that a script creates in the schema `extract`.

    `before` are statements to execute first.
    """
    with connect(runs) as connection:
        for statement in (*before, script.read_text("utf-8")):
            connection.execute(statement)
        views = connection.sql("select view_name from duckdb_views() where schema_name = 'extract'")
        names = [name for (name,) in views.fetchall()]
        return {name: table_of(connection.sql(f"from extract.{name}")) for name in names}


def filled(template: Path, values: Mapping[str, Any]) -> str:
    """A template with its values.

    Raises:
        UndefinedError: A value of the template is missing.
    """
    jinja = Environment(
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined
    )
    jinja.filters |= FILTERS
    return jinja.from_string(template.read_text("utf-8")).render(values)
