"""The page of all settings, `docs/settings.md`, from the fields of `flows.questions`.

`python -m flows.faces.settings_page docs/settings.md` writes it.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from flows.commands import QUESTIONS
from flows.faces.forms import FORMS
from flows.questions.presets import PAPER, TRAININGS
from flows.questions.question import Question, choices, default_of
from flows.questions.settings import keys
from flows.studies.meta.settings import Meta
from flows.studies.self_play.settings import SelfPlay
from flows.studies.value.settings import TrainValue
from models.settings.config import Config, allowed_range
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
_SETTINGS = (
    ("a search", "the preset `paper`", PAPER),
    ("a training", "the preset `paper`", TRAININGS["paper"]),
    ("self-play", "`self-play b3` with the preset `quick`", SelfPlay().study.settings),
    ("train-value", "`train-value` with the preset `quick`", TrainValue().study),
    ("meta", "`meta` with the preset `quick`", Meta().study),
)


def page() -> str:
    """The page's text."""
    parts = [_HEAD]
    for name, question in QUESTIONS.items():
        head = ("option", "form", "values", "default", "effect")
        rows = _rows(question, has_form=name in FORMS)
        parts.append(f"## {name}\n\n{question.help()}\n\n{_table(head, rows)}")
    for title, whose, config in _SETTINGS:
        head = ("setting", "values", "default", "effect")
        text = f"The defaults are those of {whose}.\n\n{_table(head, _keys(config))}"
        parts.append(f"## Settings of {title}\n\n{text}")
    return "\n".join(parts)


def _rows(question: type[Question], has_form: bool) -> Iterable[tuple[str, ...]]:
    for name, field in question.fields().items():
        form = f"`{name}`" if has_form and field.json_schema_extra.get("form", True) else ""
        default = "required" if field.is_required() else default_of(field)
        yield (f"`{question.label(name)}`", form, _values(field), default, field.description)


def _keys(config: Config) -> Iterable[tuple[str, ...]]:
    for key, field, value in keys(config):
        default = json.dumps(value, default=lambda each: each.name)
        yield (f"`{key}`", _values(field), f"`{default}`", field.description or "")


def _values(field: Any) -> str:
    names = (f"`{name}`" for name in choices(field.annotation))
    return allowed_range(field) or ", ".join(names)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return table(head, [[cell.replace("|", "\\|") for cell in row] for row in rows])


if __name__ == "__main__":
    write_bytes(Path(sys.argv[1]), page().encode())
