"""Cards as rows of the tables: keywords, programs, triggers and auras from the parts of a text."""

from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any

from engine import dsl
from engine.compiler.programs import Programs, TableRows
from engine.core import enums as e
from engine.dsl.abilities import Aura, Trigger, Word
from engine.dsl.amounts import Amount, Condition
from engine.dsl.cards import Card
from engine.dsl.effects import Block, Effect
from engine.dsl.errors import CardError
from engine.dsl.keywords import Keyword, SpellDamage
from engine.dsl.selectors import CardPool, Selector, Target

_NEED_SPACE = (e.SUMMON, e.SUMMON_FROM_POOL, e.RESURRECT)


class TextParts:
    """The words of a card, by the part of its text they belong to."""

    def __init__(self, card: Card):
        self._words = [each for each in card.text if isinstance(each, Word)]
        values: dict[str, Any] = {each.name: each.says for each in self._words}
        effects = tuple(x for x in card.text if isinstance(x, Effect | Block))
        self.play = effects + self._effects_of("battlecry")
        self.combo = self._effects_of("combo", "aimed")  # aimed: of a hero power
        self.deathrattle = self._effects_of("deathrattle")
        self.start = self._effects_of("start_of_game")
        self.triggers = [each for each in card.text if isinstance(each, Trigger)]
        self.auras = [each for each in card.text if isinstance(each, Aura)]
        self.options: tuple = values.get("choose_one", ())
        self.overload: int = values.get("overload", 0)
        self.grows: int = values.get("grows_in_hand", 0)
        self.cost: Amount | None = values.get("costs_less")
        self.needs: Condition | None = values.get("needs")
        self.spell_power = sum(x.amount for x in card.text if isinstance(x, SpellDamage))
        self.keywords = e.CASTS_WHEN_DRAWN if "casts_when_drawn" in values else 0
        for each in card.text:
            self.keywords |= each.bits if isinstance(each, Keyword) else 0

    def _effects_of(self, *names: str) -> tuple:
        return tuple(effect for each in self._words if each.name in names for effect in each.says)


def only_summons(effects: tuple) -> bool:
    """Whether a text does nothing but put minions onto its owner's board."""
    return bool(effects) and all(
        isinstance(x, Effect) and x.op in _NEED_SPACE and x.side == e.FRIENDLY for x in effects
    )


def condition_of_target(effects: tuple) -> Condition | None:
    """The condition without which a text has no use for a target; None if there is none."""
    wanting = [effect for effect in effects if any(targets((effect,)))]
    if len(wanting) != 1 or wanting[0].op != e.SKIP_UNLESS:
        return None
    condition, who = wanting[0].condition, wanting[0].condition.left.of
    about_target = who is not None and who.pick == e.TARGET
    return None if about_target or any(targets(wanting[0].otherwise)) else condition


def targets(effects: tuple) -> Iterator[Selector]:
    """The chosen targets that effects speak of."""
    for effect in effects:
        if isinstance(effect, Block):
            yield from targets((*effect.effects, *effect.otherwise))
        elif isinstance(effect, Effect):
            amount = effect.amount.of if isinstance(effect.amount, Amount) else None
            for who in (effect.on, amount):
                if who is not None and who.pick == e.TARGET and who.filter not in (e.DEAD, e.ALIVE):
                    yield who


def compile_cards(
    cards: Iterable[Card],
    pool_of: Callable[[CardPool], Iterable[str]],
    later: range = range(0),
) -> TableRows:
    """Returns the tables of cards, with the row of everything in them.

    Args:
        cards: Every card, in the order of its row (from 1 on).
        pool_of: Returns the ids of the cards in a `CardPool` that is given by a condition.
        later: Rows of the cards of later sets, which leave a name to its first bearer.

    Raises:
        CardError: A card makes no sense; the message names the card, its file and line.
    """
    rows = TableRows(cards, pool_of, later)
    writer = _Cards(rows)
    for row, card in enumerate(rows.cards, 1):
        rows.writing = row
        try:
            writer.write(row, card)
        except CardError as error:
            if error.card_id == card.id:
                raise
            raise card.error(str(error)) from None
        except OverflowError:
            raise card.error("a number in its text does not fit the tables") from None
    rows.writing = 0
    return rows


class _Cards:
    """Writes the rows of one card after the other into the tables."""

    def __init__(self, rows: TableRows):
        self.rows = rows
        self.programs = Programs(rows)

    def write(self, row: int, card: Card) -> None:
        """Writes a card, and the programs of its text."""
        self.programs.card_type = card.type
        cards = self.rows.tables.cards
        # Each field set in a record takes microseconds.
        made = SimpleNamespace(**dict(zip(cards.dtype.names, cards[row].item(), strict=True)))
        self._fill(made, row, card)
        cards[row] = tuple(vars(made).values())

    def _fill(self, made: SimpleNamespace, row: int, card: Card) -> None:
        made.type, made.cost, made.attack, made.health = (
            card.type,
            card.cost,
            card.attack,
            card.health,
        )
        made.race, made.implemented = e.RACES.index(card.race), 1
        parts = TextParts(card)
        made.keywords = parts.keywords
        made.spell_power = parts.spell_power
        made.overload = parts.overload
        made.play, made.play_stop = self.programs.program(parts.play, in_play=True)
        made.combo, made.combo_stop = self.programs.program(parts.combo, in_play=True)
        made.deathrattle, made.deathrattle_stop = self.programs.program(parts.deathrattle)
        made.start, made.start_stop = self.programs.program(parts.start)
        self._write_target(made, card, parts)
        self._write_needs(made, card, parts)
        self._write_triggers(made, card, parts)
        self._write_auras(made, parts)
        if parts.cost is not None:
            made.cost_kind, made.cost_of = parts.cost.kind, self.rows.selector(parts.cost.of)
            made.cost_times = parts.cost.scale
            if parts.cost.side == e.ENEMY:
                made.cost_side = e.ENEMY
        if parts.grows:
            self._write_growth(row, card, parts.grows)
        if parts.options:
            self._write_options(made, card, parts)
        if card.power:
            made.power = self.rows.find(card.power, e.POWER_CARD)
        if card.weapon:
            made.weapon = self.rows.find(card.weapon, e.WEAPON_CARD)
        if card.upgrades:
            self.rows.tables.cards[self.rows.find(card.upgrades, e.POWER_CARD)].upgrade = row

    def _write_growth(self, row: int, card: Card, attack: int) -> None:
        tables = self.rows.tables
        if tables.grower:
            raise card.error("only one card can gain attack in hand: the tables hold its row")
        tables.grower, tables.grows = row, attack

    def _write_options(self, made: SimpleNamespace, card: Card, parts: TextParts) -> None:
        kind = e.MINION_CARD if card.type == e.POWER_CARD else e.SPELL_CARD
        rows = [self.rows.find(name, kind) for name in parts.options]
        if len(rows) < 2 or rows != list(range(rows[0], rows[0] + len(rows))):
            raise card.error("its options, two or more, must stand one after the other")
        made.options, made.n_options = rows[0], len(rows)

    def _write_target(self, made: SimpleNamespace, card: Card, parts: TextParts) -> None:
        chosen = set(targets((*parts.play, *parts.combo)))
        precise = {who for who in chosen if not isinstance(who, Target)} or chosen
        if len(precise) > 1:
            raise card.error(f"{len(precise)} different targets; a card has one")
        if precise:
            made.target = self.rows.selector(precise.pop())
            made.target_optional = card.type in (e.MINION_CARD, e.WEAPON_CARD)
            made.target_needs_combo = not set(targets(parts.play))
            condition = condition_of_target(parts.play)
            if made.target_optional and condition is not None:
                made.target_if = self.programs.end
                self.programs.skip(e.SKIP_UNLESS, condition, 0)

    def _write_needs(self, made: SimpleNamespace, card: Card, parts: TextParts) -> None:
        conditions = [parts.needs] if parts.needs is not None else []
        if card.type in (e.SPELL_CARD, e.POWER_CARD) and only_summons(parts.play):
            conditions.append(dsl.open_slots(dsl.your) >= 1)
        if not conditions:
            return
        summons = [x for x in parts.play if isinstance(x, Effect) and x.op == e.SUMMON_FROM_POOL]
        pools = [self.rows.pool(x.arg) for x in summons if x.way]  # only what is missing
        made.needs = self.programs.end
        for condition in conditions:
            self.programs.skip(e.SKIP_UNLESS, condition, 0)
        for pool in pools:
            row = self.programs.skip(e.SKIP_UNLESS, None, 1)
            row.kind, row.of, row.of_side, row.compare = e.MISSING, pool, e.FRIENDLY, e.AT_LEAST
        made.needs_stop = self.programs.end

    def _write_triggers(self, made: SimpleNamespace, card: Card, parts: TextParts) -> None:
        made.triggers = self.rows.n["triggers"]
        events = 0
        for trigger in parts.triggers:
            effects = trigger.effects
            if card.type == e.SECRET_CARD:
                reveal = Effect(e.REVEAL)
                wanted = trigger.reveals_if
                effects = (reveal if wanted is None else dsl.if_(wanted, reveal), *effects)
            row = self.rows.new("triggers")
            row.event = trigger.event
            row.late = trigger.late
            row.on, row.against = (
                self.rows.selector(trigger.on),
                self.rows.selector(trigger.against),
            )
            row.start, row.stop = self.programs.program(effects, needs=trigger.needs)
            events |= 1 << trigger.event
        made.triggers_stop = self.rows.n["triggers"]
        made.events = events

    def _write_auras(self, made: SimpleNamespace, parts: TextParts) -> None:
        made.auras = self.rows.n["auras"]
        for aura in parts.auras:
            row = self.rows.new("auras")
            on = aura.on if isinstance(aura.on, Selector) else Selector(aura.on.side)
            row.on, row.attack, row.health = self.rows.selector(on), aura.attack, aura.health
            row.keywords, row.cost, row.cost_kind = aura.keywords, aura.cost, aura.cost_kind
            row.condition = aura.condition
            if on.filter == e.WITH_KEYWORD:
                made.events |= e.LATE_BIT
            if aura.per is not None:
                row.per, row.of = 1, self.rows.selector(aura.per)
            if aura.needs is not None:
                row.needs = self.programs.end
                self.programs.skip(e.SKIP_UNLESS, aura.needs, 0)
        made.auras_stop = self.rows.n["auras"]
        if parts.auras or parts.spell_power:
            made.events |= e.AURA_BIT
