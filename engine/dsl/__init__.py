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

from engine.dsl import abilities, amounts, cards, effects, keywords, selectors
from engine.dsl.abilities import *
from engine.dsl.amounts import *
from engine.dsl.cards import *
from engine.dsl.effects import *
from engine.dsl.errors import checked
from engine.dsl.keywords import *
from engine.dsl.selectors import *

__all__ = [
    *cards.__all__,
    *abilities.__all__,
    *keywords.__all__,
    *selectors.__all__,
    *amounts.__all__,
    *effects.__all__,
]

for _name in __all__:
    if isinstance(globals()[_name], FunctionType):
        globals()[_name] = checked(_name, globals()[_name])
