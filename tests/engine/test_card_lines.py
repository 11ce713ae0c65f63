"""Lines of new cards: what they can say, and that nothing else is run or read."""

import ast
from pathlib import Path

import pytest

from engine import dsl
from engine.card_lines import MAX_DEPTH, MAX_LINE, read_line
from engine.cards import CARDS, blackrock
from engine.core import enums as e
from engine.dsl import (
    battlecry,
    charge,
    deal,
    divine_shield,
    give,
    mech,
    murloc,
    random,
    target,
    your,
)
from engine.new_cards import NewCardError

HORSERIDER = 'minion("Argent Horserider", 3, 2, 1, charge, divine_shield)'


def words_of(line: str) -> tuple:
    """The words of a card, as the language has them."""
    return read_line(line).card.text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (HORSERIDER, (charge, divine_shield)),
        (
            'minion("Knight", 5, 5, 5, battlecry(give(target(your.minions.of(mech)), +1, +1)))',
            (battlecry(give(target(your.minions.of(mech)), 1, 1)),),
        ),
        (
            'spell("Shot", 2, deal(3, random(your.other.minions.with_attack(at_most=3))))',
            (deal(3, random(your.other.minions.with_attack(at_most=3))),),
        ),
    ],
)
def test_a_line_means_what_python_would_make_of_it(line, words):
    assert words_of(line) == words


def test_amounts_and_conditions_are_read():
    line = 'minion("A", 1, 1, 1, when(your_turn_end, draw(2 * -hand_size(your) + 3)))'
    made = dsl.when(dsl.your_turn_end, dsl.draw(2 * -dsl.hand_size(your) + 3))
    assert words_of(line) == (made,)
    line = 'spell("A", 1, if_(count(enemy.minions) >= 4, draw(), otherwise=(draw(2),)))'
    made = dsl.if_(dsl.count(dsl.enemy.minions) >= 4, dsl.draw(), otherwise=(dsl.draw(2),))
    assert words_of(line) == (made,)


def test_class_rarity_and_race_stand_at_the_end():
    read = read_line('minion("A", 1, 2, 3, card_class="paladin", rarity="Legendary", race=murloc)')
    assert (read.data.card_class, read.data.rarity, read.text) == ("PALADIN", "LEGENDARY", "")
    assert read.card.race == murloc.name
    plain = read_line('weapon("A", 1, 2, 3, deathrattle(draw()))')
    assert (plain.data.card_class, plain.data.rarity) == ("NEUTRAL", "COMMON")
    assert (plain.card.type, plain.text) == (e.WEAPON_CARD, "deathrattle(draw())")


def test_spaces_and_quotes_do_not_matter():
    other = "minion('Argent Horserider',3,  2,1,charge,divine_shield),"
    assert read_line(other).line == read_line(HORSERIDER).line


def test_the_lines_of_the_games_own_cards_can_be_read():
    """Each word that a file of cards uses is known to the reader, except tokens' own kinds."""
    tree = ast.parse(Path(blackrock.__file__).read_text())
    calls = next(node for node in ast.walk(tree) if isinstance(node, ast.List)).elts
    own = {card.id: card for card in CARDS}
    n_read = 0
    for call in calls:
        if call.func.id in ("minion", "spell", "weapon", "secret"):
            id_ = call.args.pop(0).value
            assert read_line(ast.unparse(call)).card.text == own[id_].text
            n_read += 1
    assert n_read > 30


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("charg", "'charg' is no word of the card language; did you mean 'charge'?"),
        ("draw()", "an effect needs battlecry(...), deathrattle(...) or a trigger around it"),
        ("battlecry(draw)", "'draw' needs what it is about: draw(...)"),
        ("battlecry(deal(1))", "deal(): missing a required argument: 'who'"),
        ("battlecry(deal(1, 3))", "deal() needs who it is about, got 3"),
        ("battlecry(deal(1, enemies, 2, 3, 4))", "deal(): too many positional arguments"),
        ("charge()", "'charge' is complete: it has nothing in parentheses"),
        ("when(summoned(your.minion), draw())", "'minion' does not follow 'your'; did you mean"),
        ("aura(this.of('x'), +1)", "of(): 'x' makes no sense as `race`"),
        ("spell('B', 1)", "'spell' is a whole card; a line has one card"),
        ("card_class='PALADN'", "card_class 'PALADN'; did you mean 'PALADIN'?"),
        ("rarity='shiny'", "rarity 'shiny'; use one of FREE, COMMON, RARE, EPIC, LEGENDARY"),
        ("race=mech, race=murloc", "'race' a second time cannot stand in a line"),
        ("race=1", "minion(): 1 makes no sense as `race`"),
        ("tribe=mech", "minion(): got an unexpected keyword argument 'tribe'"),
        ("battlecry(give(this, 101))", "'101': numbers go up to 100"),
        ("battlecry(give(this, 0.5))", "'0.5' cannot stand in a line; use whole numbers"),
        ("battlecry(if_(count(your.minions) == 2, draw()))", "is no condition; write an amount >="),
        ("battlecry(draw(count(your.minions) + count(your.minions)))", "makes no sense; write a"),
    ],
)
def test_wrong_words_are_refused_with_what_to_write(words, message):
    with pytest.raises(NewCardError) as error:
        read_line(f'minion("A", 1, 1, 1, {words})')
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "the line cannot be read (invalid syntax); write it as minion("),
        ("3", "'3' is no card; write minion("),
        ('minyon("A", 1, 1, 1)', "'minyon' begins no card; did you mean 'minion'?"),
        ('hero("A", 30)', "'hero' begins no card"),
        ('dsl.minion("A", 1, 1, 1)', "'dsl.minion' begins no card"),
        ("minion(3, 2, 1)", "the name comes first; write minion("),
        ('minion("AT_087", "A", 3, 2, 1)', "a new card has no id: the name comes first"),
        ('minion("A", 3, 2)', "health is missing or is no number; write minion("),
        ('minion("A", 3, 2, charge)', "health is missing or is no number; write minion("),
        ('minion("A", True, 1, 1)', "cost is missing or is no number"),
        ('secret("A", 1, draw())', "a secret is exactly one when(...) or after(...)"),
        ('spell("A", 1, taunt)', "a spell has no keywords"),
        ('spell("A", 1, tracking(9))', "tracking() needs a number from 1 to 8"),
        ('spell("A", 1, overload(1), overload(2))', "overload(...) is given twice; give it once"),
    ],
)
def test_what_is_no_card_is_refused(line, message):
    with pytest.raises(NewCardError) as error:
        read_line(line)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "words",
    [
        "__import__('os').system('touch x')",
        "().__class__.__base__.__subclasses__()",
        "battlecry.__globals__",
        "target.__class__",
        "your._filtered(1)",
        "this._filtered(1)",
        "this.__eq__(this)",
        "this.side",
        "(lambda: charge)()",
        "[charge for _ in (1,)]",
        "*(charge,)",
        "**{}",
        "charge if 1 else taunt",
        "(a := charge)",
        "charge and taunt",
        "f'{charge}'",
        "{charge}",
        "[charge][0]",
        "9 ** 9 ** 9",
        "'a' * 100",
        "1 << 100",
        "not charge",
        "~1",
        "...",
        "None",
        "1j",
        "b'a'",
        "print('x')",
        "open('x')",
        "checked('a', draw)",
        "dsl",
        "e",
        "1); minion('B', 1, 1, 1",
        "charge)\nimport os\n(",
        "charge\\",
        "'\x00'",
        "'\u00e4'",
        "'" + "a" * 41 + "'",
        "-" * 300 + "1",
        "battlecry(" * 30 + ")" * 30,
        "(" * 200 + ")" * 200,
        "charge, " * 200,
        "1" * 450,
    ],
)
def test_no_other_code_is_run(words):
    """Whatever a stranger writes is either words of a card or refused at once."""
    with pytest.raises(NewCardError):
        read_line(f'minion("A", 1, 1, 1, {words})')


def test_limits_are_said():
    with pytest.raises(NewCardError, match=rf"has {MAX_LINE + 1} characters; write up to"):
        read_line("x" * (MAX_LINE + 1))
    deep = "battlecry(" * (MAX_DEPTH + 1) + ")" * (MAX_DEPTH + 1)
    with pytest.raises(NewCardError, match=rf"is nested more than {MAX_DEPTH} deep"):
        read_line(f'minion("A", 1, 1, 1, {deep})')
