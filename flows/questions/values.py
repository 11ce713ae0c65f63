"""What no setting may be: empty, unreadable, an impossible path, a list with something twice."""

import errno
from pathlib import Path
from typing import Any, get_args


def check_value(value: Any, kind: Any) -> None:
    """Refuses a value that a setting of this type can never have.

    Raises:
        ValueError: The message says why; the setting is named by whoever asks.
    """
    if is_empty(value):
        raise ValueError("is empty; give a value, or leave it out")
    given = value if isinstance(value, list) else [value]
    texts = [f"{each}" for each in given if isinstance(each, str | Path)]
    for text in texts:
        if "\0" in text:
            raise ValueError("holds a NUL character; write it again")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("is not UTF-8; write it again") from None
        if Path in _types(kind):
            _check_path(text)
    if twice := [name for place, name in enumerate(given) if name in given[:place]]:
        raise ValueError(f"{twice[0]} is given twice; give it once")


def is_empty(value: Any) -> bool:
    """Whether a value is what an unset shell variable leaves."""
    return value == "" or (isinstance(value, list) and "" in value)


def _types(kind: Any) -> set[Any]:
    """A type and all that it is made of: `list` and `Path` of `list[Path] | None`."""
    return {kind}.union(*(_types(each) for each in get_args(kind)))


def _check_path(text: str) -> None:
    """Refuses what no file system can hold.

    Raises:
        ValueError: The message says why.
    """
    try:
        Path(text).expanduser().exists()
    except RuntimeError:
        raise ValueError(f"there is no user {Path(text).parts[0][1:]}; write ./ before ~") from None
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
            reason = (error.strerror or "").lower()
            raise ValueError(f"is no possible path ({reason}); give another one") from None
