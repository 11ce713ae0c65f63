"""The file of a directory that says which work it holds, such as a league or a training.

It has the settings of the work and, where games go on in the directory, the digests of the code
and cards that began it. Runs of searches have a manifest instead (`tasks.storage.manifest`).
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from tasks.storage.experiment import Settings, validated
from tasks.storage.files import NOT_COMPUTED, StoreError, check_writable, read_json, write_json
from tasks.storage.locks import lock, unlock
from tasks.storage.manifest import differences
from tasks.storage.traces import foreign_names, remove_temporary

_VERSION = 1
#: The note of an MLflow run, which can be there before the file.
_NOTE = "mlflow.json"


@dataclass(frozen=True)
class SettingsFile(Generic[Settings]):
    """A kind of file with settings.

    Attributes:
        name: Its name in a directory.
        what: Words for what such a directory has, which follow "a" in messages.
        format: Its name in the file.
        kind: The settings.
    """

    name: str
    what: str
    format: str
    kind: type[Settings]

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

    def check_same(self, path: Path, there: Any, wanted: Any, name: str) -> None:
        """Checks that the settings in a directory, as JSON values, are the wanted ones.

        Args:
            path: The directory.
            there: Those of its settings that may not change.
            wanted: The same of the wanted settings.
            name: Word for the settings, before their names.

        Raises:
            StoreError: They differ.
        """
        if changed := differences(there, wanted, name):
            raise StoreError(
                f"{path} has a {self.what} with other settings:\n  "
                + "\n  ".join(changed)
                + f"\nuse another --out, or the old settings to continue that {self.what}"
            )

    def write(self, path: Path, settings: Settings, **digests: str) -> None:
        """Writes the settings, with the digests of what begins the work, if they count."""
        header: dict[str, Any] = {"format": self.format, "format_version": _VERSION}
        header |= {"digests": digests} if digests else {}
        write_json(path / self.name, header | settings.model_dump(mode="json"))

    @contextmanager
    def opened(
        self,
        path: Path,
        check: Callable[[Path], Settings],
        digests: Callable[[Settings], Mapping[str, str]],
    ) -> Iterator[tuple[Path, Settings]]:
        """Starts or continues work in a directory, which is locked in this context.

        Args:
            path: The directory.
            check: Checks, without writing, that a directory can have the work; returns the settings
                to be written.
            digests: Digests now; the file keeps those of the beginning.

        Yields:
            The absolute directory, and the settings.
        """
        path = path.expanduser().absolute()
        check(path)
        check_writable(path)
        held = lock(path)
        try:
            settings = check(path)
            remove_temporary(path)
            began = self.load(path)[1] if self.is_in(path) else digests(settings)
            self.write(path, settings, **began)
            yield path, settings
        finally:
            unlock(held)
