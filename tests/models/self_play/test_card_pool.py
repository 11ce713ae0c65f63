import numpy as np
import pytest

from engine.decks import class_pool, validate_deck
from models.self_play.card_pool import card_pool
from models.settings.config import ConfigError

HEROES = ("MAGE", "WARRIOR", "HUNTER")


def test_each_class_has_its_own_pool(rules):
    pool = card_pool(rules, HEROES, None, 30)
    for hero in HEROES:
        own = class_pool(hero)
        expected = {i: n for i, n in zip(own.ids, own.max_copies, strict=True) if i in rules.rows}
        usable = pool.usable(hero)
        assert {i: n for i, n in zip(pool.ids, usable, strict=True) if n} == expected
    assert (np.diff(pool.cards["row"]) > 0).all()


def test_decks_of_the_pool_are_legal(rules):
    pool = card_pool(rules, ("mage",), None, 30)
    counts = np.minimum(pool.usable("MAGE"), 1)
    counts[counts.cumsum() > 30] = 0
    deck = pool.deck("MAGE", counts)
    assert len(deck.cards) == 30
    validate_deck(deck, patch=rules.patch)


def test_a_pool_of_named_cards(rules):
    pool = card_pool(rules, ("MAGE", "HUNTER"), ("Wisp", "Fireball", "Tracking"), 4)
    names = [rules.names[row] for row in pool.cards["row"]]
    assert sorted(names) == ["Fireball", "Tracking", "Wisp"]
    assert pool.usable("MAGE")[names.index("Tracking")] == 0
    assert pool.usable("HUNTER")[names.index("Wisp")] == 2


@pytest.mark.parametrize(
    ("heroes", "names", "says"),
    [
        (
            ("MAGE",),
            ("Wisp", "Fireball"),
            "cards: MAGE has 4 copies to build with and a deck has 30",
        ),
        (("MAGE",), ("Tracking",), "cards: 'Tracking' is not in the pool"),
        (("MAGE", "mage"), None, "heroes: MAGE, MAGE; name each class once"),
        ((), None, "heroes: none; name each class once"),
    ],
)
def test_what_makes_no_decks_is_named(rules, heroes, names, says):
    with pytest.raises(ConfigError, match=says):
        card_pool(rules, heroes, names, 30)
