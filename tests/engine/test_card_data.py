"""The repository's card data, against facts of build 38377."""

from collections import Counter

import pytest

from engine.decks import (
    CLASSES,
    DeckError,
    card_data,
    card_text,
    collectible_cards,
    find_card,
    standard_cards,
    token_cards,
)

CARDS = collectible_cards()
BASIC_AND_CLASSIC = [card for card in CARDS if card.card_set in ("CORE", "EXPERT1")]


def count(cards, field):
    return Counter(getattr(card, field) for card in cards)


def test_every_class_has_25_cards_and_neutral_153():
    by_class = count(BASIC_AND_CLASSIC, "card_class")
    assert by_class.pop("NEUTRAL") == 153
    assert by_class == dict.fromkeys(CLASSES, 25)


def test_neutral_cards_are_43_basic_and_110_classic():
    neutral = [card for card in BASIC_AND_CLASSIC if card.card_class == "NEUTRAL"]
    assert count(neutral, "card_set") == {"CORE": 43, "EXPERT1": 110}


def test_every_class_has_ten_basic_cards():
    basic = [card for card in CARDS if card.card_set == "CORE" and card.card_class != "NEUTRAL"]
    assert count(basic, "card_class") == dict.fromkeys(CLASSES, 10)


def test_types_and_rarities_of_basic_and_classic():
    assert count(BASIC_AND_CLASSIC, "type") == {"MINION": 216, "SPELL": 150, "WEAPON": 12}
    assert count(BASIC_AND_CLASSIC, "rarity") == {
        "LEGENDARY": 33,
        "EPIC": 37,
        "RARE": 81,
        "COMMON": 94,
        "FREE": 133,
    }


def test_one_legendary_per_class_and_24_neutral():
    legendary = [card for card in BASIC_AND_CLASSIC if card.rarity == "LEGENDARY"]
    assert count(legendary, "card_class") == {"NEUTRAL": 24, **dict.fromkeys(CLASSES, 1)}
    assert {card.max_copies for card in legendary} == {1}
    others = [card for card in CARDS if card.rarity != "LEGENDARY"]
    assert {card.max_copies for card in others} == {2}


def test_hall_of_fame_has_24_cards():
    assert count(CARDS, "card_set")["HOF"] == 24


def test_numbers_are_unique_and_no_name_is_used_twice_in_our_sets():
    everything = (*CARDS, *token_cards())
    assert len({card.id for card in everything}) == len(everything)
    assert len({card.dbf_id for card in everything}) == len(everything)
    assert len({card.name for card in CARDS}) == len(CARDS)


def test_every_class_has_a_hero_a_hero_power_and_its_upgrade():
    tokens = token_cards()
    heroes = [card for card in tokens if card.id.startswith("HERO_")]
    upgrades = [card for card in tokens if card.card_set == "TGT" and card.type == "HERO_POWER"]
    assert count(heroes, "card_class") == dict.fromkeys(CLASSES, 1)
    assert {card.health for card in heroes} == {30}
    assert count(upgrades, "card_class") == dict.fromkeys(CLASSES, 1)


def test_texts_are_readable():
    assert card_text("CS2_072") == "Deal 2 damage to an undamaged minion."
    assert card_text("CS2_034") == "Deal 1 damage."
    assert card_text("CS2_182") == ""
    mark_up = set("<>[]$@_")
    assert not [card.id for card in CARDS if mark_up & set(card_text(card.id))]


def test_only_vanilla_cards_have_no_text():
    silent = [card for card in CARDS if not card_text(card.id)]
    assert {card.type for card in silent} == {"MINION", "WEAPON"}
    assert not [card.name for card in silent if card.mechanics]


# --- Standard of December 2019 ---


def test_standard_has_all_of_its_eight_sets():
    assert count(standard_cards(), "card_set") == {
        "CORE": 133,
        "EXPERT1": 245,
        "GILNEAS": 128,
        "BOOMSDAY": 135,
        "TROLL": 134,
        "DALARAN": 136,
        "ULDUM": 135,
        "DRAGONS": 135,
    }


def test_standard_contains_basic_and_classic_with_the_same_facts():
    standard = {card.id: card for card in standard_cards()}
    for card in BASIC_AND_CLASSIC:
        other = standard[card.id]
        assert (other.cost, other.attack, other.health) == (card.cost, card.attack, card.health)
    assert not [card.name for card in CARDS if card.card_set == "HOF" and card.id in standard]


def test_sizes_of_the_pools_of_random_cards():
    minions = [card for card in standard_cards() if card.type == "MINION"]
    others = [card for card in standard_cards() if card.card_class not in ("ROGUE", "NEUTRAL")]
    assert sum(card.rarity == "LEGENDARY" for card in minions) == 149
    assert sum(card.race == "BEAST" for card in minions) == 85
    assert len(others) == 673


@pytest.mark.parametrize(
    ("card_id", "keywords"),
    [
        ("BOT_548", {"MODULAR", "DIVINE_SHIELD", "TAUNT", "LIFESTEAL", "RUSH"}),  # Zilliax
        ("DAL_576", {"SPELLPOWER=3"}),  # Kirin Tor Tricaster
        ("DRG_211", {"SPELLPOWER=2", "OVERLOAD=2"}),  # Squallhunter
        ("GIL_667", {"TAUNT"}),  # Rotten Applebaum
        ("GIL_188", set()),  # Druid of the Scythe: transforms into one with Rush or Taunt
        ("BOT_270", set()),  # Giggling Inventor: its Mechs have Taunt
        ("TRL_312", set()),  # Spellzerker: has Spell Damage while damaged
        ("TRL_092", set()),  # Spirit of the Shark: Stealth for 1 turn
        ("GIL_156", set()),  # Quartz Elemental: can't attack while damaged
        ("GIL_152", {"CANT_ATTACK"}),  # Blackhowl Gunspire
        ("EX1_045", {"CANT_ATTACK"}),  # Ancient Watcher
    ],
)
def test_keywords_are_those_the_card_prints_itself(card_id, keywords):
    standard = {card.id: card for card in standard_cards()}
    assert set(standard[card_id].mechanics) == keywords


def test_a_card_outside_our_sets_is_known_but_not_found_for_decks():
    assert card_data("BOT_548").name == "Zilliax"
    with pytest.raises(DeckError, match=r"'Zilliax' is of the set BOOMSDAY"):
        find_card("Zilliax")


# --- finding cards ---


def test_names_are_found_whatever_their_capitals_apostrophes_and_spaces():
    assert find_card("Sen'jin Shieldmasta").id == "CS2_179"
    assert find_card("  sen\N{RIGHT SINGLE QUOTATION MARK}jin   SHIELDMASTA ").id == "CS2_179"
    assert find_card("CS2_179").id == "CS2_179"


def test_succubus_is_found_under_its_later_name():
    assert find_card("Succubus").name == "Felstalker"


def test_every_card_is_found_by_its_name():
    for card in collectible_cards():
        assert find_card(card.name) == card


def test_a_misspelt_name_gets_a_suggestion():
    with pytest.raises(DeckError, match=r"unknown card 'Backstap'; did you mean 'Backstab'\?"):
        find_card("Backstap")


def test_a_hopeless_name_gets_advice():
    with pytest.raises(DeckError, match=r"unknown card 'qqqqqqqq'; use an English card name"):
        find_card("qqqqqqqq")


def test_an_unknown_id_gets_a_suggestion():
    with pytest.raises(DeckError, match=r"unknown card id 'EX1_1166'; did you mean 'EX1_"):
        card_data("EX1_1166")
