"""`Question`: the settings of one command, typed and checked, and the method that answers it.

The option of the command line, the field of the form on Prefect's pages and the row in
`docs/settings.md` derive from a setting's field (`flows.faces`). Modules of this package import
only light modules, so that `--help` is quick; methods import the others.
"""

import errno
import inspect
import re
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, get_args

from pydantic import (
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo

from models.settings.config import (
    Config,
    ConfigError,
    allowed_range,
    did_you_mean,
    repeated,
    shortened,
)

MAX_GAMES = 10_000_000
MAX_SEED = 2**63 - 1


def setting(default: Any, description: str, default_text: str = "", **more: Any) -> Any:
    """A field of a question.

    Args:
        default: The default; `...` for a setting that must be given.
        description: Its effect, in sentences.
        default_text: The default in words.
        more: Bounds, `ge` and `le`. For the command line, unless it is `--name NAME`: `option` and
            `metavar`; `word`, a metavar, for an argument without an option; `repeated` for a list
            with one option per value. `form=False`: not in forms.
    """
    bounds = {name: more.pop(name) for name in ("ge", "le") if name in more}
    shown = more | {"default_text": default_text}
    return Field(default, description=description, json_schema_extra=shown, **bounds)


def changes(description: str) -> Any:
    """The option `--set` of a question, which changes single settings of its configuration."""
    return setting([], description, option="--set", metavar="KEY=VALUE", repeated=True)


Preset = Literal["smoke", "quick", "study", "paper"]
Seed = Annotated[int, setting(1, "Seed of all random numbers.", ge=0, le=MAX_SEED)]


class Answer(NamedTuple):
    """An answer as text, as numbers if it has some, and the error that ended it early."""

    text: str
    numbers: Any = None
    error: Exception | None = None


class Question(Config):
    """The settings of a command or a form, and the method that answers it.

    The first line of a class's docstring is its help; `notes` follow the list of its options.
    """

    model_config = ConfigDict(defer_build=True)  # a command uses one of twenty
    notes: ClassVar[str] = ""

    @field_validator("*", mode="before")
    @classmethod
    def _usable(cls, value: Any, info: ValidationInfo) -> Any:
        check_value(value, cls.model_fields[info.field_name].annotation)
        return value

    @field_validator("*")
    @classmethod
    def _expanded(cls, value: Any) -> Any:
        """A value whose paths have the home directory in the place of `~`."""
        if isinstance(value, list):
            return [cls._expanded(each) for each in value]
        return value.expanduser() if isinstance(value, Path) else value

    @classmethod
    def command(cls) -> str:
        """The name of the command: `train-player` for `TrainPlayer`."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()

    @classmethod
    def help(cls) -> str:
        """The effect of the command, in one sentence."""
        return inspect.getdoc(cls).splitlines()[0]

    @classmethod
    def fields(cls) -> dict[str, FieldInfo]:
        """The settings by name: its own first, then those shared with other questions."""
        names = [name for each in cls.__mro__ for name in inspect.get_annotations(each)]
        return {name: cls.model_fields[name] for name in names if name in cls.model_fields}

    @classmethod
    def label(cls, name: str) -> str:
        """The name of a setting on the command line: `--seed`, `DECK`."""
        shown = cls.model_fields[name].json_schema_extra
        return shown.get("word") or shown.get("option") or f"--{name.replace('_', '-')}"

    @classmethod
    def ask(cls, given: Mapping[str, Any]) -> Self:
        """The question with these settings, checked.

        Raises:
            ConfigError: A setting is wrong; the message names all that are.
        """
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            problems = [cls._problem(each) for each in error.errors()]
            raise ConfigError("; ".join(dict.fromkeys(problems))) from None

    @classmethod
    def _problem(cls, error: Mapping[str, Any]) -> str:
        """A validation error in the words of the command line."""
        message = error["msg"].removeprefix("Value error, ").removeprefix("Input ")
        if not error["loc"]:  # a rule between settings names them itself
            return message
        name, value, kind = error["loc"][0], error["input"], error["type"]
        if name not in cls.model_fields:
            return f"{name}: no such setting of {cls.command()}; {did_you_mean(name, cls.fields())}"
        field, label = cls.model_fields[name], cls.label(name)
        value = shortened(f"{value}")
        if kind == "missing":
            return f"{cls.command()}: {label} is missing. {field.description}"
        if kind == "literal_error":
            message = did_you_mean(str(value), choices(field.annotation))
            message = f"there is no such choice; {message}"
        elif kind.startswith(("int_", "float_", "finite_", "greater_", "less_")):
            number = "a whole number" if kind.startswith("int_") else ""
            allowed = ", ".join(filter(None, (number, allowed_range(field))))
            message = f"use {allowed or 'a finite number'}"
        return f"{label}: {message}" if is_empty(error["input"]) else f"{label} {value}: {message}"

    def titled(self, *parts: str | None) -> str:
        """The command and more words, joined by hyphens; empty ones are left out."""
        return "-".join(filter(None, [self.command(), *parts]))

    def given(self, *names: str, **renamed: str) -> dict[str, Any]:
        """The settings that are not None, by name; `renamed` has the settings of other names."""
        own = {name: name for name in names} | renamed
        values = {name: getattr(self, field) for name, field in own.items()}
        return {name: value for name, value in values.items() if value is not None}

    def answer(self) -> Answer:
        """Checks the settings and returns the answer."""
        raise NotImplementedError  # a run has `work` instead; every other command defines it

    def workers(self) -> AbstractContextManager[None]:
        """A context in which games run on the question's cluster, if it has one."""
        return nullcontext()

    @classmethod
    def defaults(cls) -> Any:
        """What `--set` changes, with the settings of the default preset or of the papers."""
        raise NotImplementedError  # defined by each question with `--set`


class Threads(Question):
    """A question that plays games in this process."""

    threads: int | None = setting(None, "Games played in parallel.", "all cores", ge=1, le=4096)


class Cluster(Threads):
    """A question whose games other processes can play."""

    cluster: str | None = setting(
        None,
        "Cluster that plays the games: local:N for N processes on this machine, or tcp://HOST:PORT "
        "of a Dask scheduler.",
        "threads of this process",
        metavar="PLACE",
    )

    @model_validator(mode="after")
    def _played_in_one_place(self) -> Self:
        if self.cluster is not None and self.threads is not None:
            raise ValueError(
                f"--threads {self.threads} and --cluster {self.cluster}: the cluster's workers "
                "have their own threads; give only one of the two"
            )
        return self

    def workers(self) -> AbstractContextManager[None]:
        """As `Question.workers`."""
        from tasks.games.cluster import on_cluster

        return on_cluster(self.cluster)


class RunQuestion(Cluster):
    """A question that a flow answers, in a directory that the same question continues."""

    #: Whether parts may be added later: the directory is then named after the preset only.
    grows: ClassVar[bool] = False

    seed: Seed
    out: Path | None = setting(
        None,
        "Directory of the results. If it has this run, the run continues.",
        "runs/NAME-seedSEED",
    )
    mirror: str | None = setting(
        None,
        "URL of a copy of the directory, such as s3://bucket/run or file:///shared/run. The run "
        "updates the copy; if the directory is missing, it is fetched from the copy.",
        metavar="URL",
    )
    resume_anyway: bool = setting(False, "Continue even if the code has changed.")
    port: int | None = setting(
        None, "Port of Prefect's server.", "a free one", ge=1, le=65_535, form=False
    )

    @property
    def title(self) -> str:
        """A short title, by default command and preset; names a form's flow run, with the seed."""
        return self.titled(vars(self).get("preset"))

    @property
    def name(self) -> str:
        """The beginning of the directory's name."""
        return self.titled(vars(self).get("preset")) if self.grows else self.title

    @property
    def folder(self) -> Path:
        """The directory."""
        return self.out or Path("runs") / f"{self.name}-seed{self.seed}"

    @property
    def settings_file(self) -> Any:
        """The file with its settings (`tasks.storage.settings.SettingsFile`); None for runs."""
        return None

    def check(self) -> bool:
        """Raises the errors that would stop the flow, before any work.

        Returns:
            Whether the directory has this run already.

        Raises:
            ConfigError: A setting is wrong.
            DeckError: Opponents or decks do not exist, or the build lacks one of their cards.
            PatchError: The patch does not exist, its file is wrong, or it changes nothing.
            StoreError: The directory cannot be used, or has other content.
        """
        raise NotImplementedError  # every run defines it

    def plan(self) -> list[str] | None:
        """The planned work, line by line, if `--plan` is given; else None."""
        return None

    def work(self) -> tuple[Callable, tuple[Any, ...]]:
        """The flow of this question, and its arguments; imports Prefect."""
        raise NotImplementedError  # every run defines it

    def finish(self, made: Any) -> tuple[Path | None, dict[str, str]]:
        """The report that a flow returned, and the failed runs with their errors."""
        return made if isinstance(made, tuple) else (made, {})


def say(text: str) -> None:
    """Writes a line for people; standard output is for results."""
    print(text, file=sys.stderr, flush=True)


def default_of(field: FieldInfo) -> str:
    """The default of a setting in words; empty if it has none or is off by default."""
    value = field.json_schema_extra["default_text"] or field.default
    if field.is_required() or value is None or value is False:
        return ""
    return ", ".join(value) if isinstance(value, list) else f"{value}"


def in_order(cls: type[Question], names: list[str], info: ValidationInfo) -> list[str]:
    """A validator of a setting of names: each once, in the order of its type."""
    known = choices(cls.model_fields[info.field_name or ""].annotation)
    return [name for name in known if name in names]


def some(names: Collection[str], known: Any, what: str) -> str:
    """Names in short, for the name of a flow run; empty if they are all names of a type."""
    if set(names) == set(get_args(known)):
        return ""
    return "+".join(names) if len(names) <= 3 else f"{len(names)}-{what}"


def choices(kind: Any) -> list[str]:
    """The names that a type lists, perhaps beside others."""
    if isinstance(kind, str):
        return [kind]
    return [name for each in get_args(kind) for name in choices(each)]


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
    if (twice := repeated(given)) is not None:
        raise ValueError(f"{twice} is given twice; give it once")


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
        user = Path(text).parts[0][1:]
        raise ValueError(f"there is no user {user}; write the whole path") from None
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
            reason = (error.strerror or "").lower()
            raise ValueError(f"is no possible path ({reason}); give another one") from None
