"""Plain cards take a card's places; what a card carries is what paired games say."""

import numpy as np
import polars as pl
import pytest

from engine.card_data import card_data, card_text, find_card
from engine.decks import CLASSES, class_pool, validate_deck
from models.doctor.carrying import carried, carriers, plain_cards, without
from models.players.decks import named_deck
from models.players.field import as_opponent
from tests.models.doctor.conftest import DECK, POOL


def test_plain_cards_have_no_text():
    assert all(card_text(card.id) == "" for card in plain_cards(POOL))
    assert {card.name for card in plain_cards(POOL)} >= {"Wisp", "Chillwind Yeti"}


def test_plain_cards_take_the_places_and_the_cost():
    card = find_card("Doomguard").id
    found = without(DECK, card, POOL)
    places = [i for i, each in enumerate(DECK.cards) if each == card]
    assert [i for i in range(30) if found.cards[i] != DECK.cards[i]] == places
    assert {card_data(found.cards[i]).cost for i in places} == {5}
    validate_deck(found, format="blackrock")


def test_dear_cards_give_way_to_the_dearest_plain_ones():
    deck = named_deck("Control Warrior")
    card = find_card("Grommash Hellscream").id
    found = without(deck, card, class_pool("WARRIOR", "blackrock"))
    (place,) = [i for i in range(30) if found.cards[i] != deck.cards[i]]
    assert card_data(found.cards[place]).cost == max(each.cost for each in plain_cards(POOL))


@pytest.mark.parametrize("hero", CLASSES)
def test_every_card_of_a_class_has_a_plain_one_in_its_place(hero):
    pool = class_pool(hero, "blackrock")
    wisps = [card.id for card in plain_cards(pool) for _ in range(2)][:14]
    for start in range(0, len(pool), 8):
        some = [card for card in pool.ids[start : start + 8] if card not in wisps]
        deck = pool.deck(np.zeros(len(pool), int))
        deck = type(deck)("", hero, (*some, *wisps, *[pool.ids[0]] * (16 - len(some))))
        for card in some:
            assert card not in without(deck, card, pool).cards


def test_what_a_card_carries_is_the_difference_on_the_same_deals(field):
    base = field.play_all([as_opponent(DECK)], 2, 6)[0]
    table = carried(DECK, POOL, field, 2, 6, base)
    cards = list(dict.fromkeys(DECK.cards))
    assert table["card"].unique(maintain_order=True).to_list() == cards
    lacking = without(DECK, cards[3], POOL)
    won = field.play_all([as_opponent(lacking)], 2, 6)[0]
    own = table.filter(card=cards[3])
    np.testing.assert_array_equal(own["deal"], np.arange(2, 8))
    np.testing.assert_array_equal(own["change"], base.mean(axis=1) - won.mean(axis=1))


def test_means_have_their_errors():
    table = pl.DataFrame({"card": ["a"] * 4 + ["b"] * 4, "change": [0.0, 0, 1, 1, 0, 0, 0, 0]})
    found = carriers(table)
    assert found.columns == ["card", "n", "error", "change"]
    assert found["change"].to_list() == [0.5, 0.0]
    assert found["error"].to_list() == pytest.approx([np.sqrt(1 / 3) / 2, 0.0])
