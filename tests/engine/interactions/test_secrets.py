"""Rulings about several secrets, and secrets with other cards."""

import pytest

from engine.game import Game
from tests.engine.rulings import names, stats


def test_secrets_answer_in_the_order_in_which_they_were_played():
    for secrets, health in [(["Repentance", "Snipe"], 0), (["Snipe", "Repentance"], 1)]:
        game = Game.stage(secrets=secrets, enemy_hand=["Wisp"]).end_turn().play("Wisp")
        assert sum(minion.health for minion in game.opponent.board) == health
        assert game.player.secrets == []


@pytest.mark.parametrize(
    ("secrets", "copy"),
    [(["Repentance", "Mirror Entity"], (7, 1)), (["Mirror Entity", "Repentance"], (7, 7))],
)
def test_mirror_entity_copies_what_earlier_secrets_have_done(secrets, copy):
    game = Game.stage(secrets=secrets, enemy_hand=["War Golem"]).end_turn().play("War Golem")
    assert (stats(game.opponent.board), stats(game.player.board)) == ([(7, 1)], [copy])


def test_noble_sacrifice_answers_an_attacker_that_explosive_trap_has_killed():
    game = Game.stage(secrets=["Explosive Trap", "Noble Sacrifice"], enemy_board=["Wisp"])
    game.end_turn().attack("Wisp", game.player.hero)
    assert (game.player.secrets, stats(game.player.board)) == ([], [(2, 1)])
    assert (game.opponent.board, game.player.health) == ([], 30)


def test_explosive_trap_answers_the_attack_that_noble_sacrifice_has_turned():
    game = Game.stage(secrets=["Noble Sacrifice", "Explosive Trap"], enemy_board=["Wisp"])
    game.end_turn().attack("Wisp", game.player.hero)
    assert (game.player.secrets, stats(game.player.board)) == ([], [(2, 1)])
    assert (game.opponent.board, game.opponent.health) == ([], 28)


def test_noble_sacrifice_finds_no_room_after_snake_trap():
    game = Game.stage(
        secrets=["Snake Trap", "Noble Sacrifice"], board=["War Golem"] * 5, enemy_board=["Wisp"]
    )
    game.end_turn().attack("Wisp", game.player.board[0])
    assert names(game.player.board)[5:] == ["Snake", "Snake"]
    assert names(game.player.secrets) == ["Noble Sacrifice"]


def test_snake_trap_answers_too_when_noble_sacrifice_takes_the_blow():
    game = Game.stage(
        secrets=["Noble Sacrifice", "Snake Trap"], board=["Wisp"], enemy_board=["War Golem"]
    )
    game.end_turn().attack("War Golem", "Wisp")
    assert names(game.player.board) == ["Wisp", "Snake", "Snake", "Snake"]


def test_freezing_trap_saves_noble_sacrifices_defender():
    game = Game.stage(secrets=["Noble Sacrifice", "Freezing Trap"], enemy_board=["War Golem"])
    game.end_turn().attack("War Golem", game.player.hero)
    assert (names(game.player.board), names(game.opponent.hand)) == (["Defender"], ["War Golem"])


def test_eye_for_an_eye_does_not_answer_damage_that_ice_block_prevents():
    game = Game.stage(secrets=["Ice Block", "Eye for an Eye"], enemy_board=["War Golem"], health=5)
    game.end_turn().attack("War Golem", game.player.hero)
    assert (game.player.health, game.opponent.health) == (5, 30)
    assert names(game.player.secrets) == ["Eye for an Eye"]


def test_redemption_answers_a_minion_that_an_own_deathrattle_killed_in_the_enemys_turn():
    game = Game.stage(secrets=["Redemption"], board=["Wisp"], enemy_board=["Abomination"])
    game.end_turn()
    game.opponent.board[0].destroy()
    assert (names(game.player.board), game.player.secrets) == (["Wisp"], [])


def test_a_redeemed_deathrattle_works_again():
    game = Game.stage(secrets=["Redemption"], board=["Leper Gnome"]).end_turn()
    game.player.board[0].destroy()
    game.player.board[0].destroy()
    assert (game.player.board, game.opponent.health) == ([], 26)


def test_redemption_can_bring_back_sylvanas_beside_whom_she_took():
    game = Game.stage(
        secrets=["Redemption"], board=["Sylvanas Windrunner"], enemy_board=["War Golem"]
    ).end_turn()
    game.player.board[0].destroy()
    assert names(game.player.board) == ["War Golem", "Sylvanas Windrunner"]


def test_knife_juggler_throws_for_redemption():
    game = Game.stage(secrets=["Redemption"], board=["Wisp", "Knife Juggler"]).end_turn()
    game.player.board[0].destroy()
    assert game.opponent.health == 29


def test_sword_of_justice_strengthens_a_redeemed_minion():
    game = Game.stage(secrets=["Redemption"], board=["War Golem"], weapon="Sword of Justice")
    game.end_turn()
    game.player.board[0].destroy()
    assert stats(game.player.board) == [(8, 2)]


def test_nothing_that_answers_a_spell_answers_a_countered_one():
    board = ["Mana Addict", "Violet Teacher", "Gadgetzan Auctioneer", "Questing Adventurer",
             "Lorewalker Cho", "Wild Pyromancer"]  # fmt: skip
    game = Game.stage(hand=["The Coin"], board=board, enemy_secrets=["Counterspell"], deck=["Sap"])
    before = stats(game.player.board)
    game.play("The Coin")
    assert stats(game.player.board) == before
    assert game.player.hand == game.opponent.hand == []
