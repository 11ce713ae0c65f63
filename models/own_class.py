"""`OwnClass`: a class of one's own, named by `package.module:MyClass`, as a setting."""

import inspect
import sys
import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from models.files import file_digest
from models.settings.config import Config, ConfigError


class NoSuchModuleError(ConfigError):
    """There is no module of this name."""


class OwnClass(Config):
    """A class of one's own."""

    path: str  #: `package.module:MyClass`
    digest: str  #: SHA-256 of the source file, so that a change is noticed

    @classmethod
    def named(cls, path: str, *methods: str) -> Self:
        """Imports the class, also from the current folder; raises as `class_of`."""
        path = path.replace(".py:", ":")
        return cls(path=path, digest=_digest(path, class_of(path, *methods)))

    def load(self, *methods: str) -> type:
        """Returns the class.

        Raises:
            ConfigError: It is missing, or its file has changed.
        """
        found = class_of(self.path, *methods)
        if _digest(self.path, found) != self.digest:
            raise ConfigError(f"{self.path}: is not the class it was; restore it, or start anew")
        return found


def said(error: BaseException) -> str:
    """An error in words."""
    return f"{type(error).__name__}: {error}"


def place_of(error: Exception, found: type) -> str:
    """The last line of a class's file that an error passed through, in words."""
    file = inspect.getfile(found)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    return f" in line {lines[-1]} of {Path(file).name}" if lines else ""


def class_of(path: str, *methods: str) -> type:
    """A class of one's own, imported, also from the current folder.

    Args:
        path: `package.module:Class`.
        methods: Methods that it must have.

    Raises:
        ConfigError: The module, the class or a method is missing.
    """
    module, _, name = path.partition(":")
    if (folder := str(Path.cwd())) not in sys.path:
        sys.path.append(folder)  # behind all others: it hides no module
    found = getattr(_imported(path, module), name, None)
    if not isinstance(found, type):
        raise ConfigError(f"{path}: {module} has no class {name!r}")
    for method in methods:
        if not callable(getattr(found, method, None)):
            raise ConfigError(f"{path}: the class has no method {method}")
    return found


def _imported(path: str, module: str) -> Any:
    try:
        if all(map(str.isidentifier, module.split("."))) and find_spec(module):
            return import_module(module)
    except ModuleNotFoundError as error:
        # The module or a package of it, not what one of them imports.
        if not error.name or not f"{module}.".startswith(f"{error.name}."):
            raise ConfigError(f"{path}: importing {module} raised {said(error)}") from error
    except (Exception, SystemExit) as error:
        raise ConfigError(f"{path}: importing {module} raised {said(error)}") from error
    raise NoSuchModuleError(
        f"there is no module {module!r} in this folder or on Python's path: a class of your "
        "own is package.module:MyClass"
    )


def _digest(path: str, found: type) -> str:
    file = getattr(sys.modules.get(found.__module__), "__file__", None)
    if file is None:
        raise ConfigError(f"{path}: has no source file; write the class into a file")
    return file_digest(file)
