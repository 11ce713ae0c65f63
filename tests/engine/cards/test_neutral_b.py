"""Rulings of neutral cards, in the order of `engine/cards/neutral.py`, after Mountain Giant."""

import pytest

from engine.card_data import standard_cards
from engine.game import Game, IllegalAction
from tests.engine.rulings import ENEMY_HERO, died, names, over, played, stats


def test_cairne_bloodhoof_leaves_baine_in_his_place():
    game = Game.stage(board=["Wisp", "Cairne Bloodhoof", "Wisp"])
    game.find("Cairne Bloodhoof").destroy()
    assert names(game.player.board) == ["Wisp", "Baine Bloodhoof", "Wisp"]
    assert game.find("Baine Bloodhoof").stats == (4, 5)


def test_leeroy_charges_and_gives_the_opponent_two_whelps():
    game = Game.stage(hand=["Leeroy Jenkins"]).play("Leeroy Jenkins")
    assert stats(game.opponent.board) == [(1, 1), (1, 1)]
    assert game.attack("Leeroy Jenkins", game.opponent.hero).opponent.health == 24


def test_dire_wolf_alpha_gives_only_its_neighbours_1_attack():
    game = Game.stage(board=["Wisp", "Wisp", "Dire Wolf Alpha", "Wisp"])
    assert [minion.attack for minion in game.player.board] == [1, 2, 2, 2]


def test_dire_wolf_alpha_follows_who_stands_beside_it():
    far, near, wolf = Game.stage(board=["Wisp", "Wisp", "Dire Wolf Alpha"]).player.board
    near.destroy()
    assert (far.attack, wolf.attack) == (2, 2)
    wolf.silence()
    assert far.attack == 1


def test_emperor_cobra_kills_what_it_damages():
    game = Game.stage(board=["Emperor Cobra"], enemy_board=["War Golem"])
    assert game.attack("Emperor Cobra", "War Golem").opponent.board == []


def test_emperor_cobra_kills_what_attacks_it():
    game = Game.stage(board=["War Golem"], enemy_board=["Emperor Cobra"])
    assert game.attack("War Golem", "Emperor Cobra").player.board == []


def test_emperor_cobra_is_harmless_against_a_divine_shield():
    game = Game.stage(board=["Emperor Cobra"], enemy_board=["Silvermoon Guardian"])
    game.attack("Emperor Cobra", "Silvermoon Guardian")
    assert names(game.opponent.board) == ["Silvermoon Guardian"]


def test_emperor_cobra_only_wounds_a_hero():
    game = Game.stage(board=["Emperor Cobra"])
    game.attack("Emperor Cobra", game.opponent.hero)
    assert (game.opponent.health, game.result) == (28, "running")


def test_si7_infiltrator_destroys_a_secret_without_revealing_it():
    game = played("SI:7 Infiltrator", enemy_secrets=["Snake Trap"], enemy_weapon="Eaglehorn Bow")
    assert game.opponent.secrets == []
    assert game.opponent.weapon.durability == 2


def test_si7_infiltrator_destroys_one_secret_of_several():
    game = Game.stage(hand=["SI:7 Infiltrator"], enemy_secrets=["Snake Trap", "Eye for an Eye"])
    assert len(game.play("SI:7 Infiltrator").opponent.secrets) == 1


def test_arcane_devourer_grows_with_every_spell_of_its_player():
    game = Game.stage(board=["Arcane Devourer"], hand=["The Coin"], enemy_hand=["The Coin"])
    game.play("The Coin").end_turn().play("The Coin")
    assert stats(game.player.board) == [(7, 7)]


def test_barrens_stablehand_summons_a_random_beast_of_standard_beside_it():
    beasts = {card.id for card in standard_cards() if card.race == "BEAST"}
    for game in over(5, played, "Barrens Stablehand", position=0, board=["Wisp"]):
        assert game.player.board[0].name == "Barrens Stablehand"
        assert game.player.board[1].id in beasts
        assert names(game.player.board)[2:] == ["Wisp"]


def test_brightwing_adds_a_random_legendary_minion_of_standard():
    legends = {c.id for c in standard_cards() if c.rarity == "LEGENDARY" and c.type == "MINION"}
    for seed in range(5):
        (card,) = Game.stage(hand=["Brightwing"], seed=seed).play("Brightwing").player.hand
        assert card.id in legends


def test_whitemane_summons_friendly_minions_that_died_this_turn():
    game = Game.stage(
        hand=["High Inquisitor Whitemane"], board=["Wisp", "Chillwind Yeti"], enemy_board=["Wisp"]
    )
    for minion in (*game.player.board, *game.opponent.board):
        minion.destroy()
    game.play("High Inquisitor Whitemane")
    assert names(game.player.board) == ["High Inquisitor Whitemane", "Wisp", "Chillwind Yeti"]
    assert game.opponent.board == []


def test_whitemane_summons_in_the_order_of_deaths():
    game = Game.stage(hand=["High Inquisitor Whitemane"], board=["Wisp", "Chillwind Yeti"])
    wisp, yeti = game.player.board
    yeti.destroy()
    wisp.destroy()
    game.play("High Inquisitor Whitemane")
    assert names(game.player.board) == ["High Inquisitor Whitemane", "Chillwind Yeti", "Wisp"]


def test_whitemane_summons_those_who_died_first_if_room_is_short():
    game = Game.stage(hand=["High Inquisitor Whitemane"], board=["Wisp"] * 5 + ["Chillwind Yeti"])
    game.player.board[5].destroy()
    game.player.board[4].destroy()
    game.player.put("War Golem")
    assert names(game.play("High Inquisitor Whitemane").player.board)[6:] == ["Chillwind Yeti"]


def test_whitemane_summons_nobody_who_died_in_an_earlier_turn():
    game = died("Wisp", hand=["High Inquisitor Whitemane"])
    game.skip_turn().play("High Inquisitor Whitemane")
    assert names(game.player.board) == ["High Inquisitor Whitemane"]


def test_whitemane_summons_no_minion_that_was_only_discarded():
    game = Game.stage(hand=["High Inquisitor Whitemane", "Wisp"])
    game.player.hand[1].discard()
    game.play("High Inquisitor Whitemane")
    assert names(game.player.board) == ["High Inquisitor Whitemane"]


def test_baron_geddon_burns_everyone_else_at_the_end_of_his_turn_only():
    game = Game.stage(board=["Baron Geddon", "Wisp"], enemy_board=["Chillwind Yeti"]).skip_turn()
    assert names(game.player.board) == ["Baron Geddon"]
    assert (game.player.health, game.opponent.health) == (28, 28)
    assert stats(game.opponent.board) == [(4, 3)]


def test_frost_elemental_freezes_a_character():
    game = played("Frost Elemental", "Chillwind Yeti", enemy_board=["Chillwind Yeti"]).end_turn()
    assert not game.find("Chillwind Yeti").can_attack


def test_azure_drake_draws_a_card_and_adds_spell_damage():
    game = Game.stage(hand=["Azure Drake", "Sinister Strike"], deck=["Wisp"]).play("Azure Drake")
    assert names(game.player.hand) == ["Sinister Strike", "Wisp"]
    assert game.play("Sinister Strike").opponent.health == 26


@pytest.mark.parametrize("name", ["Tauren Warrior", "Amani Berserker"])
def test_enraged_minions_have_3_more_attack_while_damaged(name):
    minion = Game.stage(board=[name]).player.board[0]
    assert minion.attack == 2
    assert minion.take_damage(1).attack == 5
    assert minion.heal(1).attack == 2


def test_gurubashi_berserker_gains_3_attack_whenever_damaged():
    berserker = Game.stage(board=["Gurubashi Berserker"]).player.board[0]
    assert berserker.take_damage(1).take_damage(1).stats == (8, 5)


def test_raging_worgen_has_1_more_attack_and_windfury_while_damaged():
    game = Game.stage(board=["Raging Worgen"])
    worgen = game.player.board[0].take_damage(1)
    worgen.attacks(game.opponent.hero).attacks(game.opponent.hero)
    assert game.opponent.health == 22
    assert not worgen.heal(1).windfury


def test_murloc_tidehunter_summons_a_murloc_scout_to_its_right():
    game = played("Murloc Tidehunter", position=0, board=["Wisp"])
    assert names(game.player.board) == ["Murloc Tidehunter", "Murloc Scout", "Wisp"]


def test_murloc_warleader_and_grimscale_oracle_give_other_friendly_murlocs_attack():
    board = ["Murloc Warleader", "Grimscale Oracle", "Murloc Scout", "Wisp"]
    game = Game.stage(board=board, enemy_board=["Murloc Raider"])
    assert [minion.attack for minion in game.player.board] == [4, 3, 4, 1]
    assert game.opponent.board[0].attack == 2


def test_murloc_tidecaller_gains_attack_for_each_murloc_summoned_for_its_player():
    game = played("Murloc Tidehunter", hand=["Wisp"], board=["Murloc Tidecaller"]).play("Wisp")
    game.opponent.summon("Murloc Raider")
    assert game.find("Murloc Tidecaller").attack == 3


def test_murloc_tidecaller_does_not_count_itself():
    assert stats(played("Murloc Tidecaller").player.board) == [(1, 2)]


def test_harvest_golem_leaves_a_damaged_golem():
    assert stats(died("Harvest Golem").player.board) == [(2, 1)]


def test_nat_pagle_draws_an_extra_card_about_half_of_the_time():
    games = over(40, Game.stage, board=["Nat Pagle"], deck=["Wisp"] * 3)
    assert 10 <= sum(len(game.skip_turn().player.hand) - 1 for game in games) <= 30


def test_harrison_jones_destroys_the_enemy_weapon_and_draws_its_durability():
    game = played("Harrison Jones", deck=["Wisp"] * 9, enemy_weapon="Assassin's Blade")
    assert game.opponent.weapon is None
    assert names(game.player.hand) == ["Wisp"] * 4


def test_harrison_jones_draws_nothing_without_an_enemy_weapon():
    game = played("Harrison Jones", deck=["Wisp"], weapon="Wicked Knife")
    assert game.player.hand == []
    assert game.player.weapon is not None


@pytest.mark.parametrize("health", [30, 7])
@pytest.mark.parametrize("side", [0, 1])
def test_alexstrasza_sets_the_remaining_health_of_either_hero_to_15(side, health):
    game = Game.stage(hand=["Alexstrasza"])
    hero = game.players[side].hero.take_damage(30 - health)
    game.play("Alexstrasza", hero)
    assert hero.health == 15


def test_alexstrasza_spares_armour_and_lets_a_hero_heal_up_to_30():
    game = played("Alexstrasza", ENEMY_HERO, enemy_armor=3)
    assert (game.opponent.armor, game.opponent.hero.heal(99).health) == (3, 30)


def test_onyxia_fills_the_board_with_whelps():
    game = Game.stage(hand=["Onyxia"], board=["Wisp"], enemy_board=["Wisp"] * 7).play("Onyxia")
    assert names(game.player.board).count("Whelp") == 5


def test_onyxias_whelps_come_right_and_left_of_her_in_turn():
    game = played("Onyxia", position=1, board=["Wisp", "War Golem"])
    assert names(game.player.board) == [
        "Wisp", "Whelp", "Whelp", "Onyxia", "Whelp", "Whelp", "War Golem",
    ]  # fmt: skip


def test_onyxias_first_whelp_comes_right_of_her():
    assert names(played("Onyxia", board=["Wisp"] * 5).player.board)[5:] == ["Onyxia", "Whelp"]


def test_malygos_adds_5_to_spells_but_not_to_hero_powers_or_battlecries():
    game = played("Arcane Shot", ENEMY_HERO, hand=["Nightblade"], board=["Malygos"], hero="HUNTER")
    assert game.opponent.health == 23
    assert game.use_power().play("Nightblade").opponent.health == 18


def test_faceless_manipulator_becomes_a_copy_with_buffs_and_damage():
    game = Game.stage(hand=["Faceless Manipulator"], enemy_board=["Chillwind Yeti"])
    yeti = game.opponent.board[0].take_damage(3)
    yeti.attack = 9
    (copy,) = game.play("Faceless Manipulator", yeti).player.board
    assert (copy.name, copy.stats, copy.max_health) == ("Chillwind Yeti", (9, 2), 5)


def test_faceless_manipulator_counts_as_summoned_when_it_has_become_a_copy():
    game = played("Faceless Manipulator", "Wisp", board=["Knife Juggler", "Wisp"])
    assert names(game.player.board) == ["Knife Juggler", "Wisp", "Wisp"]
    assert game.opponent.health == 29


def test_faceless_manipulator_copies_charge_but_no_battlecry():
    game = played("Faceless Manipulator", "Leeroy Jenkins", enemy_board=["Leeroy Jenkins"])
    assert len(game.opponent.board) == 1
    assert game.player.board[0].can_attack


def test_faceless_manipulator_copies_no_aura_that_it_does_not_stand_in():
    game = played(
        "Faceless Manipulator", "Wisp", enemy_board=["Wisp", "Stormwind Champion", "Raid Leader"]
    )
    assert stats(game.player.board) == [(1, 1)]


def test_faceless_manipulator_stays_itself_without_a_minion_to_copy():
    assert stats(played("Faceless Manipulator").player.board) == [(3, 3)]


def test_ysera_adds_a_dream_card_at_the_end_of_her_turn():
    found = set()
    for seed in range(30):
        (card,) = Game.stage(board=["Ysera"], seed=seed).end_turn().player.hand
        found.add(card.name)
    assert found == {"Laughing Sister", "Ysera Awakens", "Emerald Drake", "Dream", "Nightmare"}


def test_ysera_awakens_hits_all_characters_but_ysera():
    game = played("Ysera Awakens", board=["Ysera"], enemy_board=["Boulderfist Ogre"])
    assert stats([*game.player.board, *game.opponent.board]) == [(4, 12), (6, 2)]
    assert (game.player.health, game.opponent.health) == (25, 25)


def test_dream_returns_a_minion_to_its_owner():
    assert names(played("Dream", "Wisp", enemy_board=["Wisp"]).opponent.hand) == ["Wisp"]


def test_nightmare_gives_5_5_and_destroys_at_the_start_of_its_casters_next_turn():
    game = Game.stage(hand=["Nightmare"], enemy_board=["Wisp"]).play("Nightmare", "Wisp")
    assert stats(game.opponent.board) == [(6, 6)]
    assert len(game.end_turn().opponent.board) == 1
    assert game.end_turn().opponent.board == []


def test_nightmare_ends_with_silence():
    game = Game.stage(hand=["Nightmare"], enemy_board=["Wisp"]).play("Nightmare", "Wisp")
    game.opponent.board[0].silence()
    assert stats(game.skip_turn().opponent.board) == [(1, 1)]


def test_the_beast_gives_the_opponent_finkle_einhorn():
    assert stats(died("The Beast").opponent.board) == [(3, 3)]


def test_priestess_of_elune_restores_4_health_to_her_hero():
    assert played("Priestess of Elune", health=20).player.health == 24


def test_ancient_mage_gives_both_neighbours_spell_damage_until_they_are_silenced():
    game = played("Ancient Mage", position=1, board=["Wisp"] * 3)
    assert [minion.spell_damage for minion in game.player.board] == [1, 0, 1, 0]
    assert game.player.spell_damage == 2
    game.player.board[0].silence()
    assert game.player.spell_damage == 1


def test_sea_giant_costs_1_less_for_each_minion_of_either_side():
    game = Game.stage(hand=["Sea Giant"], board=["Wisp"] * 3, enemy_board=["Wisp"] * 2)
    giant = game.player.hand[0]
    assert giant.cost == 5
    game.opponent.board[0].destroy()
    assert giant.cost == 6


def test_sea_giant_never_costs_less_than_0():
    game = Game.stage(hand=["Sea Giant"], board=["Wisp"] * 6, enemy_board=["Wisp"] * 7, mana=0)
    assert game.player.hand[0].cost == 0
    assert game.play("Sea Giant").player.mana == 0


def test_two_sea_giants_make_each_other_cheaper():
    game = Game.stage(hand=["Sea Giant"] * 2, board=["Wisp"] * 3, enemy_board=["Wisp"] * 3, mana=4)
    assert game.play("Sea Giant").player.hand[0].cost == 3


def test_blood_knight_takes_every_divine_shield_and_grows_for_each():
    game = played(
        "Blood Knight", board=["Argent Squire"], enemy_board=["Silvermoon Guardian", "Wisp"]
    )
    assert game.find("Blood Knight").stats == (9, 9)
    assert not any(minion.divine_shield for side in game.players for minion in side.board)


def test_nightblade_deals_3_damage_to_the_enemy_hero():
    game = Game.stage(hand=["Nightblade"]).play("Nightblade")
    assert (game.player.health, game.opponent.health) == (30, 27)


def test_cult_master_draws_for_each_other_friendly_minion_that_dies():
    game = Game.stage(board=["Cult Master", "Wisp"], enemy_board=["Wisp"], deck=["Wisp"] * 5)
    game.player.board[1].destroy()
    game.opponent.board[0].destroy()
    assert len(game.player.hand) == 1


def test_cult_master_draws_nothing_for_who_dies_together_with_it():
    game = played("Hellfire", board=["Cult Master", "Wisp"], deck=["Wisp"] * 5)
    assert game.player.board == game.player.hand == []


def test_imp_master_hurts_itself_and_summons_an_imp_at_the_end_of_its_turn():
    assert stats(Game.stage(board=["Imp Master"]).skip_turn().player.board) == [(1, 4), (1, 1)]


def test_imp_master_summons_a_last_imp_as_it_dies():
    game = Game.stage(board=["Imp Master"])
    game.player.board[0].take_damage(4)
    assert names(game.end_turn().player.board) == ["Imp"]


def test_illidan_summons_a_flame_whenever_his_player_plays_a_card():
    game = played("The Coin", hand=["Wisp"], board=["Illidan Stormrage"]).play("Wisp")
    assert names(game.player.board).count("Flame of Azzinoth") == 2


def test_illidan_summons_before_the_battlecry():
    game = played("Defender of Argus", position=1, board=["Illidan Stormrage"])
    assert names(game.player.board)[1:] == ["Flame of Azzinoth", "Defender of Argus"]
    assert stats(game.player.board) == [(7, 5), (3, 2), (2, 3)]


def test_illidan_does_not_answer_his_own_play():
    assert names(played("Illidan Stormrage").player.board) == ["Illidan Stormrage"]


def test_mana_wraith_makes_the_minions_of_both_players_cost_1_more():
    game = Game.stage(board=["Mana Wraith"], hand=["Wisp", "Shiv"], enemy_hand=["Chillwind Yeti"])
    assert [card.cost for card in (*game.player.hand, *game.opponent.hand)] == [1, 2, 5]
    game.player.board[0].silence()
    assert game.player.hand[0].cost == 0


def test_hungry_crab_eats_a_murloc_of_either_side_and_grows():
    game = Game.stage(hand=["Hungry Crab"], enemy_board=["Murloc Raider", "Wisp"])
    crab = game.player.hand[0]
    assert names(crab.targets) == ["Murloc Raider"]
    crab.play("Murloc Raider")
    assert (crab.stats, names(game.opponent.board)) == ((3, 4), ["Wisp"])


def test_hungry_crab_comes_without_growing_if_there_is_no_murloc():
    assert stats(played("Hungry Crab", enemy_board=["Wisp"]).player.board) == [(1, 2)]


def test_bloodsail_raider_gains_the_attack_of_its_heros_weapon():
    assert stats(played("Bloodsail Raider", weapon="Assassin's Blade").player.board) == [(5, 3)]


def test_knife_juggler_throws_after_another_friendly_minion_is_summoned():
    game = Game.stage(hand=["Knife Juggler", "Wisp"]).play("Knife Juggler")
    assert game.opponent.health == 30
    assert game.play("Wisp").opponent.health == 29
    game.opponent.summon("Wisp")
    assert (game.player.health, game.opponent.health) == (30, 29)


def test_two_knife_jugglers_throw_one_knife_each():
    assert played("Wisp", board=["Knife Juggler"] * 2).opponent.health == 28


def test_knife_juggler_never_throws_at_who_is_about_to_die():
    for game in over(10, played, "Wisp", board=["Knife Juggler"] * 2, enemy_board=["Wisp"]):
        assert 30 - game.opponent.health + (1 - len(game.opponent.board)) == 2


def test_wild_pyromancer_burns_all_minions_after_a_spell_of_its_player():
    game = Game.stage(
        board=["Wild Pyromancer"], hand=["The Coin"], enemy_board=["Wisp"], enemy_hand=["The Coin"]
    )
    assert game.play("The Coin").opponent.board == []
    game.end_turn().play("The Coin")
    assert stats(game.player.board) == [(3, 1)]


def test_doomsayer_destroys_all_minions_at_the_start_of_its_players_turn():
    game = Game.stage(board=["Doomsayer", "War Golem"], enemy_board=["War Golem"])
    assert len(game.end_turn().player.board) == 2
    game.end_turn()
    assert game.player.board == game.opponent.board == []


def test_dread_corsair_costs_1_less_for_each_attack_of_its_players_weapon():
    game = Game.stage(hand=["Dread Corsair", "Deadly Poison"], weapon="Assassin's Blade")
    corsair = game.player.hand[0]
    assert corsair.cost == 1
    game.play("Deadly Poison")
    assert corsair.cost == 0


def test_elusive_minions_can_be_attacked():
    game = Game.stage(board=["Wisp"], enemy_board=["Faerie Dragon", "Laughing Sister"])
    assert len(game.player.board[0].attack_targets) == 3


def test_captain_greenskin_gives_the_weapon_1_attack_and_1_durability():
    assert played("Captain Greenskin", weapon="Wicked Knife").player.weapon.stats == (2, 3)


def test_bloodsail_corsair_takes_1_durability_and_breaks_a_worn_weapon():
    game = Game.stage(hand=["Bloodsail Corsair"] * 2, enemy_weapon="Wicked Knife")
    assert game.play("Bloodsail Corsair").opponent.weapon.stats == (1, 1)
    assert game.play("Bloodsail Corsair").opponent.weapon is None


def test_violet_teacher_summons_her_apprentice_before_the_spell_resolves():
    game = Game.stage(board=["Violet Teacher"], hand=["Conceal"]).play("Conceal")
    assert names(game.player.board) == ["Violet Teacher", "Violet Apprentice"]
    assert all(minion.stealthed for minion in game.player.board)


def test_southsea_captain_gives_other_friendly_pirates_1_1():
    game = Game.stage(board=["Southsea Captain", "Bloodsail Raider", "Wisp"])
    assert stats(game.player.board) == [(3, 3), (3, 4), (1, 1)]


def test_millhouse_makes_the_opponents_spells_free_in_their_next_turn_only():
    game = played("Millhouse Manastorm", enemy_hand=["Sprint", "Chillwind Yeti"])
    sprint, yeti = game.opponent.hand
    assert sprint.cost == 7
    game.end_turn()
    assert (sprint.cost, yeti.cost) == (0, 4)
    game.end_turn()
    assert sprint.cost == 7


def test_deathwing_destroys_all_other_minions_and_discards_the_hand():
    game = played("Deathwing", hand=["Wisp"], board=["Wisp"], enemy_board=["Cairne Bloodhoof"])
    assert names(game.player.board) == ["Deathwing"]
    assert names(game.opponent.board) == ["Baine Bloodhoof"]
    assert game.player.hand == []


def test_master_swordsmith_gives_another_friendly_minion_1_attack_each_turn():
    game = Game.stage(board=["Master Swordsmith", "Wisp"]).skip_turn()
    assert stats(game.player.board) == [(1, 3), (2, 1)]


def test_master_swordsmith_alone_does_nothing():
    game = Game.stage(board=["Master Swordsmith"], enemy_board=["Wisp"]).end_turn()
    assert stats([*game.player.board, *game.opponent.board]) == [(1, 3), (1, 1)]


def test_gruul_grows_at_the_end_of_each_players_turn():
    assert stats(Game.stage(board=["Gruul"]).skip_turn().player.board) == [(9, 9)]


def test_hogger_summons_a_gnoll_with_taunt_at_the_end_of_his_turn():
    game = Game.stage(board=["Hogger"]).skip_turn()
    assert stats(game.player.board) == [(4, 4), (2, 2)]
    assert game.player.board[1].taunt


def test_stampeding_kodo_destroys_an_enemy_minion_with_2_or_less_attack():
    game = played(
        "Stampeding Kodo", board=["Wisp"], enemy_board=["Chillwind Yeti", "Oasis Snapjaw"]
    )
    assert names(game.opponent.board) == ["Chillwind Yeti"]
    assert names(game.player.board) == ["Wisp", "Stampeding Kodo"]


def test_stampeding_kodo_counts_attack_from_auras():
    game = Game.stage(hand=["Stampeding Kodo"], enemy_board=["Oasis Snapjaw", "Raid Leader"])
    assert names(game.play("Stampeding Kodo").opponent.board) == ["Oasis Snapjaw"]


def test_flesheating_ghoul_gains_attack_for_each_death_on_either_side():
    game = Game.stage(board=["Flesheating Ghoul", "Wisp"], enemy_board=["Wisp"] * 2)
    for minion in (game.player.board[1], *game.opponent.board):
        minion.destroy()
    assert stats(game.player.board) == [(5, 3)]


def test_the_coin_gives_1_mana_this_turn_only():
    game = Game.stage(hand=["The Coin"], mana=3).play("The Coin")
    assert (game.player.mana, game.player.max_mana) == (4, 3)
    assert game.skip_turn().player.mana == 4


def test_the_coin_gives_nothing_above_10_mana():
    assert Game.stage(hand=["The Coin"]).play("The Coin").player.mana == 10


def test_millhouse_does_not_make_his_own_players_spells_free():
    game = Game.stage(hand=["Millhouse Manastorm", "Sprint"], mana=2).play("Millhouse Manastorm")
    with pytest.raises(IllegalAction):
        game.play("Sprint")
