"""The page of all settings, `docs/settings.md`, from the fields of `flows.questions`.

`python -m flows.faces.settings_page docs/settings.md` writes it.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

from flows.commands import QUESTIONS
from flows.faces.forms import FORMS
from flows.questions.question import Question, choices, default_of
from flows.questions.settings import keys, keys_of_other_kinds
from models.settings.config import allowed_range
from tasks.reports.pages import table
from tasks.storage.files import write_bytes

_HEAD = """\
# Settings

<!-- Written by `python -m flows.faces.settings_page docs/settings.md` from flows/commands.py. -->

Every command of `python -m flows` has the options below. A command with a form on Prefect's pages
(`make up`) has the same settings there, under the names in the second column. If a form's seed is
empty, the run picks one. `--set` changes the settings [of a search](#settings-of-a-search),
[of a training](#settings-of-a-training), [of self-play](#settings-of-self-play),
[of train-value](#settings-of-train-value) or [of meta](#settings-of-meta).
"""
_KEYS = ("setting", "values", "default", "effect")
#: What `--set` changes: the command, the title and whose defaults they are.
_SETTINGS = (
    ("search", "a search", "the preset `paper`"),
    ("train-player", "a training", "the preset `paper`"),
    ("self-play", "self-play", "`self-play b3` with the preset `quick`"),
    ("train-value", "train-value", "`train-value` with the preset `quick`"),
    ("meta", "meta", "`meta` with the preset `quick`"),
)


def page() -> str:
    """The page's text."""
    parts = [_HEAD]
    for name, question in QUESTIONS.items():
        head = ("option", "form", "values", "default", "effect")
        rows = _rows(question, has_form=name in FORMS)
        text = f"{question.help()}\n\n{_table(head, rows)}"
        parts.append("\n".join((f"## {name}\n\n{text}", *_presets(question))))
    for name, title, whose in _SETTINGS:
        config = QUESTIONS[name].defaults()
        text = f"The defaults are those of {whose}.\n\n{_table(_KEYS, _keys(keys(config)))}"
        parts.append(f"## Settings of {title}\n\n{text}")
        for kind, own in keys_of_other_kinds(config):
            parts.append(f"With `{kind}` also:\n\n{_table(_KEYS, _keys(own))}")
    return "\n".join(parts)


def _presets(question: type[Question]) -> Iterable[str]:
    """The paragraph on presets in a command's notes."""
    for paragraph in question.notes.split("\n\n"):
        if paragraph.startswith("presets"):
            yield f"P{paragraph[1:].rstrip().rstrip('.')}.\n"


def _rows(question: type[Question], has_form: bool) -> Iterable[tuple[str, ...]]:
    for name, field in question.fields().items():
        form = f"`{name}`" if has_form and field.json_schema_extra.get("form", True) else ""
        default = "required" if field.is_required() else default_of(field)
        yield (f"`{question.label(name)}`", form, _values(field), default, field.description)


def _keys(found: Iterable[tuple[str, FieldInfo, Any]]) -> Iterable[tuple[str, ...]]:
    for key, field, value in found:
        default = json.dumps(value, default=lambda each: each.name)
        yield (f"`{key}`", _values(field), f"`{default}`", field.description or "")


def _values(field: Any) -> str:
    names = (f"`{name}`" for name in choices(field.annotation))
    return allowed_range(field) or ", ".join(names)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return table(head, list(rows))


if __name__ == "__main__":
    write_bytes(Path(sys.argv[1]), page().encode())
