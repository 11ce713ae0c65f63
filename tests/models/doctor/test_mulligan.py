"""Forced choices are the games of decks with chosen mulligans; the guide finds planted effects."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.setup import start_game
from engine.core.state import new_games
from models.doctor.mulligan import forced_choices, mulligan_guide, offered, rule_of, shrunk
from models.players.core.game_loop import take_mulligan
from models.players.field import as_opponent
from models.players.games import setups_of, strategies_of_decks
from tests.models.doctor.conftest import DECK


@pytest.mark.parametrize("is_kept", [True, False])
def test_chosen_cards_are_kept_or_replaced_whatever_they_cost(field, is_kept):
    rules = field.player.rules()
    setup = setups_of(rules, [DECK], [DECK])[0, 0]
    seen = set()
    for seed in range(40):
        chosen = tuple((card, is_kept) for card in dict.fromkeys(DECK.cards))
        own = [as_opponent(DECK, chosen)]
        strategy = strategies_of_decks(field.player, own, is_first=True)[0]
        game = new_games(1)[0]
        start_game(game, rules.tables, setup, seed, 7)
        before = game.players[0].hand[:3].copy()
        seen |= {rules.card_data(rules.ids[game.entities[card].card]).cost for card in before}
        take_mulligan(game, rules.tables, 0, strategy)
        assert ((game.players[0].hand[:3] == before) == is_kept).all()
    assert {1, 5} <= seen


def test_offered_cards_are_the_opening_hands_in_both_seats(field):
    for seat, n_hand in ((0, 3), (1, 4)):
        hands = offered(DECK, field, np.arange(30), seat)
        assert {len(hand) for hand in hands} <= set(range(1, n_hand + 1))
        assert max(len(hand) for hand in hands) == n_hand
        assert {card for hand in hands for card in hand} <= set(DECK.cards)
    assert offered(DECK, field, np.array([7]), 0) == [offered(DECK, field, np.arange(30), 0)[7]]


def test_forced_choices_are_the_games_of_decks_with_one_choice_flipped(field):
    base = field.play_all([as_opponent(DECK)], 4, 12)[0]
    found = forced_choices(DECK, field, 4, 12, base)
    rule = rule_of(DECK, field)
    assert rule == {card: field.player.patch.card_data(card).cost < 4 for card in rule}
    flips = 0
    for card in rule:
        flipped = as_opponent(DECK, tuple((rule | {card: not rule[card]}).items()))
        won = field.play_all([flipped], 4, 12)[0]
        for row in found.filter(card=card).iter_rows(named=True):
            at = row["deal"] - 4, row["seat"]
            kept, replaced = (base[at], won[at]) if rule[card] else (won[at], base[at])
            assert row["change"] == int(kept) - int(replaced)
            flips += 1
    hands = [hand for seat in (0, 1) for hand in offered(DECK, field, np.arange(4, 16), seat)]
    assert flips == found.height == sum(map(len, hands))


@given(st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(0.01, 0.2)), min_size=2, max_size=20))
def test_shrunk_means_lie_between_prior_and_mean_and_are_surer(pairs):
    means, errors = np.array(pairs).T
    found, sds = shrunk(means, errors, np.full(len(means), 0.05))
    low, high = np.minimum(means, 0.05), np.maximum(means, 0.05)
    assert ((found >= low - 1e-12) & (found <= high + 1e-12)).all()
    assert (sds <= errors + 1e-12).all()


def test_equal_effects_are_pulled_together_and_different_ones_are_not():
    rng = np.random.default_rng(3)
    errors = np.full(40, 0.02)
    alike, _ = shrunk(rng.normal(0.0, 0.02, 40), errors, np.zeros(40))
    assert alike.std() < 0.008
    apart = rng.normal(0.0, 0.2, 40)
    found, _ = shrunk(apart, errors, np.zeros(40))
    np.testing.assert_allclose(found, apart, atol=0.01)


def test_the_guide_finds_planted_effects_by_card_and_by_kind():
    rng = np.random.default_rng(4)
    costs = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 6}
    effect = {"a": 0.2, "b": 0.1, "c": 0.0, "d": -0.1, "e": -0.3}
    n = 6000
    cards, opponents = rng.choice(list(costs), n), rng.integers(0, 2, n)
    # Against the second opponent "c" is to be kept, against the first to be replaced.
    mean = np.array([effect[c] for c in cards]) + (cards == "c") * np.where(opponents, 0.2, -0.2)
    change = rng.choice([-1, 0, 1], n, p=[0.2, 0.6, 0.2]).astype(float)
    change = np.where(rng.random(n) < np.abs(mean), np.sign(mean), change)
    table = pl.DataFrame({"card": cards, "opponent": opponents, "change": change})
    guide = mulligan_guide(table, costs, ["aggro", "control"])
    assert guide["n"].sum() == 2 * n
    keep = {(card, kind): kept for card, kind, kept in guide.select("card", "kind", "keep").rows()}
    assert [keep[card, "all"] for card in "abde"] == [True, True, False, False]
    assert keep["c", "control"]
    assert not keep["c", "aggro"]


def test_cards_that_were_not_offered_have_the_beliefs_of_others():
    table = pl.DataFrame({"card": ["a", "a", "b"], "opponent": [0, 0, 0], "change": [1, 1, -1]})
    guide = mulligan_guide(table, {"a": 1, "b": 5, "c": 3}, ["aggro", "control"])
    assert guide.filter(pl.col("n") == 0)["change"].null_count() == 5
    rows = guide.select("card", "kind", "belief").rows()
    belief = {(card, kind): b for card, kind, b in rows}
    assert belief["a", "all"] > belief["c", "all"] > belief["b", "all"]
    assert belief["a", "control"] == belief["a", "all"]
