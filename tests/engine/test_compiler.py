"""From words to rows: a card in the tables."""

import numpy as np
import pytest

from engine.compiler.cards import compile_cards
from engine.core import enums as e
from engine.dsl import *
from engine.dsl.cards import Card
from engine.rules import Rules


def card(rules: Rules, name: str) -> np.record:
    return rules.tables.cards[rules.find(name)]


def play(rules: Rules, name: str) -> list[np.record]:
    """The rows of the card's battlecry or text."""
    made = card(rules, name)
    return [rules.tables.effects[i] for i in range(made.play, made.play_stop)]


def verbs(rows: list[np.record]) -> list[str]:
    return [e.OPS[row.op] for row in rows]


def compiled(*cards: Card) -> tuple[np.record, np.record]:
    """The tables and the row of the last card."""
    tables = compile_cards([minion("T1", "Wisp", 0, 1, 1), *cards], lambda pool: []).tables
    return tables, tables.cards[len(cards) + 1]


def test_what_a_target_must_fit_is_asked_when_it_is_chosen_and_not_again(rules):
    made, (row,) = card(rules, "Shadow Word: Death"), play(rules, "Shadow Word: Death")
    chosen, meant = rules.tables.selectors[made.target], rules.tables.selectors[row.on]
    assert (chosen.filter, chosen.value) == (e.ATTACK_AT_LEAST, 5)
    assert (meant.pick, meant.filter, meant.side) == (e.TARGET, e.ANY, e.ANYONE)


@pytest.mark.parametrize(
    ("name", "side", "kind", "optional", "combo_only"),
    [
        ("Eviscerate", e.ANYONE, e.CHARACTERS, 0, 0),
        ("Sap", e.ENEMY, e.MINIONS, 0, 0),
        ("Shadowstep", e.FRIENDLY, e.MINIONS, 0, 0),
        ("Elven Archer", e.ANYONE, e.CHARACTERS, 1, 0),
        ("SI:7 Agent", e.ANYONE, e.CHARACTERS, 1, 1),
        ("Alexstrasza", e.ANYONE, e.HEROES, 1, 0),
        ("Betrayal", e.ENEMY, e.MINIONS, 0, 0),  # from the amount, not from who is damaged
        ("Hungry Crab", e.ANYONE, e.MINIONS, 1, 0),  # the same target in a condition
    ],
)
def test_the_target_is_derived_from_the_text(rules, name, side, kind, optional, combo_only):
    made = card(rules, name)
    selector = rules.tables.selectors[made.target]
    assert (selector.side, selector.kind, selector.pick) == (side, kind, e.TARGET)
    assert (made.target_optional, made.target_needs_combo) == (optional, combo_only)


def test_spell_damage_is_derived():
    """It applies to what a spell deals; whether a text is a spell's, its frame says."""
    tables, made = compiled(spell("X", "X", 1, deal(2, enemies), heal(2, your.hero), draw()))
    assert [tables.effects[i].magic for i in range(made.play, made.play_stop)] == [1, 0, 0]


def test_spell_damage_does_not_grow_what_another_deals():
    """Betrayal's minion deals its own attack; Eye for an Eye returns what was dealt."""
    betrayal = spell("X", "X", 1, deal(attack_of(target(enemy.minions)), beside_target, by=target))
    tables, made = compiled(betrayal)
    assert tables.effects[made.play].magic == 0
    eye = secret("Y", "Y", 1, when(damaged(your.hero), deal(event_value, enemy.hero)))
    tables, made = compiled(eye)
    start, stop = tables.triggers[made.triggers].start, tables.triggers[made.triggers].stop
    assert [tables.effects[i].op for i in range(start, stop)] == [e.REVEAL, e.DEAL]
    assert [tables.effects[i].magic for i in range(start, stop)] == [0, 0]


def test_a_secret_reveals_itself_only_if_its_condition_holds():
    snakes = secret(
        "X", "X", 2, when(attacked(your.minions), summon("Wisp", 3), needs=open_slots(your) >= 1)
    )
    tables, made = compiled(snakes)
    trigger = tables.triggers[made.triggers]
    rows = [tables.effects[i] for i in range(trigger.start, trigger.stop)]
    assert verbs(rows) == ["skip_unless", "reveal", "summon"]
    assert rows[0].arg == 2


def test_if_and_otherwise_skip_the_right_rows():
    text = if_(count(enemies) >= 3, draw(), draw(2), otherwise=(draw(3),))
    tables, made = compiled(spell("X", "X", 1, text, draw(4)))
    rows = [tables.effects[i] for i in range(made.play, made.play_stop)]
    assert verbs(rows) == ["skip_unless", "draw", "draw", "skip", "draw", "draw"]
    assert rows[0].arg == 3, "to the first row of the other case"
    assert rows[3].arg == 1, "over the other case"
    assert (rows[0].kind, rows[0].compare, rows[0].amount) == (e.COUNT, e.AT_LEAST, 3)


def test_blocks_in_blocks():
    inner = if_(count(your.minions) <= 1, draw(2))
    tables, made = compiled(spell("X", "X", 1, maybe(50, draw(), inner), draw(3)))
    rows = [tables.effects[i] for i in range(made.play, made.play_stop)]
    assert verbs(rows) == ["maybe_skip", "draw", "skip_unless", "draw", "draw"]
    assert (rows[0].amount, rows[0].arg, rows[2].arg) == (50, 3, 1)


def test_a_spell_that_only_summons_needs_room():
    tables, made = compiled(spell("X", "X", 1, summon("Wisp", 2)))
    needs_row = tables.effects[made.needs]
    assert (needs_row.kind, needs_row.compare, needs_row.amount) == (e.OPEN_SLOTS, e.AT_LEAST, 1)
    assert compiled(spell("X", "X", 1, summon("Wisp"), draw()))[1].needs == 0
    assert compiled(minion("X", "X", 1, 1, 1, battlecry(summon("Wisp"))))[1].needs == 0


def test_tokens_are_found_among_their_type():
    """A spell and a minion may have one name."""
    tables, made = compiled(spell("S", "Wisp", 1, draw()), spell("X", "X", 1, summon("Wisp")))
    assert tables.effects[made.play].arg == 1


def test_a_buff_is_one_row_however_often_it_is_given():
    rows = compile_cards(
        [
            spell("X", "X", 1, give(target(your.minions), +1, +2, taunt)),
            spell("Y", "Y", 1, give(target(enemy.minions), +1, +2, taunt), give(this, +1)),
        ],
        lambda pool: [],
    )
    tables = rows.tables
    first, second = (tables.effects[tables.cards[row].play].arg for row in (1, 2))
    assert first == second
    grant = tables.grants[first]
    assert (grant.attack, grant.health, grant.keywords, grant.turn) == (1, 2, e.TAUNT, 0)


def test_what_buffs_last_for():
    tables, made = compiled(
        spell("X", "X", 1, give(this, +4, this_turn), give(this, stealth, until_your_next_turn))
    )
    now, later = (tables.grants[tables.effects[i].arg] for i in range(made.play, made.play_stop))
    assert (now.attack, now.turn) == (4, 1)
    assert later.keywords == e.STEALTH | e.FADING_STEALTH


def test_amounts():
    tables, made = compiled(
        spell(
            "X", "X", 1,
            deal(between(2, 5), enemies),
            draw(2 * count(your.minions) + 1),
            heal(armor(enemy), your.hero),
        )
    )  # fmt: skip
    random_, counted, armour = (tables.effects[i] for i in range(made.play, made.play_stop))
    assert (random_.kind, random_.amount, random_.of) == (e.BETWEEN, 2, 5)
    assert (counted.kind, counted.amount, counted.scale) == (e.COUNT, 1, 2)
    assert tables.selectors[counted.of].side == e.FRIENDLY
    assert (armour.kind, armour.of_side) == (e.ARMOR, e.ENEMY)


def test_an_enchantment_is_given_by_its_number():
    tables, made = compiled(
        enchantment("Nightmare", when(your_turn_start, destroy(this))),
        spell("X", "X", 1, give(target(anyone.minions), +5, "Nightmare")),
    )
    attached = tables.grants[tables.effects[made.play].arg].attached
    carrier = tables.cards[tables.attachments[attached]]
    assert carrier.events == 1 << e.TURN_START


def test_choose_one_points_at_two_options():
    _, made = compiled(
        option("A", "First", 1, draw()),
        option("B", "Second", 1, heal(1, your.hero)),
        minion("X", "X", 1, 1, 1, choose_one("First", "Second")),
    )
    assert made.options == 2


def test_a_text_wants_a_target_only_if_its_condition_holds():
    tables, made = compiled(
        minion("X", "X", 1, 1, 1, battlecry(if_(odd_costs(your) <= 0, deal(2, target))))
    )
    condition = tables.effects[made.target_if]
    assert made.target_optional
    assert (condition.op, condition.kind) == (e.SKIP_UNLESS, e.ODD_COSTS)


@pytest.mark.parametrize(
    "text",
    [
        if_(count(enemies) >= 2, deal(2, target), otherwise=(deal(1, target),)),
        if_(count(target.of(beast)) >= 1, deal(2, target)),
    ],
)
def test_a_text_with_another_use_for_its_target_always_wants_one(text):
    _, made = compiled(minion("X", "X", 1, 1, 1, battlecry(text)))
    assert made.target_if == 0


def test_what_only_summons_what_is_missing_needs_that_something_is():
    tables, made = compiled(hero_power("X", "X", 2, summon(random_card("Wisp"), missing=True)))
    room, missing = (tables.effects[i] for i in range(made.needs, made.needs_stop))
    assert (room.kind, room.amount) == (e.OPEN_SLOTS, 1)
    assert (missing.kind, missing.of, missing.amount) == (e.MISSING, 0, 1)


def test_two_numbers_of_damage_are_one_row():
    tables, made = compiled(spell("X", "X", 1, deal_and(4, target(enemies), 1, enemy.minions)))
    row = tables.effects[made.play]
    assert made.play_stop == made.play + 1
    assert (row.op, row.amount, row.arg, row.magic) == (e.DEAL_AND, 4, 1, 1)
    assert tables.selectors[row.of].kind == e.MINIONS


def test_costs_and_overload():
    tables, made = compiled(
        spell("X", "X", 5, overload(2), costs_less(count(anyone.minions)), draw())
    )
    assert (made.overload, made.cost_kind) == (2, e.COUNT)
    assert tables.selectors[made.cost_of].kind == e.MINIONS
