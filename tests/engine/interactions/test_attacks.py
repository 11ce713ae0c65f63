"""Rulings about attacks, freezing, windfury and stealth."""

from engine.game import Game
from tests.engine.rulings import played, stats


def test_stealth_ends_with_an_attack():
    game = Game.stage(board=["Jungle Panther"])
    panther = game.player.board[0].attacks(game.opponent.hero)
    assert not panther.stealthed


def test_stealth_ends_when_a_minion_deals_damage_in_any_way():
    game = Game.stage(board=["Knife Juggler"], hand=["Conceal", "Wisp"]).play("Conceal")
    assert not game.play("Wisp").player.board[0].stealthed


def test_a_stealthed_minion_is_hit_by_what_has_no_target():
    assert played("Fan of Knives", enemy_board=["Worgen Infiltrator"]).opponent.board == []


def test_southsea_deckhand_stops_charging_when_its_hero_loses_the_weapon():
    game = played("Southsea Deckhand", hand=["Blade Flurry"], weapon="Wicked Knife")
    assert game.player.board[0].can_attack
    assert not game.play("Blade Flurry").player.board[0].can_attack


def test_attacker_and_defender_hit_at_the_same_time():
    game = Game.stage(board=["Chillwind Yeti"], enemy_board=["Chillwind Yeti"])
    game.player.board[0].take_damage(1)
    game.attack("Chillwind Yeti", game.opponent.board[0])
    assert (game.player.board, stats(game.opponent.board)) == ([], [(4, 1)])


def test_a_hero_that_attacks_is_hit_back_and_wears_its_weapon():
    game = Game.stage(weapon="Wicked Knife", enemy_board=["Chillwind Yeti"])
    game.attack(game.player.hero, "Chillwind Yeti")
    assert (game.player.health, game.player.weapon.durability) == (26, 1)


def test_a_weapon_does_not_strike_back_in_the_enemys_turn():
    game = Game.stage(weapon="Assassin's Blade", enemy_board=["Wisp"]).end_turn()
    assert stats(game.attack("Wisp", game.player.hero).opponent.board) == [(1, 1)]


def test_a_new_weapon_does_not_give_a_second_attack():
    game = Game.stage(weapon="Wicked Knife")
    game.player.hero.attacks(game.opponent.hero)
    assert not game.use_power().player.hero.can_attack


def test_a_windfury_minion_frozen_between_its_attacks_misses_its_next_turn():
    game = Game.stage(board=["Windfury Harpy"], hand=["Frost Elemental"])
    harpy = game.player.board[0].attacks(game.opponent.hero)
    game.play("Frost Elemental", harpy)
    assert not harpy.can_attack
    assert game.skip_turn().player.board[0].frozen
    assert not game.skip_turn().player.board[0].frozen


def test_a_windfury_minion_frozen_before_it_attacked_thaws_this_turn():
    game = played("Frost Elemental", "Windfury Harpy", board=["Windfury Harpy"]).end_turn()
    assert not game.player.board[0].frozen


def test_stealth_ends_when_a_minion_strikes_back_at_a_misdirected_attacker():
    seen = set()
    for seed in range(10):
        game = Game.stage(
            secrets=["Misdirection"], board=["Stranglethorn Tiger"], enemy_board=["Wisp"], seed=seed
        )
        tiger = game.player.board[0]
        game.end_turn().attack("Wisp", game.player.hero)
        seen.add((tiger.damage, tiger.stealthed))
    assert seen == {(1, False), (0, True)}


def test_a_minion_that_takes_damage_stays_stealthed():
    assert played("Fan of Knives", enemy_board=["Stranglethorn Tiger"]).opponent.board[0].stealthed


def test_a_stealthed_minion_whose_damage_a_shield_takes_has_attacked_all_the_same():
    game = Game.stage(board=["Worgen Infiltrator"], enemy_board=["Argent Squire"])
    worgen = game.player.board[0].set_flags(divine_shield=True).attacks("Argent Squire")
    assert not worgen.stealthed


def test_all_are_damaged_by_a_cleaving_attack_before_anybody_reacts():
    board = ["Acolyte of Pain", "Wisp", "Acolyte of Pain"]
    game = Game.stage(board=["War Golem"], enemy_board=board, enemy_deck=["Wisp"] * 3)
    game.player.board[0].set_flags(cleaves=True).attacks("Wisp")
    assert (game.opponent.board, len(game.opponent.hand)) == ([], 2)


def test_a_cleaving_attack_on_a_hero_damages_the_hero_only():
    game = Game.stage(board=["War Golem"], enemy_board=["Wisp"])
    game.player.board[0].set_flags(cleaves=True).attacks(game.opponent.hero)
    assert (game.opponent.health, len(game.opponent.board)) == (23, 1)
