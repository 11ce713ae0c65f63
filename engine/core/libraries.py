"""Numba libraries of kernels and entries: only entries become machine code.

For each function, Numba links everything that it calls, optimises the whole and generates machine
code. With hundreds of kernels that call each other, nothing runs most of that code: a game runs the
copies of the kernels inside an entry. Here a kernel stays unlinked LLVM code, and an entry links
every kernel that it reaches once.

A function of Numba returns a status, which each caller checks, and its value by way of memory. LLVM
removes the parts of this that have no effect, but only if it knows all callers of the function. So
the kernels inside an entry are internal to it. Games are then 1.13 times as fast.
"""

from collections.abc import Callable, Iterable
from typing import Any

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from engine.core import branches


class _Library(JITCodeLibrary):
    """A library with one function in Python."""

    function: Callable | None = None  # until its code is added

    def add_ir_module(self, ir_module: Any) -> None:
        """Adds code: first the function's, then ways to call it."""
        if self.function is not None:
            branches.prepare(ir_module, self.function)
            self.function = None
        super().add_ir_module(ir_module)


class KernelLibrary(_Library):
    """A kernel's own code, without what it calls and without machine code."""

    @property
    def codegen(self) -> Any:
        """The code generator, as Numba asks for it."""
        return _WithoutEnvironments(self._codegen)

    def finalize(self) -> None:
        """Ends additions."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Returns 0: no machine code has this name."""
        self._ensure_finalized()
        return 0


class EntryLibrary(_Library):
    """An entry's code, with the code of all kernels that it reaches."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Links the kernels and compiles the whole."""
        self._linking_libraries = list(_reached(self._linking_libraries, {}))
        super().finalize()

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class _WithoutEnvironments:
    """A code generator for code that has no address yet, so that nothing can be stored in it.

    An environment has Python objects that compiled code uses: to print, for instance. Kernels use
    none.
    """

    def __init__(self, codegen: Any):
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """Does nothing."""


def _reached(libraries: Iterable[JITCodeLibrary], found: dict[JITCodeLibrary, None]) -> dict:
    """Adds the libraries, and those that the kernels among them are linked with, in order."""
    for library in libraries:
        if library not in found:
            found[library] = None
            if isinstance(library, KernelLibrary):
                _reached(library._linking_libraries, found)
    return found


class _Compiler(Compiler):
    """Numba's compiler, with another kind of library."""

    library_class: type[_Library]

    def compile_extra(self, func: Any) -> Any:
        """Compiles a function."""
        library = self.library_class(self.state.targetctx.codegen(), func.__qualname__)
        library.function = func
        library.enable_object_caching()
        self.state.library = library
        return super().compile_extra(func)


class KernelCompiler(_Compiler):
    """Compiles a kernel."""

    library_class = KernelLibrary


class EntryCompiler(_Compiler):
    """Compiles an entry."""

    library_class = EntryLibrary
