import math
import re

import pytest
from jinja2 import UndefinedError

from tasks.reports.pages import render, table, table_of_rows, write_into, write_page


def test_what_a_template_shows_is_escaped(tmp_path):
    values = {"title": "<b>&", "body": ""}
    text = render(tmp_path / "page.html", "base.html", **values).read_text()
    assert "<title>&lt;b&gt;&amp;</title>" in text


def test_a_page_needs_no_network_and_knows_dark_screens(tmp_path):
    text = render(tmp_path / "page.html", "base.html", title="t", body="b").read_text()
    assert not re.search(r"https?:|src=|<link|@import|url\(", text)
    assert "prefers-color-scheme: dark" in text


def test_a_value_that_a_template_lacks_is_an_error(tmp_path):
    with pytest.raises(UndefinedError, match="body"):
        render(tmp_path / "page.html", "base.html", title="t")
    assert not list(tmp_path.iterdir())


def test_a_markdown_page_is_stored_as_markdown_and_as_html(tmp_path):
    text = "# A <title>\n\nA **word** & <b>tags</b>.\n\n" + table(["a", "b"], [["1", "2"]])
    page = write_page(tmp_path, text)
    assert (tmp_path / "report.md").read_text() == text
    html = page.read_text()
    assert "<title>A &lt;title&gt;</title>" in html
    assert "<strong>word</strong> &amp; &lt;b&gt;tags&lt;/b&gt;" in html
    assert "<td>2</td>" in html


def test_a_table_of_rows_has_formats_and_intervals_and_says_what_is_missing():
    rows = [
        {"name": "a|b", "share": 0.52, "low": 0.498, "high": 0.542, "n": 1200},
        {"name": "c", "share": math.nan, "low": math.nan, "high": math.nan, "n": None},
    ]
    text = table_of_rows(rows, "`{name}` | {share:.1% low high} | {n:,} of {n}", "name", "won", "n")
    assert text.splitlines()[2:] == [
        "| `a\\|b` | 52.0% (49.8% to 54.2%) | 1,200 of 1200 |",
        "| `c` | - | - of - |",
    ]
    with pytest.raises(KeyError, match="wins"):
        table_of_rows(rows, "{wins}", "wins")


def test_pictures_are_linked_from_the_documents_place(tmp_path):
    document = tmp_path / "docs" / "page.md"
    document.parent.mkdir()
    document.write_text("<!-- begin map -->\n<!-- end map -->\n")
    write_into(document, {"map": "![Map](map.png)\n"}, tmp_path / "runs" / "one")
    assert "![Map](../runs/one/map.png)" in document.read_text()
