"""How the kernels of `models.qd`, `models.surrogates` and the inner loop compile and are cached.

Numba notices a change only in the file a function stands in, not in its callees. So a kernel is
cached in a directory named by the digest of its own file and of every file whose kernels it calls:
an edit there is always seen, and an edit elsewhere (the engine, a configuration) compiles nothing.
"""

import platform
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numba
from numba import njit
from numba.core.typing.templates import Signature

from engine.core.jit import cache_home, config, writable


def kernel_of(*files: str) -> Callable[[Signature], Callable]:
    """Return the decorator for the kernels of one file.

    Args:
        files: That file, then every file whose kernels or constants it uses, directly or not; a
            test reports those that are missing.

    Returns:
        `kernel(signature)`, which compiles for exactly that signature, without the GIL. Its
        attribute `sources` has the files that the digest covers.

    Raises:
        CacheError: The cache directory cannot be written.
    """
    home = str(writable(cache_home() / "models" / sources_digest(*files)))

    def kernel(signature: Signature) -> Callable:
        def declare(function: Callable) -> Callable:
            # Numba reads the directory when it decorates; other kernels have another one.
            before, config.CACHE_DIR = config.CACHE_DIR, home
            try:
                return njit(signature, cache=True, nogil=True)(function)
            finally:
                config.CACHE_DIR = before

        return declare

    kernel.sources = sources(*files)  # type: ignore[attr-defined]
    return kernel


def sources(*files: str) -> list[Path]:
    """Return the files that a digest covers, in order."""
    return sorted({Path(file) for file in (__file__, *files)})


def sources_digest(*files: str) -> str:
    """Return a hex digest of the files' names and contents and of the compiler's version."""
    digest = sha256(f"{numba.__version__} {platform.python_version()}".encode())
    for path in sources(*files):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]
