"""Decks as text: lists of names, the game's export, texts with a code, files."""

import json
import re
import time
from contextlib import suppress
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks import (
    Deck,
    DeckError,
    card_data,
    collectible_cards,
    deck_code,
    find_card,
    read_cards,
    read_deck_text,
    read_decks,
    validate_deck,
)
from tests.engine.example_decks import EXPORTS, MIRACLE, decks, exported, miracle

# --- decks as text ---


LINES = [
    *("{n}x {c}", "{n} {c}", "{n} x {c}", "{n}X{c}", "x{n} {c}", "({n}) {c}", "[{n}x] {c}"),
    *("{c} x{n}", "{c} x {n}", "{c} {n}x", "{c} {n}", "{c} ({n})", "{c} (x{n})", "{c}: {n}"),
    *("{c}\N{MULTIPLICATION SIGN}{n}", "{c} - {n}", "{c}\t\N{MULTIPLICATION SIGN} {n}\t{cost}"),
    *(
        "# {n}x (0) {c}",
        "{n}x (0) {c}",
        "{n} ({cost}) {c}",
        "({cost}) {c} x{n}",
        "{n} {c} ({cost})",
    ),
    *("{cost} {c} {n}", "{c} ({cost}) x{n}", "- {c} {n}x  # mine", "* **{n}x** `{c}`"),
    *("| {n} | {c} | {cost} |", "{n} [{c}](https://cards.example/{n})", "[[{c}]] x{n}"),
    *("{cost}\n{c}\n{n}", "{n}\n{c}\n{cost}", "{c}\n{n}", "{n}x\n{c}"),
    *("\N{BULLET} {n} {c} \N{BLACK STAR}", "{c} {n} https://cards.example/AAE"),
]


def line(form: str, card_id: str, n: int) -> str:
    """A line of a list."""
    card = card_data(card_id)
    return form.format(n=n, c=card.name, cost=card.cost)


@pytest.mark.parametrize("form", LINES)
@settings(deadline=None, max_examples=6)
@given(deck=decks(), between=st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_a_deck_written_as_a_list_of_any_site_reads_back(form, deck, between):
    lines = [line(form, card_id, n) for card_id, n in deck.counts().items()]
    text = between.join([f"{deck.hero.capitalize()} ({len(deck.cards)} cards)", *lines])
    assert read_deck_text(text).deck == Deck("", deck.hero, read_deck_text(text).deck.cards)
    assert read_deck_text(text).deck.counts() == deck.counts()


@settings(deadline=None, max_examples=20)
@given(deck=decks(), between=st.sampled_from([",", ", ", "; "]))
def test_a_deck_written_in_one_line_reads_back(deck, between):
    text = between.join(line("{n}x {c}", i, n) for i, n in deck.counts().items())
    assert read_deck_text(text, hero=deck.hero).deck.counts() == deck.counts()


@pytest.mark.parametrize("language", EXPORTS)
@pytest.mark.parametrize("join", ["\n", "\r\n", " "], ids=repr)
@settings(deadline=None, max_examples=10)
@given(deck=decks())
def test_the_games_own_text_of_a_deck_reads_back(language, join, deck):
    """Also from a field of one line, which makes spaces of line ends."""
    read = read_deck_text(join.join(exported(deck, language).split("\n")))
    assert (read.deck.name, read.deck.hero) == ("Mine, and good", deck.hero)
    assert read.deck.counts() == deck.counts()
    way = {"English": "by its list", "German": "by its code"}[language]
    assert f"{deck.hero.capitalize()}, 30 cards, format standard-2019, read {way}" in read.account


@pytest.mark.parametrize(
    "form",
    [
        "{code}",
        "My deck: {code} have fun",
        "https://decks.example/deckbuilder?deckcode={escaped}&lang=de",
        "[my deck](https://decks.example/{code})",
        "https://decks.example/{short}/",
    ],
)
@settings(deadline=None, max_examples=10)
@given(deck=decks())
def test_a_deck_in_a_link_or_a_sentence_reads_back(form, deck):
    code = deck_code(deck)
    text = form.format(code=code, escaped=quote(code, safe=""), short=code.rstrip("="))
    assert read_deck_text(text).deck.counts() == deck.counts()
    lines = "\n".join(code[at : at + 20] for at in range(0, len(code), 20))
    assert read_deck_text(lines).deck.counts() == deck.counts()


def test_a_byte_order_mark_is_no_part_of_the_first_card():
    """As Windows editors write one at the beginning of a file."""
    text = "\ufeff" + "\n".join(MIRACLE)
    assert read_deck_text(text).deck.counts() == miracle().counts()
    assert read_deck_text("\ufeff" + deck_code(miracle())).deck.counts() == miracle().counts()


def test_one_name_per_copy_is_read():
    deck = read_deck_text("\n\n".join(MIRACLE), name="Mine").deck
    assert (deck.name, deck.hero, deck.counts()) == ("Mine", "ROGUE", miracle().counts())


def changed(text: str) -> str:
    """An export of the Miracle deck, with one card replaced in its list."""
    assert "# 1x (3) Edwin VanCleef" in text
    return text.replace("# 1x (3) Edwin VanCleef", "# 1x (1) Worgen Infiltrator")


@pytest.mark.parametrize(
    ("change", "used", "said"),
    [
        (lambda text: text, "list", ""),
        (changed, "list", "only the list has 1x Worgen Infiltrator; only the code has 1x Edwin"),
        (lambda text: text.replace("2x (0) Back", "3x (0) Back"), "code", "the list is not used"),
        (lambda text: text.replace("Backstab", "Meucheln"), "code", "unknown card 'Meucheln'"),
        (lambda text: changed(text).replace("Sap", "Sab"), "code", "only the list has 1x Worgen"),
        (lambda text: re.sub("AAE.*", "AAEBAaIHBrICzQOv", text), "list", "the code is not used"),
    ],
)
def test_a_list_and_a_code_that_disagree_are_told_apart(change, used, said):
    read = read_deck_text(change(exported(miracle())))
    assert f"read by its {used}" in read.account
    assert said in read.account
    assert read.account.count("; ") == 0 or said
    assert "\n" not in read.account
    edwin = find_card("Edwin VanCleef").id in read.deck.cards
    assert edwin == (change is not changed)


def test_a_text_in_another_language_with_a_bad_code_is_told_of_both():
    text = exported(miracle(), "German").replace(deck_code(miracle()), "AAEBAaIHBrICzQOv")
    with pytest.raises(DeckError, match=r"is cut off.*; the list cannot be used either: line 5"):
        read_deck_text(text)


def test_a_neutral_list_has_the_class_of_its_code():
    cards = [card.id for card in collectible_cards() if card.card_class == "NEUTRAL"]
    common = [i for i in cards if card_data(i).max_copies == 2 and card_data(i).card_set == "CORE"]
    deck = Deck("", "DRUID", tuple(common[:15] * 2))
    names = "\n".join(f"2x {card_data(i).name}" for i in common[:15])
    assert read_deck_text(f"{names}\n{deck_code(deck)}").deck.hero == "DRUID"


def test_a_deck_code_alone_is_read():
    assert read_deck_text(f"\n{deck_code(miracle())}\n").deck.counts() == miracle().counts()


def test_a_neutral_deck_needs_a_class():
    text = "2x Wisp"
    with pytest.raises(DeckError, match="Neutral cards only; say which class"):
        read_deck_text(text, size=2)
    assert read_deck_text(text, hero="mage", size=2).deck.hero == "MAGE"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Wisp\nBackstap", r"line 2: unknown card 'Backstap'; did you mean 'Backstab'\?"),
        ("99999999999x Wisp", r"line 1: '99999999999' copies of 'Wisp'; write 1 or 2"),
        ("0x Wisp", r"line 1: '0' copies of 'Wisp'"),
        ("", r"no cards in the text"),
        ("https://decks.example/123", "a link of this site has no deck code; write one card name"),
        (f"{deck_code(miracle())} AAEBAaIHBrICzQOv", "2 deck codes in the text; keep one"),
        ("Wisp " * 4001, "the text has 20,005 letters; a deck's has up to 20,000"),
        ("1. Wisp", r"unknown card '1\. Wisp'"),
        ("1x Hakkar, the Soulflayer", "'Hakkar, the Soulflayer' is of the set TROLL"),
        ("# only a comment", r"no cards in the text"),
        ("Fireball\nBackstab", r"cards of 2 classes \(Mage, Rogue\)"),
        ("AAEBAaIHAAAAAAAAAAAAAAAAAAAAAAAA", r"the deck: 0 cards; a deck has 30, add 30"),
        ("# Class: Rouge\nWisp", r"unknown class 'Rouge'"),
        ("### Mine\nBackstab", r"deck 'Mine': 1 cards; a deck has 30, add 29"),
    ],
)
def test_bad_text_is_told_what_to_change(text, message):
    with pytest.raises(DeckError, match=message):
        read_deck_text(text)


def test_a_code_of_another_class_than_asked_for_is_an_error():
    with pytest.raises(DeckError, match="a Rogue deck, not 'Mage'"):
        read_deck_text(deck_code(miracle()), hero="Mage")


HOSTILE = st.one_of(
    st.text(),
    st.sampled_from(["2x Wisp", "### Name", "# Class: Rogue", "# 2x (0) Backstab", "Wisp x2"]),
    st.from_regex(r"[#0-9xX ]{0,6}(Wisp|Sap)?[x0-9]{0,3}"),
    st.from_regex(r"AAEB[A-Za-z0-9+/]{10,60}={0,2}"),
)


@settings(deadline=None)
@given(st.lists(HOSTILE, max_size=6).map("\n".join))
def test_any_text_is_a_legal_deck_or_a_deck_error(text):
    with suppress(DeckError):
        validate_deck(read_deck_text(text, size=4).deck, size=4)


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


def test_a_collection_is_a_list_of_any_cards_and_any_numbers():
    text = "2x Backstab\nFireball (3)\n# Class: Mage\nBackstab\nDr. Boom"
    names = {card_data(card).name: n for card, n in read_cards(text).items()}
    assert names == {"Backstab": 3, "Fireball": 3, "Dr. Boom": 1}
    for wrong, told in (("2x Firebal", "did you mean 'Fireball'"), ("", "no cards in the text")):
        with pytest.raises(DeckError, match=told):
            read_cards(wrong)


def test_thousands_of_brackets_are_read_at_once():
    start = time.process_time()
    with pytest.raises(DeckError):
        read_deck_text("[" * 6000)
    assert time.process_time() - start < 2  # it took 14 s
