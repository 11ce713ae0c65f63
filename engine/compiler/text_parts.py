"""The parts of a card's text: keywords, programs, triggers, auras; and questions about a text."""

from collections.abc import Iterator

from engine.core import enums as e
from engine.dsl.abilities import (
    Aimed,
    Aura,
    Battlecry,
    CastsWhenDrawn,
    ChooseOne,
    Combo,
    CostsLess,
    Deathrattle,
    GrowsInHand,
    Needs,
    Overload,
    StartOfGame,
    Trigger,
)
from engine.dsl.amounts import Amount, Condition
from engine.dsl.cards import Card
from engine.dsl.effects import Effect, If, Maybe, Repeat
from engine.dsl.keywords import Keyword, SpellDamage
from engine.dsl.selectors import Selector

_NEED_SPACE = (e.SUMMON, e.SUMMON_FROM_POOL, e.RESURRECT)
_PROGRAMS = {  # word: the part it belongs to
    Battlecry: "play",
    Combo: "combo",
    Aimed: "combo",  # of a hero power
    Deathrattle: "deathrattle",
    StartOfGame: "start",
}
_VALUES = {  # word: the part it sets, the word's value
    Overload: ("overload", "amount"),
    ChooseOne: ("options", "options"),
    CostsLess: ("cost", "per"),
    Needs: ("needs", "condition"),
    GrowsInHand: ("grows", "attack"),
}


class TextParts:
    """The words of a card, sorted by the part of its text they belong to."""

    def __init__(self, card: Card):
        self.keywords = 0
        self.spell_power = 0
        self.overload = 0
        self.grows = 0
        self.play: tuple = ()
        self.combo: tuple = ()
        self.deathrattle: tuple = ()
        self.start: tuple = ()
        self.triggers: list[Trigger] = []
        self.auras: list[Aura] = []
        self.options: tuple = ()
        self.cost: Amount | None = None
        self.needs: Condition | None = None
        for word in card.text:
            self._sort(word)

    def _sort(self, word) -> None:
        if isinstance(word, Keyword):
            self.keywords |= word.bits
        elif isinstance(word, CastsWhenDrawn):
            self.keywords |= e.CASTS_WHEN_DRAWN
        elif isinstance(word, SpellDamage):
            self.spell_power += word.amount
        elif isinstance(word, Trigger):
            self.triggers.append(word)
        elif isinstance(word, Aura):
            self.auras.append(word)
        elif type(word) in _PROGRAMS:
            part = _PROGRAMS[type(word)]
            setattr(self, part, getattr(self, part) + word.effects)
        elif type(word) in _VALUES:
            part, value = _VALUES[type(word)]
            setattr(self, part, getattr(word, value))
        else:
            self.play += (word,)


def only_summons(effects: tuple) -> bool:
    """Whether a text does nothing but put minions onto its owner's board."""
    return bool(effects) and all(
        isinstance(x, Effect) and x.op in _NEED_SPACE and x.side == e.FRIENDLY for x in effects
    )


def only_missing(effect: Effect) -> bool:
    """Whether it summons only what is missing on the board, and so needs that something is."""
    return effect.op == e.SUMMON_FROM_POOL and effect.way != 0


def condition_of_target(effects: tuple) -> Condition | None:
    """The condition without which a text has no use for a target; None if there is none."""
    wanting = [effect for effect in effects if any(targets((effect,)))]
    if len(wanting) != 1 or not isinstance(wanting[0], If):
        return None
    condition, who = wanting[0].condition, wanting[0].condition.left.of
    about_target = who is not None and who.pick == e.TARGET
    return None if about_target or any(targets(wanting[0].otherwise)) else condition


def targets(effects: tuple) -> Iterator[Selector]:
    """The chosen targets that effects speak of."""
    for effect in effects:
        if isinstance(effect, If):
            yield from targets((*effect.then, *effect.otherwise))
        elif isinstance(effect, Maybe):
            yield from targets(effect.then)
        elif isinstance(effect, Repeat):
            yield from targets(effect.effects)
        elif isinstance(effect, Effect):
            amount = effect.amount.of if isinstance(effect.amount, Amount) else None
            for who in (effect.on, amount):
                if who is not None and who.pick == e.TARGET and who.filter not in (e.DEAD, e.ALIVE):
                    yield who
