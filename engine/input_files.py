"""Files that users give, read with limits: a device, an endless file or deep JSON is an error."""

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

#: Bytes of the largest text that is read, such as a list of decks or a player's weights.
MAX_BYTES = 64 << 20


def path_of(text: str) -> Path:
    """The path that a text means, if it is no name. `~` is the home directory of a known user."""
    return Path(os.path.expanduser(text))


def read_input(path: str | Path, most: int = MAX_BYTES) -> bytes:
    """Returns the bytes of a file or a pipe.

    Raises:
        OSError: It cannot be read, is a device or folder, or has more bytes than `most`.
    """
    path = Path(path)
    with path.open("rb") as file:
        mode = path.stat().st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            raise OSError(errno.EINVAL, "it is a device, not a file")
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has over {most:,} bytes")
    return data


def read_text(path: str | Path, most: int = MAX_BYTES) -> str:
    """Returns the text of a UTF-8 file, without a byte order mark.

    Raises:
        OSError: See `read_input`.
        UnicodeDecodeError: It is not UTF-8.
    """
    return read_input(path, most).decode("utf-8-sig")


def parse_json(text: str | bytes) -> Any:
    """Returns the value of a JSON text.

    Raises:
        ValueError: It is not JSON, or nested too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
