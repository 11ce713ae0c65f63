"""Rulings of the cards of Goblins vs Gnomes: of Rogue, Shaman and Warrior."""

import pytest

from engine.game import Game
from tests.engine.rulings import ENEMY_HERO, names, over, played, stats

stage = Game.stage


# --- Rogue -------------------------------------------------------------------------------------


def test_tinkers_sharpsword_oil_gives_the_weapon_3_attack():
    game = played("Tinker's Sharpsword Oil", weapon="Assassin's Blade", board=["Wisp"])
    assert (game.player.weapon.stats, game.player.board[0].stats) == ((6, 4), (1, 1))


def test_tinkers_sharpsword_oil_also_gives_a_minion_3_attack_with_combo():
    hand = ["Backstab", "Tinker's Sharpsword Oil"]
    game = stage(hand=hand, weapon="Assassin's Blade", board=["Wisp"], enemy_board=["War Golem"])
    game.play("Backstab", "War Golem").play("Tinker's Sharpsword Oil")
    assert (game.player.weapon.stats, game.player.board[0].stats) == ((6, 4), (4, 1))


def test_tinkers_sharpsword_oil_needs_no_weapon():
    game = stage(hand=["The Coin", "Tinker's Sharpsword Oil"], board=["Wisp"]).play("The Coin")
    game.play("Tinker's Sharpsword Oil")
    assert (game.player.weapon, game.player.board[0].stats) == (None, (4, 1))


def test_tinkers_sharpsword_oil_gives_one_of_several_minions_attack():
    hand = ["The Coin", "Tinker's Sharpsword Oil"]
    game = stage(hand=hand, weapon="Assassin's Blade", board=["Wisp"] * 3).play("The Coin")
    game.play("Tinker's Sharpsword Oil")
    assert sorted(stats(game.player.board)) == [(1, 1), (1, 1), (4, 1)]


def test_goblin_auto_barber_sharpens_the_weapon_if_there_is_one():
    game = stage(hand=["Goblin Auto-Barber"], weapon="Assassin's Blade").play("Goblin Auto-Barber")
    assert game.player.weapon.stats == (4, 4)
    assert stage(hand=["Goblin Auto-Barber"]).play("Goblin Auto-Barber").player.weapon is None


def test_cogmasters_wrench_has_2_more_attack_while_there_is_a_mech():
    game = stage(weapon="Cogmaster's Wrench", hand=["Warbot"], enemy_board=["Warbot"])
    assert (game.player.weapon.stats, game.player.hero.attack) == ((1, 3), 1)
    game.play("Warbot")
    assert (game.player.weapon.stats, game.player.hero.attack) == ((3, 3), 3)
    game.player.board[0].destroy()
    assert game.player.hero.attack == 1
    assert stage(weapon="Cogmaster's Wrench", board=["Wisp"]).player.weapon.stats == (1, 3)


def test_cogmasters_wrench_does_not_sharpen_the_weapon_after_it():
    game = stage(weapon="Cogmaster's Wrench", hand=["Assassin's Blade"], board=["Warbot"])
    assert game.play("Assassin's Blade").player.hero.attack == 3


def test_ogre_ninja_attacks_the_wrong_enemy_half_the_time():
    hit = 0
    for game in over(40, stage, board=["Ogre Ninja"], enemy_board=["War Golem"]):
        assert game.player.board[0].stealthed
        game.attack("Ogre Ninja", game.opponent.hero)
        hit += game.opponent.health == 24
    assert 10 <= hit <= 30


def test_one_eyed_cheat_hides_when_another_pirate_comes():
    game = played("One-eyed Cheat", hand=["Southsea Deckhand", "Wisp"]).play("Wisp")
    assert not game.player.board[0].stealthed
    assert game.play("Southsea Deckhand").player.board[0].stealthed


def test_iron_sensei_gives_another_friendly_mech_2_2():
    game = stage(board=["Iron Sensei", "Warbot", "Wisp"], enemy_board=["Warbot"]).end_turn()
    assert stats(game.player.board) == [(2, 2), (3, 5), (1, 1)]
    assert stats(stage(board=["Iron Sensei", "Wisp"]).end_turn().player.board) == [(2, 2), (1, 1)]


def test_iron_sensei_picks_one_of_several_mechs():
    game = stage(board=["Iron Sensei", "Warbot", "Warbot"]).end_turn()
    assert sorted(stats(game.player.board[1:])) == [(1, 3), (3, 5)]


def test_gallywix_takes_a_copy_of_every_enemy_spell_and_gives_a_coin():
    game = played("Darkbomb", ENEMY_HERO, hand=["Wisp"], enemy_board=["Trade Prince Gallywix"])
    assert names(game.opponent.hand) == ["Darkbomb"]
    assert names(game.player.hand) == ["Wisp", "Gallywix's Coin"]


def test_gallywixs_coin_gives_a_mana_and_does_not_trigger_gallywix():
    game = stage(hand=["Darkbomb"], enemy_board=["Trade Prince Gallywix"], mana=2)
    game.play("Darkbomb", game.opponent.hero).play("Gallywix's Coin")
    assert (game.player.mana, names(game.opponent.hand)) == (1, ["Darkbomb"])


def test_gallywix_copies_the_coin_but_not_the_spells_of_his_own_side():
    game = stage(hand=["The Coin"], enemy_board=["Trade Prince Gallywix"]).play("The Coin")
    assert names(game.opponent.hand) == ["The Coin"]
    game = stage(hand=["The Coin"], board=["Trade Prince Gallywix"]).play("The Coin")
    assert (game.player.hand, game.opponent.hand) == ([], [])


def test_sabotage_destroys_a_minion_and_with_combo_the_weapon_too():
    position = {"enemy_board": ["War Golem"], "enemy_weapon": "Arcanite Reaper"}
    game = stage(hand=["Sabotage"], **position).play("Sabotage")
    assert (game.opponent.board, game.opponent.weapon.name) == ([], "Arcanite Reaper")
    game = stage(hand=["Wisp", "Sabotage"], **position).play("Wisp").play("Sabotage")
    assert (game.opponent.board, game.opponent.weapon) == ([], None)


@pytest.mark.parametrize("hand", [["Sabotage"], ["The Coin", "Sabotage"]])
def test_sabotage_destroys_one_of_several_with_combo_too(hand):
    game = stage(hand=hand, enemy_board=["War Golem"] * 3)
    for card in hand:
        game.play(card)
    assert len(game.opponent.board) == 2


def test_sabotage_needs_no_enemy_minion():
    game = stage(hand=["Sabotage"], enemy_weapon="Arcanite Reaper").play("Sabotage")
    assert game.opponent.weapon.name == "Arcanite Reaper"
    game = stage(hand=["The Coin", "Sabotage"], enemy_weapon="Arcanite Reaper").play("The Coin")
    assert game.play("Sabotage").opponent.weapon is None


def test_the_deathrattle_of_a_weapon_that_sabotage_destroys_runs_while_the_minion_still_stands():
    position = {"enemy_board": ["Grim Patron"], "enemy_weapon": "Death's Bite"}
    game = stage(hand=["The Coin", "Sabotage"], **position).play("The Coin").play("Sabotage")
    assert stats(game.opponent.board) == [(3, 3)]


# --- Shaman ------------------------------------------------------------------------------------


def test_ancestors_call_summons_from_both_hands_without_battlecries():
    position = {"hand": ["Ancestor's Call", "Leeroy Jenkins"], "enemy_hand": ["Pit Lord"]}
    game = stage(**position).play("Ancestor's Call")
    assert names(game.player.board + game.opponent.board) == ["Leeroy Jenkins", "Pit Lord"]
    assert (game.player.hand, game.opponent.health) == ([], 30)


def test_ancestors_call_leaves_the_hand_of_a_full_board_alone():
    game = played("Ancestor's Call", hand=["Wisp"], board=["Wisp"] * 7, enemy_hand=["Shiv", "Wisp"])
    assert (names(game.player.hand), names(game.opponent.board)) == (["Wisp"], ["Wisp"])


def test_powermace_gives_a_friendly_mech_2_2_when_it_breaks():
    game = stage(weapon="Powermace", board=["Warbot", "Wisp"], enemy_board=["Wisp"])
    game.player.weapon.destroy()
    assert (game.player.weapon, stats(game.player.board)) == (None, [(3, 5), (1, 1)])


def test_powermace_picks_one_of_several_mechs():
    game = stage(weapon="Powermace", board=["Warbot", "Warbot"])
    game.player.weapon.destroy()
    assert sorted(stats(game.player.board)) == [(1, 3), (3, 5)]


def test_powermace_gives_it_when_another_weapon_replaces_it():
    game = stage(weapon="Powermace", hand=["Arcanite Reaper"], board=["Warbot"])
    assert game.play("Arcanite Reaper").player.board[0].stats == (3, 5)


def test_powermace_gives_it_when_it_is_used_up():
    game = stage(weapon="Powermace", board=["Warbot"], enemy_board=["Wisp"])
    game.attack(game.player.hero, "Wisp")
    assert game.player.board[0].stats == (1, 3)
    game.end_turn().end_turn().attack(game.player.hero, game.opponent.hero)
    assert game.player.board[0].stats == (3, 5)


def test_crackle_deals_3_to_6_damage_and_overloads():
    seen = set()
    for game in over(24, played, "Crackle", ENEMY_HERO):
        seen.add(30 - game.opponent.health)
        assert game.player.overload == (0, 1)
    assert seen == {3, 4, 5, 6}


def test_crackle_is_raised_by_spell_damage():
    assert 8 <= 30 - played("Crackle", ENEMY_HERO, board=["Malygos"]).opponent.health <= 11


def test_dunemaul_shaman_may_err_in_both_its_attacks():
    ends = set()
    for game in over(40, stage, board=["Dunemaul Shaman"], enemy_board=["Shieldbearer"]):
        for _ in range(2):
            game.attack("Dunemaul Shaman", "Shieldbearer" if game.opponent.board else "Rexxar")
            if not game.opponent.board:
                break
        ends.add(game.opponent.health)
    assert ends == {30, 25, 20}


def test_dunemaul_shaman_overloads():
    game = stage(hand=["Dunemaul Shaman"]).play("Dunemaul Shaman")
    assert (game.player.overload, game.player.board[0].windfury) == ((0, 1), True)


def test_vitality_totem_heals_its_hero_at_the_end_of_the_turn():
    game = stage(board=["Vitality Totem"], health=20)
    assert game.end_turn().player.health == 24


def test_siltfin_spiritwalker_draws_when_another_friendly_murloc_dies():
    board = ["Siltfin Spiritwalker", "Murloc Raider", "Wisp"]
    game = stage(board=board, deck=["Shiv"] * 3, enemy_board=["Murloc Raider"])
    for minion in (game.opponent.board[0], game.player.board[2], game.player.board[1]):
        minion.destroy()
    assert names(game.player.hand) == ["Shiv"]


def test_neptulon_adds_4_murlocs_and_overloads_3():
    game = stage(hand=["Neptulon"]).play("Neptulon")
    rows = [game.rules.row(card.id) for card in game.player.hand]
    assert [game.rules.card_data(game.rules.ids[row]).race for row in rows] == ["MURLOC"] * 4
    assert game.player.overload == (0, 3)


# --- Warrior -----------------------------------------------------------------------------------


def test_bouncing_blade_hits_minions_until_one_dies():
    for seed in range(1, 9):
        position = {"board": ["Chillwind Yeti"], "enemy_board": ["Chillwind Yeti"]}
        game = stage(hand=["Bouncing Blade"], seed=seed, **position).play("Bouncing Blade")
        (left,) = game.player.board + game.opponent.board
        assert 0 <= left.damage <= 4


def test_bouncing_blade_lets_minions_react_to_each_hit():
    game = played("Bouncing Blade", enemy_board=["Acolyte of Pain"], enemy_deck=["Shiv"] * 5)
    assert (game.opponent.board, names(game.opponent.hand)) == ([], ["Shiv"] * 3)


def test_bouncing_blade_ends_although_nothing_can_die():
    game = stage(hand=["Bouncing Blade"], board=["Wisp"])
    game.player.board[0].set_flags(immune=True)
    assert game.play("Bouncing Blade").player.board[0].stats == (1, 1)


def test_bouncing_blade_leaves_minions_alone_that_commanding_shout_keeps_at_1_health():
    hand = ["Commanding Shout", "Bouncing Blade"]
    game = stage(hand=hand, board=["Acolyte of Pain"], deck=["Shiv"] * 30)
    game.play("Commanding Shout").play("Bouncing Blade")
    assert (game.player.board[0].health, len(game.player.hand)) == (1, 3)


def test_bouncing_blade_under_commanding_shout_goes_on_with_the_other_side():
    hand, position = ["Commanding Shout", "Bouncing Blade"], {"enemy_board": ["War Golem"]}
    game = stage(hand=hand, board=["Wisp"], **position).play("Commanding Shout")
    game.play("Bouncing Blade")
    assert (names(game.player.board), game.opponent.board) == (["Wisp"], [])


def test_bouncing_blade_under_commanding_shout_ends():
    game = stage(hand=["Commanding Shout", "Bouncing Blade"], board=["War Golem"])
    game.play("Commanding Shout").play("Bouncing Blade")
    assert (stats(game.player.board), game.result) == ([(7, 1)], "running")


def test_bouncing_blade_needs_a_minion_and_deals_spell_damage():
    assert not stage(hand=["Bouncing Blade"]).player.hand[0].is_playable
    assert played("Bouncing Blade", board=["Kobold Geomancer"]).player.board == []


def test_ogre_warmaul_makes_the_hero_err_half_the_time():
    hit = 0
    for game in over(40, stage, weapon="Ogre Warmaul", enemy_board=["War Golem"]):
        game.attack(game.player.hero, game.opponent.hero)
        assert game.player.weapon.durability == 1
        hit += game.opponent.health == 26
    assert 10 <= hit <= 30


def test_warbot_has_1_more_attack_while_damaged():
    game = stage(board=["Warbot"])
    assert game.player.board[0].take_damage(1).attack == 2
    assert game.player.board[0].heal(1).attack == 1


def test_crush_costs_4_less_with_a_damaged_minion():
    game = stage(hand=["Crush"], board=["War Golem"], enemy_board=["War Golem"])
    crush, golem = game.player.hand[0], game.player.board[0]
    game.opponent.board[0].take_damage(1)
    assert crush.cost == 7
    golem.take_damage(1)
    assert crush.cost == 3
    assert game.play("Crush", game.opponent.board[0]).opponent.board == []


def test_shieldmaiden_gains_5_armour():
    assert stage(hand=["Shieldmaiden"]).play("Shieldmaiden").player.armor == 5


def test_screwjank_clunker_needs_a_friendly_mech():
    game = stage(hand=["Screwjank Clunker"], board=["Warbot", "Wisp"])
    assert game.player.hand[0].targets == [game.player.board[0]]
    assert game.play("Screwjank Clunker", "Warbot").player.board[0].stats == (3, 5)


def test_siege_engine_gains_1_attack_whenever_its_hero_gains_armour():
    game = stage(hero="WARRIOR", hand=["Shield Block"], board=["Siege Engine"])
    assert game.use_power().play("Shield Block").player.board[0].stats == (7, 5)


def test_siege_engine_counts_each_gain_and_only_its_own_side():
    game = played("Whirlwind", board=["Siege Engine", "Armorsmith", "Wisp"])
    assert (game.player.armor, game.player.board[0].stats) == (3, (8, 4))
    game = stage(hero="WARRIOR", enemy_board=["Siege Engine"]).use_power()
    assert game.opponent.board[0].attack == 5


def test_iron_juggernaut_buries_a_mine_in_the_opponents_deck():
    game = stage(hand=["Iron Juggernaut"]).play("Iron Juggernaut")
    assert (names(game.opponent.deck), game.player.deck) == (["Burrowing Mine"], [])


def test_a_mine_explodes_when_drawn_and_the_next_card_is_drawn():
    game = stage(enemy_deck=["Burrowing Mine", "Wisp", "Shiv"]).end_turn()
    assert (game.opponent.health, names(game.opponent.hand)) == (20, ["Wisp"])
    assert names(game.opponent.graveyard) == ["Burrowing Mine"]


def test_mines_explode_in_turn_before_the_next_card():
    game = played("Novice Engineer", deck=["Burrowing Mine", "Burrowing Mine", "Shiv"])
    assert (game.player.health, names(game.player.hand)) == (10, ["Shiv"])


def test_a_mine_explodes_although_the_hand_is_full():
    game = stage(hand=["Wisp"] * 10, deck=["Burrowing Mine", "Shiv"])
    game.player.draw()
    assert (game.player.health, len(game.player.hand)) == (20, 10)
    assert sorted(names(game.player.graveyard)) == ["Burrowing Mine", "Shiv"]


def test_texts_that_draw_two_cards_draw_another_for_the_mine():
    game = played("Arcane Intellect", deck=["Burrowing Mine", "Wisp", "Shiv", "Sap"])
    assert (game.player.health, names(game.player.hand)) == (20, ["Wisp", "Shiv"])


def test_a_mine_kills_and_armour_takes_its_damage():
    game = stage(deck=["Burrowing Mine", "Wisp"], armor=4)
    assert game.player.draw().health == 24
    game = stage(enemy_deck=["Burrowing Mine"], enemy_health=10)
    assert game.end_turn().winner == game.player


def test_spell_damage_and_triggers_about_spells_do_not_see_a_mine():
    position = {"board": ["Malygos", "Mana Wyrm"], "deck": ["Burrowing Mine"]}
    game = stage(**position)
    game.player.draw()
    assert (game.player.health, game.player.board[1].attack) == (20, 1)


def test_fel_reaver_removes_a_mine_that_does_not_explode():
    position = {"board": ["Fel Reaver"], "deck": ["Burrowing Mine", "Wisp"]}
    game = stage(**position, enemy_hand=["Wisp"]).end_turn().play("Wisp")
    assert (game.player.deck, game.player.health, game.opponent.health) == ([], 30, 30)


def test_malganis_takes_no_damage_from_a_mine_for_his_hero():
    game = stage(board=["Mal'Ganis"], deck=["Burrowing Mine", "Wisp"])
    assert (game.player.draw().health, names(game.player.hand)) == (30, ["Wisp"])


def test_a_mine_that_comes_to_hand_otherwise_is_a_spell():
    game = stage(hand=["Mind Vision"], enemy_hand=["Burrowing Mine"]).play("Mind Vision")
    assert names(game.player.hand) == ["Burrowing Mine"]
    assert game.play("Burrowing Mine").player.health == 20
