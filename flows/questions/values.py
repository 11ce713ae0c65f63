"""Rules for values of all settings: not empty, readable, a possible path, no duplicates."""

import errno
from pathlib import Path
from typing import Any, get_args


def check_value(value: Any, kind: Any) -> None:
    """Raises `ValueError` with the reason, without a name, if no setting can have such a value."""
    if is_empty(value):
        raise ValueError("is empty; give a value, or omit it")
    given = value if isinstance(value, list) else [value]
    texts = [f"{each}" for each in given if isinstance(each, str | Path)]
    for text in texts:
        if "\0" in text:
            raise ValueError("has a NUL character; remove it")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("is not UTF-8; write it again") from None
        if Path in _types(kind):
            _check_path(text)
    if twice := [name for place, name in enumerate(given) if name in given[:place]]:
        raise ValueError(f"{twice[0]} is given twice; give it once")


def is_empty(value: Any) -> bool:
    """Whether a value comes from an unset shell variable."""
    return value == "" or (isinstance(value, list) and "" in value)


def _types(kind: Any) -> set[Any]:
    """A type and its parts: with `list` and `Path` for `list[Path] | None`."""
    return {kind}.union(*(_types(each) for each in get_args(kind)))


def _check_path(text: str) -> None:
    """Raises `ValueError`, with the reason, if no file system can have a path."""
    try:
        Path(text).expanduser().exists()
    except RuntimeError:
        raise ValueError(f"there is no user {Path(text).parts[0][1:]}; write ./ before ~") from None
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
            reason = (error.strerror or "").lower()
            raise ValueError(f"is no possible path ({reason}); give another one") from None
