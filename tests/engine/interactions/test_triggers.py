"""Rulings about Knife Juggler, Wild Pyromancer and the order of triggers."""

import pytest

from engine.game import Game
from tests.engine.rulings import names, played, stats


def test_knife_juggler_throws_after_the_battlecry():
    game = played("Elven Archer", "Wisp", board=["Knife Juggler"], enemy_board=["Wisp"])
    assert (game.opponent.board, game.opponent.health) == ([], 29)


def test_knife_juggler_throws_for_tokens_of_deathrattles():
    game = Game.stage(board=["Knife Juggler", "Harvest Golem"])
    game.player.board[1].destroy()
    assert game.opponent.health == 29


def test_knife_juggler_throws_nothing_for_a_minion_that_died_of_its_own_battlecry():
    game = played("Injured Blademaster", board=["Knife Juggler"], enemy_board=["Wisp"])
    assert 30 - game.opponent.health + (1 - len(game.opponent.board)) == 1


def test_wild_pyromancer_answers_after_the_spell_has_resolved():
    game = Game.stage(board=["Wild Pyromancer"], hand=["Backstab"], enemy_board=["Chillwind Yeti"])
    assert stats(game.play("Backstab", "Chillwind Yeti").opponent.board) == [(4, 2)]


def test_wild_pyromancer_killed_by_the_spell_does_not_answer():
    game = Game.stage(board=["Wild Pyromancer"], hand=["Hellfire"], enemy_board=["War Golem"])
    assert stats(game.play("Hellfire").opponent.board) == [(7, 4)]


def test_wild_pyromancer_has_no_spell_damage():
    game = played("The Coin", board=["Wild Pyromancer", "Malygos"], enemy_board=["War Golem"])
    assert stats(game.opponent.board) == [(7, 6)]


def test_wild_pyromancer_and_acolyte_of_pain_draw_for_each_spell():
    game = played("The Coin", board=["Wild Pyromancer", "Acolyte of Pain"], deck=["Wisp"] * 3)
    assert len(game.player.hand) == 1


def test_violet_teachers_apprentice_dies_to_wild_pyromancer():
    game = Game.stage(board=["Violet Teacher", "Wild Pyromancer"], hand=["The Coin"])
    assert names(game.play("The Coin").player.board) == ["Violet Teacher", "Wild Pyromancer"]


def test_knife_juggler_may_kill_an_attacker_before_noble_sacrifice_is_struck():
    seen = set()
    for seed in range(20):
        game = Game.stage(
            secrets=["Noble Sacrifice"], board=["Knife Juggler"], enemy_board=["Wisp"], seed=seed
        )
        game.end_turn().attack("Wisp", game.player.hero)
        seen.add((len(game.opponent.board), game.opponent.health, names(game.player.board)[1:][:1]
                  == ["Defender"]))  # fmt: skip
    assert seen == {(0, 30, True), (0, 29, False)}


def test_wild_pyromancer_and_equality_clear_both_boards():
    game = played("Equality", board=["Wild Pyromancer", "War Golem"], enemy_board=["War Golem"] * 3)
    assert game.player.board == game.opponent.board == []


def test_divine_shields_outlast_wild_pyromancer_and_equality():
    game = played("Equality", board=["Wild Pyromancer"], enemy_board=["Argent Squire", "Wisp"])
    assert names(game.opponent.board) == ["Argent Squire"]


def test_two_wild_pyromancers_both_answer_one_spell():
    game = played("The Coin", board=["Wild Pyromancer"] * 2, enemy_board=["War Golem"])
    assert (game.player.board, stats(game.opponent.board)) == ([], [(7, 5)])


def test_a_wild_pyromancer_about_to_die_still_answers():
    game = Game.stage(board=["Wild Pyromancer"] * 2, hand=["Equality"], enemy_board=["War Golem"])
    game.opponent.board[0].set_flags(divine_shield=True)
    assert game.play("Equality").opponent.board == []  # one takes the shield, the other the health


def test_wild_pyromancer_answers_a_secret():
    game = Game.stage(board=["Wild Pyromancer"], hand=["Redemption"], enemy_board=["Wisp"])
    assert game.play("Redemption").opponent.board == []


def test_wild_pyromancer_kills_nobody_under_commanding_shout():
    game = Game.stage(board=["Wild Pyromancer", "Wisp"], hand=["Commanding Shout", "The Coin"])
    game.play("Commanding Shout").play("The Coin")
    assert stats(game.player.board) == [(3, 1), (1, 1)]


def test_wild_pyromancer_after_auchenais_circle_of_healing_is_dead():
    game = Game.stage(
        hero="PRIEST", board=["Auchenai Soulpriest", "Wild Pyromancer"],
        hand=["Circle of Healing"], enemy_board=["War Golem"],
    )  # fmt: skip
    game.play("Circle of Healing")
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(3, 1)], [(7, 3)])


def test_wild_pyromancer_and_northshire_cleric_draw_for_each_healed():
    game = Game.stage(
        hero="PRIEST", board=["Wild Pyromancer", "Northshire Cleric", "War Golem"],
        hand=["The Coin", "Circle of Healing"], deck=["Sap"] * 5,
    )  # fmt: skip
    game.play("The Coin").play("Circle of Healing")
    assert len(game.player.hand) == 3
    assert stats(game.player.board) == [(3, 1), (1, 2), (7, 6)]


def test_violet_teachers_apprentice_and_the_knife_thrown_for_it_come_before_the_spell():
    game = Game.stage(
        board=["Violet Teacher", "Knife Juggler"], hand=["Inner Rage"], enemy_board=["Wisp"]
    )
    game.opponent.hero.set_flags(immune=True)
    assert stats(game.play("Inner Rage", "Violet Teacher").player.board) == [(5, 4), (1, 1), (2, 2)]


@pytest.mark.parametrize(
    ("board", "comes"),
    [
        (["Violet Teacher", "Illidan Stormrage"], "Violet Apprentice"),
        (["Illidan Stormrage", "Violet Teacher"], "Flame of Azzinoth"),
    ],
)
def test_whenever_you_cast_and_whenever_you_play_answer_in_order_of_play(board, comes):
    game = Game.stage(board=board + ["Wisp"] * 4, hand=["The Coin"])
    assert set(names(game.play("The Coin").player.board)) == {*board, "Wisp", comes}
