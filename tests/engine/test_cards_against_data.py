"""Every card of the code, against its printed data in build 38377."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import numpy as np
import pytest

import engine.cards
from engine.card_data import LATER_SETS, standard_cards
from engine.cards import CARDS
from engine.core import enums as e
from engine.core import tables as t
from engine.decks import (
    HERO_CARDS,
    Deck,
    card_data,
    card_text,
    collectible_cards,
    pool,
)
from engine.dsl.cards import Card
from engine.dsl.selectors import CardPool
from engine.rules import Rules
from engine.view import condition_text
from models.players.decks import STARTER_DECKS, named_deck, opponent_suite

PRINTED = [card for card in CARDS if card.type != e.NO_CARD]
STANDARD = {card.id for card in standard_cards()} - {card.id for card in collectible_cards()}
# Of the rest of Standard we carry numbers and plain keywords, no texts.
WITH_TEXT = [card for card in PRINTED if card.id not in STANDARD]
TYPES = {
    "HERO": e.HERO_CARD, "MINION": e.MINION_CARD, "SPELL": e.SPELL_CARD,
    "WEAPON": e.WEAPON_CARD, "HERO_POWER": e.POWER_CARD,
}  # fmt: skip
KEYWORDS = {
    "TAUNT": e.TAUNT, "CHARGE": e.CHARGE, "DIVINE_SHIELD": e.DIVINE_SHIELD, "STEALTH": e.STEALTH,
    "WINDFURY": e.WINDFURY, "POISONOUS": e.POISONOUS, "CANT_ATTACK": e.CANT_ATTACK,
    "CANT_BE_TARGETED_BY_SPELLS": e.ELUSIVE, "RUSH": e.RUSH, "LIFESTEAL": e.LIFESTEAL,
}  # fmt: skip
# Words of a card that are no keyword of the data.
UNNAMED = e.FREEZES | e.ATTACK_IS_HEALTH | e.IMMUNE_WHEN_ATTACKING | e.DULLS
UNNAMED |= e.FORGETFUL | e.MEGA_WINDFURY | e.CLEAVES | e.CASTS_WHEN_DRAWN
WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
# Cards of whose printed numbers the program lacks some, and why.
OTHER_NUMBERS = {
    "EX1_560": {15},  # Nozdormu: players who compute have no use for a time limit
    "GVG_111": {7},  # Mimiron's Head: it names V-07-TR-0N
    "CS2_013t": {10},  # Excess Mana: it says why one has it
}


def mechanics(card_id: str) -> dict[str, int]:
    """The tags of a card with their values."""
    pairs = (tag.partition("=") for tag in card_data(card_id).mechanics)
    return {name: int(value or 1) for name, _, value in pairs}


# --- what a card's text leads to ---------------------------------------------------------------


def programs(tables: np.record, row: int) -> Iterator[np.record]:
    """Every effect row of a card: text, combo, deathrattle, triggers."""
    card = tables.cards[row]
    ranges = [(card[x], card[f"{x}_stop"]) for x in ("play", "combo", "deathrattle", "start")]
    ranges += [
        (tables.triggers[i].start, tables.triggers[i].stop)
        for i in range(card.triggers, card.triggers_stop)
    ]
    for start, stop in ranges:
        yield from (tables.effects[i] for i in range(start, stop))


CARD_ARGUMENTS = (
    e.SUMMON, e.SUMMON_FROM_DECK, e.TRANSFORM, e.ADD_CARD, e.EQUIP, e.REPLACE_HERO, e.SET_POWER,
    e.REDIRECT_TO_SUMMONED, e.DRAW_TRANSFORMED, e.SHUFFLE_IN,
)  # fmt: skip
SECOND_CARDS = (e.DRAW_KIND, e.SET_POWER, e.ADD_FROM_POOL)  # another one in `of`
POOL_ARGUMENTS = (e.SUMMON_FROM_POOL, e.TRANSFORM_POOL, e.ADD_FROM_POOL, e.EQUIP_FROM_POOL)


def others(rules: Rules, row: int) -> set[int]:
    """Rows of the cards that a card names."""
    tables, card = rules.tables, rules.tables.cards[row]
    found = {int(card.power), int(card.weapon), int(card.upgrade)}
    found |= set(range(int(card.options), int(card.options) + int(card.n_options)))
    for effect in programs(tables, row):
        if effect.op in CARD_ARGUMENTS:
            found.add(int(effect.arg))
        elif effect.op in POOL_ARGUMENTS:
            start, stop = tables.pool_starts[int(effect.arg) : int(effect.arg) + 2]
            found |= set(tables.pool_cards[start:stop].tolist())
        elif effect.op in (e.GIVE, e.GIVE_WEAPON):
            attached = tables.grants[effect.arg].attached
            found.add(int(tables.attachments[attached]) if attached else 0)
        if effect.op in SECOND_CARDS:
            found.add(int(effect.of))
    return found - {0}


def second_number(effect: np.record) -> int:
    """The number in the argument of a verb that has one there."""
    return int(effect.arg) if effect.op in (e.DEAL_AND, e.DRAW) else 0


def aura_numbers(tables: np.record, card: np.record) -> set[int]:
    """The numbers in the auras of a card."""
    found = set()
    for aura in (tables.auras[i] for i in range(card.auras, card.auras_stop)):
        found |= {int(aura.attack), int(aura.health), int(aura.cost)}
        if aura.cost_kind == t.COST_MINIONS_TO_1:
            found.add(1)
        if aura.condition == t.WHILE_HOLDS:
            found.add(int(tables.effects[aura.needs].amount))
        if aura.keywords & e.FORGETFUL:
            found.add(50)  # percent
    return found


def numbers(rules: Rules, row: int) -> set[int]:
    """Every number in a card's program, and the stats of the tokens that it names."""
    tables, card = rules.tables, rules.tables.cards[row]
    found = {int(card.spell_power), int(card.overload), int(card.cost_times)}
    found.add(int(tables.grows) if tables.grower == row else 0)
    found.add(int(tables.selectors[card.target].value))
    if card.keywords & e.DULLS:
        found.add(1)
    if card.keywords & e.FORGETFUL:
        found.add(50)  # percent
    for effect in programs(tables, row):
        found |= {int(effect.amount), int(effect.scale), second_number(effect)}
        if effect.kind == e.BETWEEN:
            found |= set(range(int(effect.amount), int(effect.of) + 1))
        for about in (effect.on, effect.of if effect.kind in e.OF_SELECTOR else 0):
            selector = tables.selectors[about]
            found |= {int(selector.count), int(selector.value)}
        if effect.op in (e.GIVE, e.GIVE_WEAPON):
            grant = tables.grants[effect.arg]
            found |= {int(grant.attack), int(grant.health), int(grant.spell_power)}
    found |= aura_numbers(tables, card)
    for other in others(rules, row):
        token = tables.cards[other]
        found |= {int(token.attack), int(token.health)}
        is_part = token.type in (e.NO_CARD, e.POWER_CARD) or token.keywords & e.CASTS_WHEN_DRAWN
        if is_part or other in range(card.options, card.options + card.n_options):
            found |= numbers(rules, other)
    return {abs(n) for n in found}


def printed_numbers(card_id: str) -> set[int]:
    text = card_text(card_id)
    words = re.findall("[a-z]+", text.lower())
    return {int(n) for n in re.findall(r"\d+", text)} | {WORDS[w] for w in words if w in WORDS}


# --- stats, race, keywords, numbers ------------------------------------------------------------


def is_form(card: Card) -> bool:
    """Whether it is an option that the data print as the minion it makes (Druid of the Claw)."""
    return card.type == e.SPELL_CARD and card_data(card.id).type == "MINION"


def test_cost_stats_race_and_type(rules: Rules) -> None:
    for card in PRINTED:
        printed = card_data(card.id)
        secret = card.type == e.SECRET_CARD
        assert (card.name, card.cost) == (printed.name, printed.cost), card.name
        if is_form(card):
            assert TYPES[printed.type] == e.MINION_CARD, card.name
            continue
        assert (e.SPELL_CARD if secret else card.type) == TYPES[printed.type], card.name
        assert secret == ("SECRET" in mechanics(card.id)), card.name
        health = printed.durability if printed.type == "WEAPON" else printed.health
        assert (card.attack, card.health) == (printed.attack, health), card.name
        assert card.race == printed.race, card.name
        made = rules.tables.cards[rules.row(card.id)]
        assert (made.cost, made.attack, made.health) == (card.cost, card.attack, card.health), (
            card.name
        )
        if printed in collectible_cards():
            assert e.CLASSES[made.card_class] == printed.card_class, card.name
            assert made.legendary == (printed.rarity == "LEGENDARY"), card.name
            assert made.implemented, card.name


def test_keywords_and_abilities(rules: Rules) -> None:
    for card in WITH_TEXT:
        tags, made = mechanics(card.id), rules.tables.cards[rules.row(card.id)]
        expected = sum(bit for name, bit in KEYWORDS.items() if name in tags)
        assert int(made.keywords) & ~UNNAMED == expected, card.name
        assert made.spell_power == tags.get("SPELLPOWER", 0), card.name
        assert made.overload == tags.get("OVERLOAD", 0), card.name
        has = {
            "DEATHRATTLE": made.deathrattle != made.deathrattle_stop,
            "COMBO": made.combo != made.combo_stop and card.type != e.POWER_CARD,
            "CHOOSE_ONE": made.options != 0 and card.type != e.POWER_CARD,
        }
        if card.type in (e.MINION_CARD, e.WEAPON_CARD):
            has["BATTLECRY"] = made.play != made.play_stop
        assert {name for name, found in has.items() if found} == {
            name for name in has if name in tags
        }, card.name


def test_every_printed_number_is_in_the_program(rules: Rules) -> None:
    for card in WITH_TEXT:
        missing = printed_numbers(card.id) - numbers(rules, rules.row(card.id))
        assert missing == OTHER_NUMBERS.get(card.id, set()), card.name


def test_the_list_of_exceptions_is_about_cards(rules: Rules) -> None:
    assert set(OTHER_NUMBERS) <= set(rules.rows)


def test_a_card_without_text_does_nothing(rules: Rules) -> None:
    for card in WITH_TEXT:
        if card.type != e.HERO_CARD and not card_text(card.id) and not is_form(card):
            assert not card.text, card.name


def test_a_card_with_text_does_something(rules: Rules) -> None:
    silent = [c.name for c in WITH_TEXT if card_text(c.id) and not c.text]
    assert silent == ["Chicken", "Nozdormu", "Shadow of Nothing", "Worthless Imp"]


# --- which cards there are ---------------------------------------------------------------------


def decks() -> list[Deck]:
    return [
        named_deck("Classic Miracle Rogue"),
        *(opponent.deck for opponent in opponent_suite("elite")),
        *STARTER_DECKS.values(),
    ]


@pytest.mark.parametrize("deck", decks(), ids=lambda deck: f"{deck.hero} {deck.name}")
def test_the_published_decks_can_be_played(deck: Deck, rules: Rules) -> None:
    assert rules.is_implemented(HERO_CARDS[deck.hero])
    assert [card for card in deck.cards if not rules.is_implemented(card)] == []


def test_the_pool_can_be_played(rules: Rules) -> None:
    ids = pool("rogue-dsame").ids
    assert len(ids) == 180
    assert [card for card in ids if not rules.is_implemented(card)] == []


@pytest.mark.parametrize("card_set", ["CORE", "EXPERT1", "HOF", *LATER_SETS])
def test_every_card_of_a_set_can_be_played(card_set: str, rules: Rules) -> None:
    ours = [card for card in collectible_cards() if card.card_set == card_set]
    assert [card.name for card in ours if not rules.is_implemented(card.id)] == []


def test_every_token_comes_from_a_card_that_decks_can_have(rules: Rules) -> None:
    known = {rules.row(card.id) for card in CARDS}
    reached = {row for row in known if rules.ids[row] in {x.id for x in collectible_cards()}}
    reached |= {rules.row(card.id) for card in CARDS if card.type == e.HERO_CARD}
    reached |= {rules.row(card.id) for card in CARDS if card.id in STANDARD}
    reached |= {rules.row("GAME_005")}
    new = reached
    while new:
        new = set().union(*(others(rules, row) for row in new)) - reached
        reached |= new
    assert {rules.names[row] for row in known - reached} == set()


def words(value: object) -> Iterator[object]:
    """A word of the card language and all words in it."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from words(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from words(item)


def test_no_card_names_a_body_without_text(rules: Rules) -> None:
    """Only the pools of random cards reach outside our sets."""
    pools = {w for card in CARDS for w in words(card.text) if isinstance(w, CardPool)}
    for pool_, number in rules.table_rows.pools.items():
        assert pool_ in pools
        start, stop = rules.tables.pool_starts[number], rules.tables.pool_starts[number + 1]
        bodies = [
            row
            for row in rules.tables.pool_cards[start:stop]
            if not rules.tables.cards[row].implemented
        ]
        assert not (bodies and pool_.names)


def test_bodies_have_no_text(rules: Rules) -> None:
    written = {card.id for card in CARDS}
    for row in (row for row, id_ in enumerate(rules.ids) if row and id_ not in written):
        card = rules.tables.cards[row]
        assert not list(programs(rules.tables, row))
        assert not card.implemented
        assert card.auras == card.auras_stop
        assert card.target == card.needs == card.options == 0
        printed = card_data(rules.ids[row])
        assert (card.cost, card.attack) == (printed.cost, printed.attack)


# --- the files ---------------------------------------------------------------------------------


def test_cards_need_what_the_games_play_requirements_say(rules: Rules) -> None:
    """The requirements are those of build 36393's card definitions, beside targets and room."""
    needed: dict[str, set[str]] = {}
    for row, name in enumerate(rules.names):
        card = rules.tables.cards[row]
        for i in range(card.needs, card.needs_stop):
            text = condition_text(rules, rules.tables.effects[i])
            needed.setdefault(text, set()).add(name)
    del needed["open slots (friendly) >= 1"]
    assert needed == {
        "weapons (friendly) >= 1": {"Deadly Poison", "Blade Flurry"},
        "count of [all enemy minions] >= 1": {
            "Cleave", "Multi-Shot", "Forked Lightning", "Unleash the Hounds", "Deadly Shot",
            "Flamecannon",
        },
        "count of [all any minions] >= 1": {"Bouncing Blade"},
        "count of [all any minions] >= 2": {"Brawl"},
        "deaths this game (friendly) >= 1": {"Resurrect"},
        "missing cards of 4 cards >= 1": {"Totemic Call"},
    }  # fmt: skip


@pytest.mark.parametrize("path", sorted(Path(engine.cards.__file__).parent.glob("*.py")))
def test_card_files_are_tables_of_120_columns(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [n for n, line in enumerate(lines, 1) if len(line) > 120] == []


def test_a_card_stands_in_the_file_of_its_class_or_set() -> None:
    for card in PRINTED:
        printed = card_data(card.id)
        if printed in collectible_cards():
            part = "neutral" if printed.card_class == "NEUTRAL" else "classes"
            file = {"NAXX": "naxxramas", "BRM": "blackrock", "GVG": f"goblins_{part}"}
            expected = file.get(printed.card_set, printed.card_class.lower())
            assert card.where.split(".py:")[0] == expected, card.name


#: Cards whose aura or changing cost the data does not tag.
UNTAGGED = {
    *("Southsea Deckhand", "Old Murk-Eye", "Mountain Giant", "Sea Giant", "Molten Giant"),
    *("Clockwork Giant", "Dread Corsair", "Prophet Velen", "Auchenai Soulpriest", "Cogmaster"),
    *("Cogmaster's Wrench", "Goblin Sapper", "Mogor the Ogre", "Crush", "Steamwheedle Sniper"),
    *("Solemn Vigil", "Dragon's Breath", "Volcanic Lumberer", "Volcanic Drake"),
}


def test_auras_only_where_the_data_says_so(rules: Rules) -> None:
    """A tag AURA means an aura, and a card "while damaged" has one on itself."""
    untagged = set()
    for card in PRINTED:
        made, tags = rules.tables.cards[rules.row(card.id)], mechanics(card.id)
        auras = [rules.tables.auras[i] for i in range(made.auras, made.auras_stop)]
        if "ENRAGED" in tags:
            assert [x.condition for x in auras] == [t.WHILE_DAMAGED], card.name
        if "AURA" in tags or "ADJACENT_BUFF" in tags:
            assert auras or made.cost_kind, card.name
        elif "ENRAGED" not in tags and (auras or made.cost_kind):
            untagged.add(card.name)
    assert untagged == UNTAGGED
