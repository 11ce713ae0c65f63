"""Pages from the templates beside this module: self-contained files that need no network."""

import base64
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from models.statistics.intervals import Z
from tasks.reports.formats import column_label
from tasks.storage.files import write_bytes


def render(path: Path, template: str, **values: Any) -> Path:
    """Writes a page.

    Args:
        path: The HTML or Markdown file.
        template: Name of a file in `templates`.
        values: Values of the template; HTML pages escape them.

    Returns:
        The page.
    """
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
