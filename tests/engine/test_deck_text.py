"""Decks as text: deck codes, lists of names, the game's export, files."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks import (
    CLASSES,
    Deck,
    DeckError,
    card_data,
    class_pool,
    deck_code,
    deck_from_code,
    parse_deck_text,
    read_decks,
    validate_deck,
)
from tests.engine.example_decks import MIRACLE, miracle

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


@st.composite
def decks(draw):
    cards = class_pool(draw(st.sampled_from(CLASSES)))
    copies = [i for i, n in enumerate(cards.max_copies.tolist()) for _ in range(n)]
    chosen = draw(st.permutations(copies))[:30]
    return Deck("", cards.hero, tuple(sorted(cards.ids[i] for i in chosen)))


# --- deck codes ---


@settings(deadline=None)
@given(decks())
def test_a_deck_code_brings_back_the_deck(deck):
    back = deck_from_code(deck_code(deck))
    assert (back.hero, sorted(back.cards)) == (deck.hero, sorted(deck.cards))


def test_a_deck_code_of_a_hero_skin_gets_the_class_of_its_cards():
    from hearthstone.deckstrings import write_deckstring
    from hearthstone.enums import FormatType

    copies = {card_data(i).dbf_id: n for i, n in miracle().counts().items()}
    code = write_deckstring(sorted(copies.items()), [40195], FormatType.FT_WILD)
    assert deck_from_code(code).hero == "ROGUE"


def test_a_deck_code_of_other_cards_is_explained():
    from hearthstone.deckstrings import write_deckstring
    from hearthstone.enums import FormatType

    code = write_deckstring([(69521, 2)], [930], FormatType.FT_STANDARD)
    with pytest.raises(DeckError, match="no card has the number 69521"):
        deck_from_code(code)
    code = write_deckstring([(card_data("BOT_548").dbf_id, 1)], [930], FormatType.FT_STANDARD)
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
    text = "\n".join(form.format(n=n, c=card_data(i).name) for i, n in counts)
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
