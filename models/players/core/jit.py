"""The decorators of this folder's kernels, and links to the engine's.

The cache is keyed by this folder and `engine/core`, so a change of a scorer compiles the players
again but not the engine, and a change of a deck or a configuration compiles nothing.
"""

from collections.abc import Callable
from pathlib import Path

from llvmlite import binding
from numba import types

from engine.core.jit import JIT_ON, kernels

kernel, entry = kernels(Path(__file__).parent)


def linked(function: Callable) -> Callable:
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
