"""Changes of files that are there."""

from pathlib import Path
from typing import Any

from tasks.storage.files import read_json, write_json


def edit_json(path: Path, **changes: Any) -> dict[str, Any]:
    """Changes facts of a JSON file, or parts of facts that are objects; returns what was before."""
    before, after = read_json(path), {}
    for name, value in changes.items():
        is_part = isinstance(value, dict) and isinstance(before.get(name), dict)
        after[name] = before[name] | value if is_part else value
    write_json(path, before | after)
    return before
