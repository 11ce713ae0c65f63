"""The race is successive halving; a climb finds better decks."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine.decks import class_pool, validate_deck
from models.metagame.race import DEALS, DECKS, LEADERS, N_SWAPS, climb, games_of_race, race
from models.metagame.swaps import Limits, Swapping, with_card
from models.players.decks import STARTER_DECKS
from models.statistics.beliefs import in_a_deck, unknown

DECK = STARTER_DECKS["HUNTER"]
POOL = class_pool("HUNTER")
BELIEFS = in_a_deck(unknown(POOL.ids))


def strength(deck) -> float:
    """The share of games that a deck wins: by how many of the pool's last cards it has."""
    return 0.2 + 0.02 * sum(card in POOL.ids[60:] for card in deck.cards)


class Table:
    """Games with known strengths; records the heats."""

    def __init__(self, seed=0):
        self.seed, self.heats = seed, []

    def __call__(self, decks, first, n):
        self.heats.append((len(decks), first, n))
        luck = np.random.default_rng((self.seed, first)).random(2 * n)  # the same deals for all
        return np.array([(luck < strength(deck)).sum() for deck in decks])


def swaps(n: int, seed: int):
    """Different decks, one swap away."""
    return Swapping(DECK, POOL, Limits(), BELIEFS).candidates(n, 0, np.random.default_rng(seed))


@pytest.mark.parametrize("n", [1, 2, 5, 64])
def test_a_race_halves_the_decks_and_doubles_their_deals(n):
    table = Table()
    decks = swaps(n, 2)
    found = race(decks, table, 3)
    assert sorted(each.deck.cards for each in found) == sorted(each.cards for each in decks)
    first, played, left = 0, 0, len(decks)
    for heat in table.heats:
        assert heat == (left, first, played or 3)
        played += heat[2]
        first, left = played, left // 2
    assert left == 1
    assert 2 * sum(each.n_deals for each in found) == games_of_race(len(decks), 3)


@pytest.mark.parametrize(("n", "n_left"), [(64, 4), (21, 4), (5, 2), (3, 4)])
def test_a_race_may_end_before_its_last_heats(n, n_left):
    decks = swaps(n, 2)
    whole, short = race(decks, Table(), 3), race(decks, Table(), 3, n_left=n_left)
    assert {each.deck.cards for each in short} == {each.deck.cards for each in whole}
    out = [each for each in whole if each.n_deals < short[0].n_deals]
    assert short[len(short) - len(out) :] == out
    if len(decks) > n_left:
        assert 2 * sum(e.n_deals for e in short) == games_of_race(len(decks), 3, n_left)


def test_a_race_agrees_with_a_plain_one():
    """Sorts by all deals of a heat and drops the worse half, one deck at a time."""
    decks = swaps(16, 3)
    found = race(decks, Table(), 4)
    left, n, order = list(decks), 4, []
    while len(left) > 1:
        wins = [Table()([deck], 0, 4)[0] for deck in left]
        for start in (4, 8, 16, 32):
            if start < n:
                more = [Table()([deck], start, start)[0] for deck in left]
                wins = np.add(wins, more)
        ranked = sorted(range(len(left)), key=lambda i: -wins[i])
        half = len(left) // 2
        shares = [(left[i].cards, wins[i] / (2 * n)) for i in ranked]
        order = shares[half:] + order
        left, n = [left[i] for i in ranked[:half]], 2 * n
    order = shares[:1] + order
    assert [(each.deck.cards, each.share) for each in found] == order


def test_a_climb_spends_its_games_on_new_deals_and_finds_better_decks():
    table = Table()
    n_games = 6 * games_of_race(DECKS)
    found = climb([DECK], POOL, BELIEFS, table, n_games, np.random.default_rng(4))
    spent = sum(2 * n * decks for decks, _, n in table.heats)
    assert n_games - games_of_race(DECKS) < spent <= n_games
    played = [(first, first + n) for _, first, n in table.heats]
    assert all(end == start for (_, end), (start, _) in pairwise(played))
    assert strength(found[0].deck) >= strength(DECK) + 0.06
    validate_deck(found[0].deck)


def test_a_climb_follows_beliefs():
    good = np.array([card in POOL.ids[60:] for card in POOL.ids])
    right, wrong = (replace(BELIEFS, mean=np.where(good, sign * 0.05, 0.0)) for sign in (1.0, -1.0))
    decks = [
        climb([DECK], POOL, beliefs, Table(), 2 * games_of_race(DECKS), np.random.default_rng(4))
        for beliefs in (right, wrong)
    ]
    follows, strays = (strength(found[0].deck) for found in decks)
    assert follows >= strength(DECK) + 0.03
    assert strays < follows


def test_a_race_of_swaps_has_all_its_decks():
    assert LEADERS * (1 + sum(N_SWAPS)) == DECKS


def test_a_climb_without_games_is_one_race():
    table = Table()
    other = with_card(DECK, 0, POOL.ids[-1])
    climb([DECK, other], POOL, BELIEFS, table, 0, np.random.default_rng(5))
    assert table.heats == [(2, 0, DEALS)]
