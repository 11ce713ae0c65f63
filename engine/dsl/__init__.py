"""The card language: a card is one expression that reads as its printed text.

    minion("NEW1_019", "Knife Juggler", 2, 2, 2,
           after(summoned(your.other.minions), deal(1, random(enemies)))),

Everything here is a frozen value; `engine.compiler` turns it into table rows. Words that make no
sense are rejected where they are written (`CardError` names card, file and line) or when the cards
are compiled. In the order of the grammar:

- `cards`: whole cards: minion, spell, secret, weapon, hero, hero power
- `abilities`: when an effect happens (battlecry, when, after), its events, what lasts (auras)
- `keywords`: taunt and the like, and what `give` gives
- `selectors`: which characters or cards a text is about, and which random cards
- `amounts`: numbers found when a text runs, and conditions on them
- `effects`: the verbs
- `errors`: words reject arguments of the wrong kind
"""

from types import FunctionType
from typing import Any

from engine.dsl import abilities, amounts, cards, effects, keywords, selectors
from engine.dsl.abilities import *
from engine.dsl.amounts import *
from engine.dsl.cards import *
from engine.dsl.effects import *
from engine.dsl.errors import checked
from engine.dsl.keywords import *
from engine.dsl.selectors import *

_MODULES = {
    each.__name__: each for each in (cards, abilities, keywords, selectors, amounts, effects)
}
_HELPERS = ("grant_of", "selector_of")  # helpers of several modules; not words


def _is_word(name: str, value: Any) -> bool:
    """Whether a name of a module is a word: in small letters, and made in one of the modules."""
    is_public = name.islower() and not name.startswith("_") and name not in _HELPERS
    return is_public and (isinstance(value, int) or getattr(value, "__module__", "") in _MODULES)


_WORDS = {
    name: value
    for module in _MODULES.values()
    for name, value in vars(module).items()
    if _is_word(name, value)
}
__all__ = list(_WORDS)

for _name, _word in _WORDS.items():
    if isinstance(_word, FunctionType):
        globals()[_name] = checked(_name, _word)
