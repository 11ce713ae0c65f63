"""Decks from the command line."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks import DeckError, card_data, deck_code
from flows.questions.decks import read_deck
from models.players.decks import STARTER_DECKS, named_deck
from models.settings.config import ConfigError
from tests.engine.example_decks import exported

MIRACLE = named_deck("Classic Miracle Rogue")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("line", ["{n}x {card}", "# {n}x (2) {card}", "{n}x (2) {card}"])
def test_a_file_of_any_editor_or_of_the_game_is_read(line, encoding, tmp_path):
    names = [card_data(card_id).name for card_id in MIRACLE.cards]  # one per copy
    lines = [line.format(n=1, card=card) for card in names]
    path = tmp_path / "deck.txt"
    path.write_text("\n".join(lines), encoding=encoding)
    assert sorted(read_deck(str(path)).cards) == sorted(MIRACLE.cards)


@pytest.mark.parametrize("is_file", [True, False])
def test_what_was_read_is_told(is_file, tmp_path, capsys):
    text = exported(MIRACLE).replace("# 2x (0) Backstab", "# 2x (0) Meucheln")
    path = tmp_path / "deck.txt"
    path.write_text(text)
    assert read_deck(str(path) if is_file else text).counts() == MIRACLE.counts()
    told = capsys.readouterr().err
    assert "'Mine, and good': Rogue, 30 cards, format standard-2019, read by its code" in told
    assert "unknown card 'Meucheln'" in told


def test_a_code_and_a_list_in_one_line_are_read():
    deck = STARTER_DECKS["WARLOCK"]
    cards = ", ".join(f"{n}x {card_data(card_id).name}" for card_id, n in deck.counts().items())
    for text in (deck_code(deck), cards):
        assert read_deck(text).counts() == deck.counts()


def test_a_published_decks_name_needs_no_account(capsys):
    assert read_deck(MIRACLE.name.upper()).cards == MIRACLE.cards
    assert not capsys.readouterr().err


def test_a_file_too_long_for_a_deck_is_not_read_to_its_end(tmp_path):
    path = tmp_path / "long"
    with path.open("w") as file:
        file.truncate(10**12)
    with pytest.raises(DeckError, match="it has over 80,000 bytes"):
        read_deck(str(path))


@pytest.mark.parametrize("n", [3, 4, 8, 15, 19, 20, 30, 61])
def test_a_code_that_is_cut_off_is_no_name_of_a_file(n):
    with pytest.raises(DeckError, match="is cut off"):
        read_deck(deck_code(MIRACLE)[:n])


@pytest.mark.parametrize("text", ["2x Fierball", "2 Fierball", " 1x Fierball"])
def test_one_line_of_a_list_is_a_list(text):
    with pytest.raises(DeckError, match="did you mean 'Fireball'"):
        read_deck(text)


def test_a_file_may_be_called_like_a_code(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "AAEBAaIH").write_text(deck_code(MIRACLE))
    assert sorted(read_deck("AAEBAaIH").cards) == sorted(MIRACLE.cards)


BYTES = base64.b64decode(deck_code(MIRACLE))
#: The beginning of a code, three bytes of which are its head, any bytes, and the end of a code.
CODES = st.builds(
    lambda n, some, end: base64.b64encode(BYTES[:n] + some + BYTES[end:]).decode(),
    st.just(3) | st.integers(0, len(BYTES)),
    st.binary(max_size=60),
    st.just(len(BYTES)) | st.integers(0, len(BYTES)),
)
LISTS = st.lists(
    st.sampled_from(["2x Sap", "# Class: Rogue", "(0) Sap", "3x", "\u202e"]) | st.text()
).map(lambda lines: "\n".join(lines) + ",")


@settings(max_examples=100)
@given(CODES | LISTS)
def test_any_code_and_any_list_are_read_or_refused_in_one_line(text):
    try:
        read_deck(text)
    except (DeckError, ConfigError) as error:
        message = str(error)
    else:
        return
    assert "\n" not in message
    assert len(message) < 1500


def test_a_list_in_one_line_may_be_longer_than_a_files_name():
    deck = named_deck("Aggro Hunter")
    line = ", ".join(f"1x {card_data(card).name}" for card in deck.cards)
    assert 255 < len(line) < 1000
    assert read_deck(line).counts() == deck.counts()
