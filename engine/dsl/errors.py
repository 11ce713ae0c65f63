"""The error of cards that mean nothing, and where they stand."""

from __future__ import annotations

import sys
from pathlib import Path


class CardError(ValueError):
    """A card that means nothing; the message names the card, its file and line."""


def place() -> str:
    """File and line of the words being read: the innermost call from outside the language."""
    frame = sys._getframe(1)
    language = Path(__file__).parent
    while Path(frame.f_code.co_filename).parent == language and frame.f_back is not None:
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"


def nonsense(message: str) -> CardError:
    """An error in words that do not know yet which card they belong to: it names their line."""
    return CardError(f"{place()}: {message}")
