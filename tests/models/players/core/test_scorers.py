"""Scorers against values computed by hand, the network against the published integers."""

import numpy as np
import pytest

from engine.core.enums import TAUNT
from engine.core.state import new_games
from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import LOST, WON, network_score, score
from models.players.core.state import NEURONS, PER_POINT, SCORERS, STRATEGY
from models.players.networks import set_networks


def new_neurons() -> np.record:
    return np.zeros(1, NEURONS)[0]


def put(game: np.record, slot: int, side: int, attack: int, health: int, keywords: int = 0) -> None:
    player, minion = game.players[side], game.characters[slot]
    player.board[player.n_board] = slot
    player.n_board += 1
    game.slot_side[slot] = side
    minion.attack, minion.health, minion.max_health = attack, health, health
    minion.keywords = keywords


def a_game() -> np.record:
    """Own: 20 health, minions 3/2 and taunt 1/4; opponent: 17 health, minion taunt 2/5."""
    game = new_games(1)[0]
    game.characters[0].health, game.characters[1].health = 20, 17
    game.players[0].n_deck, game.players[1].n_deck = 12, 9
    put(game, 2, 0, 3, 2)
    put(game, 3, 0, 1, 4, TAUNT)
    put(game, 4, 1, 2, 5, TAUNT)
    return game


def points(game: np.record, scorer: str, rules, side: int = 0) -> int:
    strategy = np.zeros(1, STRATEGY)[0]
    strategy.scorer = SCORERS.index(scorer)
    return score(game, rules.tables, side, strategy, new_neurons())


@pytest.mark.parametrize(
    ("scorer", "own", "theirs", "cleared"),
    [
        ("aggro", -5000 + 4 + 3000, -4000 + 2 - 3000, 1000 + 4 + 3000),
        ("control", 50 - 25 + 4 + 30, -50 + 25 + 2 - 30, 1000 + 100 + 100 + 4 + 30),
        ("midrange", 5 - 5000 + 4 + 30 + 10 + 20, -5 - 4000 + 2 - 30 - 10 - 20,
         5000 + 10 + 4 + 30 + 60 + 40),
        ("ramp", 50 - 2000 + 4 + 30 + 10 + 40, -50 - 2500 + 2 - 30 - 10 - 40,
         5000 + 100 + 4 + 30 + 60 + 80),
        ("fatigue", 150 + 10 - 10 + 4 + 15, -150 - 10 + 10 + 2 - 15,
         1000 + 1000 + 10000 + 600 + 20 + 40 + 4 + 15),
    ],
)  # fmt: skip
def test_hand_computed_values(rules, scorer: str, own: int, theirs: int, cleared: int):
    game = a_game()
    assert points(game, scorer, rules) == own
    assert points(game, scorer, rules, side=1) == theirs
    enemy = game.players[1]
    enemy.n_board, enemy.n_hand, enemy.n_deck = 0, 10, 0
    assert points(game, scorer, rules) == cleared


@pytest.mark.parametrize("scorer", SCORERS)
def test_a_dead_opponent_comes_first_and_an_own_death_last(rules, scorer: str):
    game = a_game()
    game.characters[1].health = 0
    assert points(game, scorer, rules) == WON == 2**31 - 1
    assert points(game, scorer, rules, side=1) == LOST == -(2**31)
    game.characters[0].health = -3
    assert points(game, scorer, rules) == points(game, scorer, rules, side=1) == WON


def test_what_the_network_reads(rules):
    game = a_game()
    names = ("Backstab", "Sap", "Boulderfist Ogre")
    for i, name in enumerate(names):
        game.entities[10 + i].card = rules.find(name)
        game.players[0].hand[i] = 10 + i
    game.players[0].n_hand, game.players[1].n_hand = 3, 6
    for side, attack in ((0, 2), (1, 5)):
        game.players[side].weapon = rules.find("Light's Justice")
        game.players[side].weapon_attack = attack
    game.players[0].armor = 7
    game.active = 1  # so that our weapon does not count and theirs does
    strategy, neurons = PlayerConfig().strategy("rogue-network", is_first=True), new_neurons()
    score(game, rules.tables, 0, strategy, neurons)
    expected = [20, 17, 0, 5, 0 + 2 + 6, 3, 6, 12, 9, 4, 2, 6, 5, 4, 5]
    assert neurons["sight"]["values"][:15].tolist() == expected


def their_points(game: Game, compat: str = "2014", side: int = 0, **weights: float) -> float:
    config = PlayerConfig(scorer="hearthsim", weights=weights, one_turn={"compat": compat})
    strategy = config.strategy("hearthsim", is_first=True)
    return score(game.record, game.rules.tables, side, strategy, new_neurons()) / PER_POINT


def a_position() -> Game:
    return Game.stage(
        hand=["Fireball", "Wolfrider", "The Coin"], board=["Goldshire Footman", "Scarlet Crusader"],
        weapon="Fiery War Axe", enemy_board=["Silverback Patriarch", "Argent Squire"],
        enemy_hand=["Pyroblast"], health=20, enemy_health=17, armor=5,
    )  # fmt: skip


OWN_MINIONS = 0.9 * (1 + 2 + 3 + 1) + 0.5 * 2
THEIR_MINIONS = 1.0 * (1 + 4 + 1 + 1) + 0.5 * 2
HEROES = 0.1 * (20 + 5) - 0.1 * 17
HAND = (6 * 1.0 + 0.9) + 0.1 * 3 + 0
WEAPON = 0.5 * 3 * 2


def test_the_example_files_weights():
    expected = OWN_MINIONS - THEIR_MINIONS + HEROES + HAND + WEAPON
    assert their_points(a_position()) == pytest.approx(expected)


def test_the_opponent_sees_the_same_from_the_other_side():
    minions = 0.9 * 7 + 0.5 * 2 - 1.0 * 7 - 0.5 * 2
    hand = 10 * 1.0 + 0.9
    assert their_points(a_position(), side=1) == pytest.approx(minions - HEROES + hand - WEAPON)


@pytest.mark.parametrize(
    ("weight", "value", "change"),
    [
        ("w_a", 1.9, 4), ("w_h", 1.9, 3), ("wt_a", 2.0, -2), ("wt_h", 2.0, -5),
        ("w_taunt", 1.0, 0),  # one on each side
        ("w_health", 1.1, 25), ("wt_health", 1.1, -17), ("w_mana", 1.1, 3),
        ("w_num_minions", 1.5, 2), ("wt_num_minions", 1.5, -2),
        ("w_sd_mult", 2.0, 6), ("w_sd_add", 1.9, 1),
        ("w_divine_shield", 1.0, 4), ("wt_divine_shield", 1.0, -2),
        ("w_weapon", 1.5, 6), ("w_charge", 1.0, 1),
    ],
)  # fmt: skip
def test_each_weight_counts_what_its_name_says(weight, value, change):
    found = their_points(a_position(), **{weight: value}) - their_points(a_position())
    assert found == pytest.approx(change)


def test_the_opponents_weapon_has_a_weight_of_its_own_since_2015():
    game = Game.stage(enemy_weapon="Fiery War Axe")
    for compat, weight in (("clean", "wt_weapon"), ("2014", "w_weapon")):
        change = their_points(game, compat, **{weight: 1.5}) - their_points(game, compat)
        assert change == pytest.approx(0 if game.opponent.weapon is None else -6)


def test_each_minion_and_card_is_worth_a_little_since_2015():
    change = their_points(a_position(), "clean") - their_points(a_position(), "2014")
    assert change == pytest.approx(3 * 0.001)  # as many minions on each side


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ([30, 30, 0, 0, 12, 3, 5, 27, 25, 0, 0, 0, 0, 0, 0], 106120),
        ([22, 15, 1, 0, 14, 4, 4, 20, 19, 9, 3, 10, 4, 5, 0], 263125),
        ([12, 25, 1, 3, 14, 4, 4, 20, 19, 2, 9, 3, 11, 0, 6], 104099),
        ([8, 5, 0, 0, 6, 1, 2, 10, 9, 12, 6, 14, 7, 0, 0], 264629),
    ],
)
def test_the_network_gives_the_published_integers(inputs: list[int], expected: int):
    strategy = PlayerConfig().strategy("rogue-network", is_first=True)
    neurons = new_neurons()
    neurons["sight"]["values"][:15] = inputs
    assert network_score(strategy, neurons) == expected


def test_the_network_is_tanh_after_every_layer_and_truncates_towards_zero():
    rng = np.random.default_rng(3)
    for _ in range(50):
        weights = rng.normal(0, 0.3, 109)
        strategies = np.zeros(1, STRATEGY)
        set_networks(strategies, weights[None])
        strategy, neurons = strategies[0], new_neurons()
        neurons["sight"]["values"][:15] = rng.integers(0, 31, 15)
        first = np.tanh(
            neurons["sight"]["values"][:15] @ weights[:75].reshape(15, 5) + weights[99:104]
        )
        second = np.tanh(first @ weights[75:95].reshape(5, 4) + weights[104:108])
        output = np.tanh(second @ weights[95:99] + weights[108])
        assert network_score(strategy, neurons) == int(1_000_000 * output)


def near_and_exact(weights: np.ndarray) -> np.ndarray:
    """The network twice; the second one always computes exactly."""
    strategies = np.zeros(2, STRATEGY)
    set_networks(strategies, np.array([weights, weights]))
    assert strategies["slack"][0] > 0
    strategies["slack"][1] = np.inf
    return strategies


@pytest.mark.parametrize("size", [0.01, 0.3, 3.0, 30.0])
def test_a_nearly_exact_output_never_changes_the_integer(size: float):
    rng, neurons, scores = np.random.default_rng(7), new_neurons(), set()
    for _ in range(40):
        near, exact = near_and_exact(rng.normal(0, size, 109))
        for _ in range(50):
            neurons["sight"]["values"][:15] = rng.integers(0, 31, 15)
            score = network_score(near, neurons)
            assert score == network_score(exact, neurons)
            scores.add(score)
    assert len(scores) > 10


def test_outputs_next_to_an_integer_are_computed_exactly():
    neurons = new_neurons()
    for third in range(1, 400):
        weights = np.zeros(109)
        weights[108] = np.arctanh(third / 1_000_000)  # the last bias: an output at an integer
        near, exact = near_and_exact(weights)
        assert network_score(near, neurons) == network_score(exact, neurons) in (third - 1, third)
