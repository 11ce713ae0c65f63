"""Rulings about auras, enrage and silence."""

import pytest

from engine.dsl.abilities import aura
from engine.dsl.amounts import count, hand_size
from engine.dsl.cards import minion, weapon
from engine.dsl.selectors import enemy, mech, this, your
from engine.game import Game
from tests.engine.own_cards import rules_with
from tests.engine.rulings import played, stats


def test_health_from_an_aura_cannot_save_who_dies_with_its_giver():
    game = Game.stage(board=["Wisp", "Stormwind Champion"], hand=["Hellfire"])
    game.player.board[1].take_damage(3)
    assert game.play("Hellfire").player.board == []


def test_enrage_ends_when_a_lost_aura_makes_a_minion_whole():
    amani, champion = Game.stage(board=["Amani Berserker", "Stormwind Champion"]).player.board
    assert amani.take_damage(1).stats == (6, 3)
    champion.destroy()
    assert amani.stats == (2, 3)


def test_a_health_buff_does_not_calm_an_enraged_minion():
    game = Game.stage(board=["Amani Berserker"], hand=["Blessing of Kings"])
    game.player.board[0].take_damage(1)
    assert stats(game.play("Blessing of Kings", "Amani Berserker").player.board) == [(9, 6)]


def test_two_auras_add_up():
    game = Game.stage(board=["Wisp", "Raid Leader", "Stormwind Champion"])
    assert stats(game.player.board) == [(3, 2), (3, 3), (7, 6)]


def test_a_silenced_raid_leader_still_receives_the_auras_of_others():
    game = Game.stage(board=["Raid Leader", "Stormwind Champion"])
    game.player.board[0].silence()
    assert stats(game.player.board) == [(3, 3), (6, 6)]


# --- silence -------------------------------------------------------------------------------------


def test_silence_takes_buffs_and_keeps_damage():
    yeti = played("Blessing of Kings", "Chillwind Yeti", board=["Chillwind Yeti"]).player.board[0]
    assert yeti.take_damage(6).silence().stats == (4, 3)
    yeti.take_damage(1)
    assert yeti.stats == (4, 2)


@pytest.mark.parametrize("name", ["Sunwalker", "Jungle Panther", "Windfury Harpy"])
def test_silence_takes_every_keyword(name):
    minion = Game.stage(board=[name]).player.board[0].silence()
    assert minion.keywords == {"silenced"}


def test_silence_takes_back_a_copied_buff_to_the_printed_numbers():
    game = played("Blessing of Kings", "Wisp", hand=["Faceless Manipulator"], board=["Wisp"])
    game.player.mana = 5
    assert game.play("Faceless Manipulator", "Wisp").player.board[1].silence().stats == (1, 1)


def test_a_silenced_minion_that_is_stolen_brings_no_aura():
    game = Game.stage(hand=["Mind Control", "Wisp"], enemy_board=["Raid Leader"])
    game.opponent.board[0].silence()
    game.play("Wisp").player.mana = 10
    assert stats(game.play("Mind Control", "Raid Leader").player.board) == [(1, 1), (2, 2)]


# --- auras with a condition --------------------------------------------------------------------


@pytest.fixture(scope="module")
def watchers():
    """A minion and a weapon that look for Mechs, and a minion that looks at the enemy hand."""
    has_mech = count(your.minions.of(mech)) >= 1
    return rules_with(
        minion("OWN_1", "Mechanic", 1, 1, 2, aura(this, +2, while_=has_mech)),
        weapon("OWN_2", "Wrench", 1, 1, 3, aura(your.weapon, +2, while_=has_mech)),
        minion("OWN_3", "Spy", 1, 2, 4, aura(this, +4, while_=hand_size(enemy) >= 6)),
    )


def test_a_condition_follows_minions_that_come_and_go(watchers):
    game = Game.stage(rules=watchers, hand=["Harvest Golem"], board=["OWN_1"])
    assert game.player.board[0].attack == 1
    game.play("Harvest Golem")
    assert game.player.board[0].attack == 3
    game.player.board[1].destroy()  # the damaged golem is a Mech, too
    assert game.player.board[0].attack == 3
    game.player.board[1].change_controller()
    assert game.player.board[0].attack == 1


def test_a_condition_is_about_the_side_of_its_minion(watchers):
    game = Game.stage(rules=watchers, board=["OWN_1"], enemy_board=["Harvest Golem"])
    mechanic = game.player.board[0]
    assert mechanic.attack == 1
    assert mechanic.change_controller().attack == 3


def test_a_transformed_mech_is_none(watchers):
    game = played("Polymorph", "Harvest Golem", rules=watchers, board=["OWN_1", "Harvest Golem"])
    assert game.player.board[0].attack == 1


def test_a_silenced_minion_has_no_condition_and_a_silenced_mech_counts(watchers):
    mechanic, golem = Game.stage(rules=watchers, board=["OWN_1", "Harvest Golem"]).player.board
    golem.silence()
    assert mechanic.attack == 3
    assert mechanic.silence().attack == 1


def test_a_weapon_has_an_aura_while_it_is_equipped(watchers):
    game = Game.stage(rules=watchers, hand=["Harvest Golem"], weapon="OWN_2")
    assert game.player.hero.attack == 1
    golem = game.play("Harvest Golem").player.board[0]
    assert (game.player.hero.attack, game.player.weapon.attack) == (3, 3)
    golem.change_controller()
    assert game.player.hero.attack == 1
    game.player.weapon.destroy()
    assert game.player.hero.attack == 0


def test_a_condition_about_a_hand_changes_with_it_both_ways(watchers):
    game = Game.stage(
        rules=watchers, board=["OWN_3"], enemy_hand=["Wisp"] * 5, enemy_deck=["Wisp"] * 2
    )
    spy = game.player.board[0]
    assert spy.attack == 2
    game.end_turn()
    assert spy.attack == 6
    game.play("Wisp")
    assert spy.attack == 2
    game.opponent.draw()
    assert spy.attack == 6
