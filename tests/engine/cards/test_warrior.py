"""Rulings of the Warrior's cards."""

import pytest

from engine.game import Game, IllegalAction
from tests.engine.rulings import ENEMY_HERO, names, played, stats


def warrior(**position):
    return Game.stage(hero="WARRIOR", **position)


def test_armor_up_gains_2_armour_which_is_lost_first():
    game = warrior(enemy_board=["Bloodfen Raptor"]).use_power()
    assert game.player.armor == 2
    game.end_turn().attack("Bloodfen Raptor", game.player.hero)
    assert (game.player.armor, game.player.health) == (0, 29)


def test_charge_lets_a_minion_attack_minions_at_once():
    game = warrior(hand=["Wisp", "Charge"], enemy_board=["War Golem"]).play("Wisp")
    assert names(game.play("Charge", "Wisp").player.board[0].attack_targets) == ["War Golem"]


def test_charge_keeps_a_minion_that_was_ready_from_heroes_this_turn():
    game = warrior(hand=["Charge"], board=["War Golem"]).play("Charge", "War Golem")
    assert game.player.board[0].attack_targets == []
    with pytest.raises(IllegalAction):
        game.attack("War Golem", game.opponent.hero)


def test_charge_allows_heroes_from_the_next_turn_on():
    game = warrior(hand=["Charge"], board=["War Golem"]).play("Charge", "War Golem").skip_turn()
    assert game.attack("War Golem", game.opponent.hero).opponent.health == 23


def test_a_copy_of_a_minion_with_charge_may_attack_heroes_at_once_in_a_later_turn():
    game = warrior(hand=["Charge", "Faceless Manipulator"], board=["War Golem"])
    game.play("Charge", "War Golem").skip_turn().play("Faceless Manipulator", "War Golem")
    assert game.attack(game.player.board[1], game.opponent.hero).opponent.health == 23


def test_charge_gives_no_attack():
    game = warrior(hand=["Charge"], board=["Shieldbearer"], enemy_board=["Wisp"])
    assert not game.play("Charge", "Shieldbearer").player.board[0].can_attack


def test_silence_takes_charge():
    game = warrior(hand=["Wisp", "Charge"], enemy_board=["Wisp"]).play("Wisp")
    assert not game.play("Charge", game.player.board[0]).player.board[0].silence().can_attack


def test_rampage_gives_a_damaged_minion_3_3():
    game = warrior(hand=["Rampage"], board=["War Golem", "Wisp"], enemy_board=["Chillwind Yeti"])
    golem = game.player.board[0].take_damage(2)
    game.opponent.board[0].take_damage(1)
    assert set(names(game.player.hand[0].targets)) == {"War Golem", "Chillwind Yeti"}
    game.play("Rampage", golem)
    assert (golem.stats, golem.damage) == ((10, 8), 2)


def test_heroic_strike_gives_the_hero_4_attack_this_turn():
    game = warrior(hand=["Heroic Strike"]).play("Heroic Strike")
    game.attack(game.player.hero, game.opponent.hero)
    assert (game.opponent.health, game.player.hero.can_attack) == (26, False)
    assert game.skip_turn().player.hero.attack == 0


def test_heroic_strike_adds_to_the_weapon():
    game = warrior(hand=["Heroic Strike"], weapon="Fiery War Axe", enemy_board=["War Golem"])
    game.play("Heroic Strike").attack(game.player.hero, "War Golem")
    assert (game.opponent.board, game.player.health) == ([], 23)
    assert game.player.weapon.stats == (3, 1)


def test_heroic_strike_strikes_twice_with_windfury():
    game = warrior(hand=["Heroic Strike"]).play("Heroic Strike")
    hero = game.player.hero.set_flags(windfury=True)
    game.attack(hero, game.opponent.hero).attack(hero, game.opponent.hero)
    assert game.opponent.health == 22


def test_execute_destroys_a_damaged_enemy_minion():
    game = warrior(hand=["Execute"], board=["War Golem"], enemy_board=["War Golem", "Wisp"])
    game.player.board[0].take_damage(1)
    assert not game.player.hand[0].is_playable
    golem = game.opponent.board[0].take_damage(1)
    assert game.player.hand[0].targets == [golem]
    assert names(game.play("Execute", golem).opponent.board) == ["Wisp"]


def test_cleave_deals_2_to_two_random_enemy_minions():
    game = warrior(hand=["Cleave"], enemy_board=["War Golem"] * 3).play("Cleave")
    assert sorted(golem.damage for golem in game.opponent.board) == [0, 2, 2]


def test_cleave_hits_a_lone_minion_once():
    assert stats(played("Cleave", by=warrior, enemy_board=["War Golem"]).opponent.board) == [(7, 5)]


def test_warsong_commander_gives_charge_minions_1_attack():
    game = warrior(board=["Warsong Commander", "Kor'kron Elite", "Wisp"],
                   enemy_board=["Kor'kron Elite"])  # fmt: skip
    assert stats(game.player.board) == [(2, 3), (5, 3), (1, 1)]
    assert stats(game.opponent.board) == [(4, 3)]


@pytest.mark.parametrize("board", [[0, 1], [1, 0]])
def test_warsong_commander_counts_charge_that_an_aura_gives(board):
    pair = ["Warsong Commander", "Tundra Rhino"]
    game = Game.stage(board=[pair[i] for i in board] + ["Timber Wolf"])
    assert {m.name: m.attack for m in game.player.board} == {
        "Warsong Commander": 2, "Tundra Rhino": 4, "Timber Wolf": 2,
    }  # fmt: skip


def test_warsong_commander_counts_charge_while_it_lasts():
    game = warrior(board=["Warsong Commander", "Southsea Deckhand"], hand=["Charge"])
    assert stats(game.player.board) == [(2, 3), (2, 1)]
    game.player.equip("Fiery War Axe")
    assert stats(game.player.board) == [(2, 3), (3, 1)]
    game.play("Charge", "Warsong Commander")
    assert stats(game.player.board) == [(3, 3), (3, 1)]
    game.player.board[0].silence()
    assert stats(game.player.board) == [(2, 3), (2, 1)]


def test_slam_deals_2_and_draws_if_the_minion_survives():
    game = played("Slam", "War Golem", by=warrior, enemy_board=["War Golem"], deck=["Wisp"])
    assert (stats(game.opponent.board), names(game.player.hand)) == ([(7, 5)], ["Wisp"])


def test_slam_draws_nothing_if_the_minion_dies():
    assert played("Slam", "Wisp", by=warrior, enemy_board=["Wisp"], deck=["Wisp"]).player.hand == []


def test_slam_draws_if_a_divine_shield_takes_the_damage():
    game = warrior(hand=["Slam"], enemy_board=["Argent Squire"], deck=["Wisp"])
    assert names(game.play("Slam", "Argent Squire").player.hand) == ["Wisp"]


def test_battle_rage_draws_for_each_damaged_friendly_character_and_the_hero():
    game = warrior(hand=["Battle Rage"], board=["War Golem", "Chillwind Yeti", "Wisp"],
                   enemy_board=["War Golem"], deck=["Wisp"] * 5)  # fmt: skip
    for who in (*game.player.board[:2], game.player.hero, *game.opponent.board):
        who.take_damage(1)
    assert len(game.play("Battle Rage").player.hand) == 3


def test_battle_rage_does_not_count_damage_that_armour_took():
    game = warrior(hand=["Battle Rage"], deck=["Wisp"])
    game.player.armor = 5
    game.player.hero.take_damage(5)
    assert game.play("Battle Rage").player.hand == []


def test_arathi_weaponsmith_replaces_the_weapon_by_a_2_2():
    game = played("Arathi Weaponsmith", by=warrior, weapon="Arcanite Reaper")
    assert (game.player.weapon.name, game.player.weapon.stats) == ("Battle Axe", (2, 2))


def test_whirlwind_deals_1_to_all_minions():
    game = played("Whirlwind", by=warrior, board=["War Golem"], enemy_board=["Wisp", "War Golem"])
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(7, 6)], [(7, 6)])
    assert (game.player.health, game.opponent.health) == (30, 30)


def test_armorsmith_gains_1_armour_for_each_friendly_minion_damaged():
    game = warrior(hand=["Whirlwind"], board=["Armorsmith", "War Golem", "Wisp"],
                   enemy_board=["War Golem"])  # fmt: skip
    assert game.play("Whirlwind").player.armor == 3


def test_armorsmith_counts_the_damage_that_kills_it():
    game = warrior(board=["Armorsmith"])
    game.player.board[0].take_damage(9)
    assert (game.player.armor, game.player.board) == (1, [])


def test_armorsmith_counts_blows_and_not_points_and_no_shielded_ones():
    game = warrior(board=["Armorsmith", "Argent Squire", "War Golem"])
    game.player.board[1].take_damage(3)
    game.player.board[2].take_damage(5)
    assert game.player.armor == 1


def test_two_armorsmiths_gain_twice():
    assert played("Whirlwind", by=warrior, board=["Armorsmith"] * 2).player.armor == 4


def test_brawl_leaves_one_minion():
    survivors = set()
    for seed in range(30):
        game = warrior(hand=["Brawl"], board=["Argent Squire", "War Golem"],
                       enemy_board=["Jungle Panther"], seed=seed).play("Brawl")  # fmt: skip
        (survivor,) = game.player.board + game.opponent.board
        survivors.add(survivor.name)
    assert survivors == {"Argent Squire", "War Golem", "Jungle Panther"}


def test_minions_from_deathrattles_come_after_brawl():
    game = warrior(hand=["Brawl"], board=["Harvest Golem"] * 3).play("Brawl")
    assert sorted(names(game.player.board)) == ["Damaged Golem", "Damaged Golem", "Harvest Golem"]


def test_brawl_needs_two_minions():
    assert not warrior(hand=["Brawl"], board=["Wisp"]).player.hand[0].is_playable
    assert warrior(hand=["Brawl"], board=["Wisp"] * 2).player.hand[0].is_playable
    assert warrior(hand=["Brawl"], enemy_board=["Wisp"] * 2).player.hand[0].is_playable


def test_mortal_strike_deals_4():
    assert played("Mortal Strike", ENEMY_HERO, by=warrior, health=13).opponent.health == 26


def test_mortal_strike_deals_6_at_12_health_whatever_the_armour():
    game = warrior(hand=["Mortal Strike"], health=12, armor=10)
    assert game.play("Mortal Strike", game.opponent.hero).opponent.health == 24


def test_upgrade_gives_the_weapon_1_1():
    assert played("Upgrade!", by=warrior, weapon="Fiery War Axe").player.weapon.stats == (4, 3)


def test_upgrade_without_a_weapon_equips_a_1_3():
    game = warrior(hand=["Upgrade!"]).play("Upgrade!")
    assert (game.player.weapon.name, game.player.weapon.stats) == ("Heavy Axe", (1, 3))


def test_shield_slam_deals_the_armour_as_damage():
    game = played("Shield Slam", "War Golem", by=warrior, enemy_board=["War Golem"], armor=5)
    assert (stats(game.opponent.board), game.player.armor) == ([(7, 2)], 5)


def test_shield_slam_without_armour_deals_nothing():
    game = warrior(hand=["Shield Slam"], enemy_board=["Acolyte of Pain"], enemy_deck=["Wisp"])
    game.play("Shield Slam", "Acolyte of Pain")
    assert (stats(game.opponent.board), game.opponent.hand) == ([(1, 3)], [])


def test_shield_slam_without_armour_leaves_a_divine_shield():
    game = warrior(hand=["Shield Slam"], enemy_board=["Argent Squire"])
    assert game.play("Shield Slam", "Argent Squire").opponent.board[0].divine_shield


def test_shield_slam_has_spell_damage():
    game = warrior(hand=["Shield Slam"], board=["Kobold Geomancer"], enemy_board=["War Golem"])
    assert stats(game.play("Shield Slam", "War Golem").opponent.board) == [(7, 6)]


def test_gorehowl_pays_for_a_minion_with_attack():
    game = warrior(weapon="Gorehowl", enemy_board=["War Golem"])
    game.attack(game.player.hero, "War Golem")
    assert (game.player.weapon.stats, game.opponent.board) == ((6, 1), [])


def test_gorehowl_pays_for_a_hero_with_durability():
    game = warrior(weapon="Gorehowl")
    game.attack(game.player.hero, game.opponent.hero)
    assert (game.player.weapon, game.opponent.health) == (None, 23)


def test_gorehowl_breaks_when_its_attack_is_gone():
    game = warrior(weapon="Gorehowl", enemy_board=["Shieldbearer"] * 7)
    for _ in range(7):
        game.attack(game.player.hero, game.opponent.board[0]).skip_turn()
    assert game.player.weapon is None
    assert sum(m.damage for m in game.opponent.board) == 1


def test_gorehowl_lasts_while_spiteful_smith_sharpens_it():
    game = warrior(weapon="Gorehowl", board=["Spiteful Smith"], enemy_board=["Wisp"])
    game.player.record.weapon_attack = 1
    game.player.board[0].take_damage(1)
    assert game.attack(game.player.hero, "Wisp").player.weapon.stats == (2, 1)


def test_gorehowl_strikes_with_the_attack_it_had():
    game = warrior(weapon="Gorehowl", hand=["Upgrade!"], enemy_board=["Boulderfist Ogre"])
    game.play("Upgrade!").attack(game.player.hero, "Boulderfist Ogre")
    assert (game.player.weapon.stats, game.opponent.board) == ((7, 2), [])


def test_grommash_hellscream_charges_and_has_6_more_attack_while_damaged():
    game = warrior(hand=["Grommash Hellscream", "Inner Rage"]).play("Grommash Hellscream")
    game.play("Inner Rage", "Grommash Hellscream")
    assert stats(game.player.board) == [(12, 8)]
    assert game.attack("Grommash Hellscream", game.opponent.hero).opponent.health == 18


def test_grommash_hellscream_calms_when_healed_or_silenced():
    game = warrior(board=["Grommash Hellscream"] * 2)
    first, second = (minion.take_damage(2) for minion in game.player.board)
    assert first.heal(2).stats == (4, 9)
    assert second.silence().stats == (4, 7)


def test_cruel_taskmaster_deals_1_and_gives_2_attack():
    game = played("Cruel Taskmaster", "War Golem", by=warrior, enemy_board=["War Golem"])
    assert stats(game.opponent.board) == [(9, 6)]


def test_cruel_taskmaster_may_kill_its_target():
    game = played("Cruel Taskmaster", "Leper Gnome", by=warrior, board=["Leper Gnome"])
    assert (names(game.player.board), game.opponent.health) == (["Cruel Taskmaster"], 28)


def test_cruel_taskmaster_gives_2_attack_through_a_divine_shield():
    game = played("Cruel Taskmaster", "Argent Squire", by=warrior, board=["Argent Squire"])
    squire = game.player.board[0]
    assert (squire.stats, squire.divine_shield) == ((3, 1), False)


def test_cruel_taskmaster_needs_no_target():
    assert stats(played("Cruel Taskmaster", by=warrior).player.board) == [(2, 2)]


def test_frothing_berserker_counts_every_damaged_minion_and_itself():
    game = warrior(hand=["Whirlwind"], board=["Frothing Berserker", "Wisp"],
                   enemy_board=["War Golem", "Argent Squire"])  # fmt: skip
    assert game.play("Whirlwind").player.board[0].stats == (5, 3)


def test_frothing_berserker_counts_both_sides_of_a_fight_but_no_heroes():
    game = warrior(board=["Frothing Berserker", "Chillwind Yeti"], enemy_board=["War Golem"])
    game.attack("Chillwind Yeti", "War Golem")
    game.player.hero.take_damage(3)
    assert game.player.board[0].stats == (4, 4)


def test_frothing_berserker_gains_nothing_while_silenced():
    game = warrior(hand=["Whirlwind"], board=["Frothing Berserker", "War Golem"])
    game.player.board[0].silence()
    assert game.play("Whirlwind").player.board[0].stats == (2, 3)


def test_shield_block_gains_5_armour_and_draws():
    game = warrior(hand=["Shield Block"], deck=["Wisp"]).play("Shield Block")
    assert (game.player.armor, names(game.player.hand)) == (5, ["Wisp"])


def test_inner_rage_deals_1_and_gives_2_attack():
    game = warrior(hand=["Inner Rage"], board=["Amani Berserker"])
    assert stats(game.play("Inner Rage", "Amani Berserker").player.board) == [(7, 2)]


def test_inner_rage_draws_from_an_acolyte_that_it_kills():
    game = warrior(hand=["Inner Rage"], board=["Acolyte of Pain"], deck=["Wisp"])
    game.player.board[0].health = 1
    game.play("Inner Rage", "Acolyte of Pain")
    assert (game.player.board, names(game.player.hand)) == ([], ["Wisp"])


def test_commanding_shout_keeps_minions_at_1_health_this_turn():
    game = warrior(hand=["Commanding Shout"], board=["War Golem", "Wisp"], deck=["Sap"],
                   enemy_board=["Core Hound", "Chillwind Yeti"])  # fmt: skip
    game.play("Commanding Shout").attack("War Golem", "Core Hound").attack("Wisp", "Chillwind Yeti")
    assert stats(game.player.board) == [(7, 1), (1, 1)]
    assert names(game.player.hand) == ["Sap"]


def test_commanding_shout_keeps_minions_that_come_later_in_the_turn():
    game = warrior(hand=["Commanding Shout", "Stonetusk Boar"], enemy_board=["War Golem"])
    game.play("Commanding Shout").play("Stonetusk Boar").attack("Stonetusk Boar", "War Golem")
    assert stats(game.player.board) == [(1, 1)]


def test_commanding_shout_ends_with_the_turn():
    game = warrior(hand=["Commanding Shout"], board=["Wisp"]).play("Commanding Shout").end_turn()
    assert game.player.board[0].take_damage(1).dead
    assert game.end_turn().player.summon("Wisp").take_damage(1).dead


def test_commanding_shout_does_not_keep_minions_from_being_destroyed():
    assert played("Commanding Shout", by=warrior, board=["Wisp"]).player.board[0].destroy().dead


def test_commanding_shout_does_not_help_the_enemy_or_a_silenced_minion():
    game = played("Commanding Shout", by=warrior, board=["War Golem"], enemy_board=["Wisp"])
    assert game.opponent.board[0].take_damage(1).dead
    assert game.player.board[0].silence().take_damage(7).dead


def test_damage_that_commanding_shout_stops_still_counts_as_damage():
    game = warrior(hand=["Commanding Shout"], board=["Acolyte of Pain", "Armorsmith"],
                   deck=["Wisp"] * 3)  # fmt: skip
    acolyte = game.play("Commanding Shout").player.board[0]
    acolyte.take_damage(9)
    acolyte.take_damage(1)
    assert (acolyte.stats, len(game.player.hand), game.player.armor) == ((1, 1), 3, 2)
