"""Errors of the card language: each message names the card, its file and its line."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.cards import CARDS
from engine.compiler.cards import compile_cards
from engine.compiler.programs import TableRows
from engine.core import tables as t
from engine.dsl import *
from engine.dsl.cards import Card
from engine.dsl.errors import CardError
from engine.dsl.selectors import CardPool

HERE = Path(__file__).name
WISP = minion("T1", "Wisp", 0, 1, 1)


def compiled(*cards: Card) -> TableRows:
    return compile_cards(cards, lambda pool: [])


odd_minion, odd_weapon = (partial(word, "X1", "Odd Card", 1, 1, 1) for word in (minion, weapon))
odd_spell, odd_secret, odd_power = (
    partial(word, "X1", "Odd Card", 1) for word in (spell, secret, hero_power)
)
# Messages.
NO_TARGET = "only battlecry, combo and spell effects have a target"
NO_CHOICE = "only battlecry, combo and spell effects offer a choice"
BARE_EFFECT = "an effect needs battlecry(...), deathrattle(...) or a trigger around it"
NO_SECRET = "a secret is exactly one when(...) or after(...)"
NO_OPTIONS = "its options, two or more, must stand one after the other"
A_MULTIPLE = "a condition compares what it counts itself, not a multiple of it"
WHOLE_SET = "an aura covers a whole set; random and target make no sense"
RARITIES = "rarity='golden'; use one of free, common, rare, epic, legendary"
CLASS_AND_COST = "a pool depends on the opponent's class or on a cost, not on both"
SAME_COST = "same_cost is about the minion that `transform` transforms"
POOL_ONLY = "of a pool only names can be missing, and at_end is about one card"
NUMBERS_FIRST = "give(who, +attack, +health, keywords...): numbers come first"
AURA_COUNTS = "an aura's condition counts minions, at most of a race, or cards in a hand"
TWO_WHELPS = "several minions are called 'Whelp': say which by id (T4, T5)"
DID_YOU_MEAN = "no minion is called 'Infernl'; did you mean 'Infernal'?"
OWN_CLASS = "`otherwise` is for pools of the opponent's class"
# Each makes a card called "Odd Card" (X1) that means nothing; the line is that of the mistake.
WRONG_CARDS: list[tuple[str, Callable[[], Card]]] = [
    (DID_YOU_MEAN, lambda: odd_minion(battlecry(summon("Infernl")))),
    ("no weapon is called 'Wisp'", lambda: odd_spell(equip("Wisp"))),
    ("no card is called 'Wips'; did you mean 'Wisp'?", lambda: odd_spell(add_to_hand("Wips"))),
    (TWO_WHELPS, lambda: odd_spell(summon("Whelp"))),
    (NO_TARGET, lambda: odd_minion(deathrattle(deal(2, target)))),
    (NO_TARGET, lambda: odd_minion(when(your_turn_end, heal(1, target)))),
    ("`its_attack` is the number of a deal()", lambda: odd_spell(heal(its_attack, anyone.minions))),
    ("a minion has no aimed(...)", lambda: odd_minion(aimed(draw()))),
    ("a minion has no casts_when_drawn", lambda: odd_minion(casts_when_drawn)),
    (NO_CHOICE, lambda: odd_minion(deathrattle(tracking(3)))),
    (
        "2 different targets; a card has one",
        lambda: odd_spell(deal(1, target(enemy.minions)), heal(1, target(your.minions))),
    ),
    (BARE_EFFECT, lambda: odd_minion(deal(1, enemies))),
    (BARE_EFFECT, lambda: odd_weapon(if_(count(enemies) >= 1, draw()))),
    (NO_SECRET, lambda: odd_secret(deal(2, enemies))),
    (
        NO_SECRET,
        lambda: odd_secret(when(attacked(your.hero), draw()), when(cast(enemy.spells), draw())),
    ),
    ("`adjacent` needs a minion to be adjacent to", lambda: odd_spell(give(adjacent, taunt))),
    ("'taunt' is not a keyword, an effect or an ability", lambda: odd_minion("taunt")),
    ("a spell has no deathrattle(...)", lambda: odd_spell(deathrattle(draw()))),
    ("a spell has no keywords", lambda: odd_spell(taunt)),
    ("a minion has no needs(...)", lambda: odd_minion(needs(count(enemies) >= 1))),
    ("a hero power has no combo(...)", lambda: odd_power(combo(draw()))),
    ("cost, attack and health lie between 0 and 127", lambda: minion("X1", "Odd Card", 1, 200, 1)),
    ("cost, attack and health lie between 0 and 127", lambda: spell("X1", "Odd Card", -1, draw())),
    ("a number in its text does not fit the tables", lambda: odd_spell(deal(100_000, enemies))),
    ("the id is already taken by test_dsl.py:", lambda: minion("T1", "Odd Card", 1, 1, 1)),
    (
        "no enchantment is called 'Unknown'",
        lambda: odd_spell(give(target(your.minions), "Unknown")),
    ),
    ("no hero power is called 'Unknown'", lambda: hero("X1", "Odd Card", 30, power="Unknown")),
    ("no hero power is called 'Wisp'", lambda: odd_spell(set_hero_power("Third", again="Wisp"))),
    (
        "the pool CardPool(names=(), type='minion'",
        lambda: odd_spell(add_to_hand(format_card("minion"))),
    ),
    (NO_OPTIONS, lambda: odd_minion(choose_one("Second", "First"))),
    (NO_OPTIONS, lambda: odd_minion(choose_one("First"))),
    ("no minion is called 'First'", lambda: odd_power(choose_one("First", "Second"))),
    ("no hero power is called 'Unknown'", lambda: odd_power(draw(), upgrades="Unknown")),
    ("a spell has no start_of_game(...)", lambda: odd_spell(start_of_game(upgrade_power()))),
    (A_MULTIPLE, lambda: odd_spell(if_(count(enemies) * 2 >= 4, draw()))),
    (
        "Keyword(name='taunt') is not an effect",
        lambda: odd_spell(if_(count(enemies) >= 1, draw(), otherwise=(taunt,))),
    ),
    ("overload(...) is given twice; give it once", lambda: odd_spell(overload(1), overload(2))),
    (
        "costs_less(...) is given twice; give it once",
        lambda: odd_minion(costs_less(hand_size(your)), costs_less(deaths_this_turn)),
    ),
    (
        "needs(...) is given twice; give it once",
        lambda: odd_spell(needs(count(enemies) >= 2), needs(count(enemies) <= 3)),
    ),
    (
        "choose_one(...) is given twice; give it once",
        lambda: odd_minion(choose_one("First", "Second"), choose_one("First", "Second")),
    ),
    (
        "grows_in_hand(...) is given twice; give it once",
        lambda: odd_minion(grows_in_hand(1), grows_in_hand(1)),
    ),
]
# Mistakes in a word, seen before the card is: file and line lead to it.
WRONG_WORDS: list[tuple[str, Callable[[], object]]] = [
    (WHOLE_SET, lambda: aura(target, +1)),
    (WHOLE_SET, lambda: aura(random(your.minions), +1)),
    ("deal() needs a positive amount; use heal() to restore health", lambda: deal(-2, enemies)),
    ("heal() needs a positive amount", lambda: heal(0, your.hero)),
    ("draw() needs a positive amount", lambda: draw(0)),
    ("deal_and() needs a positive amount", lambda: deal_and(4, enemies, 0, enemies.except_target)),
    ("deal_and() needs who it is about, got 1", lambda: deal_and(4, enemies, 1, 1)),
    ("only of a pool some can be missing", lambda: summon("Wisp", missing=True)),
    ("put_into_play() takes a set of one side", lambda: put_into_play(anyone.minions)),
    ("revive() brings back the target, or", lambda: revive(who=your.minions)),
    (OWN_CLASS, lambda: add_to_hand("Wisp", otherwise="Wisp")),
    (RARITIES, lambda: add_to_hand(format_card(rarity="golden"))),
    (CLASS_AND_COST, lambda: add_to_hand(format_card(of_opponent=True, same_cost=True))),
    (SAME_COST, lambda: add_to_hand(format_card("minion", same_cost=True))),
    (SAME_COST, lambda: summon(format_card("minion", same_cost=True))),
    ("of cards that are no minions", lambda: summon(format_card(cost=2))),
    ("of cards that are no minions", lambda: transform(this, format_card("spell"))),
    (POOL_ONLY, lambda: summon(format_card("minion"), missing=True)),
    ("deal() needs who it is about, got 'Wisp'", lambda: deal(1, "Wisp")),
    ("destroy() needs who it is about, got Side(", lambda: destroy(enemy)),
    ("double_attack() needs who it is about, got 2", lambda: double_attack(2)),
    ("double_health() needs who it is about, got 2", lambda: double_health(2)),
    ("give() needs who it is about, got Keyword(", lambda: give(taunt, your.minions)),
    ("aura() needs who it is about, got 1", lambda: aura(+1, your.minions)),
    ("random() needs who it is about, got ", lambda: deal_split(3, "enemies")),
    (NUMBERS_FIRST, lambda: give(this, taunt, +1)),
    (NUMBERS_FIRST, lambda: give(this, +1, +1, +1)),
    ("can't be given", lambda: give(this, beast)),
    ("random(...) takes a whole set", lambda: random(target)),
    ("target(...) takes a whole set", lambda: target(random(enemies))),
    ("a set takes one filter beside its race", lambda: your.minions.damaged.undamaged),
    ("a set takes one filter beside its race", lambda: bystanders.damaged),
    ("with_attack() takes one of at_least", lambda: your.minions.with_attack()),
    ("with_attack() takes one of at_least", lambda: your.minions.with_attack(1, 3)),
    ("with_attack() takes one of at_least", lambda: your.minions.with_attack(1, exactly=3)),
    ("if_() takes a condition such as count(enemy.minions) >= 4", lambda: if_(True, draw())),
    ("this event has only a when()", lambda: after(your_turn_end, draw())),
    ("a keyword that lasts", lambda: aura(your.minions.having(frozen), +1)),
    ("a keyword that lasts", lambda: aura(this, +1, per=anyone.minions.dying)),
    ("battlecry(): Keyword(name='taunt') makes no sense as `effects`", lambda: battlecry(taunt)),
    ("when(): Selector(", lambda: when(enemies, draw())),
    ("deal(): 'two' makes no sense as `amount`", lambda: deal("two", enemies)),
    ("deal(): missing a required argument: 'who'", lambda: deal(1)),
    ("draw(): too many positional arguments", lambda: draw(1, your, 0, 1)),
    ("add_to_hand(): 3 makes no sense as `card`", lambda: add_to_hand(3)),
    ("'no' makes no sense as `spell`", lambda: redirect_to_summoned("Wisp", "no")),
    ("while_ is one of always, damaged, armed", lambda: aura(this, +1, while_="hurt")),
    (AURA_COUNTS, lambda: aura(this, +1, while_=count(enemies) >= 1)),
    (AURA_COUNTS, lambda: aura(this, +1, while_=count(your.minions.damaged) >= 1)),
    (AURA_COUNTS, lambda: aura(this, +1, while_=mana(your) >= 1)),
    ("a pool of cards that are no weapons", lambda: equip(format_card("minion"))),
    ("give_one_of() needs two or more different", lambda: give_one_of(this, taunt, taunt)),
    ("remove_top() needs a positive amount", lambda: remove_top(0)),
    ("copy_from_deck() needs a positive amount", lambda: copy_from_deck(0)),
    ("gain_mana() needs a positive amount", lambda: gain_mana(-1)),
    ("gain_crystals() needs a positive amount", lambda: gain_crystals(-12)),
    ("lose_crystals() needs a positive amount", lambda: lose_crystals(-1)),
    ("gain_armor() needs a positive amount", lambda: gain_armor(-5)),
    ("set_attack() needs a number of 0 or more", lambda: set_attack(target, -1)),
    ("set_health() needs a positive amount", lambda: set_health(target, 0)),
    ("set_hero_health() needs a positive amount", lambda: set_hero_health(enemy.hero, 0)),
    ("summon() needs a positive amount", lambda: summon("Wisp", 0)),
    ("add_to_hand() needs a positive amount", lambda: add_to_hand("Wisp", -1)),
    ("draw_a() needs a positive amount", lambda: draw_a(pirate, 0)),
    ("copy_it() needs a positive amount", lambda: copy_it(0)),
    ("copy_to_hand() needs a positive amount", lambda: copy_to_hand(target, 0)),
    ("shuffle_copies() needs a positive amount", lambda: shuffle_copies(target, 0)),
    ("shuffle_into_deck() needs a positive amount", lambda: shuffle_into_deck("Wisp", 0)),
    ("give() needs a positive amount", lambda: give(target, +1, times=0)),
    ("overload() needs a positive amount", lambda: overload(-1)),
    ("spell_damage() needs a positive amount", lambda: spell_damage(-1)),
    ("grows_in_hand() needs a positive amount", lambda: grows_in_hand(0)),
    ("maybe() needs a chance of 1 to 99 percent", lambda: maybe(300, draw())),
    ("next_spell_costs_less() needs a positive amount", lambda: next_spell_costs_less(-3)),
    ("next_dragon_costs_less() needs a positive amount", lambda: next_dragon_costs_less(-3)),
    ("spells_dearer_next_turn() needs a positive amount", lambda: spells_dearer_next_turn(-5)),
    ("power_costs() needs a number of 0 or more", lambda: power_costs(-1)),
    ("tracking() needs a number from 1 to 8", lambda: tracking(0)),
    ("tracking() needs a number from 1 to 8", lambda: tracking(-1)),
    ("tracking() needs a number from 1 to 8", lambda: tracking(9)),
    ("tracking(): 'two' makes no sense as `n`", lambda: tracking("two")),
    (
        "not_below_1 is for cards that cost less",
        lambda: aura(your.hand.minions, cost=1, not_below_1=True),
    ),
    ("only a random card comes to hand at a lower cost", lambda: add_to_hand("Wisp", cost_less=3)),
    ("if_race is about one card", lambda: draw(2, if_race=beast)),
    ("an aura gives a hero keywords only", lambda: aura(your.hero, +1)),
    ("for copies use shuffle_copies()", lambda: shuffle_into_deck(this, 2)),
    ("draw_transformed() needs a positive amount", lambda: draw_transformed("Wisp", 0)),
    ("costs_less() counts count(anyone.minions), ", lambda: costs_less(count(your.minions))),
    ("costs_less() counts count(anyone.minions), ", lambda: costs_less(hero_damage(enemy))),
    ("costs_less() counts count(anyone.minions), ", lambda: costs_less(hand_size(your) * 2)),
    ("a multiple of has_damaged(your)", lambda: costs_less(has_damaged(enemy) * 4)),
]


@pytest.mark.parametrize(("message", "card"), WRONG_CARDS)
def test_a_card_that_means_nothing_is_named(message, card):
    line = card.__code__.co_firstlineno
    known = [
        WISP,
        minion("T2", "Infernal", 6, 6, 6),
        minion("T4", "Whelp", 1, 1, 1),
        minion("T5", "Whelp", 1, 2, 1),
        option("T6", "First", 1, draw()),
        option("T7", "Second", 1, draw()),
        hero_power("T8", "Third", 2, draw()),
    ]
    with pytest.raises(CardError) as raised:
        compiled(*known, card())
    text = str(raised.value)
    assert message in text
    assert text.startswith("Odd Card (")
    place = text[text.index(f"{HERE}:") + len(HERE) + 1 :].split(")")[0]
    assert line <= int(place) <= line + 4
    assert text.count(HERE) == 1 + ("already taken" in text), "one place is enough"


@pytest.mark.parametrize(("message", "word"), WRONG_WORDS)
def test_a_word_that_means_nothing_names_its_line(message, word):
    with pytest.raises(CardError) as raised:
        word()
    text = str(raised.value)
    assert message in text
    assert text.startswith(f"{HERE}:{word.__code__.co_firstlineno}: ")


def test_a_misspelt_word_is_no_python_name():
    with pytest.raises(NameError, match="deathratle"):
        eval('minion("X1", "Odd Card", 1, 1, 1, deathratle(draw()))')


def test_a_misspelt_part_of_a_set_is_an_error():
    with pytest.raises(AttributeError, match="minionz"):
        _ = your.minionz


@pytest.mark.parametrize(
    ("capacity", "what"),
    [
        ("N_EFFECTS", "effects"),
        ("N_SELECTORS", "selectors"),
        ("N_TRIGGERS", "triggers"),
        ("N_AURAS", "auras"),
        ("N_GRANTS", "grants"),
    ],
)
def test_a_full_table_says_which_capacity_to_raise(monkeypatch, capacity, what):
    monkeypatch.setattr(t, capacity, 3)
    with pytest.raises(CardError, match=f"more than 2 {what}: raise the capacity in tables.py"):
        compile_cards(CARDS, lambda pool: ["CS2_231"])


def test_too_many_cards(monkeypatch):
    monkeypatch.setattr(t, "N_CARDS", 3)
    with pytest.raises(CardError, match="3 cards; the table holds 2"):
        compiled(WISP, minion("T2", "Two", 1, 1, 1), minion("T3", "Three", 1, 1, 1))


def test_a_later_set_leaves_a_name_to_its_first_bearer():
    """And a text means the card in its own file, whatever the set."""
    elsewhere = replace(minion("T2", "Wisp", 0, 2, 2), where="later.py:1")
    maker = minion("X1", "Maker", 1, 1, 1, battlecry(summon("Wisp")))
    later_maker = replace(maker, id="X2", name="Later Maker", where="later.py:2")
    cards = [WISP, maker, elsewhere, later_maker]
    rows = compile_cards(cards, lambda pool: [], later=range(3, 5))
    tables = rows.tables
    summoned = [int(tables.effects[tables.cards[row].play].arg) for row in (2, 4)]
    assert summoned == [1, 3]
    assert rows.find("Wisp") == 1
    with pytest.raises(CardError, match="several minions are called 'Wisp'"):
        compile_cards([WISP, elsewhere, replace(maker, where="third.py:1")], lambda pool: [])


def test_the_right_card_compiles():
    rows = compiled(
        WISP, minion("X1", "Odd Card", 1, 1, 1, battlecry(summon("Wisp")), deathrattle(draw()))
    )
    assert rows.find("Odd Card") == rows.find("X1") == 2


def test_words_are_values():
    """Equal words are equal values, so that the tables hold each once."""
    assert give(this, +1, taunt) == give(this, +1, 0, taunt)
    assert random(enemies, 1) == random(enemies)
    assert format_card("minion") == CardPool((), "minion")
    assert hash(when(damaged(this), draw())) == hash(when(damaged(this), draw()))


def test_amounts_compute():
    doubled = 2 * (count(enemies) + 1)
    assert (doubled.add, doubled.scale) == (2, 2)
    assert (-doubled).scale == -2
