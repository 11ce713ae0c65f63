"""HearthSim's experiments: points, players, and sizes."""

import json
from itertools import product

import numpy as np
import pytest

from engine.core import enums as e
from engine.decks import DeckError, validate_deck
from engine.game import Game
from engine.rules import rules_for
from models.hearthsim.experiments import (
    CARDS,
    EXPERIMENTS,
    MODES,
    NONE,
    SIZES,
    basic_deck,
    random_minions,
    run_name,
)


def test_points_are_the_published_ones():
    points = {name: [point.name for point in each.points] for name, each in EXPERIMENTS.items()}
    assert points["taunt"] == ["0", "2", "4", "8", "12", "16", "20", "24", "28", "30"]
    assert points["divine-shield"][:3] == ["mirror", "-2", "-1.75"]
    assert points["divine-shield"][-1] == "3"
    assert len(points["divine-shield"]) == 22
    assert points["card-draw"] == ["Gnomish Inventor", "mirror"]
    assert len(points["hero-battle"]) == 9


def test_the_published_size_is_the_preset_paper():
    sizes = {name: each.n_games("paper") for name, each in EXPERIMENTS.items()}
    assert sizes["hero-battle"] == 10_000
    assert set(sizes.values()) == {10_000, 40_000}
    assert EXPERIMENTS["taunt"].n_games("smoke") == SIZES["smoke"]


def test_the_program_of_2014_misread_the_weights_of_divine_shield():
    experiment = EXPERIMENTS["divine-shield"]
    ours, theirs = experiment.points[-1].sides
    old, clean = (experiment.player(ours, mode).weights for mode in ("2014", "clean"))
    assert (old.w_mana, old.w_divine_shield, old.wt_divine_shield) == (0, 3, 0)
    assert (clean.w_mana, clean.w_divine_shield, clean.wt_divine_shield) == (0.1, 3, 3)
    assert experiment.player(theirs, "2014").weights.w_divine_shield == 0
    taunt = EXPERIMENTS["taunt"]
    assert taunt.player(taunt.points[0].sides[0], "2014").weights.w_mana == 0.1


@pytest.mark.parametrize("mode", MODES)
def test_players_search_one_turn_with_hearthsims_scorer(mode):
    for experiment in EXPERIMENTS.values():
        for point in experiment.points:
            for side in point.sides:
                player = experiment.player(side, mode)
                assert (player.search, player.scorer) == ("one-turn", "hearthsim")
                assert (player.one_turn.compat, player.cards) == (mode, "printed")


def test_a_manifest_has_decks_and_weights():
    content = json.loads(json.dumps(EXPERIMENTS["divine-shield"].content("2014")))
    ours, theirs = content["points"][9]["sides"]
    assert ours["chosen"] == ["Scarlet Crusader", "Oasis Snapjaw"]
    assert theirs["chosen"] == ["Magma Rager", "Oasis Snapjaw"]
    assert ours["weights"]["w_mana"] == 0
    assert content["player"]["search"] == "one-turn"


def test_directories_are_named_after_experiment_and_mode():
    assert run_name("taunt", "2014") == "taunt-2014"


N = 2000


@pytest.fixture(scope="module")
def rules():
    return rules_for(extra=CARDS)


def drawn(rules, *taunts: int, n: int = N) -> np.ndarray:
    """(n, 2, 30) array of records: the cards of random decks."""
    return rules.tables.cards[random_minions(rules, np.arange(n, dtype=np.uint64), taunts)]


def test_attack_and_health_are_uniform_and_independent(rules):
    cards = drawn(rules, 0, 0)
    assert cards.shape == (N, 2, 30)
    counts = np.zeros((6, 5), int)
    np.add.at(counts, (cards["attack"].ravel(), cards["health"].ravel()), 1)
    assert counts[0].sum() == counts[:, 0].sum() == 0
    expected = cards.size / 20
    assert np.abs(counts[1:, 1:] - expected).max() < 5 * np.sqrt(expected)
    assert (cards["keywords"] == 0).all()


def test_more_taunts_change_nothing_else(rules):
    before = drawn(rules, 0, 0, n=50)
    for n in (2, 16, 30):
        after = drawn(rules, n, 0, n=50)
        assert (after["attack"] == before["attack"]).all()
        assert (after["cost"] == before["cost"]).all()
        has = after["keywords"] != 0
        assert (has.sum(axis=2) == [n, 0]).all()
        assert (drawn(rules, n - 1, 0, n=50)["keywords"][has == 0] == 0).all()


def test_every_place_has_taunt_equally_often(rules):
    has = drawn(rules, 15, 0)["keywords"][:, 0] != 0
    assert np.abs(has.sum(axis=0) - N / 2).max() < 5 * np.sqrt(N / 4)


def test_a_deck_depends_on_its_seed_only(rules):
    seeds = np.arange(100, dtype=np.uint64)
    whole = random_minions(rules, seeds, (8, 0))
    assert np.array_equal(whole[40:60], random_minions(rules, seeds[40:60], (8, 0)))
    assert len(np.unique(whole[:, 0], axis=0)) == 100


def test_the_published_decks_are_legal_but_for_their_hero(rules):
    deck = basic_deck("NONE", "Magma Rager", "Oasis Snapjaw")
    validate_deck(deck, extra=rules.extra_data)
    names = deck.describe(rules.card_data)
    assert names.startswith("2x Goldshire Footman, 2x Murloc Raider, 2x Bloodfen Raptor")
    assert "2x Magma Rager" in names
    assert sum(rules.card_data(card_id).cost for card_id in deck.cards) == 2 * 52


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (("Magma Rager", "War Golem"), "choose two other cards"),
        (("Magma Rager",), "choose two other cards"),
        (("Magma Rager", "Oasis Snapjow"), "did you mean 'Oasis Snapjaw'"),
    ],
)
def test_wrong_choices_are_refused(chosen, message):
    with pytest.raises(DeckError, match=message):
        basic_deck("NONE", *chosen)


def test_every_minion_is_there_with_and_without_taunt(rules):
    assert len(CARDS.cards) == 1 + 2 * 5 * 4
    for attack, health, has_taunt in product(range(1, 6), range(1, 5), (False, True)):
        card = rules.tables.cards[rules.row(f"hearthsim:{attack}/{health}{':taunt' * has_taunt}")]
        assert (card.attack, card.health, card.cost) == (attack, health, (attack + health) // 2)
        assert card.keywords == (e.TAUNT if has_taunt else 0)


def test_the_hero_has_30_health_and_no_power(rules):
    game = Game.stage(hand=["5/4 Taunt"], hero=NONE, rules=rules)
    game.play("5/4 Taunt")
    assert (game.player.health, game.player.board[0].taunt) == (30, True)
    assert not game.player.power.is_usable
