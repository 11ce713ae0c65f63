"""The generated parts of `docs/sql.md`: tables, outcomes, extracts and example queries.

`python -m tasks.reports.sql_page docs/sql.md` writes them between their marks.
"""

import sys
from pathlib import Path

from models.settings.outcomes import OUTCOMES
from tasks.reports.pages import table, write_into
from tasks.sql import extracts
from tasks.sql.catalog import questions
from tasks.sql.schema import TABLES, Table

#: Folders of extracts, with their tables.
EXTRACTS = {
    "`docs/dsa-me`, `docs/dsa-me-paper`": extracts.STUDY_EXTRACT,
    "`docs/mesb`": extracts.MESB_EXTRACT,
    "`docs/hearthsim`": extracts.HEARTHSIM_EXTRACT,
    "`docs/tradingstone`": extracts.TRADINGSTONE_EXTRACT | extracts.TRADINGSTONE_RESULTS,
    "`docs/league`": extracts.LEAGUE_EXTRACT | extracts.LEAGUE_RESULTS,
    "`docs/self-play/copy`, `docs/self-play/drafting`": extracts.SELF_PLAY_EXTRACT,
    "`docs/value-training`": extracts.VALUE_EXTRACT,
    "`docs/metagame/classic14`": extracts.META_EXTRACT | extracts.META_RESULTS,
    "`docs/backtest`": extracts.BACKTEST_EXTRACT | extracts.BACKTEST_RESULTS,
    "`docs/design/naxx14`": extracts.DESIGN_EXTRACT,
    "`docs/player-training`": extracts.TRAININGS_EXTRACT,
    "`docs/good-pilots`": extracts.PILOTS_EXTRACT | extracts.PILOTS_RESULTS,
}


def sections() -> dict[str, str]:
    """The generated parts of the page, by the names of their marks."""
    tables_of_studies = [
        table([folders, "one row is"], [[f"`{name}`", text] for name, text in tables.items()])
        for folders, tables in EXTRACTS.items()
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
