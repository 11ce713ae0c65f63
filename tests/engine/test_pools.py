"""Pools: the published one, one per class, and statistics of decks made from them."""

import csv
from pathlib import Path

import numpy as np
import pytest

from engine.decks import (
    CLASSES,
    Deck,
    DeckError,
    card_data,
    class_pool,
    find_card,
    pool,
    validate_deck,
)
from engine.pools import card_counts, card_lists
from models.statistics.calibration import REFERENCE

TEST_DATA = Path(__file__).resolve().parents[1] / "data"
POOL = pool("rogue-dsame")


def csv_rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_published_pool_in_its_published_order():
    rows = csv_rows(TEST_DATA / "dsame_rogue_pool.csv")
    assert [int(row["index"]) for row in rows] == list(range(180))
    assert [row["id"] for row in rows] == list(POOL.ids)
    assert [row["name"] for row in rows] == [card_data(i).name for i in POOL.ids]
    assert [row["legendary"] == "1" for row in rows] == (POOL.max_copies == 1).tolist()


def test_composition_of_the_published_pool():
    cards = [card_data(card_id) for card_id in POOL.ids]
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
    assert len(class_pool("ROGUE", "CORE+EXPERT1+HOF")) == 178 + 11 + 2  # neutral and Rogue


def test_unknown_pools_and_sets_are_told():
    with pytest.raises(DeckError, match=r"unknown pool 'rogue_dsame'; did you mean 'rogue-dsame'"):
        pool("rogue_dsame")
    with pytest.raises(DeckError, match="unknown format; did you mean 'classic'"):
        class_pool("ROGUE", "clasic")


def test_pools_cannot_be_changed_by_accident():
    with pytest.raises(ValueError, match="read-only"):
        POOL.max_copies[0] = 9


def test_the_200_reference_decks_are_legal():
    rows = csv_rows(REFERENCE)
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


def test_decks_become_lists_and_counts_again():
    counts = np.array([[0, 2, 1], [1, 0, 0], [0, 0, 0]], np.int8)
    lists = card_lists(counts)
    assert lists.tolist() == [[1, 1, 2], [0, -1, -1], [-1, -1, -1]]
    assert lists.dtype == np.int16
    assert card_counts(lists[:1], 3).tolist() == [[0, 2, 1]]
    assert card_lists(np.zeros((0, 3), np.int8)).shape == (0, 0)
