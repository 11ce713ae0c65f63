"""The kernels that a game provides to be searched, and the mark of kernels that call them.

A game defines all of these functions, and `compiled.compile_search` puts its kernels in their
place. So none of them is ever called, and each raises `NotImplementedError`. Kernels marked
`generic` are compiled once for each game. Their signatures name the types of its records by `GAME`,
`RULES` and `DESK`.

Arguments: `game`, a record of the game's state with a random stream of its own; `rules`, a record
that no search changes; `desk`, a record of working memory and settings. Players are 0 and 1.
"""

from collections.abc import Callable
from typing import Any


def copy_game(target: Any, source: Any) -> None:
    """Make one state equal to another, its random stream included."""
    raise NotImplementedError


def reseed(game: Any, first: int, second: int) -> None:
    """Start another random stream, named by two numbers of 32 bits."""
    raise NotImplementedError


def deal(game: Any, rules: Any, desk: Any, viewer: int, seed: int) -> None:
    """Replace all that the viewer does not know by one random possibility.

    The outcome depends only on what the viewer knows and on the seed (32 bits).
    """
    raise NotImplementedError


def list_options(game: Any, rules: Any, desk: Any, tree: Any) -> int:
    """Fill in `tree.actions` and `tree.names` and return their number, at least 1.

    A name identifies an action by what both players see of it. So a card from a hidden hand is
    named by its text, not by its place in the hand. Of several actions of one name list the first.
    """
    raise NotImplementedError


def random_action(game: Any, rules: Any, desk: Any) -> int:
    """Return a legal action, drawn uniformly from the game's random stream."""
    raise NotImplementedError


def apply_action(game: Any, rules: Any, desk: Any, action: int) -> None:
    """Play a legal action. Chance is drawn from the game's random stream."""
    raise NotImplementedError


def mover(game: Any) -> int:
    """Return the player to move."""
    raise NotImplementedError


def reward(game: Any) -> float:
    """Return the reward of player 0: 1 won, 0 lost, 0.5 drawn; -1 while the game runs."""
    raise NotImplementedError


def evaluate(game: Any, rules: Any, desk: Any) -> float:
    """Return what a running game is worth to player 0, from 0 to 1; for rollouts cut off."""
    raise NotImplementedError


#: What a game provides.
KERNELS = (
    copy_game, reseed, deal, list_options, random_action, apply_action, mover, reward, evaluate,
)  # fmt: skip
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
