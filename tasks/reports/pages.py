"""Pages from the templates beside this module: self-contained files that need no network.

Reports are Markdown and HTML pages. Documents have generated sections; the text outside is kept::

    <!-- begin scores -->
    <!-- end scores -->
"""

import base64
import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markdown_it import MarkdownIt

from models.statistics.intervals import Z
from tasks.reports.formats import column_label, form, ranged
from tasks.storage.files import StoreError, write_bytes


def render(path: Path, template: str, **values: Any) -> Path:
    """Writes an HTML or Markdown page from a file in `templates`; HTML pages escape the values."""
    write_bytes(path, _templates.get_template(template).render(values).encode())
    return path


def _embedded(picture: Path) -> str:
    """A PNG file as a data URL."""
    return f"data:image/png;base64,{base64.b64encode(picture.read_bytes()).decode()}"


def _typed(path: Path) -> str:
    """A path relative to the current directory, if it is inside."""
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_templates.globals["Z"] = Z
_templates.filters |= {"embedded": _embedded, "label": column_label, "typed": _typed}


MARK = re.compile(r"(<!-- begin ([\w-]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    cells = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


#: A number in a cell: its name, its format, and the names of the limits of its interval.
_NUMBER = re.compile(r"\{(\w+)(?::([^ }]*)(?: (\w+) (\w+))?)?\}")


def table_of_rows(rows: Iterable[Mapping[str, Any]], cells: str, *head: str) -> str:
    """A Markdown table with the same cells for each row, such as `{hero} | {share:.1% low high}`.

    In braces are columns with their formats; the columns of an interval may follow, as in `52.0%
    (49.8% to 54.2%)`. None and NaN are "-".
    """
    parts = cells.split(" | ")
    shown = [[_NUMBER.sub(partial(_shown, row), part) for part in parts] for row in rows]
    return table(head, shown)


def _shown(row: Mapping[str, Any], number: re.Match) -> str:
    name, spec, low, high = number.groups()
    value = row[name]
    if low:
        return ranged(value, (row[low], row[high]), spec)
    return value if isinstance(value, str) else form(value, spec or "")


def write_page(folder: Path, text: str) -> Path:
    """Writes Markdown, whose first line is the title, as `report.md` and `index.html`.

    The folder is that of its pictures. Returns the page to open, `index.html`.
    """
    title = text.partition("\n")[0].removeprefix("# ")
    write_bytes(folder / "report.md", text.encode())
    return render(folder / "index.html", "base.html", title=title, body=html_of(text))


def html_of(text: str) -> str:
    """Markdown as HTML; HTML in it is escaped."""
    return MarkdownIt("js-default").render(text)


def check_document(document: Path, known: Collection[str]) -> None:
    """Checks the marks of a document, before any work.

    Raises:
        StoreError: It has no marked section, an unknown section, or cannot be read, or the report
            has no sections.
    """
    if not known:
        raise StoreError(f"--into {document}: this report has no marked sections; omit --into")
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
    """Writes the sections between their marks; pictures are linked from the document's place."""
    place = Path(os.path.relpath(folder.absolute(), document.absolute().parent)).as_posix()

    def section(match: re.Match) -> str:
        if match[2] not in texts:
            return match[0]  # a part of a study leaves the sections of other parts
        text = re.sub(r"\]\((?=[\w-]+\.png\))", f"]({place}/", texts[match[2]])
        return f"{match[1]}{text}{match[3]}"

    text = MARK.sub(section, document.read_text(encoding="utf-8"))
    write_bytes(document, text.encode())
