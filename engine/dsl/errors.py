"""The error of cards that mean nothing; words refuse arguments that their annotations exclude."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, get_type_hints


class CardError(ValueError):
    """A card that means nothing; the message names the card, its file and line.

    Attributes:
        what: The message without them.
        card_id: Of the card, '' if it is not known yet.
    """

    def __init__(self, what: str, place: str = "", card_id: str = ""):
        super().__init__(f"{place}: {what}" if place else what)
        self.what, self.card_id = what, card_id


def place() -> str:
    """File and line of the words being read: the innermost call from outside the language."""
    frame = sys._getframe(1)
    language = Path(__file__).parent
    while Path(frame.f_code.co_filename).parent == language and frame.f_back is not None:
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"


def nonsense(message: str) -> CardError:
    """An error in words that do not know yet which card they belong to: it names their line."""
    return CardError(message, place())


def positive(amount: Any, verb: str) -> Any:
    """Returns the amount of a word. Raises `CardError` if it is a number that is not above 0."""
    if isinstance(amount, int) and amount <= 0:
        hint = "; use heal() to restore health" if verb == "deal" else ""
        raise nonsense(f"{verb}() needs a positive amount{hint}")
    return amount


def not_negative(amount: Any, verb: str) -> Any:
    """Returns the amount of a word. Raises `CardError` if it is a number below 0."""
    if isinstance(amount, int) and amount < 0:
        raise nonsense(f"{verb}() needs a number of 0 or more")
    return amount


def checked(name: str, word: Callable) -> Callable:
    """The word of that name, which refuses what its annotations do not allow.

    What the word itself refuses, with a better message, comes first.

    Raises:
        CardError: By the word: an argument too many, missing, or of another kind.
    """
    signature, hints = inspect.signature(word), get_type_hints(word)

    def problem(args: tuple, kwargs: dict) -> str:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            return f"{name}(): {error}"
        for parameter, value in given.items():
            kind = signature.parameters[parameter].kind
            values = value if kind is inspect.Parameter.VAR_POSITIONAL else (value,)
            for one in values:
                if not isinstance(one, hints.get(parameter, object)):
                    return f"{name}(): {one!r} makes no sense as `{parameter}`"
        return ""

    @wraps(word)
    def read(*args, **kwargs):
        try:
            made = word(*args, **kwargs)
        except CardError:
            raise
        except (AttributeError, TypeError, ValueError) as error:
            raise nonsense(problem(args, kwargs) or f"{name}(): {error}") from None
        if message := problem(args, kwargs):
            raise nonsense(message)
        return made

    return read
