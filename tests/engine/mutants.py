"""Changes of card lines that no test notices: `python -m tests.engine.mutants FILE [NAME ...]`.

Each text in a file of `engine/cards` is changed in turn: a number by one, a side or an event for
another, a word or an effect left out, "random" left out. Then the tests that name the card run
(interpreted, in a process of their own), and the comparison of the card with the game's data. What
is printed has survived: write a test that notices it, or find that it is no change at all.

Costs and stats are not changed: `test_cards_against_data.py` compares them all. One mutant takes
about half a second of CPU. A mutant whose tests take more than 30 seconds of CPU, in an endless
loop, counts as noticed.
"""

import argparse
import ast
import copy
import importlib
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
RULINGS = ("tests/engine/cards", "tests/engine/interactions")
#: Tests of all cards.
DATA = "tests/engine/test_cards_against_data.py"
OF_ALL = (
    f"{DATA}::test_keywords_and_abilities",
    f"{DATA}::test_every_printed_number_is_in_the_program",
    "tests/engine/test_cards_against_words.py",
)
#: Arguments before the text, by the word for a card.
FACTS = {
    "minion": 5, "weapon": 5, "spell": 3, "secret": 3, "hero_power": 3, "option": 3,
    "enchantment": 1,
}  # fmt: skip
#: Names, and what stands for them in a mutant.
SWAPS = {
    "your": "enemy",
    "enemy": "your",
    "anyone": "enemy",
    "enemies": "everyone",
    "everyone": "enemies",
    "when": "after",
    "after": "when",
    "battlecry": "deathrattle",
    "your_turn_start": "your_turn_end",
    "your_turn_end": "your_turn_start",
}
#: The same for attributes: `your.minions`.
_KINDS = {"minions": "characters", "characters": "minions"}
_COMPARISONS = {ast.GtE: ast.LtE, ast.LtE: ast.GtE, ast.Eq: ast.GtE}
#: CPU seconds of a mutant's tests; a busy machine makes them no shorter.
_SECONDS = 30


class Mutant(NamedTuple):
    """A changed card.

    Attributes:
        name: Printed name.
        line: Of the card in its file.
        before: What is changed, as written.
        after: What stands there instead; empty if it is left out.
        source: The whole card.
    """

    name: str
    line: int
    before: str
    after: str
    source: str


def cards_of(text: str) -> list[ast.Call]:
    """The expressions of the cards in a file's text."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    found = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in FACTS]
    return sorted(found, key=lambda call: call.lineno)


def name_of(card: ast.Call) -> str:
    """The printed name of a card."""
    place = 0 if getattr(card.func, "id", "") == "enchantment" else 1
    return str(getattr(card.args[place], "value", ""))


def mutants_of(card: ast.Call) -> Iterator[Mutant]:
    """The changed cards, each with one change."""
    whole, name = copy.deepcopy(card), name_of(card)
    n_facts = FACTS[getattr(card.func, "id", "")]
    words = ast.List(whole.args[n_facts:], ast.Load())
    for holder, place in _places(words):
        node = holder[place]
        for other in _others(node, is_word=holder is words.elts):
            holder[place : place + 1] = [] if other is None else [other]
            whole.args[n_facts:] = words.elts
            source, after = ast.unparse(whole), "" if other is None else ast.unparse(other)
            holder[place : place + (other is not None)] = [node]
            yield Mutant(name, card.lineno, ast.unparse(node), after, source)


class _Field:
    """A field of a node, as a list of one."""

    def __init__(self, node: ast.AST, name: str):
        self.node, self.name = node, name

    def __getitem__(self, place: int) -> Any:
        return getattr(self.node, self.name)

    def __setitem__(self, place: slice, value: list) -> None:
        setattr(self.node, self.name, value[0])


def _places(node: ast.AST) -> Iterator[tuple[Any, int]]:
    """Where each expression below a node stands: a list and its place there."""
    for name, value in list(ast.iter_fields(node)):
        if isinstance(value, list):
            for place, part in enumerate(list(value)):
                if isinstance(part, ast.expr):
                    yield value, place
                if isinstance(part, ast.AST):
                    yield from _places(part)
        elif isinstance(value, ast.expr):
            yield _Field(node, name), 0
            yield from _places(value)


def _others(node: ast.expr, is_word: bool) -> Iterator[ast.expr | None]:
    """What may stand instead of an expression; None: nothing."""
    if is_word:
        yield None
    match node:
        case ast.Constant(value=int(n)) if not isinstance(n, bool):
            yield from (ast.Constant(other) for other in (n + 1, n - 1) if other > 0)
        case ast.Name(id=name) if name in SWAPS:
            yield ast.Name(SWAPS[name])
        case ast.Attribute(value=who, attr=attr):
            yield who  # `your.minions.damaged` without its last part
            if attr in _KINDS:
                yield ast.Attribute(who, _KINDS[attr])
        case ast.Compare(left=left, ops=[op], comparators=right) if type(op) in _COMPARISONS:
            yield ast.Compare(left, [_COMPARISONS[type(op)]()], right)
        case ast.Call():
            yield from _other_calls(node)


def _other_calls(node: ast.Call) -> Iterator[ast.expr]:
    """A call without one argument; a selector without "random", or without its filter."""
    if isinstance(node.func, ast.Attribute):  # `.having(taunt)`
        yield node.func.value
    elif getattr(node.func, "id", "") == "random" and node.args:
        yield node.args[0]
    for place in range(len(node.args)):
        yield ast.Call(node.func, node.args[:place] + node.args[place + 1 :], node.keywords)
    for place in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, node.keywords[:place] + node.keywords[place + 1 :])


def is_change(mutant: Mutant, card: ast.Call, module: Any) -> bool:
    """Whether a mutant is another card, or none: for some events, `when` is `after`."""
    try:
        cards = (eval(source, vars(module)) for source in (mutant.source, ast.unparse(card)))
        made, before = ({**vars(each), "where": ""} for each in cards)
    except Exception:  # means nothing: noticed at once
        return True
    return made != before


# --- the tests ---------------------------------------------------------------------------------


def makers_of(name: str, card_id: str, cards: Sequence[ast.Call]) -> list[str]:
    """The names of other cards whose lines name a card: of an option, a token or a hero power."""
    return [
        name_of(other)
        for other in cards
        for node in ast.walk(ast.List(other.args[FACTS[getattr(other.func, "id", "")] :]))
        if isinstance(node, ast.Constant) and node.value in (name, card_id)
    ]


def node_ids(name: str, card_id: str, makers: Sequence[str] = ()) -> list[str]:
    """The tests that name a card, its id or a card that makes it; those of its data and words."""
    called = (name, card_id, *makers)
    found = [test for test, source in _rulings() if any(each in source for each in called)]
    return [*found, *OF_ALL]


@cache
def _rulings() -> list[tuple[str, str]]:
    """Every test of a ruling: its node id, and its text with the constants and helpers it names."""
    found = []
    for path in sorted(path for folder in RULINGS for path in (ROOT / folder).glob("test_*.py")):
        texts = _top_level(path.read_text(encoding="utf-8"))
        tests = {name: text for name, text in texts.items() if name.startswith("test_")}
        for test, text in tests.items():
            named = (texts[word] for word in set(re.findall(r"\w+", text)) & {*texts} - {*tests})
            found.append((f"{path.relative_to(ROOT)}::{test}", "\n".join([text, *named])))
    return found


def _top_level(text: str) -> dict[str, str]:
    """The functions and constants of a file, by name, with their text."""
    lines, found = text.splitlines(), {}
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                marks = getattr(node, "decorator_list", [])
                first = min((each.lineno for each in marks), default=node.lineno)
                found[name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


def survives(mutant: Mutant, module: Any, tests: Sequence[str]) -> bool:
    """Whether no test notices a changed card; runs them in a process of their own.

    Raises:
        RuntimeError: The tests cannot run: one of them does not exist.
    """
    child = os.fork()
    if child == 0:
        os._exit(_noticed(mutant, module, tests))
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) > 1:
        raise RuntimeError(f"{mutant.name}: pytest cannot run {' '.join(tests)}")
    return status == 0


def _noticed(mutant: Mutant, module: Any, tests: Sequence[str]) -> int:
    """Runs the tests with a changed card; 0 if all pass, 1 if one fails or it means nothing."""
    import pytest

    from engine import cards
    from engine.rules import rules_for

    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    try:
        made = eval(mutant.source, vars(module))  # a line of our own file
        for listed in (cards.CARDS, cards.FIRST_CARDS, cards.LATER_CARDS):
            for place, card in enumerate(listed):
                if card.id == made.id:
                    listed[place] = type(card)(**vars(made) | {"where": card.where})
        rules_for.cache_clear()
        rules_for()
    except Exception:
        return 1
    options = ["-x", "-q", "-p", "no:cacheprovider", "--assert=plain", "--import-mode=importlib"]
    return int(pytest.main([*options, *tests]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns the number of survivors, at most 1."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="of engine/cards")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these cards")
    chosen = parser.parse_args(arguments)
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # before the engine is imported
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the rulings need none
    importlib.import_module("pytest")  # once, not in each process
    module = importlib.import_module(f"engine.cards.{chosen.file.stem}")
    played = survivors = 0
    cards = cards_of(chosen.file.read_text(encoding="utf-8"))
    for card in cards:
        name = name_of(card)
        if chosen.names and name not in chosen.names:
            continue
        card_id = str(getattr(card.args[0], "value", ""))
        tests = node_ids(name, card_id, makers_of(name, card_id, cards))
        for mutant in mutants_of(card):
            if not is_change(mutant, card, module):
                continue
            played += 1
            if survives(mutant, module, tests):
                survivors += 1
                after = mutant.after or "nothing"
                print(f"{chosen.file}:{mutant.line} {name}: {mutant.before} -> {after}", flush=True)
    print(f"{played} mutants, {survivors} survivors", file=sys.stderr)
    return int(survivors > 0)


if __name__ == "__main__":
    raise SystemExit(main())
