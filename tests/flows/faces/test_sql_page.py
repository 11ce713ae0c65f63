import re

from flows.faces.sql_page import extracts, sections
from tasks.sql.schema import TABLES
from tests.processes import ROOT

SECTION = re.compile(r"(<!-- begin ([\w-]+) -->\n)(.*?)<!-- end \2 -->", re.DOTALL)


def test_the_page_is_current():
    text = (ROOT / "docs" / "sql.md").read_text(encoding="utf-8")
    written = {name: section for _, name, section in SECTION.findall(text)}
    assert written == sections(), "write it again: python -m flows.faces.sql_page docs/sql.md"


def test_tables_of_extracts_are_those_of_their_folders():
    for folders, tables in extracts().items():
        for folder in re.findall("`(.+?)`", folders):
            assert {file.stem for file in (ROOT / folder).glob("*.parquet")} == set(tables), folder


def test_tables_and_columns_are_explained():
    for name, table in TABLES.items():
        assert table.text, name
        assert all(each.kind and each.text for each in table.columns.values()), name
