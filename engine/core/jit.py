"""How kernels compile: one explicit signature each, cached under a digest of their sources.

Numba notices a change only in the file a function stands in, not in its callees or in imported
constants. So the entries of a folder are cached, each with all that it calls, in a directory named
by the digest of that folder (and of the folders it builds on): an edit there is always seen, and an
edit elsewhere, a card for instance, compiles nothing.
"""

import os
import sys
from collections.abc import Callable
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
HERE = Path(__file__).parent
JIT_ON = not config.DISABLE_JIT


def record(*fields: tuple) -> np.dtype:
    """A dtype of `np.record`: its attributes work compiled and interpreted."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


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


def sources(*folders: Path) -> list[Path]:
    """Return the files that a digest covers: this folder's, then those of `folders`, in order.

    They are Python sources and counts of branches.
    """
    files = (path for folder in (HERE, *folders) for path in sorted(folder.rglob("*")))
    return [path for path in files if path.suffix == ".py" or path.name == branches.COUNTS]


def sources_digest(*folders: Path) -> str:
    """Return a hex digest of all `sources` of the folders and of the compiler's version."""
    digest = sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sources(*folders):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def say_if_uncompiled(*folders: Path) -> None:
    """Says on stderr that the kernels of the folders are about to be compiled, if they are."""
    if JIT_ON and not (cache_home() / sources_digest(*folders)).exists():
        print(
            "compiling the game for this machine: about a minute, once per version of it",
            file=sys.stderr,
            flush=True,
        )


def kernels(*folders: Path) -> tuple[Callable, Callable]:
    """The two decorators for the kernels of `folders`, which build on this one.

    Returns:
        `kernel(returns, *args)` for functions that only kernels call, and `entry(returns, *args)`
        for those that Python calls too; both compile for exactly that signature. An entry does so
        at import, or comes from the cache with all that it calls in it; a kernel only when
        something that calls it compiles. With `inline` a function becomes part of its callers even
        where the compiler would not do so.

    Raises:
        CacheError: The cache directory cannot be written.
    """
    home = str(writable(cache_home() / sources_digest(*folders)))

    def decorator(finish: Callable, **options) -> Callable:
        def declare(returns: types.Type, *args: types.Type, inline: bool = False) -> Callable:
            def compile_(function: Callable) -> Callable:
                before, config.CACHE_DIR = config.CACHE_DIR, home
                try:
                    dispatcher = njit(nogil=True, forceinline=inline, **options)(function)
                finally:
                    config.CACHE_DIR = before
                if JIT_ON:
                    finish(dispatcher, returns(*args))
                return dispatcher

            return compile_

        declare.sources = sources(*folders)  # type: ignore[attr-defined]
        return declare

    kernel = decorator(
        _compile_on_demand,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=KernelCompiler,
    )
    is_kept = branches.counted is None  # code that counts is for this process only
    return kernel, decorator(_compile, cache=is_kept, pipeline_class=EntryCompiler)


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


kernel, entry = kernels()
VOID, INT, BOOL, FLOAT = types.void, types.int64, types.boolean, types.float64
INDEX = types.uint32
