"""Reports as Markdown and HTML pages, and documents with generated sections.

The text outside the sections is kept::

<!-- begin scores -->
<!-- end scores -->
"""

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from markdown_it import MarkdownIt

from tasks.reports.pages import render
from tasks.storage.files import StoreError, write_bytes

MARK = re.compile(r"(<!-- begin ([\w-]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def write_page(folder: Path, text: str) -> Path:
    """Writes a page as `report.md` and `index.html` into the folder of its pictures.

    Args:
        folder: The folder of its pictures.
        text: Markdown; the first line is the title.

    Returns:
        The page to open, `index.html`.
    """
    title = text.partition("\n")[0].removeprefix("# ")
    write_bytes(folder / "report.md", text.encode())
    body = MarkdownIt("js-default").render(text)  # escapes HTML
    return render(folder / "index.html", "markdown.html", title=title, body=body)


def check_document(document: Path, known: Collection[str]) -> None:
    """Checks the marks of a document, before any work.

    Args:
        document: A Markdown file.
        known: Names of sections.

    Raises:
        StoreError: It has no marked section, an unknown section, or cannot be read.
    """
    try:
        names = [match[2] for match in MARK.finditer(document.read_text(encoding="utf-8"))]
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"--into {document}: cannot be read as text ({error})") from None
    if not names:
        first = next(iter(known))
        raise StoreError(
            f"--into {document}: no place for a section; write <!-- begin {first} --> and, on a "
            f"line of its own, <!-- end {first} --> where you want it"
        )
    if unknown := [name for name in names if name not in known]:
        raise StoreError(
            f"--into {document}: no section is called {unknown[0]}; use {', '.join(known)}"
        )


def write_into(document: Path, texts: Mapping[str, str], folder: Path) -> None:
    """Writes the sections between their marks; pictures are linked from the document's place.

    Args:
        document: A Markdown file.
        texts: Sections by name.
        folder: The folder of their pictures.
    """
    try:
        place = folder.absolute().relative_to(document.absolute().parent).as_posix()
    except ValueError:
        place = folder.as_posix()

    def section(match: re.Match) -> str:
        text = re.sub(r"\]\((?=[\w-]+\.png\))", f"]({place}/", texts.get(match[2], ""))
        return f"{match[1]}{text}{match[3]}"

    text = MARK.sub(section, document.read_text(encoding="utf-8"))
    write_bytes(document, text.encode())
