"""Compiles cards to the tables that the kernels read, and refuses what means nothing.

One verb is one row of `effects`; selectors, grants and pools are numbered once each.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from engine import dsl
from engine.core import enums as e
from engine.core import tables as t
from engine.core.tables import empty_tables
from engine.dsl.abilities import (
    Aura,
    Battlecry,
    ChooseOne,
    Combo,
    CostsLess,
    Deathrattle,
    Needs,
    Overload,
    StartOfGame,
    Trigger,
)
from engine.dsl.amounts import Amount, Between, Condition
from engine.dsl.cards import Card
from engine.dsl.effects import Effect, If, Maybe
from engine.dsl.errors import CardError
from engine.dsl.keywords import Grant, Keyword, SpellDamage
from engine.dsl.pools import CardPool
from engine.dsl.who import Race, Selector, Target

_TYPE_NAMES = {
    e.HERO_CARD: "hero",
    e.MINION_CARD: "minion",
    e.SPELL_CARD: "spell",
    e.SECRET_CARD: "secret",
    e.WEAPON_CARD: "weapon",
    e.POWER_CARD: "hero power",
    e.NO_CARD: "enchantment",
}
_EVENT_NEEDS_SPACE = (e.SUMMON, e.SUMMON_FROM_POOL)


class Compiler:
    """Numbers cards and writes their rows; `tables` is the result.

    Args:
        cards: Every card, in the order of its row (from 1 on).
        pool_of: Gives the ids of the cards a `CardPool` by condition means.
    """

    def __init__(self, cards: Iterable[Card], pool_of: Callable[[CardPool], Iterable[str]]):
        self.cards = list(cards)
        self.pool_of = pool_of
        self.tables = empty_tables()
        self.row: dict[str, int] = {}
        self.by_name: dict[tuple[int, str], list[int]] = {}
        self.enchantments: dict[str, int] = {}
        self.selectors: dict[Selector, int] = {}
        self.grants: dict[Grant, int] = {Grant(): 0}
        self.pools: dict[CardPool, int] = {}
        self.n = {"effects": 1, "triggers": 1, "auras": 1, "pools": 0, "pool_cards": 0}
        self.card: Card | None = None

    def compile(self) -> np.record:
        """Writes all tables.

        Raises:
            CardError: A card means nothing; the message names it and its place.
        """
        self._number_cards()
        for row, card in enumerate(self.cards, 1):
            self.card = card
            try:
                self._write_card(row, card)
            except CardError as error:
                if str(error).startswith(f"{card.name} ({card.id}, "):
                    raise
                raise card.error(str(error)) from None
            except OverflowError:
                raise card.error("a number in its text does not fit the tables") from None
        return self.tables

    # --- names ---------------------------------------------------------------------------------

    def _number_cards(self) -> None:
        if len(self.cards) >= t.N_CARDS:
            raise CardError(f"{len(self.cards)} cards; the table holds {t.N_CARDS - 1}")
        for row, card in enumerate(self.cards, 1):
            if card.id in self.row:
                raise card.error(
                    f"the id is already taken by {self.cards[self.row[card.id] - 1].where}"
                )
            self.row[card.id] = row
            self.by_name.setdefault((card.type, card.name), []).append(row)
            if card.type == e.NO_CARD:
                number = len(self.enchantments) + 1
                if number >= t.N_ATTACHMENTS:
                    raise card.error(
                        f"more than {t.N_ATTACHMENTS - 1} enchantments; an entry of "
                        "core/attached.py has 4 bits for one"
                    )
                self.enchantments[card.name] = number
                self.tables.attachments[number] = row

    def find(self, name: str, type_: int = 0) -> int:
        """The row of a card by id, or by name among the cards of a type (0: of any)."""
        if name in self.row:
            return self.row[name]
        types = [type_] if type_ else list(_TYPE_NAMES)
        found = [row for kind in types for row in self.by_name.get((kind, name), ())]
        if len(found) == 1:
            return found[0]
        kind = _TYPE_NAMES.get(type_, "card")
        if found:
            ids = ", ".join(self.cards[row - 1].id for row in found)
            raise CardError(f"several {kind}s are called {name!r}: say which by id ({ids})")
        names = [known for (type_known, known) in self.by_name if type_known in types]
        close = difflib.get_close_matches(name, names, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise CardError(f"no {kind} is called {name!r}{hint}")

    # --- small tables --------------------------------------------------------------------------

    def selector(self, who: Selector | None) -> int:
        """The row of a selector; equal selectors share one."""
        if who is None:
            return 0
        key = Selector(**{name: getattr(who, name) for name in Selector.__dataclass_fields__})
        if key not in self.selectors:
            row = len(self.selectors) + 1
            self._check_room("selectors", row, t.N_SELECTORS)
            self.selectors[key] = row
            made = self.tables.selectors[row]
            made.side, made.kind, made.pick, made.count = key.side, key.kind, key.pick, key.count
            made.other, made.filter, made.value = key.other, key.filter, key.value
            made.race = e.RACES.index(key.race)
            if key.card:
                made.value = self.find(key.card, e.MINION_CARD)
        return self.selectors[key]

    def _who(self, who: Selector | None) -> int:
        """The row of a selector of an effect: what a target must fit is asked when it is chosen.

        A secret may change the target later, to one that does not fit.
        """
        is_target = who is not None and who.pick == e.TARGET and not isinstance(who, Target)
        return self.selector(dsl.target if is_target else who)

    def grant(self, grant: Grant) -> int:
        """The row of a buff; equal buffs share one."""
        if grant not in self.grants:
            row = len(self.grants)
            self._check_room("grants", row, t.N_GRANTS)
            self.grants[grant] = row
            made = self.tables.grants[row]
            made.attack, made.health, made.keywords = grant.attack, grant.health, grant.keywords
            made.spell_power, made.turn = grant.spell_power, grant.turn
            if grant.attached:
                if grant.attached not in self.enchantments:
                    raise CardError(f"no enchantment is called {grant.attached!r}")
                made.attached = self.enchantments[grant.attached]
        return self.grants[grant]

    def pool(self, pool: CardPool) -> int:
        """The number of a pool; its cards are the rows from `pool_starts` of it to the next.

        A pool of the opponent's class is nine, one per class; the number is that of the first.
        """
        if pool not in self.pools:
            number = self.n["pools"]
            parts = [pool]
            if pool.of_opponent:
                parts = [replace(pool, card_class=name) for name in e.CLASSES[1:]]
            for part in parts:
                self._write_pool(part)
            self.pools[pool] = number
        return self.pools[pool]

    def _write_pool(self, pool: CardPool) -> None:
        number = self.n["pools"]
        self._check_room("pools", number, t.N_POOLS)
        if pool.names:
            rows = [self.find(name) for name in pool.names]
        else:
            rows = [self.row[id_] for id_ in self.pool_of(pool)]
        if not rows:
            raise CardError(f"the pool {pool} is empty")
        start = self.n["pool_cards"]
        self._check_room("pool cards", start + len(rows), t.N_POOL_CARDS)
        self.tables.pool_cards[start : start + len(rows)] = rows
        self.n["pool_cards"] = start + len(rows)
        self.tables.pool_starts[number + 1] = start + len(rows)
        self.n["pools"] = number + 1

    @staticmethod
    def _check_room(what: str, n: int, capacity: int) -> None:
        if n >= capacity:
            raise CardError(f"more than {capacity - 1} {what}: raise the capacity in tables.py")

    # --- effects -------------------------------------------------------------------------------

    def _new_row(self) -> np.record:
        row = self.n["effects"]
        self._check_room("effects", row, t.N_EFFECTS)
        self.n["effects"] = row + 1
        return self.tables.effects[row]

    def _write_amount(self, row: np.record, amount: int | Amount | Between) -> None:
        row.kind = e.CONSTANT
        if isinstance(amount, int):
            row.amount = amount
        elif isinstance(amount, Between):
            row.kind, row.amount, row.of = e.BETWEEN, amount.low, amount.high
        else:
            row.kind, row.amount, row.scale = amount.kind, amount.add, amount.scale
            row.of_side, row.of = amount.side, self._who(amount.of)

    def _write_condition(self, row: np.record, condition: Condition) -> None:
        left = condition.left
        if left.add or left.scale != 1:
            raise CardError("a condition compares what it counts itself, not a multiple of it")
        row.kind, row.of_side, row.of = left.kind, left.side, self.selector(left.of)
        row.compare, row.amount = condition.compare, condition.right

    def _argument(self, effect: Effect) -> int:
        arg = effect.arg
        if arg is None:
            return 0
        if isinstance(arg, str):
            return self.find(arg, effect.card_type)
        if isinstance(arg, CardPool):
            return self.pool(arg)
        if isinstance(arg, Grant):
            return self.grant(arg)
        if isinstance(arg, Race):
            return e.RACES.index(arg.name)
        return int(arg)

    def _check_effect(self, effect: Effect, in_play: bool) -> None:
        if effect.op == e.TRACKING and not in_play:
            raise CardError("only battlecry, combo and spell effects offer a choice")
        who = effect.on
        if who is None:
            return
        if who.pick == e.TARGET and not in_play:
            raise CardError("only battlecry, combo and spell effects have a target")
        if who.pick == e.ADJACENT and self.card.type not in (e.MINION_CARD, e.NO_CARD):
            raise CardError("`adjacent` needs a minion to be adjacent to")

    def _write_effect(self, effect: Effect, in_play: bool) -> None:
        self._check_effect(effect, in_play)
        row = self._new_row()
        self._write_amount(row, effect.amount)
        row.op, row.on, row.arg = effect.op, self._who(effect.on), self._argument(effect)
        row.by, row.side = effect.by_target or effect.way, effect.side
        if isinstance(effect.of, Selector):
            row.of = self.selector(effect.of)
        elif effect.of:
            row.of = self.find(effect.of, effect.card_type)
        is_event_number = isinstance(effect.amount, Amount) and effect.amount.kind == e.VALUE
        is_fixed = effect.fixed or effect.by_target or is_event_number
        if effect.op in (e.DEAL, e.DEAL_AND, e.DEAL_SPLIT) and not is_fixed:
            row.magic = 1
        if isinstance(effect.arg, CardPool) and effect.arg.of_opponent:
            row.by = 1

    def _write_skip(self, op: int, condition: Condition | None, amount: int) -> np.record:
        row = self._new_row()
        row.op, row.amount = op, amount
        if condition is not None:
            self._write_condition(row, condition)
        return row

    def _write(self, effect, in_play: bool) -> None:
        if isinstance(effect, Effect):
            self._write_effect(effect, in_play)
        elif isinstance(effect, If):
            skip = self._write_skip(e.SKIP_UNLESS, effect.condition, 0)
            self._write_block(skip, effect.then, in_play, bool(effect.otherwise))
            if effect.otherwise:
                self._write_block(self._last, effect.otherwise, in_play, False)
        elif isinstance(effect, Maybe):
            self._write_block(
                self._write_skip(e.MAYBE_SKIP, None, effect.percent), effect.then, in_play, False
            )
        else:
            raise CardError(f"{effect!r} is not an effect")

    def _write_block(self, skip: np.record, effects: tuple, in_play: bool, jump: bool) -> None:
        """Writes effects that `skip` leaves out; with `jump`, a SKIP row ends them."""
        first = self.n["effects"]
        for effect in effects:
            self._write(effect, in_play)
        if jump:
            self._last = self._write_skip(e.SKIP, None, 0)
        skip.arg = self.n["effects"] - first

    def program(self, effects: tuple, in_play: bool = False, needs: Condition | None = None):
        """Writes effects as consecutive rows; returns their half-open range."""
        start = self.n["effects"]
        if needs is not None:
            effects = (If(needs, effects),)
        for effect in effects:
            self._write(effect, in_play)
        return start, self.n["effects"]

    # --- cards ---------------------------------------------------------------------------------

    def _write_card(self, row: int, card: Card) -> None:
        made = self.tables.cards[row]
        made.type, made.cost, made.attack, made.health = (
            card.type,
            card.cost,
            card.attack,
            card.health,
        )
        made.race, made.implemented = e.RACES.index(card.race), 1
        parts = _Parts(card)
        made.keywords = parts.keywords
        made.spell_power = parts.spell_power
        made.overload = parts.overload
        made.play, made.play_stop = self.program(parts.play, in_play=True)
        made.combo, made.combo_stop = self.program(parts.combo, in_play=True)
        made.deathrattle, made.deathrattle_stop = self.program(parts.deathrattle)
        made.start, made.start_stop = self.program(parts.start)
        self._write_target(made, card, parts)
        self._write_needs(made, card, parts)
        self._write_triggers(made, card, parts)
        self._write_auras(made, parts)
        if parts.cost is not None:
            made.cost_kind, made.cost_of = parts.cost.kind, self.selector(parts.cost.of)
        if parts.options:
            self._write_options(made, card, parts)
        if card.power:
            made.power = self.find(card.power, e.POWER_CARD)
        if card.weapon:
            made.weapon = self.find(card.weapon, e.WEAPON_CARD)
        if card.upgrades:
            self.tables.cards[self.find(card.upgrades, e.POWER_CARD)].upgrade = row

    def _write_options(self, made: np.record, card: Card, parts: _Parts) -> None:
        kind = e.MINION_CARD if card.type == e.POWER_CARD else e.SPELL_CARD
        rows = [self.find(name, kind) for name in parts.options]
        if len(rows) < 2 or rows != list(range(rows[0], rows[0] + len(rows))):
            raise card.error("its options, two or more, must stand one after the other")
        made.options, made.n_options = rows[0], len(rows)

    def _write_target(self, made: np.record, card: Card, parts: _Parts) -> None:
        chosen = set(_targets((*parts.play, *parts.combo)))
        precise = {who for who in chosen if not isinstance(who, Target)} or chosen
        if len(precise) > 1:
            raise card.error(f"{len(precise)} different targets; a card has one")
        if precise:
            made.target = self.selector(precise.pop())
            made.target_optional = card.type in (e.MINION_CARD, e.WEAPON_CARD)
            made.target_needs_combo = not set(_targets(parts.play))
            condition = _condition_of_target(parts.play)
            if made.target_optional and condition is not None:
                made.target_if = self.n["effects"]
                self._write_skip(e.SKIP_UNLESS, condition, 0)

    def _write_needs(self, made: np.record, card: Card, parts: _Parts) -> None:
        conditions = [parts.needs] if parts.needs is not None else []
        pools = [x.arg for x in parts.play if isinstance(x, Effect) and _only_missing(x)]
        if card.type in (e.SPELL_CARD, e.POWER_CARD) and _only_summons(parts.play):
            conditions.append(dsl.open_slots(dsl.your) >= 1)
        if not conditions:
            return
        numbers = [self.pool(pool) for pool in pools]
        made.needs = self.n["effects"]
        for condition in conditions:
            self._write_skip(e.SKIP_UNLESS, condition, 0)
        for number in numbers:
            row = self._write_skip(e.SKIP_UNLESS, None, 1)
            row.kind, row.of, row.of_side, row.compare = e.MISSING, number, e.FRIENDLY, e.AT_LEAST
        made.needs_stop = self.n["effects"]

    def _write_triggers(self, made: np.record, card: Card, parts: _Parts) -> None:
        made.triggers = self.n["triggers"]
        events = 0
        for trigger in parts.triggers:
            effects = trigger.effects
            if card.type == e.SECRET_CARD:
                effects = (Effect(e.REVEAL), *effects)
            row = self.tables.triggers[self.n["triggers"]]
            self._check_room("triggers", self.n["triggers"], t.N_TRIGGERS)
            self.n["triggers"] += 1
            row.event = trigger.event
            row.on, row.against = self.selector(trigger.on), self.selector(trigger.against)
            row.start, row.stop = self.program(effects, needs=trigger.needs)
            events |= 1 << trigger.event
        made.triggers_stop = self.n["triggers"]
        made.events = events

    def _write_auras(self, made: np.record, parts: _Parts) -> None:
        made.auras = self.n["auras"]
        for aura in parts.auras:
            row = self.tables.auras[self.n["auras"]]
            self._check_room("auras", self.n["auras"], t.N_AURAS)
            self.n["auras"] += 1
            on = aura.on if isinstance(aura.on, Selector) else Selector(aura.on.side)
            row.on, row.attack, row.health = self.selector(on), aura.attack, aura.health
            row.keywords, row.cost, row.cost_kind = aura.keywords, aura.cost, aura.cost_kind
            row.condition = aura.condition
            if on.filter == e.WITH_KEYWORD:
                made.events |= e.LATE_BIT
            if aura.per is not None:
                row.per, row.of = 1, self.selector(aura.per)
        made.auras_stop = self.n["auras"]
        if parts.auras or parts.spell_power:
            made.events |= e.AURA_BIT


def _only_summons(effects: tuple) -> bool:
    return bool(effects) and all(
        isinstance(x, Effect) and x.op in _EVENT_NEEDS_SPACE and x.side == e.FRIENDLY
        for x in effects
    )


def _only_missing(effect: Effect) -> bool:
    """Whether it summons only what is missing on the board, and so needs that something is."""
    return effect.op == e.SUMMON_FROM_POOL and effect.way != 0


def _condition_of_target(effects: tuple) -> Condition | None:
    """The condition without which a text has no use for a target; None if there is none."""
    wanting = [effect for effect in effects if any(_targets((effect,)))]
    if len(wanting) != 1 or not isinstance(wanting[0], If):
        return None
    condition, who = wanting[0].condition, wanting[0].condition.left.of
    about_target = who is not None and who.pick == e.TARGET
    return None if about_target or any(_targets(wanting[0].otherwise)) else condition


def _targets(effects: tuple):
    """The chosen targets that effects speak of."""
    for effect in effects:
        if isinstance(effect, If):
            yield from _targets((*effect.then, *effect.otherwise))
        elif isinstance(effect, Maybe):
            yield from _targets(effect.then)
        elif isinstance(effect, Effect):
            amount = effect.amount.of if isinstance(effect.amount, Amount) else None
            for who in (effect.on, amount):
                if who is not None and who.pick == e.TARGET and who.filter not in (e.DEAD, e.ALIVE):
                    yield who


class _Parts:
    """The words of a card, sorted by what they are."""

    def __init__(self, card: Card):
        self.keywords = 0
        self.spell_power = 0
        self.overload = 0
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


_PROGRAMS = {  # word: the part it belongs to
    Battlecry: "play",
    Combo: "combo",
    Deathrattle: "deathrattle",
    StartOfGame: "start",
}
_VALUES = {  # word: the part it sets, the word's value
    Overload: ("overload", "amount"),
    ChooseOne: ("options", "options"),
    CostsLess: ("cost", "per"),
    Needs: ("needs", "condition"),
}
