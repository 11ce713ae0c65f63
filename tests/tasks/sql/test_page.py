import re
from pathlib import Path

import pytest

from tasks.sql.page import EXTRACTS, page, question, questions
from tasks.sql.schema import TABLES
from tasks.storage.store import StoreError

ROOT = Path(__file__).parents[3]


def test_the_page_is_current():
    written = (ROOT / "docs" / "sql.md").read_text(encoding="utf-8")
    assert written == page(), "write it again: python -m tasks.sql.page docs/sql.md"


def test_the_cookbook_has_many_questions_each_with_a_title():
    assert len(questions()) >= 12
    assert questions()["luck"].sql.startswith("select run, count(*) as elites")
    assert all(each.sql.endswith(";") and each.title for each in questions().values())


def test_an_unknown_question_is_refused_with_those_there_are():
    with pytest.raises(StoreError, match=r"--example lucky: .* best-deck-per-cell, "):
        question("lucky")


def test_tables_of_extracts_are_those_of_their_folders():
    for folders, tables in EXTRACTS.items():
        for folder in re.findall("`(.+?)`", folders):
            assert {file.stem for file in (ROOT / folder).glob("*.parquet")} == set(tables), folder


def test_tables_and_columns_are_explained():
    for name, table in TABLES.items():
        assert table.text, name
        assert all(each.kind and each.text for each in table.columns.values()), name
