"""The file of a directory that says which work it holds, such as a league or a training.

It has the settings of the work and, where games go on in the directory, the digests of the code
and cards that began it. Runs of searches have a manifest instead (`tasks.storage.manifest`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from tasks.storage.experiment import Settings, validated
from tasks.storage.files import NOT_COMPUTED, StoreError, check_writable, read_json, write_json
from tasks.storage.locks import foreign_names, lock, remove_temporary, unlock
from tasks.storage.manifest import check_digests, code_digest, differences

_VERSION = 1
#: The note of an MLflow run, which can be there before the file.
_NOTE = "mlflow.json"


def _all(settings: Settings, _: Settings) -> Any:
    """All settings, as JSON values."""
    return settings.model_dump(mode="json")


def _wanted(_path: Path, _there: Settings, wanted: Settings) -> Settings:
    """The wanted settings, instead of those in the directory."""
    return wanted


@dataclass(frozen=True)
class SettingsFile(Generic[Settings]):
    """A kind of directory, by its file with settings: how work begins, continues and grows in it.

    Attributes:
        name: Its name in a directory.
        what: Words for what such a directory has, which follow "a" in messages.
        format: Its name in the file.
        kind: The settings.
        word: The word for it in messages on its code, cards and settings.
        fixed: Returns those of some settings that may not differ from some others, as JSON values.
        join: Returns the settings with which work goes on, from a directory, its settings and the
            wanted ones; raises `StoreError` if they do not go together.
        digests: Returns the digests of the `code` and, if the work plays with cards, of its
            `cards`; no digests if the runs in the directory have their own.
    """

    name: str
    what: str
    format: str
    kind: type[Settings]
    word: str = "study"
    fixed: Callable[[Settings, Settings], Any] = _all
    join: Callable[[Path, Settings, Settings], Settings] = _wanted
    digests: Callable[[Settings], dict[str, str]] = lambda _: {"code": code_digest()}

    def is_in(self, path: Path) -> bool:
        """Whether a directory has such work; if not, it is missing or empty.

        Raises:
            StoreError: It is a file, or has other content.
        """
        if path.exists() and not path.is_dir():
            raise StoreError(f"{path}: is a file; --out must be a directory")
        if (path / self.name).is_file():
            return True
        if foreign := [name for name in foreign_names(path) if name != _NOTE]:
            raise StoreError(
                f"{path}: not empty and not a {self.what} ({self.name} is missing, {foreign[0]} is "
                "there); use another --out"
            )
        return False

    def load(self, path: Path) -> tuple[Settings, dict[str, str]]:
        """Reads the settings of a directory, and the digests of the code and cards that began it.

        Raises:
            StoreError: It has no such work, or that of another version.
        """
        if not (path / self.name).is_file():
            raise StoreError(
                f"{path}: no {self.what} here ({self.name} is missing); give the directory of one"
            )
        facts = read_json(path / self.name, NOT_COMPUTED)
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
        return validated(self.kind, facts, what, "use the code that wrote it"), digests

    def check(self, path: Path, wanted: Settings, resume_anyway: bool = False) -> Settings:
        """Checks, without writing, that a directory can have some work.

        Args:
            path: The directory; missing, empty, or with such work that can continue as wanted.
            wanted: The wanted settings.
            resume_anyway: Continue even if the code has changed.

        Returns:
            The settings with which the work begins or goes on.

        Raises:
            StoreError: The directory has other content, or work with other settings, cards or code.
        """
        path = path.expanduser().absolute()
        if not self.is_in(path):
            return wanted
        there, began = self.load(path)
        old, new = self.fixed(there, wanted), self.fixed(wanted, there)
        if changed := differences(old, new, self.word):
            raise StoreError(
                f"{path} has a {self.what} with other settings:\n  "
                + "\n  ".join(changed)
                + f"\nuse another --out, or the old settings to continue that {self.what}"
            )
        joined = self.join(path, there, wanted)
        if digests := self.digests(wanted):
            check_digests(path, self.word, began, digests, resume_anyway)
        return joined

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
