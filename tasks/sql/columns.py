"""`Table` and `Column`: how `tasks.sql.schema` describes the tables of SQL."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from models.settings.outcomes import OUTCOMES, Outcome
from tasks.storage.run import Run


@dataclass(frozen=True)
class Column:
    """A column: DuckDB's type, its meaning and, in the table `runs`, its value for a run."""

    kind: str
    text: str
    of_run: Callable[[Run], Any] | None = None


_RUN = Column("varchar", "name of the run's directory", lambda run: run.name)


@dataclass(frozen=True)
class Table:
    """A table and its columns.

    Attributes:
        text: The meaning of one row.
        columns: Columns that every such table has, in order, after `run`.
        more: Columns that depend on the run: a part of their name, with its meaning.
        is_of_runs: Whether the first column is the row's run.
    """

    text: str
    columns: Mapping[str, Column]
    more: Mapping[str, str] = field(default_factory=dict)
    is_of_runs: bool = True

    @property
    def all_columns(self) -> Mapping[str, Column]:
        """The columns with `run`, in order."""
        return {"run": _RUN, **self.columns} if self.is_of_runs else self.columns


def _outcome(outcome: Outcome) -> Column:
    kind = "bigint" if outcome.is_whole else "double"
    return Column(kind + "[]" * outcome.by_opponent, outcome.text)


def columns_of(text: str) -> dict[str, Column]:
    """Reads lines of `name type: meaning`, or of the name of an outcome."""
    found = {}
    for line in filter(None, (line.strip() for line in text.splitlines())):
        head, _, meaning = line.partition(": ")
        name, _, kind = head.partition(" ")
        found[name] = Column(kind, meaning) if kind else _outcome(OUTCOMES[name])
    return found


def described(text: str, columns: str, **more: str) -> Table:
    """A table whose columns are lines as `columns_of` reads them."""
    return Table(text, columns_of(columns), more)
