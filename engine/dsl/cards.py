"""Whole cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import enums as e
from engine.dsl.abilities import Aura, Trigger, Word
from engine.dsl.effects import Block, Effect
from engine.dsl.errors import CardError, place
from engine.dsl.keywords import Keyword, SpellDamage
from engine.dsl.selectors import Race


@dataclass(frozen=True)
class Card:
    """A card as written; `where` is its file and line."""

    type: int
    id: str
    name: str
    cost: int
    attack: int
    health: int
    text: tuple
    race: str = ""
    power: str = ""
    weapon: str = ""
    upgrades: str = ""
    where: str = ""

    def error(self, message: str) -> CardError:
        return CardError(message, f"{self.name} ({self.id}, {self.where})", self.id)


_CAST = (Effect, "combo", "choose_one", "overload", "costs_less", "needs", "casts_when_drawn")
_LASTING = (Keyword, SpellDamage, "deathrattle", "start_of_game", Trigger, Aura)
_WORDS = {  # what a type of card is called, and which kinds of words it may have
    e.MINION_CARD: (
        "a minion",
        (*_LASTING, "battlecry", "combo", "choose_one", "overload", "costs_less", "grows_in_hand"),
    ),
    e.WEAPON_CARD: ("a weapon", (*_LASTING, "battlecry", "combo", "overload", "costs_less")),
    e.SPELL_CARD: ("a spell", _CAST),
    e.SECRET_CARD: ("a secret", (*_LASTING, *_CAST, "battlecry", "aimed", "grows_in_hand")),
    e.POWER_CARD: ("a hero power", (Effect, "choose_one", "needs", "aimed")),
    e.HERO_CARD: ("a hero", ()),
    e.NO_CARD: ("an enchantment", ("deathrattle", Trigger)),
}
_ONCE = ("choose_one", "overload", "costs_less", "needs", "grows_in_hand")  # in a text
_KINDS = {each: each for each in (Effect, Keyword, SpellDamage, Trigger, Aura)} | {Block: Effect}
_LABELS = {  # of kinds that are not called by their own name
    Keyword: "keywords", SpellDamage: "spell_damage(...)", Trigger: "when(...) or after(...)",
    Aura: "aura(...)", "casts_when_drawn": "casts_when_drawn",
}  # fmt: skip


def _card(
    type_: int, id_: str, name: str, cost: int, attack: int, health: int, text, **more
) -> Card:
    card = Card(type_, id_, name, cost, attack, health, text, where=place(), **more)
    called, allowed = _WORDS[type_]
    kinds = [word.name if isinstance(word, Word) else _KINDS.get(type(word)) for word in text]
    for word, kind in zip(text, kinds, strict=True):
        if kind is None:
            raise card.error(f"{word!r} is not a keyword, an effect or an ability")
        if kind is Effect and kind not in allowed:
            raise card.error(
                "an effect needs battlecry(...), deathrattle(...) or a trigger around it"
            )
        if kind not in allowed:
            raise card.error(f"{called} has no {_LABELS.get(kind, f'{kind}(...)')}")
        if kind in _ONCE and kinds.count(kind) > 1:
            raise card.error(f"{kind}(...) is given twice; give it once")
    if not all(0 <= n <= 127 for n in (cost, attack, health)):
        raise card.error("cost, attack and health lie between 0 and 127")
    return card


def minion(
    id: str, name: str, cost: int, attack: int, health: int, *text, race: Race | None = None
):
    return _card(
        e.MINION_CARD, id, name, cost, attack, health, text, race=race.name if race else ""
    )


def spell(id: str, name: str, cost: int, *text) -> Card:
    return _card(e.SPELL_CARD, id, name, cost, 0, 0, text)


def option(id: str, name: str, cost: int, *text) -> Card:
    """One of the two texts of a Choose One card; `cost` is that of the card, which pays it."""
    return _card(e.SPELL_CARD, id, name, cost, 0, 0, text)


def secret(id: str, name: str, cost: int, *text) -> Card:
    """A secret. Raises `CardError` if its text is not exactly one `when` or `after`."""
    card = _card(e.SECRET_CARD, id, name, cost, 0, 0, text)
    if len(text) != 1 or not isinstance(text[0], Trigger):
        raise card.error("a secret is exactly one when(...) or after(...)")
    return card


def weapon(id: str, name: str, cost: int, attack: int, durability: int, *text) -> Card:
    return _card(e.WEAPON_CARD, id, name, cost, attack, durability, text)


def hero(
    id: str, name: str, health: int, power: str = "", weapon: str = "", race: Race | None = None
) -> Card:
    """A hero; without `power` it has no hero power."""
    return _card(
        e.HERO_CARD, id, name, 0, 0, health, (),
        power=power, weapon=weapon, race=race.name if race else "",
    )  # fmt: skip


def hero_power(id: str, name: str, cost: int, *text, upgrades: str = "") -> Card:
    """A hero power; `upgrades` names the one that `upgrade_power` replaces by it."""
    return _card(e.POWER_CARD, id, name, cost, 0, 0, text, upgrades=upgrades)


def enchantment(name: str, *text) -> Card:
    """A text that `give` can hang on a minion: triggers or a deathrattle."""
    return _card(e.NO_CARD, f"enchantment:{name}", name, 0, 0, 0, text)
