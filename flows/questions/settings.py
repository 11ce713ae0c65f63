"""Single settings of an experiment or a training: `--set`, and their list."""

import json
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

import yaml
from pydantic.fields import FieldInfo

from models.settings.config import (
    FORMER_KEYS,
    Config,
    ConfigError,
    allowed_range,
    did_you_mean,
    kinds_of,
    of_kinds,
    shortened,
)

Settings = TypeVar("Settings", bound=Config)
#: Characters of the longest value whose spelling is corrected; 1,000 brackets take YAML 0.3 s.
MAX_HINT = 300
#: Commands that list the settings of a search and of a training, each by one of these.
_LISTINGS = {
    "search.n_games": "`python -m flows presets --keys`",
    "evolution.algorithm": "`python -m flows presets --training --keys`",
}


def override(config: Settings, settings: Sequence[str]) -> Settings:
    """Applies `key=value` settings to an experiment, or a training, all at once.

    Settings are dotted keys and values, such as `search.n_games=20`; values are JSON or words.
    `player=NAME` gives all settings of a search player by its name, such as `one-turn:value`.

    Raises:
        ConfigError: A key is unknown (the message suggests one) or given twice, or a value is not
            allowed (the message names the range).
    """
    texts = _texts(settings)
    if "player" in texts and "player" in type(config).model_fields:
        config = _with_player(config, texts.pop("player"))
    kinds = {key: _parse_value(key, texts[key], "") for key in texts if key.endswith(".kind")}
    try:
        with_kinds = of_kinds(config, kinds)
    except ConfigError as error:
        raise ConfigError(f"--set {error}") from None
    found = {key: _find(with_kinds, key) for key in texts}
    changes = {key: _parse_value(key, text, found[key][1]) for key, text in texts.items()}
    try:
        return config.but(**changes)
    except ConfigError as error:
        bounds = {key: allowed_range(found[key][0]) for key in changes if key in str(error)}
        ranges = [f"{key} may be {allowed}" for key, allowed in bounds.items() if allowed]
        hint = f" ({'; '.join(ranges)})" if ranges else ""
        raise ConfigError(f"--set {error}{hint}") from None


def keys(config: Config, prefix: str = "") -> Iterator[tuple[str, FieldInfo, Any]]:
    """Every setting below a configuration: dotted key, field and value."""
    for name, field in type(config).model_fields.items():
        value = dict(config).get(name)
        if isinstance(value, Config) and str not in get_args(field.annotation):
            yield from keys(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", field, value


def keys_of_other_kinds(
    config: Config,
) -> Iterator[tuple[str, list[tuple[str, FieldInfo, Any]]]]:
    """What selects another kind of a part, such as `surrogate.kind=gaussian`, and its own `keys`.

    Values are those that the part would have.
    """
    known = {key for key, *_ in keys(config)}
    for name, field in type(config).model_fields.items():
        for member in get_args(field.annotation):
            if not isinstance(member, type) or not issubclass(member, Config):
                continue
            if isinstance(dict(config)[name], member) or not kinds_of(member):
                continue
            choice = f"{name}.kind", kinds_of(member)[0]
            other = keys(of_kinds(config, dict([choice])))
            yield "=".join(choice), [each for each in other if each[0] not in known]


def _with_player(config: Settings, name: str) -> Settings:
    """An experiment or a training whose `player` has the settings of a name, with its own cards."""
    from models.players.player_names import read_search_player

    player = dict(config)["player"]
    try:
        named = read_search_player(name, player.patch, player.format)
    except ConfigError as error:
        raise ConfigError(f"--set player={error}") from None
    return config.but(player=named.but(cards=player.cards, generated=player.generated))


def _texts(settings: Sequence[str]) -> dict[str, str]:
    """The values by key; former keys are renamed."""
    texts: dict[str, str] = {}
    for setting in settings:
        key, separator, text = setting.partition("=")
        key = FORMER_KEYS.get(key, key)
        if not separator:
            raise ConfigError(f"--set {setting}: write key=value, such as --set search.n_games=20")
        if key in texts:
            raise ConfigError(f"--set {setting}: {key} is set twice; give it once")
        texts[key] = text
    return texts


def _parse_value(key: str, text: str, old: Any) -> Any:
    """Reads a value as JSON (`20`, `true`, `[128, 32]`, `null`); anything else is a string."""
    try:
        value = json.loads(text)
        text.encode(), json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ConfigError(f"--set {key}: is not UTF-8; write it again") from None
    except (ValueError, RecursionError):  # not JSON, thousands of digits, deep lists
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
    """A value as JSON, a patch by its name; empty for empty values and recursive lists."""
    try:
        return json.dumps(value, default=lambda each: each.name) if value else ""
    except (ValueError, RecursionError):
        return ""


def _as_yaml(text: str) -> Any:
    """The list or mapping that a text of at most a few lines describes in YAML, otherwise None."""
    if len(text) > MAX_HINT:
        return None
    try:
        value = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return value if isinstance(value, list | dict) else None


def _find(config: Config, key: str) -> tuple[FieldInfo, Any]:
    """The field and the value of a setting; raises ConfigError for unknown keys."""
    known = {name: (field, value) for name, field, value in keys(config)}
    if key in known:
        return known[key]
    if inside := [name for name in known if name.startswith(f"{key}.")]:
        raise ConfigError(f"--set {key}: set one of its parts: {', '.join(inside)}")
    part, _, last = key.rpartition(".")
    if f"{part}.kind" in known:
        own = [name.rpartition(".")[2] for name in known if name.startswith(f"{part}.")]
        kind = known[f"{part}.kind"][1]
        hint = did_you_mean(last, own, f"{part}.")
        raise ConfigError(f"--set {key}: {part} of the kind {kind} has no such setting; {hint}")
    # `n_games` and `serch.n_games` both mean `search.n_games`.
    last_names = {name.rpartition(".")[2]: name for name in reversed(known)}
    close = get_close_matches(key, known, n=1, cutoff=0.75) or [
        last_names[last]
        for last in get_close_matches(key.rpartition(".")[2], last_names, n=1, cutoff=0.75)
    ]
    listing = next((text for name, text in _LISTINGS.items() if name in known), "docs/settings.md")
    hint = f"did you mean {close[0]}?" if close else f"{listing} lists all"
    raise ConfigError(f"--set {key}: there is no such setting; {hint}")
