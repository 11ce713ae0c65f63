"""Words refuse arguments of the wrong kind, by what their own annotations say."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import get_type_hints

from engine.dsl.errors import CardError, nonsense


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
