"""HearthSim's scorer against sums computed by hand."""

import numpy as np
import pytest

from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import score
from models.players.core.state import NEURONS, PER_POINT

EXTRA = {"minion": 0.0001, "card": 0.001}


def points(game: Game, compat: str = "2014", side: int = 0, **weights: float) -> float:
    config = PlayerConfig(scorer="hearthsim", weights=weights, one_turn={"compat": compat})
    strategy = config.strategy("hearthsim", is_first=True)
    neurons = np.zeros(1, NEURONS)[0]
    return score(game.record, game.rules.tables, side, strategy, neurons) / PER_POINT


def a_game() -> Game:
    game = Game.stage(
        hand=["Fireball", "Wolfrider", "The Coin"],
        board=["Goldshire Footman", "Scarlet Crusader"],
        weapon="Fiery War Axe",
        enemy_board=["Silverback Patriarch", "Argent Squire"],
        enemy_hand=["Pyroblast"],
    )
    game.player.hero.health, game.opponent.hero.health = 20, 17
    game.player.armor = 5
    return game


OWN_MINIONS = 0.9 * (1 + 2 + 3 + 1) + 0.5 * 2
THEIR_MINIONS = 1.0 * (1 + 4 + 1 + 1) + 0.5 * 2
HEROES = 0.1 * (20 + 5) - 0.1 * 17
HAND = (6 * 1.0 + 0.9) + 0.1 * 3 + 0
WEAPON = 0.5 * 3 * 2


def test_the_example_files_weights():
    expected = OWN_MINIONS - THEIR_MINIONS + HEROES + HAND + WEAPON
    assert points(a_game()) == pytest.approx(expected)


def test_the_opponent_sees_the_same_from_the_other_side():
    minions = 0.9 * 7 + 0.5 * 2 - 1.0 * 7 - 0.5 * 2
    hand = 10 * 1.0 + 0.9
    assert points(a_game(), side=1) == pytest.approx(minions - HEROES + hand - WEAPON)


@pytest.mark.parametrize(
    ("weight", "value", "change"),
    [
        ("w_a", 1.9, 4),
        ("w_h", 1.9, 3),
        ("wt_a", 2.0, -2),
        ("wt_h", 2.0, -5),
        ("w_taunt", 1.0, 0),  # one on each side
        ("w_health", 1.1, 25),
        ("wt_health", 1.1, -17),
        ("w_mana", 1.1, 3),
        ("w_num_minions", 1.5, 2),
        ("wt_num_minions", 1.5, -2),
        ("w_sd_mult", 2.0, 6),
        ("w_sd_add", 1.9, 1),
        ("w_divine_shield", 1.0, 4),
        ("wt_divine_shield", 1.0, -2),
        ("w_weapon", 1.5, 6),
        ("w_charge", 1.0, 1),
    ],
)
def test_each_weight_counts_what_its_name_says(weight, value, change):
    assert points(a_game(), **{weight: value}) - points(a_game()) == pytest.approx(change)


def test_the_opponents_weapon_has_a_weight_of_its_own_since_2015():
    game = Game.stage(enemy_weapon="Fiery War Axe")
    for compat, weight in (("clean", "wt_weapon"), ("2014", "w_weapon")):
        change = points(game, compat, **{weight: 1.5}) - points(game, compat)
        assert change == pytest.approx(0 if game.opponent.weapon is None else -6)


def test_each_minion_and_card_is_worth_a_little_since_2015():
    change = points(a_game(), "clean") - points(a_game(), "2014")
    assert change == pytest.approx(3 * EXTRA["card"])  # as many minions on each side
