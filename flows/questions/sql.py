"""SQL queries on runs: `sql`."""

import os
import sys
from pathlib import Path

from flows.questions.question import Answer, Question, setting
from models.settings.config import ConfigError


class Sql(Question):
    """Query runs with SQL."""

    runs: list[str] = setting(
        ...,
        "Run directories, or folders of them, and a query, such as `show tables`. Without a query, "
        "`sql` opens a prompt.",
        word="RUN... SQL",
    )
    example: str | None = setting(None, "Name of an example query of docs/sql.md.", metavar="NAME")
    format: str = setting("table", "Format of the result: table, csv, json or parquet.")
    out: Path | None = setting(None, "File to write.", "the terminal")

    def answer(self) -> Answer:
        """The results as text; empty if they go to a file or to the prompt."""
        from tasks.sql.catalog import answers, question
        from tasks.sql.output import check_format, write_result
        from tasks.storage.files import StoreError

        runs, asked = self._runs_and_question()
        check_format(self.format, self.out)
        if self.example is not None:
            asked = question(self.example).sql
        elif asked is None and sys.stdin.isatty():
            from flows.questions.sql_prompt import prompt

            prompt(runs, self.format)
            return Answer("")
        sql = sys.stdin.read() if asked is None else asked
        found, stopped = [], None
        try:
            for table in answers(runs, sql):
                found.append(table)
        except StoreError as error:
            stopped = error
        if len(found) + (stopped is not None) == 1 or (self.out is None and self.format == "table"):
            texts = (write_result(table, self.format, self.out) for table in found)
            return Answer("".join(texts), error=stopped)
        raise stopped or ConfigError(
            f"--format {self.format}: {len(found)} queries have {len(found)} results; give "
            "one query, or print them with --format table"
        )

    def _runs_and_question(self) -> tuple[list[Path], str | None]:
        """The run directories, and the query after them, if the last word is not a path."""
        *runs, last = self.runs
        if self.example or os.path.exists(last):  # Path.exists fails on long texts
            return [Path(run) for run in self.runs], None
        if not runs:
            raise ConfigError(f"sql {last}: no such run directory; give one before the query")
        return [Path(run) for run in runs], last
