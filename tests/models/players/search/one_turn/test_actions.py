"""The habits of HearthSim in July 2014, each by its name; and actions that are left out."""

import numpy as np
import pytest

from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.state import PER_POINT
from models.players.search_player import SearchPlayer

CLEAN = PlayerConfig(search="one-turn", scorer="hearthsim")
THEN = CLEAN.but(one_turn__compat="2014")


def texts(game: Game, config: PlayerConfig = THEN) -> list[str]:
    return [action.text for action in SearchPlayer(config).plan(game).actions]


def stage(**cards) -> Game:
    game = Game.stage(enemy_deck=["Wisp"], hero="WARRIOR", **cards)
    game.record.players[0].power_used = 1
    return game


@pytest.mark.parametrize("hand", [["The Coin", "Bloodfen Raptor"], ["Bloodfen Raptor", "The Coin"]])
def test_the_coin_is_wasted_if_a_card_to_its_right_is_played(hand):
    game = stage(hand=hand, mana=3)
    wasted = hand[0] == "The Coin"
    assert (len(texts(game)) == 3) == wasted
    assert len(texts(game, CLEAN)) == 2


def test_the_coin_is_wasted_in_turns_that_are_played_too():
    """The spell cannot be played, but with it in hand the turn is not plain."""
    game = stage(hand=["The Coin", "Bloodfen Raptor", "Sacrificial Pact"], mana=3)
    assert texts(game)[0] == "plays The Coin (0)"
    assert "plays The Coin (0)" not in texts(game, CLEAN)


@pytest.mark.parametrize("more", [[], ["Sacrificial Pact"]])
def test_new_minions_go_to_the_left_end(more):
    game = stage(hand=["Bloodfen Raptor", *more], board=["Wisp", "Wisp"], mana=2)
    for place, config in ((1, THEN), (3, CLEAN), (3, THEN.but(positions="rightmost"))):
        assert f"plays Bloodfen Raptor (2) in place {place} of 3" in texts(game, config)


@pytest.mark.parametrize("more", [[], ["Sacrificial Pact"]])
def test_the_first_of_the_best_cards_is_played(more):
    game = stage(hand=["River Crocolisk", "Bloodfen Raptor", *more], mana=2)
    assert texts(game)[0].startswith("plays River Crocolisk")


@pytest.mark.parametrize("more", [[], ["Sacrificial Pact"]])
def test_nothing_is_done_that_gains_nothing(more):
    game = stage(hand=more, board=["Wisp"], mana=2, enemy_board=["Wisp"])
    config = THEN.but(weights__wt_health=0, weights__w_num_minions=5)
    assert texts(game, config) == ["ends the turn"]


@pytest.mark.parametrize("more", [[], ["Sacrificial Pact"]])
def test_cards_come_before_attacks_and_the_hero_before_minions(more):
    game = stage(hand=["Wisp", *more], board=["Bloodfen Raptor"], mana=0, enemy_board=["Wisp"])
    config = THEN.but(weights__wt_health=1, weights__wt_a=0.5, weights__wt_h=0.5)
    config = config.but(weights__wt_num_minions=2, weights__w_h=0)
    assert texts(game, config) == [
        "plays Wisp (0) in place 1 of 2",
        "attacks the enemy hero with Bloodfen Raptor",
        "ends the turn",
    ]


def test_attacks_come_alone_if_no_card_is_worth_it():
    """The branch without cards is the first; attacks of the left minion come first in it."""
    game = stage(hand=["Wisp"], board=["Bloodfen Raptor", "Wisp"], mana=0)
    config = THEN.but(weights__w_a=0, weights__w_h=0, weights__w_num_minions=0)
    assert texts(game, config) == [
        "attacks the enemy hero with Bloodfen Raptor",
        "attacks the enemy hero with Wisp",
        "ends the turn",
    ]


def test_the_state_counts_before_the_end_of_the_turn():
    game = stage(board=["Ragnaros the Firelord"], enemy_board=["Wisp"])
    before, after = (SearchPlayer(config).plan(game).points for config in (THEN, CLEAN))
    assert before == round(10_000 * (0.9 * 16 + 0.5 - 2 - 0.5))
    assert after > before


def test_equal_cards_and_places_are_tried_once():
    few = SearchPlayer(CLEAN).plan(stage(hand=["Wolfrider", "Cleave"], mana=6))
    twice = SearchPlayer(CLEAN).plan(stage(hand=["Wolfrider", "Wolfrider", "Cleave"], mana=3))
    assert twice.n_states <= few.n_states
    wolf = stage(hand=["Wolfrider", "Cleave"], board=["Dire Wolf Alpha"])
    by_place = SearchPlayer(CLEAN).plan(wolf)
    assert by_place.n_states > few.n_states


DECK = ["Fireball", "Wisp", "Pyroblast", "Chillwind Yeti", "Arcane Missiles", "Mirror Image"]


def drawing(deck: list[str]) -> Game:
    return Game.stage(
        hand=["Arcane Intellect", "Novice Engineer", "Wisp"], board=["Acolyte of Pain"],
        deck=deck, hero="MAGE", enemy_board=["Bloodfen Raptor", "Wisp"], enemy_deck=["Wisp"],
        mana=7,
    )  # fmt: skip


@pytest.mark.parametrize("scorer", ["control", "fatigue", "rogue-network", "hearthsim"])
@pytest.mark.parametrize("fidelity", ["dsame", "fair"])
def test_the_order_of_the_deck_changes_nothing(scorer, fidelity):
    config = PlayerConfig(search="one-turn", scorer=scorer, fidelity=fidelity)
    rng, plans = np.random.default_rng(1), set()
    for _ in range(6):
        plan = SearchPlayer(config).plan(drawing([str(card) for card in rng.permutation(DECK)]))
        plans.add((tuple(action.text for action in plan.actions), plan.points))
    assert len(plans) == 1


def test_the_plan_ends_with_the_draw():
    game = drawing(DECK)
    plan = SearchPlayer(CLEAN.but(weights__w_mana=1)).plan(game)
    for action in plan.actions:
        assert len(game.player.deck) == len(DECK)
        game.apply(action)
    assert len(game.player.deck) < len(DECK)


@pytest.mark.parametrize("compat", ["2014", "clean"])
def test_a_drawn_card_counts_as_the_mean_of_the_deck(compat):
    """As in HearthSim's CardDrawNode, with 0.01 for each mana left."""
    game = Game.stage(
        hand=["Arcane Intellect"], deck=["Fireball", "Wisp", "Chillwind Yeti"], hero="MAGE",
        mana=4, enemy_deck=["Wisp"],
    )  # fmt: skip
    extra = 0.001 if compat == "clean" else 0
    plan = SearchPlayer(CLEAN.but(one_turn__compat=compat)).plan(game)
    mean = (6 + 0.9 + 0 + 0.1 * 4) / 3 + extra
    assert plan.points == pytest.approx(PER_POINT * (2 * mean + 0.01 * 1), abs=2)


def test_cards_too_many_and_fatigue_count_as_they_are():
    full = ["Arcane Intellect", *["Deathwing"] * 9]  # no more than ten cards
    game = Game.stage(hand=full, deck=["Fireball"] * 3, hero="MAGE", mana=3)
    plan = SearchPlayer(THEN).plan(game)
    assert plan.points == pytest.approx(PER_POINT * (9 * 1.0 + 6.9))
    game = Game.stage(hand=["Arcane Intellect"], hero="MAGE", mana=3, fatigue=True)
    game.record.players[0].power_used = 1
    plan = SearchPlayer(THEN).plan(game)
    assert [action.kind for action in plan.actions] == ["end turn"]  # 0.3 for the card, 1 + 2 pain
    assert plan.points == pytest.approx(PER_POINT * 0.3)


def test_a_choice_that_is_shown_is_known():
    game = Game.stage(hand=["Tracking"], deck=["Fireball", "Wisp", "Deathwing"], hero="HUNTER")
    game.play("Tracking")
    plan = SearchPlayer(CLEAN).plan(game)
    assert plan.actions[0].text.endswith("Fireball")  # worth 6.9 in hand
