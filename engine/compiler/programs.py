"""Effects as rows: a text becomes a program, consecutive rows that the kernels go through."""

import numpy as np

from engine import dsl
from engine.compiler.table_rows import TableRows
from engine.core import enums as e
from engine.dsl.amounts import Amount, Between, Condition
from engine.dsl.effects import Effect, If, Maybe, Repeat
from engine.dsl.errors import CardError
from engine.dsl.keywords import Grant
from engine.dsl.pools import CardPool
from engine.dsl.selectors import Race, Selector, Target


class Programs:
    """Writes programs.

    Args:
        rows: The tables.

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

        Args:
            effects: What a word of the card's text does.
            in_play: Whether it happens as the card is played, and so may ask for a choice.
            needs: Without this being so nothing of it happens.
        """
        start = self.end
        if needs is not None:
            effects = (If(needs, effects),)
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
        elif isinstance(effect, If):
            skip = self.skip(e.SKIP_UNLESS, effect.condition, 0)
            self._write_block(skip, effect.then, in_play, bool(effect.otherwise))
            if effect.otherwise:
                self._write_block(self._last, effect.otherwise, in_play, False)
        elif isinstance(effect, Maybe):
            self._write_block(
                self.skip(e.MAYBE_SKIP, None, effect.percent), effect.then, in_play, False
            )
        elif isinstance(effect, Repeat):
            first = self.end
            for inner in effect.effects:
                self._write(inner, in_play)
            n_rows = self.end - first
            self.skip(e.REPEAT, effect.until, 0).arg = n_rows
        else:
            raise CardError(f"{effect!r} is not an effect")

    def _write_block(self, skip: np.record, effects: tuple, in_play: bool, jump: bool) -> None:
        """Writes effects that `skip` leaves out; with `jump`, a SKIP row ends them."""
        first = self.end
        for effect in effects:
            self._write(effect, in_play)
        if jump:
            self._last = self.skip(e.SKIP, None, 0)
        skip.arg = self.end - first
