"""Rules of decks, and the messages for illegal decks."""

import pytest

from engine.decks import (
    Deck,
    DeckError,
    validate_deck,
)
from tests.engine.example_decks import MIRACLE, miracle


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
