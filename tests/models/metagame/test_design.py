"""The numbers of a design, what an equilibrium says of a card, and decks that take one."""

import numpy as np
import pytest

from engine.decks import build_patch, class_pool
from models.metagame.design import GIVEN, NumberChange, card_share, numbers_of
from models.metagame.equilibrium import DeckShares
from models.metagame.race import take
from models.players.decks import random_decks

NAXX = build_patch("naxx14")


def test_each_number_is_changed_alone_within_its_range():
    undertaker = NAXX.card_data("FP1_028")  # 1 mana, 1/2
    found = list(numbers_of(undertaker, 2))
    assert found[0] == GIVEN
    assert [str(each) for each in found[1:]] == [
        "cost-1", "cost+1", "cost+2", "attack-1", "attack+1", "attack+2",
        "health-1", "health+1", "health+2",
    ]  # fmt: skip
    fireball = NAXX.card_data("CS2_029")
    assert [each.field for each in numbers_of(fireball, 1)] == ["", "cost", "cost"]


def test_a_changed_number_is_a_patch_of_that_number_only():
    undertaker = NAXX.card_data("FP1_028")
    patch = NumberChange("health", -1).patch(NAXX, undertaker)
    assert patch.card_data("FP1_028").health == 1
    assert patch.differences == (("Undertaker", "health 2 -> 1"),)
    assert GIVEN.patch(NAXX, undertaker) is NAXX
    assert (NumberChange("cost", 1).size, NumberChange("attack", -1).size, GIVEN.size) == (2, 1, 0)


def test_a_card_has_the_share_of_its_decks_and_the_gap_of_the_best_two():
    weights = np.array([[0.5, 0.3, 0.2], [0.7, 0.1, 0.2]])
    drawn = np.array([[0.52, 0.50, 0.47], [0.56, 0.50, 0.45]])
    shares = DeckShares(weights, np.array([0.54, 0.50, 0.46]), drawn)
    found = card_share(shares, np.array([2, 0, 1]))
    assert found.share[0] == pytest.approx((0.7 + 0.9) / 2)
    assert found.copies == pytest.approx(0.6 * 2 + 0.2)
    assert (found.with_card, found.without) == (0, 1)
    assert found.gap[0] == pytest.approx(0.04)
    assert 0.02 <= found.gap[1] < found.gap[2] <= 0.06
    nowhere = card_share(shares, np.zeros(3))
    assert (nowhere.share, nowhere.with_card) == ((0, 0, 0), None)
    assert np.isnan(nowhere.gap).all()
    assert card_share(shares, np.ones(3)).without is None


def test_a_deck_takes_copies_in_the_place_of_its_worst_cards():
    deck = random_decks(9, "blackrock", NAXX, 1)[1]
    card = next(each for each in class_pool(deck.hero, "blackrock", NAXX).ids
                if each not in deck.cards)  # fmt: skip
    worst = deck.cards[-1]
    rng = np.random.default_rng(1)

    def play(decks, first, n):
        worth = [3 * each.cards.count(card) - 2 * each.cards.count(worst) for each in decks]
        return n * np.array(worth, float) + rng.normal(size=len(decks))

    made = take(deck, card, 2, play, 12)
    assert made.cards.count(card) == 2
    assert worst not in made.cards or deck.cards.count(worst) > 2
    assert sum(a != b for a, b in zip(deck.cards, made.cards, strict=True)) == 2
    assert take(deck, card, 2, lambda decks, first, n: -np.arange(len(decks)), 12) is deck
