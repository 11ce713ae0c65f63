"""Effects as rows: a text becomes a program, consecutive rows that the kernels go through.

The tables are here while they are written: which row each card, selector, buff and pool has. A
selector, buff or pool gets its row when a card first names it.
"""

import difflib
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from engine import dsl
from engine.core import enums as e
from engine.core import tables as t
from engine.core.tables import empty_tables
from engine.dsl.amounts import Amount, Between, Condition
from engine.dsl.cards import Card
from engine.dsl.effects import Block, Effect
from engine.dsl.errors import CardError
from engine.dsl.keywords import Grant
from engine.dsl.selectors import CardPool, Race, Selector, Target

#: By the type of a card; the first is for any type.
_TYPE_NAMES = ("card", "hero", "minion", "spell", "secret", "weapon", "hero power")


class TableRows:
    """The tables, and the row of everything in them.

    Args:
        cards: Every card, in the order of its row (from 1 on).
        pool_of: Returns the ids of the cards in a `CardPool` that is given by a condition.
        later: Rows of the cards of later sets, which leave a name to its first bearer.

    Attributes:
        tables: The record that the kernels read.
        card_rows: Id of a card -> its row.
        writing: Row of the card whose text is written; 0 before the first and after the last.
        n: Rows in use, by table.

    Raises:
        CardError: Two cards have the same id, or the tables are full.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        pool_of: Callable[[CardPool], Iterable[str]],
        later: range = range(0),
    ):
        self.cards = list(cards)
        self.later = later
        self.writing = 0
        self.pool_of = pool_of
        self.tables = empty_tables()
        self.card_rows: dict[str, int] = {}
        self.by_name: dict[tuple[int, str], list[int]] = {}
        self.enchantments: dict[str, int] = {}
        self.selectors: dict[Selector, int] = {}
        self.grants: dict[Grant, int] = {Grant(): 0}
        self.pools: dict[CardPool, int] = {}
        self.n = {"effects": 1, "triggers": 1, "auras": 1, "pools": 0, "pool_cards": 0}
        self._number_cards()

    def _number_cards(self) -> None:
        if len(self.cards) >= t.N_CARDS:
            raise CardError(f"{len(self.cards)} cards; the table holds {t.N_CARDS - 1}")
        for row, card in enumerate(self.cards, 1):
            if card.id in self.card_rows:
                raise card.error(
                    f"the id is already taken by {self.cards[self.card_rows[card.id] - 1].where}"
                )
            self.card_rows[card.id] = row
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
        """The row of a card by id, or by name among the cards of a type (0: of any).

        A text means the card of this name in its own file, if there is one; else one of a later
        set leaves the name to the others.

        Raises:
            CardError: No card, or several, have this name.
        """
        if name in self.card_rows:
            return self.card_rows[name]
        types = [type_] if type_ else [*range(1, len(_TYPE_NAMES)), e.NO_CARD]
        found = [row for kind in types for row in self.by_name.get((kind, name), ())]
        if len(found) > 1:
            own = [row for row in found if self._file(row) == self._file(self.writing)]
            found = own or [row for row in found if row not in self.later] or found
        if len(found) == 1:
            return found[0]
        kind = _TYPE_NAMES[type_]
        if found:
            ids = ", ".join(self.cards[row - 1].id for row in found)
            raise CardError(f"several {kind}s are called {name!r}: say which by id ({ids})")
        names = [known for (type_known, known) in self.by_name if type_known in types]
        close = difflib.get_close_matches(name, names, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise CardError(f"no {kind} is called {name!r}{hint}")

    def _file(self, row: int) -> str:
        return self.cards[row - 1].where.split(":")[0] if row else ""

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
                made.value = self.find(key.card)
        return self.selectors[key]

    def grant(self, grant: Grant) -> int:
        """The row of a buff; equal buffs share one.

        Raises:
            CardError: The table is full, or the buff's enchantment does not exist.
        """
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

        A pool of the opponent's class is nine, one per class, and one of the same cost is one per
        cost from 0 to `MAX_COST`; the number is that of the first.
        """
        if pool not in self.pools:
            number = self.n["pools"]
            parts = [pool]
            if pool.of_opponent:
                parts = [replace(pool, card_class=name) for name in e.CLASSES[1:]]
            elif pool.same_cost:
                parts = [replace(pool, cost=cost) for cost in range(t.MAX_COST + 1)]
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
            rows = [self.card_rows[id_] for id_ in self.pool_of(pool)]
        if not rows and not pool.same_cost:
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

    def new(self, table: str) -> np.record:
        """The next free row of `effects`, `triggers` or `auras`."""
        row = self.n[table]
        self._check_room(table, row, getattr(t, f"N_{table.upper()}"))
        self.n[table] = row + 1
        return self.tables[table][row]


class Programs:
    """Writes programs into the tables.

    Attributes:
        card_type: Of the card whose text is written.
    """

    def __init__(self, rows: TableRows):
        self.rows = rows
        self.card_type = e.NO_CARD

    @property
    def end(self) -> int:
        """The row that the next effect gets."""
        return self.rows.n["effects"]

    def program(
        self, effects: tuple, in_play: bool = False, needs: Condition | None = None
    ) -> tuple[int, int]:
        """Writes effects as consecutive rows; returns their half-open range.

        `in_play`: whether it happens as the card is played, and so may ask for a choice. Nothing of
        it happens unless `needs` is so.
        """
        start = self.end
        if needs is not None:
            effects = (dsl.if_(needs, *effects),)
        for effect in effects:
            self._write(effect, in_play)
        return start, self.end

    def skip(self, op: int, condition: Condition | None, amount: int) -> np.record:
        """Writes a row that leaves out what follows; how much, its `arg` is to say."""
        row = self.rows.new("effects")
        row.op, row.amount = op, amount
        if condition is not None:
            self._write_condition(row, condition)
        return row

    def _write_amount(self, row: np.record, amount: int | Amount | Between) -> None:
        row.kind = e.CONSTANT
        if isinstance(amount, int):
            row.amount = amount
        elif isinstance(amount, Between):
            row.kind, row.amount, row.of = e.BETWEEN, amount.low, amount.high
        else:
            row.kind, row.amount, row.scale = amount.kind, amount.add, amount.scale
            row.of_side, row.of = amount.side, self._of(amount, self._who(amount.of))

    def _write_condition(self, row: np.record, condition: Condition) -> None:
        left = condition.left
        if left.add or left.scale != 1:
            raise CardError("a condition compares what it counts itself, not a multiple of it")
        row.kind, row.of_side = left.kind, left.side
        row.of = self._of(left, self.rows.selector(left.of))
        row.compare, row.amount = condition.compare, condition.right

    def _of(self, amount: Amount, selector: int) -> int:
        """The row that an amount is about: that of a card, or its selector's."""
        return self.rows.find(amount.card, e.MINION_CARD) if amount.card else selector

    def _who(self, who: Selector | None) -> int:
        """The row of a selector of an effect.

        A target must fit its set when it is chosen; a secret may later change it to one that
        does not fit.
        """
        is_target = who is not None and who.pick == e.TARGET and not isinstance(who, Target)
        return self.rows.selector(dsl.target if is_target else who)

    def _argument(self, effect: Effect) -> int:
        arg = effect.arg
        if arg is None:
            return 0
        if isinstance(arg, str):
            return self.rows.find(arg, effect.card_type)
        if isinstance(arg, CardPool):
            return self.rows.pool(arg)
        if isinstance(arg, Grant):
            return self.rows.grant(arg)
        if isinstance(arg, Race):
            return e.RACES.index(arg.name)
        return int(arg)

    def _check_effect(self, effect: Effect, in_play: bool) -> None:
        if effect.op == e.TRACKING and not in_play:
            raise CardError("only battlecry, combo and spell effects offer a choice")
        amount = effect.amount
        if isinstance(amount, Amount) and amount.kind == e.ITS_ATTACK and effect.op != e.DEAL:
            raise CardError("`its_attack` is the number of a deal()")
        who = effect.on
        if who is None:
            return
        if who.pick == e.TARGET and not in_play:
            raise CardError("only battlecry, combo and spell effects have a target")
        if who.pick == e.ADJACENT and self.card_type not in (e.MINION_CARD, e.NO_CARD):
            raise CardError("`adjacent` needs a minion to be adjacent to")

    def _write_effect(self, effect: Effect, in_play: bool) -> None:
        self._check_effect(effect, in_play)
        row = self.rows.new("effects")
        self._write_amount(row, effect.amount)
        row.op, row.on, row.arg = effect.op, self._who(effect.on), self._argument(effect)
        row.by, row.side = effect.by_target or effect.way, effect.side
        row.less = effect.less
        if isinstance(effect.of, Selector):
            row.of = self.rows.selector(effect.of)
        elif effect.of:
            row.of = self.rows.find(effect.of, effect.card_type)
        is_fixed = effect.fixed
        if is_fixed is None:
            is_fixed = isinstance(effect.amount, Amount) and effect.amount.kind == e.VALUE
        if effect.op in (e.DEAL, e.DEAL_AND, e.DEAL_SPLIT):
            row.magic = not (is_fixed or effect.by_target)
        if isinstance(effect.arg, CardPool) and (effect.arg.of_opponent or effect.arg.same_cost):
            row.by = 1

    def _write(self, effect, in_play: bool) -> None:
        if isinstance(effect, Effect):
            self._write_effect(effect, in_play)
        elif not isinstance(effect, Block):
            raise CardError(f"{effect!r} is not an effect")
        elif effect.op == e.REPEAT:
            first = self.end
            for inner in effect.effects:
                self._write(inner, in_play)
            n_rows = self.end - first
            self.skip(e.REPEAT, effect.condition, 0).arg = n_rows
        else:
            skip = self.skip(effect.op, effect.condition, effect.percent)
            self._write_rows(skip, effect.effects, in_play, bool(effect.otherwise))
            if effect.otherwise:
                self._write_rows(self._last, effect.otherwise, in_play, False)

    def _write_rows(self, skip: np.record, effects: tuple, in_play: bool, jump: bool) -> None:
        """Writes effects that `skip` leaves out; with `jump`, a SKIP row ends them."""
        first = self.end
        for effect in effects:
            self._write(effect, in_play)
        if jump:
            self._last = self.skip(e.SKIP, None, 0)
        skip.arg = self.end - first
