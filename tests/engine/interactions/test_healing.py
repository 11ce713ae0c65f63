"""Rulings about healing, Auchenai Soulpriest and Prophet Velen."""

from engine.game import Game
from tests.engine.rulings import ENEMY_HERO, played, stats


def test_holy_nova_heals_before_those_it_killed_run_their_deathrattles():
    game = Game.stage(hand=["Holy Nova"], board=["Chillwind Yeti"], enemy_board=["Abomination"])
    yeti, abomination = game.player.board[0].take_damage(4), game.opponent.board[0]
    abomination.take_damage(2)
    game.play("Holy Nova")
    assert (yeti.stats, game.opponent.board) == ((4, 1), [])


def test_holy_nova_deals_its_damage_and_all_that_answers_it_before_it_heals():
    game = Game.stage(hand=["Holy Nova"], enemy_secrets=["Eye for an Eye"])
    assert game.play("Holy Nova").opponent.health == 28
    assert game.player.health == 30  # 2 of damage returned, then 2 of healing


def test_healing_cannot_be_above_the_maximum_that_an_aura_raises():
    game = Game.stage(board=["Chillwind Yeti", "Stormwind Champion"], hand=["Holy Light"])
    yeti = game.player.board[0].take_damage(3)
    game.play("Holy Light", yeti)
    assert yeti.stats == (5, 6)


def test_lightwarden_does_not_see_healing_that_auchenai_turned():
    game = played("Holy Light", ENEMY_HERO, board=["Lightwarden", "Auchenai Soulpriest"])
    assert (game.player.board[0].attack, game.opponent.health) == (1, 24)


def test_auchenai_turns_the_healing_of_a_weapon():
    game = Game.stage(board=["Auchenai Soulpriest"], weapon="Truesilver Champion")
    game.player.hero.attacks(game.opponent.hero)
    assert game.player.health == 28


def test_auchenai_and_holy_fire_can_kill_their_own_player():
    game = Game.stage(board=["Auchenai Soulpriest"], hand=["Holy Fire"], health=5)
    assert game.play("Holy Fire", game.opponent.hero).result == "second won"


def test_velen_doubles_avenging_wraths_missiles():
    assert played("Avenging Wrath", board=["Prophet Velen"]).opponent.health == 14


def test_velen_doubles_holy_wrath():
    game = Game.stage(board=["Prophet Velen"], hand=["Holy Wrath"], deck=["War Golem"])
    assert game.play("Holy Wrath", game.opponent.hero).opponent.health == 16


def test_velen_does_not_double_attack_health_or_draws():
    game = Game.stage(
        board=["Prophet Velen", "Wisp"], hand=["Blessing of Kings", "Sprint"], deck=["Sap"] * 9
    )
    game.play("Blessing of Kings", "Wisp").player.mana = 7
    game.play("Sprint")
    assert (stats(game.player.board), len(game.player.hand)) == ([(7, 7), (5, 5)], 4)


def test_velen_doubles_an_upgraded_hero_power():
    game = Game.stage(hero="MAGE", board=["Prophet Velen"])
    game.player.record.power = game.rules.find("Fireblast Rank 2")
    assert game.use_power(game.opponent.hero).opponent.health == 26
