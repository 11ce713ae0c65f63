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
OUR_IDS = {card.id for card in CARDS}

# name: cost, attack, health
MINIONS = {
    "Leeroy Jenkins": (5, 6, 2),
    "Ironbeak Owl": (3, 2, 1),
    "Big Game Hunter": (5, 4, 2),
    "Knife Juggler": (2, 2, 2),
    "Gadgetzan Auctioneer": (6, 4, 4),
    "Arcane Golem": (3, 4, 4),
    "Abusive Sergeant": (1, 1, 1),
    "Leper Gnome": (1, 1, 1),
    "Murloc Warleader": (3, 3, 3),
    "Master of Disguise": (4, 4, 4),
    "Keeper of the Grove": (4, 2, 2),
    "Ancient of Lore": (7, 5, 5),
    "Starving Buzzard": (5, 3, 2),
    "Warsong Commander": (3, 2, 3),
    "Edwin VanCleef": (3, 2, 2),
    "Azure Drake": (5, 4, 4),
    "Flametongue Totem": (3, 0, 3),
    "Mana Wyrm": (2, 1, 3),
    "Ancient Watcher": (2, 4, 5),
}
SPELLS = {
    "Blade Flurry": 4,
    "Innervate": 0,
    "Hex": 4,
    "Preparation": 0,
    "Cold Blood": 2,
    "Flare": 2,
    "Equality": 4,
    "Nourish": 6,
    "Wild Growth": 3,
    "Hunter's Mark": 2,
    "Force of Nature": 5,
    "Unleash the Hounds": 3,
    "Rockbiter Weapon": 2,
    "Conceal": 1,
}


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


@pytest.mark.parametrize("name", MINIONS)
def test_minions_have_the_numbers_of_the_build(name):
    card = find_card(name)
    assert (card.cost, card.attack, card.health) == MINIONS[name]
    assert card.type == "MINION"


@pytest.mark.parametrize("name", SPELLS)
def test_spells_have_the_cost_of_the_build(name):
    assert (find_card(name).type, find_card(name).cost) == ("SPELL", SPELLS[name])


def test_fiery_war_axe_is_a_weapon_with_durability_and_no_health():
    axe = find_card("Fiery War Axe")
    assert (axe.type, axe.cost, axe.attack, axe.health, axe.durability) == ("WEAPON", 3, 3, 0, 2)


def test_mountain_giant_is_an_elemental_and_malygos_has_spell_damage():
    assert find_card("Mountain Giant").race == "ELEMENTAL"
    assert find_card("Malygos").mechanics == ("SPELLPOWER=5",)
    assert find_card("Kobold Geomancer").mechanics[0] == "SPELLPOWER"


def test_numbers_are_unique_and_no_name_is_used_twice_in_our_sets():
    everything = (*CARDS, *token_cards())
    assert len({card.id for card in everything}) == len(everything)
    assert len({card.dbf_id for card in everything}) == len(everything)
    assert len({card.name for card in CARDS}) == len(CARDS)


@pytest.mark.parametrize(
    ("card_id", "name"),
    [
        ("GAME_005", "The Coin"),
        ("CS2_082", "Wicked Knife"),
        ("CS2_083b", "Dagger Mastery"),
        ("EX1_131t", "Defias Bandit"),
        ("DREAM_02", "Ysera Awakens"),
        ("PRO_001a", "I Am Murloc"),
        ("PRO_001at", "Murloc"),
        ("PRO_001b", "Rogues Do It..."),
        ("PRO_001c", "Power of the Horde"),
        ("Mekka1", "Homing Chicken"),
        ("Mekka2", "Repair Bot"),
        ("Mekka3", "Emboldener 3000"),
        ("Mekka4", "Poultryizer"),
        ("Mekka4t", "Chicken"),
        ("AT_132_ROGUEt", "Poisoned Dagger"),
    ],
)
def test_tokens_that_cards_make_are_there(card_id, name):
    assert card_data(card_id).name == name
    assert card_id not in OUR_IDS


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
