"""Settings of an experiment or a training, one by one: `--set`, and their list."""

import json
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

import yaml
from pydantic.fields import FieldInfo

from models.config import Config, ConfigError, allowed_range, shortened
from models.scheduling import FORMER_KEYS

Settings = TypeVar("Settings", bound=Config)


def override(config: Settings, settings: Sequence[str]) -> Settings:
    """Applies `key=value` settings to an experiment, or a training, all at once.

    Args:
        config: Where to start from.
        settings: Dotted keys and values, `search.n_games=20`; values are JSON, or bare words.

    Raises:
        ConfigError: A key is unknown (the message suggests one) or given twice, or a value is not
            allowed (the message names the range).
    """
    changes: dict[str, Any] = {}
    for setting in settings:
        key, separator, text = setting.partition("=")
        key = FORMER_KEYS.get(key, key)
        if not separator:
            raise ConfigError(f"--set {setting}: write key=value, such as --set search.n_games=20")
        _, old = _find(config, key)
        if key in changes:
            raise ConfigError(f"--set {setting}: {key} is set twice; give it once")
        changes[key] = _parse_value(key, text, old)
    try:
        return config.but(**changes)
    except ConfigError as error:
        bounds = {key: allowed_range(_find(config, key)[0]) for key in changes if key in str(error)}
        ranges = [f"{key} may be {allowed}" for key, allowed in bounds.items() if allowed]
        hint = f" ({'; '.join(ranges)})" if ranges else ""
        raise ConfigError(f"--set {error}{hint}") from None


def keys(config: Config, prefix: str = "") -> Iterator[tuple[str, FieldInfo, Any]]:
    """Every setting below a configuration: dotted key, field and value."""
    for name, field in type(config).model_fields.items():
        value = getattr(config, name)
        if isinstance(value, Config):
            yield from keys(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", field, value


def _parse_value(key: str, text: str, old: Any) -> Any:
    """Reads a value as JSON (`20`, `true`, `[128, 32]`, `null`); anything else is a string.

    Raises:
        ConfigError: It is neither JSON nor a word, or no list where one is needed.
    """
    try:
        value = json.loads(text)
        text.encode(), json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ConfigError(f"--set {key}: holds half a character; write it again") from None
    except (ValueError, RecursionError):  # no JSON, a number of thousands of digits, deep lists
        value = text
    is_no_list = isinstance(old, tuple) and not isinstance(value, list)
    if is_no_list or (isinstance(value, str) and text[:1] in ("[", "{")):
        # Unquoted, a shell takes the quotes of ["a","b"]; YAML needs none.
        with_quotes = shortened(_as_json(_as_yaml(text)) or _as_json(old))
        raise ConfigError(
            f"--set {key}={shortened(text)}: the value is JSON; write it as in "
            f"--set '{key}={with_quotes}'"
        )
    return value


def _as_json(value: Any) -> str:
    """A value as JSON, a patch by its name; empty for nothing, and for a list that holds itself."""
    try:
        return json.dumps(value, default=lambda each: each.name) if value else ""
    except (ValueError, RecursionError):
        return ""


def _as_yaml(text: str) -> Any:
    """The list or mapping that a text is in YAML; None if it is neither."""
    try:
        value = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return value if isinstance(value, list | dict) else None


def _find(config: Config, key: str) -> tuple[FieldInfo, Any]:
    """The field of a setting, and its value; refuses what is none."""
    known = {name: (field, value) for name, field, value in keys(config)}
    if key in known:
        return known[key]
    if inside := [name for name in known if name.startswith(f"{key}.")]:
        raise ConfigError(f"--set {key}: set one of its parts: {', '.join(inside)}")
    # `n_games` and `serch.n_games` both mean `search.n_games`.
    last_names = {name.rpartition(".")[2]: name for name in reversed(known)}
    close = get_close_matches(key, known, n=1, cutoff=0.75) or [
        last_names[last]
        for last in get_close_matches(key.rpartition(".")[2], last_names, n=1, cutoff=0.75)
    ]
    listing = "presets --keys" if "search.n_games" in known else "presets --training --keys"
    hint = f"did you mean {close[0]}?" if close else f"`python -m flows {listing}` lists all"
    raise ConfigError(f"--set {key}: there is no such setting; {hint}")
