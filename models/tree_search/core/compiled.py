"""Compiles the tree searches for a game.

searches = compile_search(globals(), GAME_T, RULES_T, DESK_T, __name__, kernel, entry)
action = searches.search_action(tree, game, world, state, rules, desk, settings, seed)

`core/search.py` has their code once. Here each game gets its own copy of these functions, in which
the names that `core/interface.py` declares mean the game's kernels. They compile and are cached as
the game's other kernels are.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

from engine.core.jit import Decorator
from models.tree_search.core import entry as own_entry
from models.tree_search.core import interface, search


@dataclass(frozen=True)
class SearchKernels:
    """The searches of one game, as `models.tree_search.core.search` describes them."""

    search_action: Callable  #: Searches and returns an action
    sources: tuple[Path, ...]  #: The files that the digest of the compiled code covers
    kernels: SimpleNamespace  #: The game's kernels


def compile_search(
    game: Mapping[str, Any],
    game_type: Any,
    rules_type: Any,
    desk_type: Any,
    module: str,
    kernel: Decorator,
    entry: Decorator,
) -> SearchKernels:
    """Compile the searches for a game, or load them from its cache.

    Args:
        game: Its kernels by name (`interface.KERNELS`), among others, such as those of a module.
        game_type: The Numba type of `game` in the interface.
        rules_type: That of `rules`.
        desk_type: That of `desk`.
        module: Name of the module that calls this; names the compiled functions.
        kernel: The decorators of the game's kernels (`engine.core.jit.kernels`). Their digest must
            cover this package and the files of the game's kernels.

    Raises:
        ValueError: The digest does not cover this package's kernels.
    """
    uncovered = set(own_entry.sources) - set(entry.sources)
    if uncovered:
        raise ValueError(
            f"{module}: the digest of its kernels lacks {min(uncovered).name} of the tree search; "
            "give models.tree_search.core.entry to engine.core.jit.kernels"
        )
    named = {"GAME": game_type, "RULES": rules_type, "DESK": desk_type}
    provided = {each.__name__: game[each.__name__] for each in interface.KERNELS}
    namespace = {**vars(search), **provided, "__name__": module}
    generic: Any = search.GENERIC  # functions with attributes
    for function in generic:
        returns, args = function.signature
        signature = [named.get(each, each) if isinstance(each, str) else each for each in args]
        declare = entry if function.is_entry else kernel
        copied = FunctionType(function.__code__, namespace, function.__name__)
        copied.__doc__ = function.__doc__
        namespace[function.__name__] = declare(returns, *signature)(copied)
    return SearchKernels(namespace["search_action"], entry.sources, SimpleNamespace(**provided))
