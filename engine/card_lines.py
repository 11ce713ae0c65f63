"""Lines of new cards, read without running them: a text of a stranger can only say a card.

The line is parsed by Python, and its tree is followed: calls and attributes of the words of
`engine.dsl`, numbers, texts, and comparisons of amounts. Everything else is refused by name.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable
from functools import cache
from types import FunctionType, MethodType
from typing import Any

from engine import dsl
from engine.card_data import NewCard, did_you_mean, quoted
from engine.core.enums import CLASSES
from engine.dsl.amounts import Amount
from engine.dsl.errors import CardError, checked
from engine.dsl.selectors import RARITIES, HandOf, Selector, Side, Target
from engine.new_cards import NewCardError, numbered

MAX_LINE, MAX_DEPTH, MAX_NUMBER, MAX_TEXT = 500, 20, 100, 40
#: What a line begins with, and what to write.
FORMS = {
    "minion": 'minion("Name", cost, attack, health, words...)',
    "spell": 'spell("Name", cost, words...)',
    "secret": 'secret("Name", cost, when(...))',
    "weapon": 'weapon("Name", cost, attack, durability, words...)',
}
_NUMBERS = {
    "minion": ("cost", "attack", "health"),
    "spell": ("cost",),
    "secret": ("cost",),
    "weapon": ("cost", "attack", "durability"),
}
#: Words about whole cards, which stand in no text.
_WHOLE = (*FORMS, "hero", "hero_power", "enchantment", "option")
#: Values with attributes that a line may name.
_WITH_WORDS = (Target, Selector, Side, HandOf, Amount)
_COMPARISONS: dict[type, Callable] = {ast.GtE: operator.ge, ast.LtE: operator.le}
_SUMS: dict[type, Callable] = {ast.Add: operator.add, ast.Mult: operator.mul}


def read_line(text: str) -> NewCard:
    """Reads a line.

    Raises:
        NewCardError: The line is no card.
    """
    call = _parsed(text)
    kind = call.func.id if isinstance(call.func, ast.Name) else ""
    if kind not in FORMS:
        hint = did_you_mean(kind, FORMS, f"begin with {', '.join(FORMS)}") if kind else ""
        raise NewCardError(f"{_shown(call.func)} begins no card; {hint or 'see the other lines'}")
    return _card_of(call, kind)


def _parsed(text: str) -> ast.Call:
    """The one call that a line is."""
    if len(text) > MAX_LINE:
        raise NewCardError(f"the line has {len(text)} characters; write up to {MAX_LINE}")
    line = text.strip().removesuffix(",")
    if not (line.isascii() and line.isprintable()) or "\\" in line:
        raise NewCardError("the line has signs other than plain letters, digits and punctuation")
    try:
        with warnings.catch_warnings():  # of numbers that touch a word
            warnings.simplefilter("ignore")
            tree = ast.parse(line, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NewCardError(
            f"the line cannot be read ({getattr(error, 'msg', None) or 'it is nested too deeply'});"
            f" write it as {FORMS['minion']}"
        ) from None
    if not isinstance(tree, ast.Call):
        raise NewCardError(f"{_shown(tree)} is no card; write {FORMS['minion']}")
    return tree


def _card_of(call: ast.Call, kind: str) -> NewCard:
    reader = _Reader()
    arguments = [reader.value(each, MAX_DEPTH) for each in call.args]
    _check_head(kind, arguments)
    more = reader.keywords(call, MAX_DEPTH)
    card_class = _named(more, "card_class", CLASSES, "NEUTRAL")
    rarity = _named(more, "rarity", RARITIES, "COMMON")
    name, *rest = arguments
    card = _said(getattr(dsl, kind), "", name, *rest, **more)
    words = call.args[1 + len(_NUMBERS[kind]) :]
    text = ", ".join(map(ast.unparse, words))
    return numbered(ast.unparse(call), card, text, card_class, rarity)


def _check_head(kind: str, arguments: list[Any]) -> None:
    """The name and the numbers, which come first."""
    if not arguments or not isinstance(arguments[0], str):
        raise NewCardError(f"the name comes first; write {FORMS[kind]}")
    numbers = arguments[1 : 1 + len(_NUMBERS[kind])]
    if numbers and isinstance(numbers[0], str):
        raise NewCardError(f"a new card has no id: the name comes first; write {FORMS[kind]}")
    for place, name in enumerate(_NUMBERS[kind]):
        if place >= len(numbers) or type(numbers[place]) is not int:
            raise NewCardError(f"{name} is missing or is no number; write {FORMS[kind]}")


def _named(more: dict[str, Any], key: str, known: tuple[str, ...], default: str) -> str:
    """Takes a keyword that is one of several names, in capitals."""
    value = more.pop(key, default)
    if not isinstance(value, str) or value.upper() not in known:
        hint = did_you_mean(str(value), known, f"use one of {', '.join(known)}")
        raise NewCardError(f"{key} {quoted(str(value))}; {hint}")
    return value.upper()


@cache
def _words() -> dict[str, Any]:
    """The words of the language that texts have."""
    return {name: getattr(dsl, name) for name in dsl.__all__ if name not in _WHOLE}


@cache
def _words_of(kinds: tuple[type, ...]) -> frozenset[str]:
    """The words that follow a value of a class, with its bases, and a dot."""
    return frozenset(
        name
        for each in kinds
        for name, member in vars(each).items()
        if not name.startswith("_") and isinstance(member, property | FunctionType)
    )


def _shown(node: ast.AST) -> str:
    """A part of a line in quotes; parts that are nested too deeply as three dots."""
    try:
        return quoted(ast.unparse(node))
    except (RecursionError, ValueError):
        return "'...'"


def _said(word: Callable, *arguments: Any, **more: Any) -> Any:
    """What a word makes of its arguments; its errors, without a place in a file."""
    try:
        return word(*arguments, **more)
    except CardError as error:
        raise NewCardError(error.what) from None


class _Reader:
    """Follows the tree of a line; `depth` is how much deeper it may go."""

    def value(self, node: ast.AST, depth: int) -> Any:
        """The value of a part, which is no word that needs arguments.

        Raises:
            NewCardError: The part is such a word, or cannot stand in a line.
        """
        found = self._any(node, depth)
        if isinstance(found, FunctionType | MethodType):
            raise NewCardError(f"{_shown(node)} needs what it is about: {ast.unparse(node)}(...)")
        return found

    def keywords(self, call: ast.Call, depth: int) -> dict[str, Any]:
        """The arguments of a call that have names.

        Raises:
            NewCardError: A name is given twice, `**` is used, or a value cannot stand in a line.
        """
        found: dict[str, Any] = {}
        for each in call.keywords:
            if each.arg is None or each.arg in found:
                what = "'**'" if each.arg is None else f"'{each.arg}' a second time"
                raise NewCardError(f"{what} cannot stand in a line; write each word once")
            found[each.arg] = self.value(each.value, depth)
        return found

    def _any(self, node: ast.AST, depth: int) -> Any:
        read = _READERS.get(type(node))
        if read is None or depth <= 0:
            what = f"is nested more than {MAX_DEPTH} deep" if read else "cannot stand in a line"
            raise NewCardError(f"{_shown(node)} {what}; use words of the card language and numbers")
        return read(self, node, depth - 1)

    def _constant(self, node: ast.Constant, depth: int) -> int | str:
        value = node.value
        if type(value) is int and value > MAX_NUMBER:
            raise NewCardError(f"{_shown(node)}: numbers go up to {MAX_NUMBER}")
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise NewCardError(f"{_shown(node)} is longer than {MAX_TEXT} characters")
        if not isinstance(value, int | str):
            raise NewCardError(f"{_shown(node)} cannot stand in a line; use whole numbers")
        return value

    def _name(self, node: ast.Name, depth: int) -> Any:
        if node.id in _words():
            return _words()[node.id]
        if node.id in _WHOLE:
            raise NewCardError(f"{quoted(node.id)} is a whole card; a line has one card")
        hint = did_you_mean(node.id, _words(), "engine/cards has lines of all cards")
        raise NewCardError(f"{quoted(node.id)} is no word of the card language; {hint}")

    def _attribute(self, node: ast.Attribute, depth: int) -> Any:
        of = self.value(node.value, depth)
        known = _words_of(type(of).__mro__) if isinstance(of, _WITH_WORDS) else frozenset()
        if node.attr not in known:
            has = f"it has {', '.join(sorted(known))}" if known else "nothing follows it"
            hint = did_you_mean(node.attr, known, has)
            raise NewCardError(f"{quoted(node.attr)} does not follow {_shown(node.value)}; {hint}")
        return _said(getattr, of, node.attr)

    def _call(self, node: ast.Call, depth: int) -> Any:
        word = self._any(node.func, depth)
        if not isinstance(word, FunctionType | MethodType | Target):
            raise NewCardError(f"{_shown(node.func)} is complete: it has nothing in parentheses")
        if isinstance(word, MethodType):
            word = checked(node.func.attr, word)  # type: ignore[attr-defined]
        arguments = [self.value(each, depth) for each in node.args]
        return _said(word, *arguments, **self.keywords(node, depth))

    def _signed(self, node: ast.UnaryOp, depth: int) -> Any:
        value = self.value(node.operand, depth)
        if type(value) is int and isinstance(node.op, ast.UAdd | ast.USub):
            return -value if isinstance(node.op, ast.USub) else value
        if isinstance(value, Amount) and isinstance(node.op, ast.USub):
            return -value
        raise NewCardError(f"{_shown(node)} makes no sense; a sign belongs to a number")

    def _sum(self, node: ast.BinOp, depth: int) -> Amount:
        make = _SUMS.get(type(node.op))
        left, right = self.value(node.left, depth), self.value(node.right, depth)
        kinds = {type(left), type(right)}
        if make is None or kinds != {Amount, int} or (make is operator.add and type(left) is int):
            raise NewCardError(
                f"{_shown(node)} makes no sense; write a number, or an amount + or * a number"
            )
        return make(left, right)

    def _comparison(self, node: ast.Compare, depth: int) -> Any:
        make = _COMPARISONS.get(type(node.ops[0])) if len(node.ops) == 1 else None
        left, right = self.value(node.left, depth), self.value(node.comparators[0], depth)
        if make is None or not isinstance(left, Amount) or type(right) is not int:
            raise NewCardError(
                f"{_shown(node)} is no condition; write an amount >= or <= a number, or "
                "amount.equals(number)"
            )
        return make(left, right)

    def _tuple(self, node: ast.Tuple, depth: int) -> tuple:
        return tuple(self.value(each, depth) for each in node.elts)


_READERS: dict[type, Callable[[_Reader, Any, int], Any]] = {
    ast.Constant: _Reader._constant,
    ast.Name: _Reader._name,
    ast.Attribute: _Reader._attribute,
    ast.Call: _Reader._call,
    ast.UnaryOp: _Reader._signed,
    ast.BinOp: _Reader._sum,
    ast.Compare: _Reader._comparison,
    ast.Tuple: _Reader._tuple,
}
