"""The cookbook: example queries by name, from `tasks/data/cookbook.sql`."""

import re
from dataclasses import dataclass
from pathlib import Path

from tasks.storage.files import StoreError

_FILE = Path(__file__).parents[1] / "data" / "cookbook.sql"


@dataclass(frozen=True)
class Question:
    """A query of the cookbook: its short name, its title, and the SQL."""

    name: str
    title: str
    sql: str


def questions() -> dict[str, Question]:
    """The cookbook, by name."""
    text = _FILE.read_text(encoding="utf-8")
    found = re.findall(r"^-- ([\w-]+): (.+)\n((?:(?!-- ).+\n)+)", text, re.M)
    return {name: Question(name, title, sql.strip()) for name, title, sql in found}


def question(name: str) -> Question:
    """A query of the cookbook.

    Raises:
        StoreError: It does not exist.
    """
    known = questions()
    if name not in known:
        raise StoreError(f"--example {name}: no such query; use {', '.join(known)}")
    return known[name]
