"""The tables while they are written: which row each card, selector, buff and pool has.

A selector, buff or pool gets its row when a card first names it.
"""

import difflib
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from engine.core import enums as e
from engine.core import tables as t
from engine.core.tables import empty_tables
from engine.dsl.cards import Card
from engine.dsl.errors import CardError
from engine.dsl.keywords import Grant
from engine.dsl.pools import CardPool
from engine.dsl.selectors import Selector

_TYPE_NAMES = {
    e.HERO_CARD: "hero",
    e.MINION_CARD: "minion",
    e.SPELL_CARD: "spell",
    e.SECRET_CARD: "secret",
    e.WEAPON_CARD: "weapon",
    e.POWER_CARD: "hero power",
    e.NO_CARD: "enchantment",
}


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
        """
        if name in self.card_rows:
            return self.card_rows[name]
        types = [type_] if type_ else list(_TYPE_NAMES)
        found = [row for kind in types for row in self.by_name.get((kind, name), ())]
        if len(found) > 1:
            own = [row for row in found if self._file(row) == self._file(self.writing)]
            found = own or [row for row in found if row not in self.later] or found
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
