"""The habits of HearthSim in July 2014, each by its name; and actions that are left out."""

import pytest

from engine.game import Game
from models.players.config import PlayerConfig
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
    assert "plays Bloodfen Raptor (2) in place 1 of 3" in texts(game)
    assert "plays Bloodfen Raptor (2) in place 3 of 3" in texts(game, CLEAN)
    assert "plays Bloodfen Raptor (2) in place 3 of 3" in texts(
        game, THEN.but(positions="rightmost")
    )


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
