"""Patches by name or from a YAML file, and the setting of a patch.

In a file only `cards` or `new` is required; `base` is a build, a day or a named patch::

    description: A softer sun
    base: "23321"
    cards:
      Sunwalker: {attack: 1}
      EX1_537: {cost: 7}
    new:
      - minion("Argent Horserider", 3, 2, 1, charge, divine_shield)

The lines of `new` are new cards (`engine.new_cards`).
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BeforeValidator, InstanceOf, PlainSerializer, WithJsonSchema

from engine.card_data import card_data, did_you_mean, quoted
from engine.history import later_nerfs
from engine.input_files import path_of, read_text
from engine.new_cards import new_card
from engine.patches import (
    BUILDS,
    Change,
    NewLine,
    Patch,
    PatchError,
    build_patch,
    day_patch,
    find_patchable,
    is_day,
    new_patch,
)
from engine.rules import patch_problems

DATA = Path(__file__).parent / "data"
SUFFIXES = (".yaml", ".yml")
_KEYS = ("name", "description", "base", "cards", "new")
_MAX_BYTES = 1_000_000
_MAX_LENGTH = {"name": 60, "description": 1000, "base": 60}


def patch_names() -> list[str]:
    """Returns the names of all included patches: builds, then changes to them."""
    return [*BUILDS, *sorted(path.stem for path in DATA.glob("*.yaml"))]


@cache
def named_patch(name: str) -> Patch:
    """Returns an included patch, or the cards of a day.

    Raises:
        PatchError: The patch or the day does not exist.
    """
    if is_day(name):
        return day_patch(name)
    if name in patch_names() and name not in BUILDS:
        return _read(DATA / f"{name}.yaml", name)
    try:
        return build_patch(name)
    except PatchError:
        known = ", ".join(patch_names())
        hint = did_you_mean(name, patch_names(), f"use one of {known}, or the path of a YAML file")
        raise PatchError(f"unknown patch {quoted(name)}; {hint}") from None


def find_patch(text: str) -> Patch:
    """Returns a patch by its name, or reads it from a file.

    Raises:
        PatchError: The patch or the file does not exist, or the file is wrong; every line of the
            message names the file, the line and the fix.
    """
    path = path_of(text)
    is_file = len(text) < 1000 and (path.suffix in SUFFIXES or "/" in text or path.is_file())
    return read_patch(path) if is_file and text not in patch_names() else named_patch(text)


def find_dated(date: str, text: str | None = None) -> Patch:
    """Returns the cards of a day, with the changes of a patch on top.

    Args:
        date: The day, or a name of one (`engine.history.PERIODS`).
        text: The patch, as `find_patch` takes it. Its changes are applied to the cards of the day
            instead of those of its build.

    Raises:
        PatchError: As `find_patch`; or the day is not known, or the patch is another build or day.
    """
    day = day_patch(date)
    if text is None:
        return day
    patch = find_patch(text)
    has_content = bool(patch.changes or patch.new)
    if patch.base != day.base and (patch.is_dated or not has_content):
        raise PatchError(
            f"patch {quoted(text)}: has the cards of {patch.era}, not those of {day.base}; leave "
            "out the date or the patch"
        )
    where = f"patch {quoted(text)}"
    return new_patch(
        patch.name if has_content else day.name,
        [Change(card, field, value, where) for card, field, value in patch.changes],
        day,
        patch.description,
        [NewLine(line, where) for line in patch.new],
    )


def read_patch(path: Path) -> Patch:
    """Reads a patch from a YAML file, as `find_patch`; its name is the file's by default.

    Raises:
        PatchError: The file does not exist or is wrong, or its name is that of an included patch.
    """
    patch = _read(path, path.stem)
    if patch.name in patch_names():
        raise PatchError(
            f"{path}: the name '{patch.name}' is that of an included patch; give another `name:`"
        )
    return patch


def _read(path: Path, name: str) -> Patch:
    document = _Document(path)
    facts = document.facts()
    base = facts.get("base", "38377")
    try:
        base_patch = named_patch(base)
    except PatchError as error:
        raise PatchError(f"{document.place('base')}: {error}") from None
    changes, new = list(document.changes()), list(document.new())
    description = facts.get("description", "")
    patch = new_patch(facts.get("name", name), changes, base_patch, description, new)
    if problems := patch_problems(patch):
        places = {find_patchable(change.card, patch).id: change.where for change in changes}
        places |= {new_card(line.text).data.id: line.where for line in new}
        raise PatchError(
            "\n".join(f"{places.get(card, path)}: {text}" for card, text in problems.items())
        )
    return patch


class _Document:
    """A YAML file as nodes with their lines."""

    def __init__(self, path: Path):
        self.path = path
        root = self._compose()
        if not isinstance(root, yaml.MappingNode):
            raise PatchError(f"{path}: expected keys and values; begin with 'cards:' or 'new:'")
        self.nodes = {key.value: value for key, value in self._pairs(root, "key")}
        self.lines = {key.value: key for key, _ in self._pairs(root, "key")}
        for key in self.nodes:
            if key not in _KEYS:
                hint = did_you_mean(key, _KEYS, f"use {', '.join(_KEYS)}")
                raise PatchError(f"{self.place(key)}: unknown key {quoted(key)}; {hint}")

    def _compose(self) -> yaml.Node | None:
        try:
            text = read_text(self.path, _MAX_BYTES)
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not UTF-8"
            raise PatchError(
                f"{self.path}: cannot be read ({reason}); give a YAML file, or one of the names "
                f"{', '.join(patch_names())}"
            ) from None
        try:
            return yaml.compose(text, yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = f", line {mark.line + 1}" if mark else ""
            raise PatchError(
                f"{self.path}{line}: not YAML ({error.problem}); write one 'Card: {{cost: 3}}' per "
                "line below 'cards:'"
            ) from None
        except (yaml.YAMLError, RecursionError) as error:
            raise PatchError(f"{self.path}: not YAML ({str(error).splitlines()[0]})") from None

    def _where(self, node: yaml.Node) -> str:
        return f"{self.path}, line {node.start_mark.line + 1}"

    def place(self, key: str) -> str:
        """File and line of a key; only the file without it."""
        return self._where(self.lines[key]) if key in self.lines else str(self.path)

    def _pairs(self, node: yaml.MappingNode, what: str) -> Iterator[tuple[yaml.Node, yaml.Node]]:
        seen: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise PatchError(f"{self._where(key)}: a {what} is a single word or name")
            if key.value in seen:
                first = seen[key.value].start_mark.line + 1
                raise PatchError(
                    f"{self._where(key)}: {what} {quoted(key.value)} is given a second time "
                    f"(first: line {first}); keep one"
                )
            seen[key.value] = key
            yield key, value

    def facts(self) -> dict[str, str]:
        """The values of the other keys, as text.

        Raises:
            PatchError: A value is no text, or too long.
        """
        facts = {}
        for key in ("name", "description", "base"):
            node = self.nodes.get(key)
            if node is None:
                continue
            if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
                raise PatchError(
                    f"{self.place(key)}: {key} must be a text; write it after '{key}:'"
                )
            facts[key] = " ".join(node.value.split())
            if len(facts[key]) > _MAX_LENGTH[key]:
                raise PatchError(
                    f"{self.place(key)}: {key} has {len(facts[key])} characters; use at most "
                    f"{_MAX_LENGTH[key]}"
                )
        return facts

    def changes(self) -> Iterator[Change]:
        """The changes of all cards.

        Raises:
            PatchError: There are no cards, a card has no numbers, or a key is given twice.
        """
        cards = self.nodes.get("cards")
        if cards is None and "new" in self.nodes:
            return
        if not isinstance(cards, yaml.MappingNode) or not cards.value:
            raise PatchError(
                f"{self.place('cards')}: no cards; write 'cards:' and below it, indented, "
                "'Sunwalker: {attack: 1}'"
            )
        for card, fields in self._pairs(cards, "card"):
            if not isinstance(fields, yaml.MappingNode) or not fields.value:
                raise PatchError(
                    f"{self._where(card)}: '{card.value}': give its new numbers, such as "
                    "'{cost: 3, attack: 2}'"
                )
            for field, value in self._pairs(fields, "field"):
                yield Change(card.value, field.value, _number(value), self._where(field))

    def new(self) -> Iterator[NewLine]:
        """The lines of new cards.

        Raises:
            PatchError: There are no lines, or one is not a single text.
        """
        lines = self.nodes.get("new")
        if lines is None:
            return
        if not isinstance(lines, yaml.SequenceNode) or not lines.value:
            raise PatchError(
                f"{self.place('new')}: no new cards; write 'new:' and below it, indented, "
                "'- minion(\"Name\", cost, attack, health, words...)'"
            )
        for number, line in enumerate(lines.value, 1):
            where = f"{self._where(line)}, new card {number}"
            if not isinstance(line, yaml.ScalarNode):
                raise PatchError(
                    f"{where}: not one text; write the line between single quotes, because it has "
                    "a colon"
                )
            yield NewLine(line.value, where)


def _number(node: yaml.Node) -> object:
    """A whole number as `int`; other values unchanged."""
    if isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:int":
        try:
            return int(node.value.replace("_", ""))
        except ValueError:  # hexadecimal, octal or base 60: not intended
            return node.value
    return node.value if isinstance(node, yaml.ScalarNode) else "a list"


def as_yaml(patch: Patch) -> str:
    """Returns a patch as a file for `read_patch`, with the old numbers as comments.

    It has no name: a patch without one is called like its file.
    """
    base = replace(build_patch(patch.base), new=patch.new)
    is_base = not (patch.changes or patch.new)
    lines = [f"# {patch.title}"] if is_base else []
    if patch.description:
        lines.append(f"description: {json.dumps(patch.description, ensure_ascii=False)}")
    if patch.is_dated and is_base:
        lines += [f"# {each}" for each in _undone(patch)]
    lines.append(f'base: "{patch.base}"')
    if patch.new:
        lines += ["new:", *(f"  - {_quoted(line)}" for line in patch.new)]
    if patch.changes or is_base:
        lines.append("cards:")
    if is_base:
        lines.append("  # Sunwalker: {cost: 7, attack: 1}")
    for card_id, values in patch.values.items():
        facts = base.card_data(card_id)
        now = ", ".join(f"{field}: {value}" for field, value in values.items())
        before = ", ".join(f"{field} {getattr(facts, field)}" for field in values)
        lines.append(f"  {card_id}: {{{now}}}  # {facts.name}: {before}")
    return "\n".join(lines) + "\n"


def _quoted(line: str) -> str:
    """A line as YAML reads it: in quotes if it has a colon or a comment's sign."""
    return json.dumps(line, ensure_ascii=False) if ": " in line or " #" in line else line


def _undone(patch: Patch) -> Iterator[str]:
    """The changes that a day undoes, with their day and certainty."""
    for each in later_nerfs(patch.day):
        if each.card_id in patch.missing:
            continue
        numbers = [f"{field} {value}" for field, value in each.numbers.items()]
        before = ", ".join([*numbers, *filter(None, [each.text])])
        name = card_data(each.card_id).name
        yield f"{name}, before {each.day}: {before} ({each.certainty} %)"


def as_patch(value: Any) -> Patch:
    """Returns the patch of a setting or a manifest: a name, or the whole content.

    Raises:
        PatchError: The patch does not exist, its content is wrong, or the value is neither.
    """
    if isinstance(value, Patch):
        return value
    if isinstance(value, str | int) and not isinstance(value, bool):
        return named_patch(str(value))
    if isinstance(value, Mapping) and {*value, "new"} == set(_KEYS):
        cards, new, where = value["cards"], value.get("new", []), f"patch {value['name']}"
        if _is_content(cards, new):
            changes = [
                Change(card, field, number, where)
                for card, fields in cards.items()
                for field, number in fields.items()
                if field != "name"
            ]
            base = build_patch(str(value["base"]))
            lines = [NewLine(line, f"{where}, new card {n}") for n, line in enumerate(new, 1)]
            return new_patch(str(value["name"]), changes, base, str(value["description"]), lines)
    raise PatchError(
        "a patch is one of the names `python -m flows patches` lists; a YAML file is given with "
        "--patch FILE"
    )


def _is_content(cards: Any, new: Any) -> bool:
    """Whether these are the changes and lines of a patch in a manifest."""
    numbers = isinstance(cards, Mapping) and all(isinstance(c, Mapping) for c in cards.values())
    return numbers and isinstance(new, list) and all(isinstance(line, str) for line in new)


#: The type of a patch setting; manifests record its whole content.
PatchSetting = Annotated[
    InstanceOf[Patch],
    BeforeValidator(as_patch),
    PlainSerializer(lambda patch: patch.content(), return_type=str | dict),
    WithJsonSchema({"type": ["string", "object"], "title": "Patch"}),
]
