"""The cookbook: questions about runs with their SQL, by name, from `tasks/data/cookbook.sql`."""

import re
from dataclasses import dataclass
from pathlib import Path

from tasks.storage.files import StoreError

_FILE = Path(__file__).parents[1] / "data" / "cookbook.sql"


@dataclass(frozen=True)
class Question:
    """A question of the cookbook: its short name, what it asks, and the SQL."""

    name: str
    title: str
    sql: str


def questions() -> dict[str, Question]:
    """The cookbook, by name."""
    text = _FILE.read_text(encoding="utf-8")
    found = re.findall(r"^-- ([\w-]+): (.+)\n((?:(?!-- ).+\n)+)", text, re.M)
    return {name: Question(name, title, sql.strip()) for name, title, sql in found}


def question(name: str) -> Question:
    """A question of the cookbook.

    Raises:
        StoreError: There is none of that name.
    """
    known = questions()
    if name not in known:
        raise StoreError(f"--example {name}: there is no such question; use {', '.join(known)}")
    return known[name]
