import re

import pytest
from jinja2 import UndefinedError

from tasks.reports.pages import render, table, write_into, write_page


def test_what_a_template_shows_is_escaped(tmp_path):
    values = {"title": "<b>&", "body": ""}
    text = render(tmp_path / "page.html", "markdown.html", **values).read_text()
    assert "<title>&lt;b&gt;&amp;</title>" in text


def test_a_page_needs_no_network_and_knows_dark_screens(tmp_path):
    text = render(tmp_path / "page.html", "markdown.html", title="t", body="b").read_text()
    assert not re.search(r"https?:|src=|<link|@import|url\(", text)
    assert "prefers-color-scheme: dark" in text


def test_a_value_that_a_template_lacks_is_an_error(tmp_path):
    with pytest.raises(UndefinedError, match="body"):
        render(tmp_path / "page.html", "markdown.html", title="t")
    assert not list(tmp_path.iterdir())


def test_a_markdown_page_is_stored_as_markdown_and_as_html(tmp_path):
    text = "# A <title>\n\nA **word** & <b>tags</b>.\n\n" + table(["a", "b"], [["1", "2"]])
    page = write_page(tmp_path, text)
    assert (tmp_path / "report.md").read_text() == text
    html = page.read_text()
    assert "<title>A &lt;title&gt;</title>" in html
    assert "<strong>word</strong> &amp; &lt;b&gt;tags&lt;/b&gt;" in html
    assert "<td>2</td>" in html


def test_pictures_are_linked_from_the_documents_place(tmp_path):
    document = tmp_path / "docs" / "page.md"
    document.parent.mkdir()
    document.write_text("<!-- begin map -->\n<!-- end map -->\n")
    write_into(document, {"map": "![Map](map.png)\n"}, tmp_path / "runs" / "one")
    assert "![Map](../runs/one/map.png)" in document.read_text()
