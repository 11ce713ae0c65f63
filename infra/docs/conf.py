"""Sphinx's settings for `make docs`: the pages of `docs/`, and one of the library's docstrings."""

from importlib import metadata

from sphinx.application import Sphinx

project = "Hearthlight"
release = metadata.version("hearthlight")
root_doc = "README"
html_theme = "furo"
html_title = f"Hearthlight {release}"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
myst_heading_anchors = 4
napoleon_use_ivar = True
default_role = "code"
autodoc_typehints = "description"
# Links to files outside `docs/`, such as the sources, lead nowhere here; `tests/test_docs.py`
# checks all links of the repository.
suppress_warnings = ["myst.xref_missing"]
_CONTENTS = """
```{toctree}
:hidden:
:glob:

how-to/*
*
results/*
*/report
*/*/report
service/README
```
"""


def setup(app: Sphinx) -> None:
    """Give the first page a table of contents, which repository viewers would show as code."""
    app.connect("source-read", _add_contents)


def _add_contents(_app: Sphinx, name: str, text: list[str]) -> None:
    if name == root_doc:
        text[0] += _CONTENTS
