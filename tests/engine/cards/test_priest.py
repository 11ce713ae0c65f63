"""Rulings of the Priest's cards."""

import pytest

from engine.game import Game
from tests.engine.rulings import ENEMY_HERO, HERO, names, over, played, stats


def priest(**position) -> Game:
    """A Priest to move against a Mage."""
    return Game.stage(hero="PRIEST", enemy_hero="MAGE", **position)


# --- healing -----------------------------------------------------------------------------------


def test_lesser_heal_restores_2_health_to_anyone():
    game = priest(enemy_board=["War Golem"])
    golem = game.opponent.board[0].take_damage(3)
    assert game.use_power(golem).opponent.board[0].health == 6


def test_lesser_heal_may_be_used_on_who_is_not_hurt_and_draws_nothing():
    game = priest(board=["Northshire Cleric"], deck=["Wisp"]).use_power("Northshire Cleric")
    assert (game.player.hand, game.player.power.is_usable) == ([], False)


def test_radiance_restores_5_health_to_the_own_hero_up_to_its_maximum():
    game = priest(hand=["Radiance"] * 2, health=23)
    assert game.play("Radiance").player.health == 28
    assert game.play("Radiance").player.health == 30


def test_circle_of_healing_restores_4_health_to_all_minions_but_no_hero():
    game = priest(hand=["Circle of Healing"], board=["War Golem"], enemy_board=["War Golem"])
    mine, theirs = game.player.board[0].take_damage(5), game.opponent.board[0].take_damage(3)
    game.player.hero.take_damage(5)
    game.play("Circle of Healing")
    assert (mine.health, theirs.health, game.player.health) == (6, 7, 25)


def test_holy_nova_deals_2_to_enemies_and_restores_2_to_friends():
    game = priest(hand=["Holy Nova"], board=["War Golem"], enemy_board=["War Golem"], health=25)
    mine = game.player.board[0].take_damage(3)
    game.play("Holy Nova")
    assert (mine.health, game.player.health) == (6, 27)
    assert (game.opponent.board[0].health, game.opponent.health) == (5, 28)


def test_spell_damage_raises_the_damage_of_holy_nova_but_not_its_healing():
    game = played("Holy Nova", by=priest, board=["Kobold Geomancer"], health=25)
    assert (game.player.health, game.opponent.health) == (27, 27)


def test_holy_fire_deals_5_and_restores_5_to_the_own_hero():
    game = played("Holy Fire", "War Golem", by=priest, enemy_board=["War Golem"], health=20)
    assert (game.player.health, game.opponent.board[0].health) == (25, 2)


def test_holy_fire_heals_what_it_has_dealt_to_its_own_hero():
    assert played("Holy Fire", HERO, by=priest).player.health == 30


def test_northshire_cleric_draws_once_for_every_minion_healed_on_either_side():
    game = priest(
        hand=["Circle of Healing"], board=["Northshire Cleric", "War Golem"],
        enemy_board=["War Golem"] * 2, deck=["Wisp"] * 5,
    )  # fmt: skip
    for minion in [*game.player.board, game.opponent.board[0]]:
        minion.take_damage(1)
    assert len(game.play("Circle of Healing").player.hand) == 3


def test_two_northshire_clerics_draw_two_each_for_healing_each_other():
    game = priest(hand=["Circle of Healing"], board=["Northshire Cleric"] * 2, deck=["Wisp"] * 5)
    for cleric in game.player.board:
        cleric.take_damage(1)
    assert len(game.play("Circle of Healing").player.hand) == 4


def test_northshire_cleric_draws_nothing_for_a_hero_or_for_who_is_at_full_health():
    game = priest(
        hand=["Circle of Healing", "Radiance"], board=["Northshire Cleric"], deck=["Wisp"],
        health=27,
    )  # fmt: skip
    assert game.play("Circle of Healing").play("Radiance").player.hand == []


def test_lightwell_restores_3_health_to_a_damaged_friend_at_the_start_of_the_turn():
    game = priest(board=["Lightwell", "War Golem"], enemy_board=["War Golem"])
    golem = game.player.board[1].take_damage(5)
    game.opponent.board[0].take_damage(5)
    assert game.end_turn().player.board[1] == golem
    assert golem.health == 2
    game.end_turn()
    assert golem.health == 5


def test_lightwell_heals_the_hero_too_and_one_at_a_time():
    healed = set()
    for game in over(12, priest, board=["Lightwell", "War Golem"], health=26):
        game.player.board[1].take_damage(4)
        game.skip_turn()
        healed.add((game.player.health, game.player.board[1].health))
    assert healed == {(29, 3), (26, 6)}


# --- Auchenai Soulpriest -----------------------------------------------------------------------


def test_auchenai_turns_circle_of_healing_into_damage_to_all_minions_itself_included():
    game = priest(
        hand=["Circle of Healing"], board=["Auchenai Soulpriest"],
        enemy_board=["War Golem", "Bloodfen Raptor"],
    )  # fmt: skip
    game.play("Circle of Healing")
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(3, 1)], [(7, 3)])


def test_spell_damage_raises_healing_that_auchenai_turns_into_damage():
    game = priest(
        hand=["Circle of Healing"], board=["Auchenai Soulpriest", "Kobold Geomancer"],
        enemy_board=["War Golem"],
    )  # fmt: skip
    assert stats(game.play("Circle of Healing").opponent.board) == [(7, 2)]
    assert game.player.board == []


def test_auchenai_makes_holy_nova_hurt_friends_and_foes():
    game = played("Holy Nova", by=priest, board=["Auchenai Soulpriest"], enemy_board=["War Golem"])
    assert (game.player.health, game.player.board[0].health) == (28, 3)
    assert (game.opponent.health, game.opponent.board[0].health) == (28, 5)


def test_auchenai_makes_lesser_heal_deal_2_without_spell_damage():
    game = priest(board=["Auchenai Soulpriest", "Kobold Geomancer"])
    assert game.use_power(game.opponent.hero).opponent.health == 28


def test_auchenai_makes_lightwell_hurt_a_damaged_friend():
    game = priest(board=["Auchenai Soulpriest", "Lightwell"])
    game.player.board[1].take_damage(1)
    assert game.skip_turn().player.board[1].health == 1


def test_auchenai_makes_battlecries_hurt_but_only_those_of_its_side():
    game = priest(
        hand=["Earthen Ring Farseer"], board=["Auchenai Soulpriest"], enemy_hand=["Voodoo Doctor"]
    )
    game.play("Earthen Ring Farseer", game.opponent.hero)
    assert game.opponent.health == 27
    game.end_turn().play("Voodoo Doctor", game.opponent.hero)
    assert game.opponent.health == 29


def test_northshire_cleric_draws_nothing_for_auchenais_damage():
    game = priest(
        hand=["Circle of Healing"], board=["Auchenai Soulpriest", "Northshire Cleric"],
        enemy_board=["War Golem"], deck=["Wisp"],
    )  # fmt: skip
    game.opponent.board[0].take_damage(1)
    assert game.play("Circle of Healing").player.hand == []


def test_auchenai_makes_holy_fire_hurt_its_player():
    game = played("Holy Fire", ENEMY_HERO, by=priest, board=["Auchenai Soulpriest"])
    assert (game.player.health, game.opponent.health) == (25, 25)


def test_auchenai_silenced_heals_again():
    game = priest(board=["Auchenai Soulpriest"])
    priestess = game.player.board[0].take_damage(3).silence()
    assert game.use_power(priestess).player.board[0].health == 4


# --- Prophet Velen -----------------------------------------------------------------------------


def test_velen_doubles_spell_damage_and_healing():
    game = priest(hand=["Mind Blast", "Radiance"], board=["Prophet Velen"], health=15)
    game.play("Mind Blast").play("Radiance")
    assert (game.opponent.health, game.player.health) == (20, 25)


def test_velen_doubles_after_spell_damage_was_added():
    game = priest(hand=["Mind Blast"], board=["Prophet Velen", "Kobold Geomancer"])
    assert game.play("Mind Blast").opponent.health == 18


def test_two_velens_make_four_times_as_much():
    game = priest(hand=["Holy Smite"], board=["Prophet Velen"] * 2)
    assert game.play("Holy Smite", game.opponent.hero).opponent.health == 22


def test_velen_doubles_the_hero_power():
    game = priest(board=["Prophet Velen"], health=21)
    assert game.use_power(game.player.hero).player.health == 25


def test_velen_with_auchenai_doubles_the_damage_of_healing():
    game = priest(hand=["Circle of Healing"], board=["Prophet Velen", "Auchenai Soulpriest"])
    assert game.use_power(game.opponent.hero).opponent.health == 26
    assert game.play("Circle of Healing").player.board == []


def test_velen_doubles_the_number_of_missiles():
    assert played("Arcane Missiles", by=priest, board=["Prophet Velen"]).opponent.health == 24


def test_velen_does_not_double_battlecries_triggers_or_betrayal():
    game = priest(
        hand=["Elven Archer", "Betrayal"], board=["Prophet Velen", "Lightwell"],
        enemy_board=["Wisp", "War Golem"], health=20,
    )  # fmt: skip
    game.play("Elven Archer", game.opponent.hero).play("Betrayal", "Wisp")
    assert (game.opponent.health, game.opponent.board[1].health) == (29, 6)
    assert game.skip_turn().player.health == 23


def test_the_enemys_velen_doubles_nothing_of_mine():
    assert played("Mind Blast", by=priest, enemy_board=["Prophet Velen"]).opponent.health == 25


# --- damage and destruction --------------------------------------------------------------------


def test_holy_smite_deals_2_and_mind_blast_5_past_taunt():
    game = priest(hand=["Holy Smite", "Mind Blast"], enemy_board=["Goldshire Footman"])
    game.play("Mind Blast").play("Holy Smite", game.opponent.hero)
    assert game.opponent.health == 23


def test_shadow_word_pain_takes_3_attack_or_less_and_death_5_or_more():
    board = ["Wisp", "Bloodfen Raptor", "Chillwind Yeti", "Booty Bay Bodyguard"]
    game = priest(hand=["Shadow Word: Pain", "Shadow Word: Death"], enemy_board=board)
    pain, death = game.player.hand
    assert names(pain.targets) == ["Wisp", "Bloodfen Raptor"]
    assert names(death.targets) == ["Booty Bay Bodyguard"]
    pain.play("Bloodfen Raptor")
    death.play("Booty Bay Bodyguard")
    assert names(game.opponent.board) == ["Wisp", "Chillwind Yeti"]


def test_shadow_words_count_buffs_and_auras_and_take_friends():
    game = priest(hand=["Shadow Word: Death"], board=["Chillwind Yeti", "Raid Leader"])
    assert names(game.player.hand[0].targets) == ["Chillwind Yeti"]


# --- health and attack -------------------------------------------------------------------------


def test_power_word_shield_gives_2_health_and_draws():
    game = played("Power Word: Shield", "Wisp", by=priest, board=["Wisp"], deck=["War Golem"])
    assert (game.player.board[0].stats, names(game.player.hand)) == ((1, 3), ["War Golem"])


def test_divine_spirit_doubles_current_health():
    game = priest(hand=["Divine Spirit"] * 2, board=["War Golem"])
    golem = game.player.board[0].take_damage(4)
    game.play("Divine Spirit", golem)
    assert (golem.health, golem.max_health) == (6, 10)
    assert game.play("Divine Spirit", golem).player.board[0].health == 12


def test_divine_spirit_stops_at_a_thousand():
    game = priest(hand=["Divine Spirit"] * 9, board=["War Golem"])
    for _ in range(9):
        game.player.mana = 2
        game.play("Divine Spirit", "War Golem")
    assert game.player.board[0].health == 1000


def test_silence_takes_the_health_of_divine_spirit_but_does_not_hurt():
    game = priest(hand=["Divine Spirit", "Silence"], board=["Chillwind Yeti"])
    yeti = game.player.board[0]
    game.play("Divine Spirit", yeti).play("Silence", yeti)
    assert (yeti.health, yeti.max_health) == (5, 5)


def test_inner_fire_sets_attack_to_the_health_of_the_moment():
    game = priest(hand=["Inner Fire", "Power Word: Shield"], board=["War Golem"])
    golem = game.player.board[0].take_damage(3)
    game.play("Inner Fire", golem).play("Power Word: Shield", golem)
    assert golem.stats == (4, 6)


def test_inner_fire_may_lower_attack_and_auras_still_add():
    game = priest(hand=["Inner Fire"], board=["Core Hound", "Raid Leader"])
    assert game.play("Inner Fire", "Core Hound").player.board[0].attack == 6


def test_silence_takes_inner_fire():
    game = priest(hand=["Inner Fire", "Silence"], board=["Mogu'shan Warden"])
    game.play("Inner Fire", "Mogu'shan Warden")
    assert game.player.board[0].attack == 7
    assert game.play("Silence", "Mogu'shan Warden").player.board[0].attack == 1


def test_lightspawns_attack_follows_its_health():
    game = priest(hand=["Divine Spirit"], board=["Lightspawn"])
    spawn = game.player.board[0].take_damage(2)
    assert spawn.attack == 3
    assert game.play("Divine Spirit", spawn).player.board[0].stats == (6, 6)


def test_lightspawn_gains_no_attack_from_buffs_and_auras():
    game = played("Blessing of Kings", "Lightspawn", by=priest, board=["Lightspawn", "Raid Leader"])
    assert game.player.board[0].stats == (9, 9)


def test_lightspawn_silenced_has_no_attack():
    game = priest(hand=["Silence"], board=["Lightspawn"])
    assert game.play("Silence", "Lightspawn").player.board[0].stats == (0, 5)


def test_lightspawn_strikes_with_the_health_it_has_before_the_blow():
    game = priest(board=["Lightspawn"], enemy_board=["Chillwind Yeti"])
    game.attack("Lightspawn", "Chillwind Yeti")
    assert (stats(game.player.board), game.opponent.board) == ([(1, 1)], [])


def test_temple_enforcer_gives_another_friendly_minion_3_health():
    game = priest(hand=["Temple Enforcer"], board=["Wisp"], enemy_board=["Wisp"])
    wisp = game.player.board[0]
    assert game.player.hand[0].targets == [wisp]
    assert stats(game.play("Temple Enforcer", wisp).player.board) == [(1, 4), (6, 6)]


def test_glitter_moth_doubles_the_health_of_the_others_if_the_deck_is_odd():
    game = priest(hand=["Glitter Moth"], board=["War Golem", "Wisp"], deck=["Wolfrider"])
    game.player.board[0].take_damage(4)
    assert stats(game.play("Glitter Moth").player.board) == [(7, 6), (1, 2), (4, 4)]


def test_glitter_moth_does_nothing_with_an_even_cost_in_the_deck():
    game = priest(hand=["Glitter Moth"], board=["Wisp"], deck=["Wolfrider", "Fireball"])
    assert stats(game.play("Glitter Moth").player.board) == [(1, 1), (4, 4)]


# --- silence -----------------------------------------------------------------------------------


def test_mass_dispel_silences_all_enemy_minions_and_draws():
    game = priest(
        hand=["Mass Dispel"], board=["Sunwalker"], enemy_board=["Sunwalker", "Raid Leader", "Wisp"],
        deck=["Wisp"],
    )  # fmt: skip
    game.play("Mass Dispel")
    assert [m.silenced for m in game.opponent.board] == [True] * 3
    assert (game.opponent.board[2].attack, game.player.board[0].taunt) == (1, True)
    assert len(game.player.hand) == 1


# --- taking control ----------------------------------------------------------------------------


def test_mind_control_takes_an_enemy_minion_which_cannot_attack_yet():
    game = priest(hand=["Mind Control"], enemy_board=["War Golem"])
    golem = game.opponent.board[0]
    game.play("Mind Control", golem)
    assert (game.player.board, game.opponent.board, golem.can_attack) == ([golem], [], False)
    assert game.skip_turn().player.board[0].can_attack


def test_mind_control_takes_damage_and_buffs_and_turns_auras_around():
    game = priest(hand=["Mind Control"], board=["Wisp"], enemy_board=["Stormwind Champion", "Wisp"])
    champion = game.opponent.board[0].take_damage(2).set_flags(taunt=True)
    game.play("Mind Control", champion)
    assert (champion.controller, champion.taunt) == (game.player, True)
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(2, 2), (6, 4)], [(1, 1)])


@pytest.mark.parametrize("spell", ["Mind Control", "Shadow Madness", "Mindgames"])
def test_one_free_place_is_room(spell):
    game = priest(hand=[spell], board=["Wisp"] * 6, enemy_board=["Boar"], enemy_deck=["Boar"])
    game.play(spell, *([] if spell == "Mindgames" else ["Boar"]))
    assert names(game.player.board) == ["Wisp"] * 6 + ["Boar"]


def test_cabal_shadow_priest_takes_an_enemy_of_2_attack_or_less():
    game = priest(hand=["Cabal Shadow Priest"], enemy_board=["Wisp", "Bloodfen Raptor"])
    assert names(game.player.hand[0].targets) == ["Wisp"]
    game.play("Cabal Shadow Priest", "Wisp")
    assert names(game.player.board) == ["Cabal Shadow Priest", "Wisp"]


def test_cabal_shadow_priest_is_played_without_a_target_if_there_is_none():
    game = priest(hand=["Cabal Shadow Priest"], enemy_board=["War Golem"])
    assert names(game.play("Cabal Shadow Priest").player.board) == ["Cabal Shadow Priest"]


def test_cabal_shadow_priest_on_the_last_place_destroys_what_finds_no_room():
    game = priest(
        hand=["Cabal Shadow Priest"], board=["War Golem"] * 6, enemy_board=["Loot Hoarder"],
        enemy_deck=["Wisp"],
    )  # fmt: skip
    game.play("Cabal Shadow Priest", "Loot Hoarder")
    assert (len(game.player.board), game.opponent.board) == (7, [])
    assert names(game.opponent.hand) == ["Wisp"]


# --- Shadow Madness ----------------------------------------------------------------------------


def test_shadow_madness_takes_an_enemy_of_3_attack_or_less_which_attacks_at_once():
    game = priest(hand=["Shadow Madness"], enemy_board=["Bloodfen Raptor", "Chillwind Yeti"])
    assert names(game.player.hand[0].targets) == ["Bloodfen Raptor"]
    game.play("Shadow Madness", "Bloodfen Raptor").attack("Bloodfen Raptor", "Chillwind Yeti")
    assert (game.opponent.board[0].health, game.player.board) == (2, [])


def test_shadow_madness_gives_charge_which_warsong_commander_sees():
    game = priest(hand=["Shadow Madness"], enemy_board=["Warsong Commander"])
    game.play("Shadow Madness", "Warsong Commander")
    assert stats(game.player.board) == [(3, 3)]
    assert stats(game.end_turn().opponent.board) == [(2, 3)]


def test_shadow_madness_ends_with_the_turn_and_the_minion_may_attack_for_its_owner():
    game = priest(hand=["Shadow Madness"], enemy_board=["Bloodfen Raptor"])
    raptor = game.opponent.board[0]
    game.play("Shadow Madness", raptor).attack(raptor, game.opponent.hero).end_turn()
    assert (game.opponent.board, game.opponent.health) == ([raptor], 27)
    assert raptor.attacks(game.player.hero).can_attack is False
    assert game.skip_turn().opponent.board == [raptor]


def test_end_of_turn_texts_of_a_minion_under_shadow_madness_come_before_it_goes_back():
    game = priest(hand=["Shadow Madness"], enemy_board=["Young Priestess"], board=["Wisp"])
    game.play("Shadow Madness", "Young Priestess").end_turn()
    assert (stats(game.player.board), names(game.opponent.board)) == ([(1, 2)], ["Young Priestess"])


def test_silence_returns_a_minion_under_shadow_madness_at_once():
    game = priest(hand=["Shadow Madness", "Silence"], enemy_board=["Bloodfen Raptor"])
    game.play("Shadow Madness", "Bloodfen Raptor").play("Silence", "Bloodfen Raptor")
    assert (game.player.board, names(game.opponent.board)) == ([], ["Bloodfen Raptor"])
    assert names(game.end_turn().opponent.board) == ["Bloodfen Raptor"]


def test_a_minion_under_shadow_madness_returned_to_hand_stays_the_priests():
    game = priest(hand=["Shadow Madness", "Youthful Brewmaster"], enemy_board=["Bloodfen Raptor"])
    game.play("Shadow Madness", "Bloodfen Raptor").play("Youthful Brewmaster", "Bloodfen Raptor")
    assert names(game.player.hand) == ["Bloodfen Raptor"]
    assert names(game.play("Bloodfen Raptor").end_turn().player.board)[1:] == ["Bloodfen Raptor"]


def test_a_minion_transformed_under_shadow_madness_stays_the_priests():
    game = priest(hand=["Shadow Madness", "Polymorph"], enemy_board=["Bloodfen Raptor"])
    game.play("Shadow Madness", "Bloodfen Raptor")
    game.player.mana = 4
    assert names(game.play("Polymorph", "Bloodfen Raptor").end_turn().player.board) == ["Sheep"]


def test_the_deathrattle_of_a_minion_under_shadow_madness_is_the_priests():
    game = priest(hand=["Shadow Madness"], enemy_board=["Loot Hoarder"], deck=["Wisp"])
    game.play("Shadow Madness", "Loot Hoarder").player.board[0].destroy()
    assert names(game.player.hand) == ["Wisp"]


def test_a_copy_of_a_minion_under_shadow_madness_goes_with_it():
    game = priest(hand=["Shadow Madness", "Faceless Manipulator"], enemy_board=["Bloodfen Raptor"])
    game.play("Shadow Madness", "Bloodfen Raptor").play("Faceless Manipulator", "Bloodfen Raptor")
    assert names(game.end_turn().opponent.board) == ["Bloodfen Raptor"] * 2


def test_a_minion_under_shadow_madness_that_finds_no_room_at_home_is_destroyed():
    game = priest(hand=["Shadow Madness"], enemy_board=["Loot Hoarder"], deck=["War Golem"])
    game.play("Shadow Madness", "Loot Hoarder")
    for _ in range(7):
        game.opponent.put("Wisp")
    game.end_turn()
    assert (game.player.board, names(game.opponent.board)) == ([], ["Wisp"] * 7)
    assert names(game.player.hand) == ["War Golem"]


# --- copies ------------------------------------------------------------------------------------


def test_mind_vision_copies_a_card_of_the_enemys_hand_and_leaves_it_there():
    game = priest(hand=["Mind Vision"], enemy_hand=["Fireball"]).play("Mind Vision")
    assert (names(game.player.hand), names(game.opponent.hand)) == (["Fireball"], ["Fireball"])


def test_mind_vision_finds_nothing_in_an_empty_hand():
    assert priest(hand=["Mind Vision"]).play("Mind Vision").player.hand == []


def test_mind_vision_picks_at_random():
    games = over(12, played, "Mind Vision", enemy_hand=["Fireball", "The Coin"])
    assert {game.player.hand[0].name for game in games} == {"Fireball", "The Coin"}


def test_mind_vision_copies_a_changed_cost():
    game = priest(enemy_hand=["Shadowstep"], enemy_board=["Chillwind Yeti"]).end_turn()
    game.play("Shadowstep", "Chillwind Yeti").end_turn()
    game.player.give("Mind Vision").play()
    assert [(card.name, card.cost) for card in game.player.hand] == [("Chillwind Yeti", 2)]


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_thoughtsteal_copies_two_cards_of_the_enemys_deck_if_there_are_so_many(n):
    deck = ["Fireball", "Wisp", "War Golem", "The Coin", "Sprint"][:n]
    game = priest(hand=["Thoughtsteal"], enemy_deck=deck).play("Thoughtsteal")
    copied = names(game.player.hand)
    assert len(set(copied)) == min(n, 2)
    assert set(copied) <= set(deck)
    assert len(game.opponent.deck) == n


def test_thoughtsteal_copies_different_cards_though_they_may_be_called_alike():
    game = priest(hand=["Thoughtsteal"], enemy_deck=["Wisp", "Wisp"]).play("Thoughtsteal")
    assert names(game.player.hand) == ["Wisp", "Wisp"]


def test_mindgames_summons_a_copy_of_a_minion_in_the_enemys_deck():
    game = played("Mindgames", by=priest, enemy_deck=["Fireball", "Ysera", "The Coin"])
    assert (names(game.player.board), len(game.opponent.deck)) == (["Ysera"], 3)
    assert not game.player.board[0].can_attack


def test_mindgames_runs_no_battlecry():
    game = priest(hand=["Mindgames"], enemy_deck=["Novice Engineer"], deck=["Wisp"])
    assert game.play("Mindgames").player.hand == []


def test_mindgames_finds_a_shadow_of_nothing_without_minions_in_the_enemys_deck():
    game = priest(hand=["Mindgames"], enemy_deck=["Fireball"]).play("Mindgames")
    assert [(m.name, m.stats) for m in game.player.board] == [("Shadow of Nothing", (0, 1))]


# --- Shadowform --------------------------------------------------------------------------------


def test_shadowform_makes_the_hero_power_deal_2():
    game = priest(hand=["Shadowform"]).play("Shadowform")
    assert game.player.power.name == "Mind Spike"
    assert game.use_power(game.opponent.hero).opponent.health == 28


def test_shadowform_twice_makes_it_3_and_a_third_time_leaves_it():
    game = priest(hand=["Shadowform"] * 3).play("Shadowform").play("Shadowform")
    assert game.player.power.name == "Mind Shatter"
    assert game.play("Shadowform").player.power.name == "Mind Shatter"
    game.player.mana = 2
    assert game.use_power(game.opponent.hero).opponent.health == 27


def test_shadowform_lets_the_hero_power_be_used_again_this_turn():
    game = priest(hand=["Shadowform"])
    game.use_power(game.player.hero).play("Shadowform").use_power(game.opponent.hero)
    assert game.opponent.health == 28


def test_velen_doubles_mind_spike_and_auchenai_leaves_it():
    game = priest(hand=["Shadowform"], board=["Prophet Velen", "Auchenai Soulpriest"])
    game.play("Shadowform").use_power(game.opponent.hero)
    assert game.opponent.health == 26
