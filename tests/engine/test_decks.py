"""Decks: what is legal, how they are written and read, and the pools that searches use."""

import csv
import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks import (
    CLASSES,
    Deck,
    DeckError,
    card_facts,
    class_pool,
    collectible_cards,
    deck_code,
    deck_from_code,
    deck_from_names,
    find_card,
    parse_deck_text,
    pool,
    read_decks,
    validate_deck,
)

TEST_DATA = Path(__file__).resolve().parents[1] / "data"
POOL = pool("rogue-dsame")
MIRACLE = [
    *["Backstab", "Preparation", "Shadowstep", "Cold Blood", "Conceal", "Deadly Poison"] * 2,
    *["Eviscerate", "Shiv", "Fan of Knives", "SI:7 Agent", "Azure Drake"] * 2,
    *["Gadgetzan Auctioneer"] * 2,
    *["Blade Flurry", "Sap", "Edwin VanCleef", "Bloodmage Thalnos"],
    *["Earthen Ring Farseer", "Leeroy Jenkins"],
]
EXPORT = """### Night Blades
# Class: Rogue
# Format: Wild
#
# 2x (0) Backstab
# 2x (0) Preparation
# 1x (5) Leeroy Jenkins
#
{code}
#
# To use this deck, copy it to your clipboard and create a new deck in Hearthstone
"""


def csv_rows(name):
    with (TEST_DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def miracle(**changes):
    fields = {"hero": "Rogue", "names": MIRACLE, "name": "Miracle"} | changes
    return deck_from_names(**fields)


@st.composite
def decks(draw):
    cards = class_pool(draw(st.sampled_from(CLASSES)))
    copies = [i for i, n in enumerate(cards.max_copies.tolist()) for _ in range(n)]
    chosen = draw(st.permutations(copies))[:30]
    return Deck("", cards.hero, tuple(sorted(cards.ids[i] for i in chosen)))


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
        card_facts("EX1_1166")


# --- legal decks ---


def test_the_miracle_deck_is_legal():
    deck = miracle()
    validate_deck(deck)
    assert (deck.hero, len(deck.cards)) == ("ROGUE", 30)
    assert "2x Backstab" in deck.describe()


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (MIRACLE[1:], r"deck 'Miracle': 29 cards; a deck has 30, add 1"),
        ([*MIRACLE, "Wisp"], r"31 cards; a deck has 30, remove 1"),
        ([*MIRACLE[:-1], "Backstab"], r"3 copies of 'Backstab'; the limit is 2, remove 1"),
        (
            [*MIRACLE[:-2], *["Edwin VanCleef", "Leeroy Jenkins"]],
            r"2 copies of 'Edwin VanCleef'; a legendary is limited to 1, remove 1",
        ),
        (
            [*MIRACLE[:-1], "Fireball"],
            r"'Fireball' is a Mage card; a Rogue deck takes Rogue and Neutral cards",
        ),
    ],
)
def test_an_illegal_deck_is_told_what_to_change(names, message):
    with pytest.raises(DeckError, match=message):
        validate_deck(miracle(names=names))


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(DeckError, match=r"3 copies of 'Wisp'.*3 cards"):
        validate_deck(Deck("", "ROGUE", ("CS2_231",) * 3))


def test_a_token_or_an_unknown_card_cannot_be_in_a_deck():
    with pytest.raises(DeckError, match=r"'The Coin' \(GAME_005\) cannot be put into a deck"):
        validate_deck(Deck("x", "ROGUE", ("GAME_005",) * 30))
    with pytest.raises(DeckError, match="deck 'x': unknown card id 'CS2_0721'; did you mean"):
        validate_deck(Deck("x", "ROGUE", ("CS2_0721",) * 30))


def test_an_unknown_class_is_told_the_classes():
    with pytest.raises(DeckError, match="unknown class 'Rouge'; use one of Druid, Hunter"):
        miracle(hero="Rouge")


def test_other_sizes_can_be_asked_for():
    validate_deck(Deck("", "MAGE", ("CS2_231",) * 2), size=2)


# --- deck codes ---


@settings(deadline=None)
@given(decks())
def test_a_deck_code_brings_back_the_deck(deck):
    back = deck_from_code(deck_code(deck))
    assert (back.hero, sorted(back.cards)) == (deck.hero, sorted(deck.cards))


def test_a_deck_code_of_a_hero_skin_gets_the_class_of_its_cards():
    from hearthstone.deckstrings import write_deckstring
    from hearthstone.enums import FormatType

    copies = {card_facts(i).dbf_id: n for i, n in miracle().counts().items()}
    code = write_deckstring(sorted(copies.items()), [40195], FormatType.FT_WILD)
    assert deck_from_code(code).hero == "ROGUE"


def test_a_deck_code_of_other_cards_is_explained():
    from hearthstone.deckstrings import write_deckstring
    from hearthstone.enums import FormatType

    code = write_deckstring([(69521, 2)], [930], FormatType.FT_STANDARD)
    with pytest.raises(DeckError, match="no card has the number 69521"):
        deck_from_code(code)
    code = write_deckstring([(card_facts("BOT_548").dbf_id, 1)], [930], FormatType.FT_STANDARD)
    with pytest.raises(DeckError, match=r"'Zilliax' \(BOT_548\) cannot be put into a deck"):
        deck_from_code(code)


@pytest.mark.parametrize("code", ["", "AAE", "not a code", "AAEBAaIHAA==", "A" * 200])
def test_an_unreadable_deck_code_says_so(code):
    with pytest.raises(DeckError, match=r"deck code|deck"):
        deck_from_code(code)


@pytest.mark.parametrize("n", [*range(3, 60), 61, 62, 63])
def test_a_deck_code_that_is_cut_off_says_so(n):
    code = deck_code(miracle())
    assert code[60:] == "AA=="  # an empty list, which older codes do not have
    for read in (deck_from_code, parse_deck_text):
        with pytest.raises(DeckError, match="is cut off: it ends before its last card"):
            read(code[:n])


@settings(deadline=None)
@given(decks(), st.integers(0, 10_000), st.integers(0, 255))
def test_a_damaged_deck_code_is_a_deck_error_or_another_legal_deck(deck, place, byte):
    code = deck_code(deck)
    place %= len(code)
    damaged = code[:place] + chr(byte) + code[place + 1 :]
    with suppress(DeckError):
        validate_deck(deck_from_code(damaged))


# --- decks as text ---


@pytest.mark.parametrize(
    "form", ["{n}x {c}", "{n} {c}", "{c} x{n}", "# {n}x (0) {c}", "{n}x (0) {c}", "{n}X{c}"]
)
def test_counts_are_read_in_every_form(form):
    counts = miracle().counts().items()
    text = "\n".join(form.format(n=n, c=card_facts(i).name) for i, n in counts)
    assert parse_deck_text(text).counts() == miracle().counts()


def test_a_byte_order_mark_is_no_part_of_the_first_card():
    """As Windows editors write one at the beginning of a file."""
    text = "\ufeff" + "\n".join(MIRACLE)
    assert parse_deck_text(text).counts() == miracle().counts()
    assert parse_deck_text("\ufeff" + deck_code(miracle())).counts() == miracle().counts()


def test_one_name_per_copy_is_read():
    deck = parse_deck_text("\n\n".join(MIRACLE), name="Mine")
    assert (deck.name, deck.hero, deck.counts()) == ("Mine", "ROGUE", miracle().counts())


def test_the_export_of_the_game_is_read_by_its_names():
    text = EXPORT.format(code=deck_code(miracle()))
    deck = parse_deck_text(text, size=5)
    assert (deck.name, deck.hero) == ("Night Blades", "ROGUE")
    assert deck.describe() == "2x Backstab, 2x Preparation, 1x Leeroy Jenkins"


def test_a_deck_code_alone_is_read():
    assert parse_deck_text(f"\n{deck_code(miracle())}\n").counts() == miracle().counts()


def test_a_neutral_deck_needs_a_class():
    text = "2x Wisp"
    with pytest.raises(DeckError, match="Neutral cards only; say which class"):
        parse_deck_text(text, size=2)
    assert parse_deck_text(text, hero="mage", size=2).hero == "MAGE"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Wisp\nBackstap", r"line 2: unknown card 'Backstap'; did you mean 'Backstab'\?"),
        ("99999999999x Wisp", r"line 1: '99999999999' copies of 'Wisp'; write 1 or 2"),
        ("0x Wisp", r"line 1: '0' copies of 'Wisp'"),
        ("", r"no cards in the text"),
        ("# only a comment", r"no cards in the text"),
        ("Fireball\nBackstab", r"cards of 2 classes \(Mage, Rogue\)"),
        ("AAEBAaIHAAAAAAAAAAAAAAAAAAAAAAAA", r"deck"),
        ("# Class: Rouge\nWisp", r"unknown class 'Rouge'"),
        ("### Mine\nBackstab", r"deck 'Mine': 1 cards; a deck has 30, add 29"),
    ],
)
def test_bad_text_is_told_what_to_change(text, message):
    with pytest.raises(DeckError, match=message):
        parse_deck_text(text)


def test_a_code_of_another_class_than_asked_for_is_an_error():
    with pytest.raises(DeckError, match="a Rogue deck, not 'Mage'"):
        parse_deck_text(deck_code(miracle()), hero="Mage")


LINES = st.one_of(
    st.text(),
    st.sampled_from(["2x Wisp", "### Name", "# Class: Rogue", "# 2x (0) Backstab", "Wisp x2"]),
    st.from_regex(r"[#0-9xX ]{0,6}(Wisp|Sap)?[x0-9]{0,3}"),
    st.from_regex(r"AAEB[A-Za-z0-9+/]{10,60}={0,2}"),
)


@settings(deadline=None)
@given(st.lists(LINES, max_size=6).map("\n".join))
def test_any_text_is_a_legal_deck_or_a_deck_error(text):
    with suppress(DeckError):
        validate_deck(parse_deck_text(text, size=4), size=4)


# --- files of decks ---


def test_decks_are_read_from_a_file(tmp_path):
    path = tmp_path / "decks.json"
    entry = {"name": "Miracle", "hero": "Rogue", "cards": MIRACLE}
    path.write_text(json.dumps({"remark": "mine", "decks": [entry]}))
    assert read_decks(path) == {"decks": (miracle(),)}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read as a file of decks"),
        ("[]", "expected an object of groups"),
        ('{"a": [{}]}', "group 'a': a deck needs 'name', 'hero' and 'cards'"),
        ('{"a": [{"name": "x", "hero": "Rogue", "cards": [1]}]}', "'cards' is a list"),
        ('{"a": [{"name": "x", "hero": "Rogue", "cards": ["Wisp"]}]}', "1 cards; a deck has 30"),
    ],
)
def test_a_damaged_file_of_decks_is_named(tmp_path, content, message):
    path = tmp_path / "decks.json"
    path.write_text(content)
    with pytest.raises(DeckError, match=message) as error:
        read_decks(path)
    assert "decks.json" in str(error.value)


def test_a_missing_file_of_decks_is_named(tmp_path):
    with pytest.raises(DeckError, match=r"nowhere\.json: cannot be read"):
        read_decks(tmp_path / "nowhere.json")


# --- pools ---


def test_the_published_pool_in_its_published_order():
    rows = csv_rows("dsame_rogue_pool.csv")
    assert [int(row["index"]) for row in rows] == list(range(180))
    assert [row["id"] for row in rows] == list(POOL.ids)
    assert [row["name"] for row in rows] == [card_facts(i).name for i in POOL.ids]
    assert [row["legendary"] == "1" for row in rows] == (POOL.max_copies == 1).tolist()


def test_composition_of_the_published_pool():
    cards = [card_facts(card_id) for card_id in POOL.ids]
    kinds = [(card.card_class, card.type) for card in cards]
    assert kinds.count(("NEUTRAL", "MINION")) == 154
    assert kinds.count(("ROGUE", "MINION")) == 7
    assert kinds.count(("ROGUE", "SPELL")) == 17
    assert kinds.count(("ROGUE", "WEAPON")) == 2
    assert (POOL.max_copies == 1).sum() == 25
    assert POOL.max_copies.sum() == 335
    assert (POOL.max_copies.dtype, POOL.costs.dtype) == (np.int8, np.int16)


@pytest.mark.parametrize("hero", CLASSES)
def test_every_class_has_a_pool_of_178(hero):
    cards = class_pool(hero)
    assert (len(cards), cards.hero) == (178, hero)
    assert pool(hero.lower()).ids == cards.ids


def test_the_published_pool_extends_the_class_pool():
    assert POOL.ids[:178] == class_pool("Rogue").ids
    assert len(class_pool("ROGUE", ["CORE", "EXPERT1", "HOF"])) == 178 + 11 + 2  # neutral and Rogue


def test_unknown_pools_and_sets_are_told():
    with pytest.raises(DeckError, match=r"unknown pool 'rogue_dsame'; did you mean 'rogue-dsame'"):
        pool("rogue_dsame")
    with pytest.raises(DeckError, match="unknown set 'BASIC'; use CORE, EXPERT1 or HOF"):
        class_pool("ROGUE", ["BASIC"])


def test_pools_cannot_be_changed_by_accident():
    with pytest.raises(ValueError, match="read-only"):
        POOL.max_copies[0] = 9


def test_the_200_reference_decks_are_legal():
    rows = csv_rows("sabberstone_reference_decks.csv")
    assert len(rows) == 200
    for row in rows:
        counts = np.array([int(digit) for digit in row["deck_counts_180"]], np.int8)
        deck = POOL.deck(counts)
        validate_deck(deck)
        np.testing.assert_array_equal(POOL.counts(deck), counts)


def test_a_deck_outside_the_pool_has_no_counts():
    with pytest.raises(DeckError, match="'Fireball' is not in the pool 'rogue-dsame'"):
        POOL.counts(Deck("", "ROGUE", (find_card("Fireball").id,)))
    with pytest.raises(DeckError, match="is for MAGE"):
        POOL.counts(Deck("", "MAGE", ()))


@pytest.mark.parametrize("counts", [np.zeros(3, np.int8), np.full(180, -1), np.zeros(180)])
def test_counts_of_another_shape_or_kind_are_refused(counts):
    with pytest.raises(DeckError, match="expected 180 counts, whole and not negative"):
        POOL.deck(counts)


def test_deck_statistics_by_hand():
    decks = [miracle(), POOL.deck(POOL.max_copies * (np.arange(180) < 17).astype(np.int8))]
    statistics = POOL.deck_statistics(np.stack([POOL.counts(deck) for deck in decks]))
    dust = {"FREE": 0, "COMMON": 40, "RARE": 100, "EPIC": 400, "LEGENDARY": 1600}
    for i, deck in enumerate(decks):
        cards = [card_facts(card_id) for card_id in deck.cards]
        costs = [card.cost for card in cards]
        expected = {
            "dust": sum(dust[card.rarity] for card in cards),
            "deck_mana_sum": sum(costs),
            "deck_mana_variance": np.var(costs),
            "n_minions": sum(card.type == "MINION" for card in cards),
            "n_spells": sum(card.type == "SPELL" for card in cards),
        }
        assert statistics.keys() == expected.keys()
        for name, value in expected.items():
            assert statistics[name].dtype == np.float64
            assert statistics[name][i] == pytest.approx(value)
