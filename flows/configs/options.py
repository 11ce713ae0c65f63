"""Settings from the command line: `search.n_games=20` becomes a field of the experiment."""

import json
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

import annotated_types
from pydantic.fields import FieldInfo

from models.config import Config, ConfigError
from models.scheduling import FORMER_KEYS

Settings = TypeVar("Settings", bound=Config)


def override(experiment: Settings, settings: Sequence[str]) -> Settings:
    """Applies `key=value` settings to an experiment, or a training, all at once.

    Args:
        experiment: Where to start from.
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
        _check_key(experiment, key)
        if key in changes:
            raise ConfigError(f"--set {setting}: {key} is set twice; give it once")
        changes[key] = parse_value(text)
    try:
        return experiment.but(**changes)
    except ConfigError as error:
        bounds = {key: _allowed(experiment, key) for key in changes if key in str(error)}
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


def parse_value(text: str) -> Any:
    """Reads a value as JSON (`20`, `true`, `[128, 32]`, `null`); anything else is a string."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def allowed_range(field: FieldInfo) -> str:
    """The bounds of a numeric field in words, such as `1 to 1000`; empty if it has none."""
    low = high = None
    for bound in field.metadata:
        match bound:
            case annotated_types.Ge(ge=value):
                low = f"{value}"
            case annotated_types.Gt(gt=value):
                low = f"more than {value}"
            case annotated_types.Le(le=value):
                high = f"to {value}"
            case annotated_types.Lt(lt=value):
                high = f"to less than {value}"
    if low is not None and high is None:
        high = "or more" if low.isdigit() else ""
    return " ".join(part for part in (low, high) if part)


def _allowed(experiment: Config, key: str) -> str:
    return allowed_range(next(field for name, field, _ in keys(experiment) if name == key))


def _check_key(experiment: Config, key: str) -> None:
    known = [name for name, _, _ in keys(experiment)]
    if key in known:
        return
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
