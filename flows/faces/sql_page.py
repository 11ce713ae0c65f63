"""The generated parts of `docs/sql.md`: tables, outcomes, extracts and example queries.

`python -m flows.faces.sql_page docs/sql.md` writes them between their marks.
"""

import sys
from pathlib import Path

from flows.commands import REPORTED
from flows.studies.published import PublishedReport
from models.settings.outcomes import OUTCOMES
from tasks.reports.pages import table, write_into
from tasks.sql.catalog import questions
from tasks.sql.schema import TABLES, Table


def extracts() -> dict[str, dict[str, str]]:
    """The tables of published extracts, by their folders: what a row is."""
    reports = [each.report() for each in REPORTED]
    return {
        ", ".join(f"`{place}`" for place in each.places): {**each.tables, **each.results}
        for each in reports
        if isinstance(each, PublishedReport) and each.places
    }


def sections() -> dict[str, str]:
    """The generated parts of the page, by the names of their marks."""
    tables_of_studies = [
        table([folders, "one row is"], [[f"`{name}`", text] for name, text in tables.items()])
        for folders, tables in extracts().items()
    ]
    asked = (f"### {q.name}\n\n{q.title}.\n\n```sql\n{q.sql}\n```\n" for q in questions().values())
    return {
        "tables": "\n".join(_table_text(name, each) for name, each in TABLES.items()),
        "outcomes": _outcomes_text(),
        "extracts": "\n".join(tables_of_studies),
        "questions": "\n".join(asked),
    }


def _table_text(name: str, described: Table) -> str:
    rows = [[f"`{column}`", it.kind, it.text] for column, it in described.all_columns.items()]
    rows += [[f"`{_pattern(column)}`", "", text] for column, text in described.more.items()]
    head = f"### {name}\n\nOne row is {described.text}.\n"
    return "\n".join([head, table(["column", "type", "meaning"], rows)])


def _outcomes_text() -> str:
    rows = [
        [f"`{name}`", each.unit or "share", each.average, each.source or "-"]
        for name, each in OUTCOMES.items()
        if each.is_predictable
    ]
    return table(["outcome", "unit", "averaged", "in the papers' programs"], rows)


def _pattern(name: str) -> str:
    """The name of a family of columns, with dots for the part that varies."""
    before, after = "..." * name.startswith("_"), "..." * name.endswith("_")
    return f"{before}{name}{after}"


if __name__ == "__main__":
    document = Path(sys.argv[1])
    write_into(document, sections(), document.parent)
