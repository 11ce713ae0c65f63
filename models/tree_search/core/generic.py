"""Marks of kernels that are compiled once for each game.

Their signatures name the types of a game's records by `GAME`, `RULES` and `DESK`, and their code
calls the functions of `interface`. `models.tree_search.core.compiled` puts the game's own types and
kernels in their places.
"""

from collections.abc import Callable
from typing import Any

GAME, RULES, DESK = "GAME", "RULES", "DESK"


def generic(returns: Any, *args: Any, is_entry: bool = False) -> Callable[[Callable], Callable]:
    """Marks a kernel.

    Args:
        returns: Its Numba type, or the name of one.
        args: Those of its arguments.
        is_entry: Whether Python calls it, too.
    """

    def mark(function: Any) -> Any:
        function.signature = (returns, args)
        function.is_entry = is_entry
        return function

    return mark
