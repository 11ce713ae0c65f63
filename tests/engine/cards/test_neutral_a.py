"""Rulings of neutral cards, in the order of `engine/cards/neutral.py`, up to Mountain Giant."""

import pytest

from engine.game import Game, IllegalAction


def test_earthen_ring_farseer_restores_3_health_but_not_above_the_maximum():
    game = Game.stage(hand=["Earthen Ring Farseer"] * 2, board=["Chillwind Yeti"])
    yeti = game.player.board[0].take_damage(4)
    game.play("Earthen Ring Farseer", yeti)
    assert yeti.health == 4
    game.play("Earthen Ring Farseer", yeti)
    assert yeti.health == 5


def test_earthen_ring_farseer_needs_a_target_while_there_is_one():
    game = Game.stage(hand=["Earthen Ring Farseer"])
    with pytest.raises(IllegalAction, match="needs a target"):
        game.play("Earthen Ring Farseer")


def test_raid_leader_gives_other_friendly_minions_1_attack_while_it_lives():
    game = Game.stage(board=["Wisp", "Raid Leader"], enemy_board=["Wisp"])
    wisp, leader = game.player.board
    assert (wisp.attack, leader.attack, game.opponent.board[0].attack) == (2, 2, 1)
    leader.destroy()
    assert wisp.attack == 1


def test_ironforge_rifleman_damages_a_character_but_never_itself():
    game = Game.stage(hand=["Ironforge Rifleman"])
    game.play("Ironforge Rifleman", game.opponent.hero)
    assert game.opponent.health == 29


def test_a_handle_stays_valid_when_its_minion_returns_to_hand():
    game = Game.stage(board=["Wisp"], hand=["Shadowstep"])
    wisp = game.player.board[0]
    game.play("Shadowstep", wisp)
    assert wisp in game.player.hand
    assert (wisp.zone, wisp.cost) == ("hand", 0)
