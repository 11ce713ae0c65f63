"""`Config`: the base of every configuration. Frozen, typed, and rejects unknown keys."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, Self, TypeVar, get_args

import annotated_types
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from engine import UserError

_Value = TypeVar("_Value")


class ConfigError(UserError, ValueError):
    """A setting that does not exist or cannot have this value; the message names both."""


class Config(BaseModel):
    """A frozen set of settings that rejects unknown names and numbers that are not finite.

    Two configurations are equal if all their settings are equal. `but` returns a changed copy.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", validate_default=True, allow_inf_nan=False
    )

    @model_validator(mode="before")
    @classmethod
    def _truth_is_no_number(cls, given: Any) -> Any:
        """Refuses true for 1, and 1 for true, which pydantic would convert."""
        for name, value in given.items() if isinstance(given, dict) else ():
            kind = cls.model_fields[name].annotation if name in cls.model_fields else Any
            if kind is bool and not isinstance(value, bool):
                raise _refused(name, value, "write true or false")
            if _has_truth(value) and bool not in (kind, *get_args(kind)) and kind is not Any:
                raise _refused(name, value, "true and false are not allowed here")
        return given

    def but(self, **changes: Any) -> Self:
        """Returns a copy with some settings changed, validated as a whole.

        Args:
            changes: New values by path; levels are joined by two underscores or by a dot:
                `config.but(surrogate__epochs=5)`, `config.but(**{"surrogate.epochs": "5"})`.
                Text is converted to numbers, not to true and false.

        Raises:
            ConfigError: A name is unknown, a path leads into a plain value, or a value is not
                allowed; the message names the full path.
        """
        levels = {tuple(path.replace("__", ".").split(".")): each for path, each in changes.items()}
        return _changed(self, levels, "")


def _even(games: int) -> int:
    if games % 2:
        raise ValueError(f"half of the games are in each seat; use an even number: {games + 1}")
    return games


#: A number of games, half of which are in each seat.
EvenGames = Annotated[int, AfterValidator(_even)]


def added_field(default: Any, **options: Any) -> Any:
    """Returns a field that older manifests lack: it is written only if it is not the default.

    So a run that began before the setting existed has the same configuration as one with its
    default, and can be resumed and compared. The default is the behaviour of such runs.
    """
    return Field(default, exclude_if=lambda value: value == default, **options)


def kinds_of(config: type[Config]) -> tuple[str, ...]:
    """The values that the field `kind` of a configuration may have; none without such a field."""
    field = config.model_fields.get("kind")
    return get_args(field.annotation) if field else ()


def of_kinds(config: Config, kinds: Mapping[str, Any], prefix: str = "") -> Config:
    """Returns a configuration whose parts have these kinds, to look up their settings.

    Kinds are given by path, as in `{"surrogate.kind": "linear"}`. The copy is not validated, and
    lacks settings of a new kind that have no default.

    Raises:
        ConfigError: A kind does not exist; the message suggests one.
    """
    values = dict(config)
    for name, field in type(config).model_fields.items():
        if isinstance(value := values.get(name), Config):
            union, path = get_args(field.annotation), f"{prefix}{name}"
            kind = kinds.get(f"{path}.kind", getattr(value, "kind", None))
            part = _of_kind(value, union, kind)
            if kind is not None and kind not in kinds_of(type(part)):
                known = [each for member in union or (type(value),) for each in kinds_of(member)]
                raise ConfigError(
                    f"{path}.kind {shortened(str(kind))}: no such kind; "
                    f"{did_you_mean(str(kind), known)}"
                )
            part = part if kind is None else part.model_copy(update={"kind": kind})
            values[name] = of_kinds(part, kinds, f"{path}.")
    return config.model_construct(**values)


def _has_truth(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(_has_truth(each) for each in value)
    return isinstance(value, bool)


def _refused(name: str, value: Any, message: str) -> ValidationError:
    """An error of one field, for a validator of all of them."""
    kind = PydanticCustomError("truth", message)
    error = {"type": kind, "loc": (name,), "input": value}
    return ValidationError.from_exception_data(name, [error])


def _changed(config: Config, changes: dict[tuple[str, ...], Any], prefix: str) -> Any:
    """`config` with the changes, whose paths start below `prefix`."""
    fields = type(config).model_fields  # pydantic also iterates over cached properties
    values = {name: value for name, value in config if name in fields}
    for name in dict.fromkeys(path[0] for path in changes):
        _check_name(config, name, prefix)
        below = {path[1:]: value for path, value in changes.items() if path[0] == name}
        union = get_args(fields[name].annotation)
        old = _of_kind(values.get(name), union, below.get(("kind",)))
        values[name] = _new_value(old, below, f"{prefix}{name}")
    try:
        return type(config).model_validate(values)
    except ValidationError as error:
        raise ConfigError(_explain(error, prefix)) from None


def _of_kind(old: Any, union: tuple, kind: Any) -> Any:
    """`old`, or the union's member of this kind, with the settings that were changed in `old`."""
    members = [each for each in union if isinstance(each, type) and issubclass(each, Config)]
    for member in members:
        if kind in kinds_of(member) and not isinstance(old, member):
            fields = type(old).model_fields
            changed = {
                name: getattr(old, name)
                for name in (fields.keys() & member.model_fields.keys()) - {"kind"}
                if getattr(old, name) != fields[name].default
            }
            return member.model_construct(kind=kind, **changed)
    return old


def _new_value(old: Any, changes: dict[tuple[str, ...], Any], path: str) -> Any:
    if () in changes:
        if len(changes) > 1:
            raise ConfigError(f"{path}: set either the whole or its parts, not both")
        return changes[()]
    if not isinstance(old, Config):
        deeper = ".".join(next(iter(changes)))
        raise ConfigError(f"{path}.{deeper}: {path} is a plain value and has no settings below it")
    return _changed(old, changes, f"{path}.")


def _check_name(config: Config, name: str, prefix: str) -> None:
    known = list(type(config).model_fields)
    if name not in known:
        hint = did_you_mean(name, known, prefix)
        raise ConfigError(f"{prefix}{name}: no such setting; {hint}")


def _explain(error: ValidationError, prefix: str) -> str:
    """One line per wrong setting, at most three: its path, the error, the given value."""
    lines = error.errors()
    # Of a setting of several types, only the type that the value could have says what is wrong.
    told = [line for line in lines if not _is_of_another_type(line)] or lines
    return "; ".join(
        (
            f"{prefix}{'.'.join(f'{x}' for x in line['loc'] if not _is_type(x))}".removesuffix(".")
            + f": {_PYTHON.sub(lambda word: _WORDS[word[0][0]], line['msg'])}"
        ).removeprefix(": ")
        # The message of a rule between settings already names the values.
        + (
            ""
            if isinstance(line["input"], dict | Config)
            else f" (given: {shortened(repr(line['input']))})"
        )
        for line in told[:3]
    )


#: What pydantic says of Python's types, and words for it by the first letter.
_PYTHON = re.compile(r"^Value error, |Tuple(?= should)| after validation, not \d+|a valid dict.*")
_WORDS = {"V": "", "T": "The list", " ": "", "a": "settings by name"}


def _is_type(level: str | int) -> bool:
    """Whether a level of an error's path is a type of several, not a setting or a place."""
    text = f"{level}"
    return "[" in text or text in ("str", "int", "float", "bool") or text[:1].isupper()


def _is_of_another_type(line: Mapping[str, Any]) -> bool:
    kind, is_type = line["type"], bool(line["loc"]) and _is_type(line["loc"][-1])
    return is_type and (kind.endswith("_type") or (kind == "too_short" and bool(line["input"])))


def shortened(text: str, n: int = 80) -> str:
    """The first `n` characters of a given text, for messages."""
    return text if len(text) <= n else f"{text[:n]}..."


def repeated(names: Sequence[_Value]) -> _Value | None:
    """The first name that a list has twice; None without one."""
    return next((name for place, name in enumerate(names) if name in names[:place]), None)


def did_you_mean(name: str, known: Iterable[str], prefix: str = "") -> str:
    """A hint with the most similar name, or with all names if none is similar."""
    plain = {each.casefold(): each for each in known}
    close = get_close_matches(name.casefold(), plain, n=1)
    if close:
        return f"did you mean {prefix}{plain[close[0]]}?"
    return f"choose one of {', '.join(plain.values())}"


def named(what: str, name: str, known: Mapping[str, _Value]) -> _Value:
    """Returns the value of a name.

    Raises:
        ConfigError: The name is unknown; the message is `what`, and suggests a name.
    """
    if name in known:
        return known[name]
    raise ConfigError(f"{what}; {did_you_mean(name, known)}")


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


class Scheduling(Config):
    """The division of a run's work into files and calls.

    A manifest does not record it, and a resumed run may have another one: the same rows are
    evaluated in the same order.
    """

    chunk_games: int = Field(
        30_000,
        ge=1,
        le=10_000_000,
        description="Games per stored file: a kill loses at most 10-20 s on two cores. Ours.",
    )
    slice_generations: int = Field(
        10_000,
        ge=1,
        le=100_000_000,
        description="Generations of the inner loop per call of its kernel. Ours.",
    )


#: Former keys of scheduling settings, which commands still accept.
FORMER_KEYS = {
    "search.chunk_games": "scheduling.chunk_games",
    "chunk_games": "scheduling.chunk_games",
    "inner_loop.slice_generations": "scheduling.slice_generations",
}


def without_scheduling(settings: Any) -> Any:
    """Returns an experiment's settings without those that moved to scheduling; others unchanged."""
    if not isinstance(settings, Mapping):
        return settings
    kept = {name: value for name, value in settings.items() if name not in FORMER_KEYS}
    for group, _, setting in (key.rpartition(".") for key in FORMER_KEYS):
        if isinstance(kept.get(group), Mapping):
            kept[group] = {name: kept[group][name] for name in kept[group] if name != setting}
    return kept
