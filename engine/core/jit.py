"""How kernels compile: one explicit signature each, cached under a digest of their sources.

Numba notices a change only in the file a function stands in, not in its callees or in imported
constants. So entries are cached, each with all that it calls, in a directory named by the digest of
the files that they are compiled from: an edit there is always seen, and an edit elsewhere, a card
for instance, compiles nothing. A package declares these files once, in its `__init__.py`:

kernel, entry = kernels(__file__, on=[engine.core.jit.entry])
"""

import ctypes
import os
import platform
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding
from numba import njit, types
from numba.core.dispatcher import Dispatcher
from numba.core.typing.templates import Signature

from engine.core import CacheError, branches
from engine.core.libraries import EntryCompiler, KernelCompiler

config: Any = numba.config
JIT_ON = not config.DISABLE_JIT
#: A file of the game's rules; kernels compiled from it take a minute.
THE_GAME = Path(__file__).with_name("vm.py")
#: What every kernel is compiled with.
_COMPILER = [THE_GAME.with_name(f"{name}.py") for name in ("jit", "libraries", "branches")]


class Record(np.record):  # type: ignore[misc]  # final in the stubs only
    """A record whose attributes work compiled and interpreted."""

    @property
    def data(self) -> memoryview:
        """Its bytes, which tell every call of a kernel where it lies.

        NumPy's own `data` describes all fields anew each time: 140 microseconds for the tables' or
        for a thread's. These are kept, and do not keep the record, which would then wait for the
        garbage collector.
        """
        if "bytes" not in self.__dict__:
            address = np.frombuffer(super().data, np.uint8).ctypes.data
            memory = (ctypes.c_ubyte * self.nbytes).from_address(address)
            self.__dict__["bytes"] = memoryview(memory)
        found: memoryview = self.__dict__["bytes"]
        return found


def record(*fields: tuple) -> np.dtype:
    """A dtype of `Record`."""
    return np.dtype((Record, np.dtype(list(fields), align=True)))


def cache_home() -> Path:
    """Where compiled kernels live: `$HEARTHLIGHT_CACHE`, else `~/.cache/hearthlight`."""
    return Path(os.environ.get("HEARTHLIGHT_CACHE") or Path.home() / ".cache" / "hearthlight")


def writable(home: Path) -> Path:
    """The directory, made; as it is if Numba is switched off.

    Left to itself, Numba would quietly cache beside the sources, where it misses edits of callees.

    Raises:
        CacheError: It cannot be made or written.
    """
    if config.DISABLE_JIT:
        return home
    try:
        home.mkdir(parents=True, exist_ok=True)
        can_write = os.access(home, os.W_OK)
    except OSError:
        can_write = False
    if not can_write:
        raise CacheError(
            f"cannot write compiled code to {home}: set HEARTHLIGHT_CACHE to a writable directory"
        )
    return home


def sources(*places: str) -> list[Path]:
    """Return the files of packages and modules, by their `__file__`.

    Those of a package are all Python sources and counts of branches in its folder.
    """
    found: list[Path] = []
    for place in map(Path, places):
        is_package = place.name == "__init__.py"
        files = sorted(place.parent.rglob("*")) if is_package else [place]
        found += (each for each in files if each.suffix == ".py" or each.name == branches.COUNTS)
    return found


def digest_of(files: Iterable[Path]) -> str:
    """Return a hex digest of the files' names and contents and of the compiler's version."""
    versions = (numba.__version__, np.__version__, platform.python_version())
    digest = sha256(" ".join(versions).encode())
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class Decorator:
    """Compiles functions for one signature each: `@kernel(returns, *args)`.

    With `inline` a function becomes part of its callers even where the compiler would not do so.
    """

    sources: tuple[Path, ...]  #: The files that the digest of the cache covers
    home: Path  #: The cache directory, named by the digest
    is_entry: bool  #: Whether Python calls the functions, too

    def __call__(
        self, returns: types.Type | Signature, *args: types.Type, inline: bool = False
    ) -> Callable[[Callable], Any]:
        """Return the decorator for functions of a signature, given whole or by its types."""
        signature = returns if isinstance(returns, Signature) else returns(*args)

        def compile_(function: Callable) -> Any:
            if self.is_entry and JIT_ON and THE_GAME in self.sources:
                _report_compilation(self.home)
            # Numba reads the directory when it decorates; other kernels have another one.
            before, config.CACHE_DIR = config.CACHE_DIR, str(self.home)
            try:
                dispatcher = njit(nogil=True, forceinline=inline, **self._options())(function)
            finally:
                config.CACHE_DIR = before
            if JIT_ON:
                (_compile if self.is_entry else _compile_on_demand)(dispatcher, signature)
            return dispatcher

        return compile_

    def _options(self) -> dict[str, Any]:
        if self.is_entry:  # code that counts branches is for this process only
            return {"cache": branches.counted is None, "pipeline_class": EntryCompiler}
        return {
            "no_cpython_wrapper": True,
            "no_cfunc_wrapper": True,
            "pipeline_class": KernelCompiler,
        }


def kernels(*places: str, on: Iterable[Decorator] = ()) -> tuple[Decorator, Decorator]:
    """Return the two decorators for the kernels of a package.

    Args:
        places: `__file__` of the package, and of others whose kernels are compiled with its own.
        on: Decorators of the packages whose kernels and constants these kernels use.

    Returns:
        `kernel`, for functions that only kernels call, and `entry`, for those that Python calls
        too. An entry compiles at import, or comes from the cache with all that it calls in it; a
        kernel compiles only when something that calls it does.

    Raises:
        CacheError: The cache directory cannot be written.
    """
    built_on = (file for decorator in on for file in decorator.sources)
    files = tuple(dict.fromkeys((*_COMPILER, *sources(*places), *built_on)))
    home = writable(cache_home() / digest_of(files))
    return Decorator(files, home, is_entry=False), Decorator(files, home, is_entry=True)


def kernel_of(*files: str) -> Decorator:
    """Return the decorator for the entries of one module that does not use the engine.

    Args:
        files: `__file__` of the module, then of every module whose kernels or constants it uses,
            directly or not. An edit elsewhere, of the engine for instance, compiles nothing.

    Raises:
        CacheError: The cache directory cannot be written.
    """
    return kernels(*files)[1]


_reports = ["compiling the game for this machine: about a minute, once per version of it"]


def _report_compilation(home: Path) -> None:
    """Reports on stderr that the game is about to be compiled, if it is; once per process."""
    if _reports and not any(home.iterdir()):
        print(_reports.pop(), file=sys.stderr, flush=True)


def _compile(dispatcher: Dispatcher, signature: Signature) -> None:
    dispatcher.compile(signature)
    dispatcher.disable_compile()


def _compile_on_demand(dispatcher: Dispatcher, signature: Signature) -> None:
    """Compiles once Numba asks how a call is typed, as it does for each function that calls it."""
    template_of = dispatcher.get_call_template

    def get_call_template(args: tuple, kws: dict) -> tuple:
        if not dispatcher.overloads:
            _compile(dispatcher, signature)
        return template_of(args, kws)

    dispatcher.get_call_template = get_call_template  # type: ignore[assignment, method-assign]


def linked(function: Any) -> Any:
    """Returns an entry as kernels should call it: by its address, not as a part of themselves.

    Numba compiles all that a function calls into it once more. Behind this boundary a large
    callee is compiled once, whatever the number of its callers; a call takes 2 ns more.
    """
    if not JIT_ON:
        return function
    (compiled,) = function.overloads.values()
    symbol = f"hearthlight.{function.__module__}.{function.__name__}"
    name = compiled.fndesc.llvm_cfunc_wrapper_name
    binding.add_symbol(symbol, compiled.library.get_pointer_to_function(name))
    return types.ExternalFunction(symbol, compiled.signature)


kernel, entry = kernels(str(THE_GAME.with_name("__init__.py")))
VOID, INT, BOOL, FLOAT = types.void, types.int64, types.boolean, types.float64
INDEX = types.uint32
