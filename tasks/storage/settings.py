"""The settings of a directory: in the manifest of a run, or in a file of other work.

Other work, such as a league or a training, has a file with its settings. The file also has the
digests of the code and cards that began the work, unless the runs in the directory have their own.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from engine.rules import Rules
from models.problems.experiment import Experiment
from models.problems.players import PlayerTraining
from models.settings.config import Config
from tasks.storage.files import (
    NOT_COMPUTED,
    REMEMBERED,
    StoreError,
    check_writable,
    read_json,
    write_json,
)
from tasks.storage.locks import has_begun, lock, remove_temporary, unlock
from tasks.storage.manifest import Digests, check_digests, code_digest, differences
from tasks.storage.run import Run

Settings = TypeVar("Settings", bound=Config)
_VERSION = 1


def experiment_of(run: Run) -> Experiment:
    """The configuration in the manifest of a search.

    Raises:
        StoreError: It is not a search, or this code does not know one of its settings or values.
    """
    if run.is_played:
        raise StoreError(f"{run.path}: a game that a person played, not a search for decks")
    if run.is_training:
        raise StoreError(
            f"{run.path}: the training of a player, not a search for decks; query it with "
            "`python -m flows sql`, or write its report with `python -m flows report`"
        )
    return _settings_of(run, Experiment)


def training_of(run: Run) -> PlayerTraining:
    """The configuration in the manifest of a training; raises as `experiment_of`."""
    return _settings_of(run, PlayerTraining)


def _settings_of(run: Run, kind: type[Settings]) -> Settings:
    wrote = f"read it with the code that wrote it (its manifest has the digest {run.code_digest})"
    return validated(kind, run.experiment, f"{run.path}: a run", wrote)


def validated(kind: type[Settings], facts: Any, what: str, fix: str) -> Settings:
    """Settings from a file, perhaps of another version of the code.

    Raises:
        StoreError: This code does not know a setting or value; the message has `what` and `fix`.
    """
    try:
        return kind.model_validate(facts)
    except ValidationError as error:
        first = error.errors()[0]
        setting = ".".join(str(level) for level in first["loc"])
        message = f"{what} of another version: {setting}: {first['msg']}; {fix}"
        raise StoreError(message) from None


def all_but(*free: str) -> Callable[[Config, Config], Any]:
    """All settings, as JSON values, except those that may change."""
    return lambda settings, _: settings.model_dump(mode="json", exclude=set(free))


def code_and_cards(rules: Callable[[Settings], Rules]) -> Callable[[Settings], dict[str, str]]:
    """The digests of the code and of the cards with which some settings play."""
    return lambda settings: {"code": code_digest(), "cards": rules(settings).digest}


def _wanted(_path: Path, _there: Settings, wanted: Settings) -> Settings:
    return wanted


@dataclass(frozen=True)
class SettingsFile(Generic[Settings]):
    """A kind of directory, by its settings file: how work begins, continues and grows in it."""

    name: str  #: Its name in a directory, which also names its format
    what: str  #: Words for what such a directory has, which follow "a" in messages
    kind: type[Settings]  #: The settings
    word: str = "study"  #: The word for it in messages on its code, cards and settings
    #: Returns the settings in the first argument that must equal those in the second, as JSON
    #: values
    fixed: Callable[[Settings, Settings], Any] = field(default_factory=all_but)
    #: Returns the settings with which work continues, from a directory, its settings and the wanted
    #: ones; raises `StoreError` if they do not go together
    join: Callable[[Path, Settings, Settings], Settings] = _wanted
    #: Returns the digests of the `code` and, if the work plays with cards, of its `cards`; no
    #: digests if the runs in the directory have their own
    digests: Callable[[Settings], dict[str, str]] = lambda _: {"code": code_digest()}

    @property
    def format(self) -> str:
        """The name of its format, which the file has."""
        return f"hearthlight-{Path(self.name).stem}"

    def is_in(self, path: Path) -> bool:
        """Whether a directory has such work; raises the errors of `has_begun`."""
        return has_begun(path, self.name, self.what, REMEMBERED)

    def load(self, path: Path) -> tuple[Settings, Digests]:
        """Reads the settings of a directory, and the digests of the code and cards that began it.

        Raises:
            StoreError: It has no such work, or that of another version.
        """
        if not (path / self.name).is_file():
            raise StoreError(
                f"{path}: no {self.what} here ({self.name} is missing); give the directory of one"
            )
        return self.parsed(path, read_json(path / self.name, NOT_COMPUTED))

    def parsed(self, path: Path, facts: dict[str, Any]) -> tuple[Settings, Digests]:
        """As `load`, from what the file of a directory, perhaps on another machine, has."""
        if facts.pop("format", None) != self.format:
            raise StoreError(f"{path / self.name}: not of a {self.what}; use another directory")
        if (version := facts.pop("format_version", None)) != _VERSION:
            raise StoreError(
                f"{path}: this {self.what} has format version {version}, this code reads version "
                f"{_VERSION}; use the code that wrote it"
            )
        digests = facts.pop("digests", {})
        if not isinstance(digests, dict):
            raise StoreError(f"{path / self.name}: its digests are damaged; {NOT_COMPUTED}")
        what = f"{path / self.name}: a {self.what}"
        settings = validated(self.kind, facts, what, "use the code that wrote it")
        return settings, Digests(path, digests)

    def check(self, path: Path, wanted: Settings, resume_anyway: bool = False) -> Settings:
        """Checks, without writing, that a directory can have some work.

        The directory is missing, empty, or has such work that can continue as wanted. Returns the
        settings with which the work begins or continues.

        Raises:
            StoreError: The directory has other content, or work with other settings, cards or code.
        """
        path = path.expanduser().absolute()
        if not self.is_in(path):
            return wanted
        there, began = self.load(path)
        joined = self.joined(path, there, wanted)
        if digests := self.digests(wanted):
            check_digests(path, self.word, began, digests, resume_anyway)
        return joined

    def joined(self, path: Path, there: Settings, wanted: Settings) -> Settings:
        """The settings with which the work in a directory continues as wanted.

        Raises:
            StoreError: Settings that must be equal differ, or settings do not go together.
        """
        old, new = self.fixed(there, wanted), self.fixed(wanted, there)
        if changed := differences(old, new, self.word):
            raise StoreError(
                f"{path} has a {self.what} with other settings:\n  "
                + "\n  ".join(changed)
                + f"\nuse another --out, or the old settings to continue that {self.what}"
            )
        return self.join(path, there, wanted)

    def are_of_one(self, path: Path, first: Settings, second: Settings) -> bool:
        """Whether work with one of two settings can continue with the other, in either order."""
        for there, wanted in ((first, second), (second, first)):
            with suppress(StoreError):
                self.joined(path, there, wanted)
                return True
        return False

    def write(self, path: Path, settings: Settings, **digests: str) -> None:
        """Writes the settings, with the digests of what begins the work, if they count."""
        header: dict[str, Any] = {"format": self.format, "format_version": _VERSION}
        header |= {"digests": digests} if digests else {}
        write_json(path / self.name, header | settings.model_dump(mode="json"))

    @contextmanager
    def opened(
        self, path: Path, wanted: Settings, resume_anyway: bool = False
    ) -> Iterator[tuple[Path, Settings]]:
        """Starts or continues work in a directory, which is locked in this context.

        Args and errors are those of `check`. The file keeps the digests of the beginning.

        Yields:
            The absolute directory, and the settings.
        """
        path = path.expanduser().absolute()
        self.check(path, wanted, resume_anyway)
        check_writable(path)
        held = lock(path)
        try:
            settings = self.check(path, wanted, resume_anyway)
            remove_temporary(path)
            began = self.load(path)[1] if self.is_in(path) else self.digests(settings)
            self.write(path, settings, **began)
            yield path, settings
        finally:
            unlock(held)
