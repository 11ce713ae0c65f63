"""The card language: a card is one expression that reads as its printed text.

    minion("NEW1_019", "Knife Juggler", 2, 2, 2,
           after(summoned(your.other.minions), deal(1, random(enemies)))),

Everything here is a frozen value; `engine.compiler` turns them into table rows. Nonsense is refused
where it is written (`CardError` names card, file and line) or when the cards are compiled.
"""

from types import FunctionType

from engine.dsl import abilities, amounts, cards, effects, events, keywords, pools, selectors
from engine.dsl.abilities import *
from engine.dsl.amounts import *
from engine.dsl.cards import *
from engine.dsl.checked import checked
from engine.dsl.effects import *
from engine.dsl.events import *
from engine.dsl.keywords import *
from engine.dsl.pools import *
from engine.dsl.selectors import *

__all__ = [
    *cards.__all__,
    *abilities.__all__,
    *keywords.__all__,
    *selectors.__all__,
    *amounts.__all__,
    *pools.__all__,
    *events.__all__,
    *effects.__all__,
]

for _name in __all__:
    if isinstance(globals()[_name], FunctionType):
        globals()[_name] = checked(_name, globals()[_name])
