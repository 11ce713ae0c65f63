"""Rules of decks, and the messages for illegal decks."""

from contextlib import suppress
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deck_rules import find_codes
from engine.decks import (
    Deck,
    DeckError,
    card_data,
    deck_code,
    deck_from_code,
    read_deck_text,
    validate_deck,
)
from tests.engine.example_decks import MIRACLE, decks, miracle


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
        ([*MIRACLE[:-1], "Fireball"], r"'Fireball' is a Mage card; a Rogue deck takes Rogue and"),
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


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", r"^unreadable deck code '' \(ValueError\)"),
        ("not a code", r"^unreadable deck code 'notacode' \(ValueError\)"),
        ("A" * 200, r"^unreadable deck code 'A{57}\.\.\.' \(ValueError\)"),
        ("AAE", "^deck code 'AAE' is cut off: it ends before its last card"),
        ("AAEBAaIHAA==", "^deck code 'AAEBAaIHAA==' is cut off: it ends before its last card"),
    ],
)
def test_an_unreadable_deck_code_says_so(code, message):
    with pytest.raises(DeckError, match=f"{message}; copy the whole code again, or give a list of"):
        deck_from_code(code)


@pytest.mark.parametrize("n", [*range(3, 60), 61])
def test_a_deck_code_that_is_cut_off_says_so(n):
    code = deck_code(miracle())
    assert code[60:] == "AA=="  # an empty list, which older codes do not have
    for read in (deck_from_code, read_deck_text):
        with pytest.raises(DeckError, match="is cut off: it ends before its last card"):
            read(code[:n])


@pytest.mark.parametrize("n", [60, 62, 63])
def test_a_deck_code_that_lost_its_last_signs_only_is_read(n):
    """Chat programs and links drop them; they hold no card."""
    assert deck_from_code(deck_code(miracle())[:n]).counts() == miracle().counts()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("AAE", ("AAE",)),
        ("no code", ()),
        ("Look: {code}, it wins", ("{code}",)),
        ("https://decks.example/{code}/", ("{code}",)),
        ("https://decks.example/?deckcode={escaped}&set=wild", ("{code}",)),
        ("{code} https://decks.example/{escaped}", ("{code}",)),
        ("{code} AAEBAaIHBrICzQOv", ("{code}", "AAEBAaIHBrICzQOv")),
    ],
)
def test_codes_are_found_in_texts_and_links(text, codes):
    code = deck_code(miracle())
    known = {"code": code, "escaped": quote(code, safe="")}
    found = [each.rstrip("=") for each in find_codes(text.format(**known))]
    assert found == [each.format(**known).rstrip("=") for each in codes]


@settings(deadline=None)
@given(decks(), st.integers(0, 10_000), st.integers(0, 255))
def test_a_damaged_deck_code_is_a_deck_error_or_another_legal_deck(deck, place, byte):
    code = deck_code(deck)
    place %= len(code)
    damaged = code[:place] + chr(byte) + code[place + 1 :]
    with suppress(DeckError):
        validate_deck(deck_from_code(damaged))
