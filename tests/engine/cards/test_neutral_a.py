"""Rulings of neutral cards, in the order of `engine/cards/neutral.py`, up to Mountain Giant."""

import pytest

from engine.game import Game, IllegalAction
from tests.engine.rulings import ENEMY_HERO, HERO, died, names, over, played, stats


def test_earthen_ring_farseer_restores_3_health_but_not_above_the_maximum():
    game = Game.stage(hand=["Earthen Ring Farseer"] * 2, board=["Chillwind Yeti"])
    yeti = game.player.board[0].take_damage(4)
    game.play("Earthen Ring Farseer", yeti)
    assert yeti.health == 4
    game.play("Earthen Ring Farseer", yeti)
    assert yeti.health == 5


def test_earthen_ring_farseer_heals_enemies_too():
    assert played("Earthen Ring Farseer", ENEMY_HERO, enemy_health=25).opponent.health == 28


def test_voodoo_doctor_restores_2_health():
    assert played("Voodoo Doctor", HERO, health=20).player.health == 22


def test_darkscale_healer_restores_2_health_to_all_friendly_characters():
    game = Game.stage(
        hand=["Darkscale Healer"], board=["Chillwind Yeti"], enemy_board=["War Golem"], health=25
    )
    mine, theirs = game.player.board[0].take_damage(3), game.opponent.board[0].take_damage(3)
    game.play("Darkscale Healer")
    assert (mine.health, game.player.health, theirs.health) == (4, 27, 4)


def test_lightwarden_gains_2_attack_for_every_character_that_is_healed():
    game = Game.stage(hand=["Darkscale Healer"], board=["Lightwarden", "Chillwind Yeti"], health=29)
    warden, yeti = game.player.board
    yeti.take_damage(1)
    game.play("Darkscale Healer")
    assert warden.stats == (5, 2)  # the yeti and the hero; who is not hurt is not healed


def test_lightwarden_notices_enemies_that_are_healed():
    game = Game.stage(hand=["Voodoo Doctor"], enemy_board=["Lightwarden"], enemy_health=29)
    assert game.play("Voodoo Doctor", game.opponent.hero).opponent.board[0].attack == 3


def test_lightwarden_ignores_healing_that_restores_nothing():
    assert played("Voodoo Doctor", HERO, board=["Lightwarden"]).player.board[0].attack == 1


def test_raid_leader_gives_other_friendly_minions_1_attack_while_it_lives():
    game = Game.stage(board=["Wisp", "Raid Leader"], enemy_board=["Wisp"])
    wisp, leader = game.player.board
    assert (wisp.attack, leader.attack, game.opponent.board[0].attack) == (2, 2, 1)
    leader.destroy()
    assert wisp.attack == 1


def test_two_raid_leaders_strengthen_each_other():
    game = Game.stage(board=["Raid Leader", "Wisp", "Raid Leader"])
    assert [minion.attack for minion in game.player.board] == [3, 3, 3]


def test_raid_leader_strengthens_who_is_summoned_later():
    game = played("Silver Hand Knight", board=["Raid Leader"])
    assert [minion.attack for minion in game.player.board] == [2, 5, 3]


def test_raid_leader_silenced_has_no_aura():
    wisp, leader = Game.stage(board=["Wisp", "Raid Leader"]).player.board
    leader.silence()
    assert wisp.attack == 1


def test_raid_leader_strengthens_a_minion_that_is_silenced():
    assert Game.stage(board=["Raid Leader", "Wisp"]).player.board[1].silence().attack == 2


def test_raid_leader_that_changes_sides_takes_its_aura_along():
    game = played("Mind Control Tech", board=["Wisp"], enemy_board=["Raid Leader"] * 4)
    assert [minion.attack for minion in game.player.board] == [2, 4, 2]
    assert [minion.attack for minion in game.opponent.board] == [4, 4, 4]


def test_raid_leader_dying_with_its_wisp_strengthens_it_until_the_damage_is_dealt():
    game = Game.stage(board=["Raid Leader", "Wisp"], enemy_board=["River Crocolisk"])
    leader, wisp = game.player.board
    leader.health = 1
    wisp.attacks("River Crocolisk")
    assert game.opponent.board[0].health == 1


def test_stormwind_champion_leaving_caps_health_but_does_not_damage():
    game = Game.stage(board=["Stormwind Champion", "Wisp", "Chillwind Yeti"])
    champion, wisp, yeti = game.player.board
    wisp.take_damage(1)
    assert (wisp.stats, yeti.stats) == ((2, 1), (5, 6))
    champion.destroy()
    assert (wisp.stats, yeti.stats) == ((1, 1), (4, 5))


def test_stormwind_champion_gives_health_that_counts_at_once():
    game = Game.stage(hand=["Stormwind Champion"], board=["Chillwind Yeti"])
    yeti = game.player.board[0].take_damage(4)
    game.play("Stormwind Champion")
    assert (yeti.stats, yeti.max_health) == ((5, 2), 6)


def test_stormwind_champion_dying_of_the_same_hellfire_does_not_take_others_along():
    game = Game.stage(hand=["Hellfire"], board=["Stormwind Champion", "River Crocolisk"])
    champion, crocolisk = game.player.board
    champion.health = 3
    game.play("Hellfire")
    assert champion.dead
    assert (crocolisk.stats, crocolisk.max_health) == ((2, 1), 3)


def test_ironforge_rifleman_deals_1_damage_to_any_character_but_itself():
    game = Game.stage(hand=["Ironforge Rifleman"], board=["Wisp"], enemy_board=["Chillwind Yeti"])
    rifleman, yeti = game.player.hand[0], game.opponent.board[0]
    heroes = [game.player.hero, game.opponent.hero]
    assert set(rifleman.targets) == {*heroes, *game.player.board, yeti}
    rifleman.play(yeti)
    assert yeti.health == 4


def test_stormpike_commando_deals_2_damage():
    assert played("Stormpike Commando", ENEMY_HERO).opponent.health == 28


def test_elven_archer_kills_a_wisp_before_the_board_moves_on():
    game = Game.stage(hand=["Elven Archer"], enemy_board=["Wisp"])
    wisp = game.opponent.board[0]
    game.play("Elven Archer", wisp)
    assert wisp.dead
    assert game.opponent.board == []


def test_battlecries_do_not_reach_a_stealthed_enemy():
    game = Game.stage(hand=["Elven Archer"], enemy_board=["Worgen Infiltrator"])
    with pytest.raises(IllegalAction, match="stealth"):
        game.play("Elven Archer", game.opponent.board[0])


def test_battlecry_damage_is_not_raised_by_spell_damage():
    assert played("Elven Archer", ENEMY_HERO, board=["Kobold Geomancer"]).opponent.health == 29


def test_spell_damage_adds_up_and_counts_for_every_character_hit():
    game = played("Consecration", board=["Kobold Geomancer", "Archmage"], enemy_board=["War Golem"])
    assert (game.opponent.board[0].health, game.opponent.health) == (3, 26)


@pytest.mark.parametrize("name", ["Kobold Geomancer", "Ogre Magi", "Archmage"])
def test_spell_damage_raises_a_spell_by_1(name):
    game = played("Arcane Shot", ENEMY_HERO, board=[name])
    assert (game.opponent.health, game.player.spell_damage) == (27, 1)


def test_spell_damage_does_not_raise_the_hero_power_or_healing():
    game = Game.stage(hero="HUNTER", hand=["Holy Light"], board=["Ogre Magi"], health=20)
    game.use_power().play("Holy Light", game.player.hero)
    assert (game.opponent.health, game.player.health) == (28, 26)


def test_spell_damage_of_a_silenced_minion_is_gone():
    game = Game.stage(hand=["Arcane Shot"], board=["Kobold Geomancer"])
    game.player.board[0].silence()
    assert game.play("Arcane Shot", game.opponent.hero).opponent.health == 28


def test_spell_damage_helps_its_owner_only():
    assert played("Arcane Shot", ENEMY_HERO, enemy_board=["Kobold Geomancer"]).opponent.health == 28


def test_southsea_deckhand_attacks_at_once_with_a_weapon_equipped():
    game = Game.stage(hand=["Southsea Deckhand"], weapon="Wicked Knife")
    game.player.hand[0].play().attacks(game.opponent.hero)
    assert game.opponent.health == 28


def test_southsea_deckhand_without_a_weapon_waits_a_turn():
    game = Game.stage(hand=["Southsea Deckhand"])
    deckhand = game.player.hand[0].play()
    with pytest.raises(IllegalAction, match="no charge"):
        deckhand.attacks(game.opponent.hero)


def test_southsea_deckhand_gains_charge_from_a_weapon_equipped_later():
    game = Game.stage(hand=["Southsea Deckhand"])
    deckhand = game.player.hand[0].play()
    game.use_power()
    assert deckhand.charge
    deckhand.attacks(game.opponent.hero)


def test_spiteful_smith_strengthens_the_weapon_while_it_is_damaged():
    game = Game.stage(hand=["Voodoo Doctor"], board=["Spiteful Smith"], weapon="Wicked Knife")
    smith = game.player.board[0]
    assert game.player.weapon.attack == 1
    smith.take_damage(1)
    assert (game.player.weapon.attack, game.player.hero.attack) == (3, 3)
    game.play("Voodoo Doctor", smith)
    assert (game.player.weapon.attack, game.player.hero.attack) == (1, 1)


def test_spiteful_smith_without_a_weapon_gives_no_attack():
    game = Game.stage(board=["Spiteful Smith"])
    game.player.board[0].take_damage(1)
    assert game.player.hero.attack == 0


@pytest.mark.parametrize("name", ["Gnomish Inventor", "Novice Engineer"])
def test_inventor_and_engineer_draw_a_card(name):
    assert names(played(name, deck=["Wisp", "War Golem"]).player.hand) == ["Wisp"]


def test_drawing_with_a_full_hand_burns_the_card():
    game = Game.stage(board=["Acolyte of Pain"], hand=["Wisp"] * 10, deck=["War Golem", "Sap"])
    game.player.board[0].take_damage(1)
    assert (len(game.player.hand), names(game.player.deck)) == (10, ["Sap"])
    assert names(game.player.graveyard) == ["War Golem"]


def test_acolyte_of_pain_draws_once_for_each_time_it_is_damaged():
    game = Game.stage(board=["Acolyte of Pain"], deck=["Wisp"] * 3)
    acolyte = game.player.board[0].take_damage(2)
    assert len(game.player.hand) == 1
    acolyte.heal(2).take_damage(1)
    assert len(game.player.hand) == 2


def test_acolyte_of_pain_draws_for_the_damage_that_kills_it():
    game = played("Hellfire", board=["Acolyte of Pain"], deck=["Wisp"])
    assert game.player.board == []
    assert names(game.player.hand) == ["Wisp"]


def test_acolyte_of_pain_does_not_draw_for_damage_that_a_shield_takes():
    game = played("Hand of Protection", "Acolyte of Pain", board=["Acolyte of Pain"], deck=["Wisp"])
    game.player.board[0].take_damage(1)
    assert game.player.hand == []


def test_acolyte_of_pain_draws_for_its_controller_in_the_other_turn_too():
    game = Game.stage(hand=["Arcane Shot"], enemy_board=["Acolyte of Pain"], enemy_deck=["Wisp"])
    assert names(game.play("Arcane Shot", game.opponent.board[0]).opponent.hand) == ["Wisp"]


def test_loot_hoarder_draws_a_card_when_it_dies():
    assert names(died("Loot Hoarder", deck=["Wisp"]).player.hand) == ["Wisp"]


def test_loot_hoarders_of_both_sides_draw_for_their_own_players():
    game = Game.stage(
        board=["Loot Hoarder"], enemy_board=["Loot Hoarder"], deck=["Sap"], enemy_deck=["Shiv"]
    )
    game.attack("Loot Hoarder", game.opponent.board[0])
    assert names(game.player.hand) + names(game.opponent.hand) == ["Sap", "Shiv"]


def test_loot_hoarder_silenced_draws_nothing():
    game = Game.stage(board=["Loot Hoarder"], deck=["Wisp"])
    game.player.board[0].silence().destroy()
    assert game.player.hand == []


def test_loot_hoarder_returned_to_hand_has_not_died():
    game = played("Shadowstep", "Loot Hoarder", board=["Loot Hoarder"], deck=["Wisp"])
    assert names(game.player.hand) == ["Loot Hoarder"]


def test_bloodmage_thalnos_raises_the_spell_that_kills_it_and_draws():
    game = played("Hellfire", board=["Bloodmage Thalnos"], deck=["Wisp"])
    assert (game.opponent.health, names(game.player.hand)) == (26, ["Wisp"])


@pytest.mark.parametrize(
    ("name", "token", "stats"),
    [
        ("Silver Hand Knight", "Squire", (2, 2)),
        ("Razorfen Hunter", "Boar", (1, 1)),
        ("Dragonling Mechanic", "Mechanical Dragonling", (2, 1)),
    ],
)
def test_a_battlecry_summons_to_the_right_of_its_minion(name, token, stats):
    game = played(name, position=1, board=["Wisp", "Wisp"])
    assert names(game.player.board) == ["Wisp", name, token, "Wisp"]
    assert game.player.board[2].stats == stats
    assert not game.player.board[2].can_attack


def test_silver_hand_knight_as_the_seventh_minion_comes_alone():
    game = played("Silver Hand Knight", board=["Wisp"] * 6)
    assert names(game.player.board) == ["Wisp"] * 6 + ["Silver Hand Knight"]


def test_injured_blademaster_damages_itself():
    blademaster = Game.stage(hand=["Injured Blademaster"]).player.hand[0].play()
    assert (blademaster.stats, blademaster.max_health) == ((4, 3), 7)


def test_injured_blademaster_not_played_from_hand_is_unhurt():
    assert Game.stage().player.summon("Injured Blademaster").health == 7


@pytest.mark.parametrize("name", ["Abusive Sergeant", "Dark Iron Dwarf"])
def test_sergeant_and_dwarf_give_2_attack_until_the_end_of_the_turn(name):
    game = played(name, "Wisp", board=["Wisp"])
    assert game.player.board[0].attack == 3
    assert game.end_turn().player.board[0].attack == 1


def test_abusive_sergeant_strengthens_an_enemy_for_this_turn_only():
    game = played("Abusive Sergeant", "Wisp", enemy_board=["Wisp"])
    assert game.opponent.board[0].attack == 3
    assert game.end_turn().opponent.board[0].attack == 1


def test_abusive_sergeant_without_another_minion_is_played_without_target():
    assert Game.stage(hand=["Abusive Sergeant"]).player.hand[0].play().stats == (1, 1)


def test_shattered_sun_cleric_gives_a_friendly_minion_1_1():
    game = Game.stage(hand=["Shattered Sun Cleric"], board=["Wisp"], enemy_board=["Wisp"])
    cleric, wisp = game.player.hand[0], game.player.board[0]
    assert cleric.targets == [wisp]
    cleric.play(wisp)
    assert (wisp.stats, wisp.max_health) == ((2, 2), 2)


@pytest.mark.parametrize("name", ["Ironbeak Owl", "Spellbreaker", "Silence"])
def test_silence_takes_keywords(name):
    game = played(name, "Sunwalker", enemy_board=["Sunwalker"])
    assert game.opponent.board[0].keywords == {"silenced"}


def test_silence_takes_buffs_and_the_health_they_gave():
    game = Game.stage(hand=["Blessing of Kings", "Ironbeak Owl"], board=["Chillwind Yeti"])
    yeti = game.player.board[0]
    game.play("Blessing of Kings", yeti).play("Ironbeak Owl", yeti)
    assert (yeti.stats, yeti.max_health) == ((4, 5), 5)


def test_silence_never_takes_the_last_health():
    game = played("Blessing of Kings", "Wisp", hand=["Ironbeak Owl"], board=["Wisp"])
    wisp = game.player.board[0]
    wisp.take_damage(4)
    game.play("Ironbeak Owl", wisp)
    assert wisp.stats == (1, 1)


def test_silence_does_not_heal():
    game = Game.stage(hand=["Ironbeak Owl"], enemy_board=["Chillwind Yeti"])
    yeti = game.opponent.board[0].take_damage(3)
    game.play("Ironbeak Owl", yeti)
    assert (yeti.health, yeti.max_health) == (2, 5)


def test_silence_lets_an_ancient_watcher_attack():
    game = Game.stage(hand=["Ironbeak Owl"], board=["Ancient Watcher"])
    watcher = game.player.board[0]
    with pytest.raises(IllegalAction, match="can't attack"):
        watcher.attacks(game.opponent.hero)
    game.play("Ironbeak Owl", watcher)
    watcher.attacks(game.opponent.hero)
    assert game.opponent.health == 26


def test_silence_ends_what_holds_while_damaged():
    game = Game.stage(hand=["Ironbeak Owl"], board=["Amani Berserker"])
    berserker = game.player.board[0].take_damage(1)
    assert berserker.attack == 5
    game.play("Ironbeak Owl", berserker)
    assert berserker.stats == (2, 2)


def test_a_silenced_minion_can_be_buffed_again():
    game = Game.stage(hand=["Blessing of Kings"], board=["Wisp"])
    wisp = game.player.board[0].silence()
    game.play("Blessing of Kings", wisp)
    assert wisp.stats == (5, 5)


def test_frostwolf_warlord_counts_other_friendly_minions():
    game = Game.stage(hand=["Frostwolf Warlord"], board=["Wisp"] * 3, enemy_board=["Wisp"])
    assert game.player.hand[0].play().stats == (7, 7)


def test_frostwolf_warlord_keeps_what_it_gained():
    game = Game.stage(hand=["Frostwolf Warlord"], board=["Wisp"])
    warlord = game.player.hand[0].play()
    game.player.board[0].destroy()
    assert warlord.stats == (5, 5)


def test_twilight_drake_counts_the_cards_left_in_hand():
    drake = Game.stage(hand=["Twilight Drake", "Wisp", "Wisp", "Wisp"]).player.hand[0].play()
    assert (drake.stats, drake.max_health) == ((4, 4), 4)


def test_twilight_drake_silenced_has_1_health():
    game = Game.stage(hand=["Twilight Drake", "Wisp", "Wisp"])
    assert game.player.hand[0].play().silence().stats == (4, 1)


def test_questing_adventurer_gains_1_1_for_each_card_played_but_itself():
    game = Game.stage(hand=["Questing Adventurer", "Wisp", "The Coin", "Wicked Knife"])
    adventurer = game.player.hand[0].play()
    assert adventurer.stats == (2, 2)
    game.play("Wisp").play("The Coin").play("Wicked Knife")
    assert adventurer.stats == (5, 5)


def test_questing_adventurer_does_not_count_the_opponents_cards_or_summoned_minions():
    game = played("Silver Hand Knight", enemy_board=["Questing Adventurer"])
    assert game.opponent.board[0].stats == (2, 2)


def test_questing_adventurer_grows_before_the_spell_resolves():
    game = Game.stage(hand=["Hellfire"], board=["Questing Adventurer"])
    adventurer = game.player.board[0]
    adventurer.health = 3
    game.play("Hellfire")
    assert adventurer.stats == (3, 1)


def test_venture_co_mercenary_makes_own_minions_cost_3_more():
    game = Game.stage(
        board=["Venture Co. Mercenary"], hand=["Wisp", "Arcane Shot"], enemy_hand=["Wisp"]
    )
    assert [card.cost for card in game.player.hand] == [3, 1]
    assert game.opponent.hand[0].cost == 0


def test_two_venture_co_mercenaries_add_up():
    assert Game.stage(board=["Venture Co. Mercenary"] * 2, hand=["Wisp"]).player.hand[0].cost == 6


def test_pint_sized_summoner_makes_the_first_minion_of_each_turn_cost_1_less():
    game = Game.stage(board=["Pint-Sized Summoner"], hand=["Chillwind Yeti", "Chillwind Yeti"])
    first, second = game.player.hand
    assert (first.cost, second.cost) == (3, 3)
    first.play()
    assert second.cost == 4
    game.skip_turn()
    assert second.cost == 3


def test_pint_sized_summoner_is_itself_the_first_minion_of_its_turn():
    assert played("Pint-Sized Summoner", hand=["Chillwind Yeti"]).player.hand[0].cost == 4


def test_pint_sized_summoner_does_not_make_spells_cheaper_or_minions_cost_less_than_0():
    game = Game.stage(board=["Pint-Sized Summoner"], hand=["Wisp", "Arcane Shot"])
    assert [card.cost for card in game.player.hand] == [0, 1]


def test_mountain_giant_costs_1_less_for_each_other_card_in_hand():
    game = Game.stage(hand=["Mountain Giant", "Wisp", "Wisp"])
    giant = game.player.hand[0]
    assert giant.cost == 10
    game.play("Wisp")
    assert giant.cost == 11


def test_mountain_giant_costs_12_when_it_is_alone():
    with pytest.raises(IllegalAction, match="costs 12"):
        played("Mountain Giant")


def test_two_mountain_giants_count_each_other():
    assert [card.cost for card in Game.stage(hand=["Mountain Giant"] * 2).player.hand] == [11, 11]


def test_the_black_knight_destroys_an_enemy_minion_with_taunt():
    game = Game.stage(
        hand=["The Black Knight"], board=["Shieldbearer"], enemy_board=["Shieldbearer", "Wisp"]
    )
    shieldbearer = game.opponent.board[0]
    assert game.player.hand[0].targets == [shieldbearer]
    game.play("The Black Knight", shieldbearer)
    assert shieldbearer.dead


def test_the_black_knight_without_an_enemy_taunt_is_just_a_body():
    assert len(played("The Black Knight", enemy_board=["Wisp"]).opponent.board) == 1


def test_the_black_knight_sees_taunt_that_was_given():
    game = Game.stage(hand=["The Black Knight"], enemy_board=["Wisp"])
    wisp = game.opponent.board[0].set_flags(taunt=True)
    game.play("The Black Knight", wisp)
    assert wisp.dead


def test_big_game_hunter_destroys_a_minion_with_7_or_more_attack_of_either_side():
    game = Game.stage(
        hand=["Big Game Hunter"],
        board=["War Golem"],
        enemy_board=["Core Hound", "Boulderfist Ogre"],
    )
    golem, hound = game.player.board[0], game.opponent.board[0]
    assert set(game.player.hand[0].targets) == {golem, hound}
    assert names(game.play("Big Game Hunter", hound).opponent.board) == ["Boulderfist Ogre"]


def test_big_game_hunter_looks_at_current_attack():
    game = Game.stage(hand=["Big Game Hunter"], board=["Raid Leader", "Boulderfist Ogre"])
    ogre = game.player.board[1]
    assert game.player.hand[0].targets == [ogre]
    game.player.board[0].destroy()
    assert game.player.hand[0].targets == []


def test_young_priestess_gives_another_friendly_minion_1_health_at_the_end_of_its_turn():
    game = Game.stage(board=["Young Priestess", "Wisp"], enemy_board=["Wisp"]).end_turn()
    priestess, wisp = game.player.board
    assert (wisp.stats, priestess.stats, game.opponent.board[0].stats) == ((1, 2), (2, 1), (1, 1))
    game.end_turn()
    assert wisp.health == 2


def test_young_priestess_alone_gives_nothing():
    assert Game.stage(board=["Young Priestess"]).end_turn().player.board[0].stats == (2, 1)


def test_alarm_o_bot_swaps_with_a_minion_in_hand_at_the_start_of_its_turn():
    game = Game.stage(board=["Wisp", "Alarm-o-Bot", "Wisp"], hand=["Arcane Shot", "Abomination"])
    bot, abomination = game.player.board[1], game.player.hand[1]
    game.skip_turn()
    assert (bot.zone, abomination.zone, abomination.position) == ("hand", "play", 1)
    assert not abomination.can_attack


def test_alarm_o_bot_does_not_trigger_the_battlecry_of_what_it_calls():
    game = Game.stage(board=["Alarm-o-Bot"], hand=["Injured Blademaster"]).skip_turn()
    assert game.player.board[0].stats == (4, 7)


def test_alarm_o_bot_stays_without_a_minion_in_hand_and_swaps_before_the_draw():
    game = Game.stage(board=["Alarm-o-Bot"], hand=["Arcane Shot"], deck=["Wisp"]).skip_turn()
    assert names(game.player.board) == ["Alarm-o-Bot"]
    assert names(game.player.hand) == ["Arcane Shot", "Wisp"]


def test_alarm_o_bot_loses_its_damage_in_hand():
    game = Game.stage(board=["Alarm-o-Bot"], hand=["Wisp"])
    bot = game.player.board[0].take_damage(2)
    game.skip_turn()
    assert bot.play().stats == (0, 3)


def test_alarm_o_bot_works_with_a_full_hand_and_a_full_board():
    game = Game.stage(board=["Wisp"] * 6 + ["Alarm-o-Bot"], hand=["War Golem"] * 10).skip_turn()
    assert names(game.player.board) == ["Wisp"] * 6 + ["War Golem"]
    assert names(game.player.hand) == ["War Golem"] * 9 + ["Alarm-o-Bot"]


def test_demolisher_deals_2_damage_to_a_random_enemy_at_the_start_of_its_turn_only():
    game = Game.stage(board=["Demolisher"]).end_turn()
    assert game.opponent.health == 30
    game.end_turn()
    assert (game.opponent.health, game.player.health) == (28, 30)


def test_demolisher_hits_stealthed_minions_and_never_friends():
    games = over(12, Game.stage, board=["Demolisher"], enemy_board=["Stranglethorn Tiger"])
    hit = {(game.skip_turn().opponent.health, game.opponent.board[0].health) for game in games}
    assert hit == {(28, 5), (30, 3)}


def test_angry_chicken_has_5_more_attack_while_damaged():
    game = played("Bananas", "Angry Chicken", hand=["Voodoo Doctor"], board=["Angry Chicken"])
    chicken = game.player.board[0]
    assert chicken.take_damage(1).stats == (7, 1)
    game.play("Voodoo Doctor", chicken)
    assert chicken.stats == (2, 2)


def test_king_mukla_gives_the_opponent_2_bananas():
    assert names(played("King Mukla").opponent.hand) == ["Bananas", "Bananas"]


def test_king_mukla_can_not_fill_a_hand_beyond_10():
    game = played("King Mukla", enemy_hand=["Wisp"] * 9)
    assert names(game.opponent.hand) == ["Wisp"] * 9 + ["Bananas"]


def test_leper_gnome_deals_2_damage_to_the_enemy_hero_when_it_dies():
    game = died("Leper Gnome")
    assert (game.opponent.health, game.player.health) == (28, 30)


def test_leper_gnome_is_not_helped_by_spell_damage():
    assert died("Leper Gnome", board=["Kobold Geomancer"]).opponent.health == 28


def test_leper_gnomes_that_trade_kill_both_heroes_at_once():
    game = Game.stage(board=["Leper Gnome"], enemy_board=["Leper Gnome"], health=2, enemy_health=2)
    assert game.attack(game.player.board[0], game.opponent.board[0]).result == "both lost"


def test_abomination_deals_2_damage_to_all_characters_when_it_dies():
    game = died("Abomination", board=["Chillwind Yeti"], enemy_board=["River Crocolisk"])
    assert (game.player.health, game.opponent.health) == (28, 28)
    assert game.player.board[0].health == 3
    assert game.opponent.board[0].health == 1


def test_abominations_set_each_other_off():
    game = Game.stage(board=["Abomination"], enemy_board=["Abomination", "Oasis Snapjaw"])
    game.opponent.board[0].take_damage(2)
    game.player.board[0].destroy()
    assert (game.player.health, game.opponent.health) == (26, 26)
    assert [minion.health for minion in game.opponent.board] == [3]


def test_abomination_triggers_the_loot_hoarder_that_it_kills():
    assert names(died("Abomination", board=["Loot Hoarder"], deck=["Wisp"]).player.hand) == ["Wisp"]


def test_abomination_kills_both_heroes_at_once():
    game = Game.stage(board=["Abomination"], health=1, enemy_health=2)
    game.player.board[0].destroy()
    assert game.result == "both lost"


@pytest.mark.parametrize("name", ["Youthful Brewmaster", "Ancient Brewmaster"])
def test_brewmasters_return_a_friendly_minion_to_hand(name):
    game = Game.stage(hand=[name], board=["Wisp"], enemy_board=["Wisp"])
    brewmaster, wisp = game.player.hand[0], game.player.board[0]
    assert brewmaster.targets == [wisp]
    brewmaster.play(wisp)
    assert game.player.hand == [wisp]
    assert game.player.board == [brewmaster]


def test_youthful_brewmaster_needs_no_target_on_an_empty_board():
    assert Game.stage(hand=["Youthful Brewmaster"]).player.hand[0].play().in_play


def test_a_minion_returned_to_hand_loses_buffs_and_damage():
    game = Game.stage(hand=["Blessing of Kings", "Youthful Brewmaster"], board=["Wisp"])
    wisp = game.player.board[0]
    game.play("Blessing of Kings", wisp)
    wisp.take_damage(2)
    game.play("Youthful Brewmaster", wisp)
    assert wisp.play().stats == (1, 1)


def test_a_minion_returned_to_hand_repeats_its_battlecry_and_can_attack_again_with_charge():
    game = Game.stage(hand=["Youthful Brewmaster"], board=["Stonetusk Boar"])
    boar = game.player.board[0]
    boar.attacks(game.opponent.hero)
    game.play("Youthful Brewmaster", boar)
    boar.play().attacks(game.opponent.hero)
    assert game.opponent.health == 28


def test_brewmasters_return_each_other_as_long_as_the_mana_lasts():
    game = Game.stage(hand=["Youthful Brewmaster"] * 2)
    first, second = game.player.hand
    first.play()
    for _ in range(2):
        second.play(first)
        first.play(second)
    assert (game.player.mana, game.player.board, game.player.hand) == (0, [first], [second])


def test_a_silenced_minion_returned_to_hand_has_its_text_again():
    game = Game.stage(hand=["Youthful Brewmaster"], board=["Loot Hoarder"], deck=["Wisp"])
    hoarder = game.player.board[0].silence()
    game.play("Youthful Brewmaster", hoarder)
    assert not hoarder.play().silenced
    hoarder.destroy()
    assert names(game.player.hand) == ["Wisp"]


def test_mana_addict_gains_2_attack_this_turn_for_each_spell():
    game = Game.stage(hand=["The Coin", "The Coin", "Wisp"], board=["Mana Addict"])
    addict = game.player.board[0]
    game.play("The Coin").play("The Coin").play("Wisp")
    assert addict.attack == 5
    game.end_turn()
    assert addict.attack == 1


def test_mana_addict_ignores_the_opponents_spells():
    assert played("The Coin", enemy_board=["Mana Addict"]).opponent.board[0].attack == 1


def test_gadgetzan_auctioneer_draws_for_each_spell_before_it_resolves():
    game = played("Fan of Knives", board=["Gadgetzan Auctioneer"], deck=["Wisp", "War Golem"])
    assert names(game.player.hand) == ["Wisp", "War Golem"]


def test_gadgetzan_auctioneer_draws_for_a_secret_but_not_for_minions_or_weapons():
    game = Game.stage(
        hand=["Wisp", "Wicked Knife", "Snake Trap"],
        board=["Gadgetzan Auctioneer"],
        deck=["War Golem"] * 3,
    )
    game.play("Wisp").play("Wicked Knife")
    assert names(game.player.hand) == ["Snake Trap"]
    assert names(game.play("Snake Trap").player.hand) == ["War Golem"]


def test_gadgetzan_auctioneer_draws_even_if_the_spell_kills_it():
    game = Game.stage(hand=["Assassinate"], enemy_board=["Gadgetzan Auctioneer"], deck=["Wisp"])
    game.play("Assassinate", game.opponent.board[0])
    assert game.player.hand == []
    game = Game.stage(hand=["Hellfire"], board=["Gadgetzan Auctioneer"], deck=["Wisp"])
    game.player.board[0].health = 1
    assert names(game.play("Hellfire").player.hand) == ["Wisp"]


def test_lorewalker_cho_gives_the_other_player_a_copy_of_each_spell():
    game = played(
        "The Coin", hand=["Wisp"], board=["Lorewalker Cho"], enemy_hand=["Arcane Shot"]
    ).play("Wisp")
    assert names(game.opponent.hand) == ["Arcane Shot", "The Coin"]
    game.end_turn().play("Arcane Shot", game.player.hero)
    assert names(game.player.hand) == ["Arcane Shot"]


def test_lorewalker_cho_copies_a_secret_and_makes_nothing_for_a_full_hand():
    game = played(
        "Snake Trap", hand=["The Coin"], board=["Lorewalker Cho"], enemy_hand=["Wisp"] * 9
    ).play("The Coin")
    assert names(game.opponent.hand) == ["Wisp"] * 9 + ["Snake Trap"]


def test_secretkeeper_gains_1_1_for_a_secret_of_either_player():
    game = played(
        "Snake Trap", hand=["The Coin"], board=["Secretkeeper"], enemy_hand=["Eye for an Eye"]
    ).play("The Coin")
    assert game.player.board[0].stats == (2, 3)
    game.end_turn().play("Eye for an Eye")
    assert game.player.board[0].stats == (3, 4)


def test_sunfury_protector_gives_adjacent_minions_taunt():
    game = played("Sunfury Protector", position=1, board=["Wisp"] * 3)
    assert [minion.taunt for minion in game.player.board] == [True, False, True, False]


def test_defender_of_argus_gives_adjacent_minions_1_1_and_taunt():
    game = played("Defender of Argus", position=2, board=["Wisp"] * 3)
    stats = [minion.stats for minion in game.player.board]
    assert stats == [(1, 1), (2, 2), (2, 3), (2, 2)]
    assert [minion.taunt for minion in game.player.board] == [False, True, False, True]


def test_defender_of_argus_at_the_edge_has_one_neighbour():
    game = played("Defender of Argus", position=0, board=["Wisp"] * 2)
    assert [minion.attack for minion in game.player.board] == [2, 2, 1]


def test_a_neighbour_keeps_its_buff_when_the_defender_of_argus_dies():
    game = Game.stage(hand=["Defender of Argus"], board=["Wisp"])
    wisp, defender = game.player.board[0], game.player.hand[0].play()
    defender.destroy()
    assert (wisp.stats, wisp.taunt) == ((2, 2), True)


def test_coldlight_seer_gives_other_friendly_murlocs_2_health():
    game = played("Coldlight Seer", board=["Murloc Raider", "Wisp"], enemy_board=["Murloc Raider"])
    assert [minion.health for minion in game.player.board] == [3, 1, 3]
    assert game.opponent.board[0].health == 1


def test_crazed_alchemist_swaps_current_attack_and_health():
    game = Game.stage(hand=["Crazed Alchemist"], enemy_board=["Mogu'shan Warden"])
    warden = game.opponent.board[0].take_damage(2)
    game.play("Crazed Alchemist", warden)
    assert (warden.stats, warden.max_health) == ((5, 1), 1)


def test_crazed_alchemist_kills_a_minion_without_attack():
    game = Game.stage(hand=["Crazed Alchemist"], enemy_board=["Shieldbearer"])
    shieldbearer = game.opponent.board[0]
    game.play("Crazed Alchemist", shieldbearer)
    assert shieldbearer.dead


def test_crazed_alchemist_makes_attack_of_this_turn_into_lasting_health():
    game = Game.stage(hand=["Abusive Sergeant", "Crazed Alchemist"], board=["Wisp"])
    wisp = game.player.board[0]
    game.play("Abusive Sergeant", wisp).play("Crazed Alchemist", wisp)
    assert wisp.stats == (1, 3)
    game.end_turn()
    assert wisp.stats == (1, 3)


def test_crazed_alchemist_swaps_what_an_aura_gave_and_the_aura_gives_it_again():
    game = Game.stage(hand=["Crazed Alchemist"], board=["Stormwind Champion", "Wolfrider"])
    wolfrider = game.player.board[1]
    game.play("Crazed Alchemist", wolfrider)
    assert wolfrider.stats == (3, 5)
    game.player.board[0].destroy()
    assert wolfrider.stats == (2, 4)


def test_crazed_alchemist_ends_what_holds_while_damaged():
    game = Game.stage(hand=["Crazed Alchemist"], board=["Amani Berserker"])
    berserker = game.player.board[0].take_damage(1)
    game.play("Crazed Alchemist", berserker)
    assert berserker.stats == (2, 5)
    assert berserker.take_damage(1).stats == (5, 4)


def test_a_swapped_minion_that_is_silenced_has_its_printed_stats():
    game = played("Crazed Alchemist", "Oasis Snapjaw", board=["Oasis Snapjaw"])
    assert game.player.board[0].silence().stats == (2, 7)


def test_acidic_swamp_ooze_destroys_the_opponents_weapon():
    game = Game.stage(
        hand=["Acidic Swamp Ooze"], weapon="Wicked Knife", enemy_weapon="Truesilver Champion"
    )
    truesilver = game.opponent.weapon
    game.play("Acidic Swamp Ooze")
    assert game.opponent.weapon is None
    assert truesilver.dead
    assert game.player.weapon.name == "Wicked Knife"


def test_acidic_swamp_ooze_is_played_without_an_enemy_weapon_too():
    assert Game.stage(hand=["Acidic Swamp Ooze"]).player.hand[0].play().in_play


def test_arcane_golem_gives_the_opponent_a_mana_crystal():
    game = played("Arcane Golem", enemy_mana=4)
    assert game.opponent.max_mana == 5
    game.end_turn()
    assert (game.opponent.mana, game.opponent.max_mana) == (6, 6)


def test_arcane_golem_gives_no_eleventh_crystal():
    assert played("Arcane Golem", enemy_mana=10).opponent.max_mana == 10


def test_mad_bomber_splits_3_damage_among_all_others():
    for seed in range(10):
        game = Game.stage(hand=["Mad Bomber"], board=["War Golem"], enemy_board=["Wisp"], seed=seed)
        bomber = game.player.hand[0].play()
        lost = 30 - game.player.health + 30 - game.opponent.health
        lost += game.player.board[0].damage + (1 - len(game.opponent.board))
        assert (lost, bomber.health) == (3, 2)


def test_mad_bomber_never_hits_a_minion_that_is_already_dying():
    for game in over(10, Game.stage, hand=["Mad Bomber"], enemy_board=["Wisp"] * 2):
        wisps = game.opponent.board
        game.play("Mad Bomber")
        dead = sum(wisp.dead for wisp in wisps)
        assert 60 - game.player.health - game.opponent.health == 3 - dead


def test_tinkmaster_overspark_transforms_another_random_minion():
    games = over(12, played, "Tinkmaster Overspark", enemy_board=["Chillwind Yeti"])
    found = {(game.opponent.board[0].name, game.opponent.board[0].stats) for game in games}
    assert found == {("Devilsaur", (5, 5)), ("Squirrel", (1, 1))}


def test_tinkmaster_overspark_triggers_no_deathrattle_of_what_it_transforms():
    game = Game.stage(hand=["Tinkmaster Overspark"], board=["Loot Hoarder"], deck=["Wisp"])
    hoarder = game.player.board[0]
    game.play("Tinkmaster Overspark")
    assert (hoarder.zone, game.player.hand) == ("removed", [])


def test_tinkmaster_overspark_alone_transforms_nothing():
    assert names(played("Tinkmaster Overspark").player.board) == ["Tinkmaster Overspark"]


def test_mind_control_tech_takes_a_minion_only_from_four_or_more():
    for n in (3, 4):
        game = played("Mind Control Tech", enemy_board=["Wisp"] * n)
        assert (len(game.player.board), len(game.opponent.board)) == ((1, 3) if n == 3 else (2, 3))


def test_mind_control_tech_takes_a_minion_that_can_not_attack_yet():
    game = played("Mind Control Tech", enemy_board=["Chillwind Yeti"] * 4)
    stolen = game.player.board[1]
    assert (stolen.controller, stolen.can_attack) == (game.player, False)
    game.skip_turn()
    assert stolen.can_attack


def test_mind_control_tech_destroys_what_finds_no_room():
    game = played("Mind Control Tech", board=["Wisp"] * 6, enemy_board=["Loot Hoarder"] * 4)
    assert (len(game.player.board), len(game.opponent.board)) == (7, 3)
    assert names(game.opponent.graveyard) == ["Loot Hoarder"]


def test_a_stolen_minions_deathrattle_works_for_its_new_controller():
    game = played("Mind Control Tech", enemy_board=["Leper Gnome"] * 4)
    game.player.board[1].destroy()
    assert (game.opponent.health, game.player.health) == (28, 30)


# --- among several cards -----------------------------------------------------------------------


def test_deathrattles_resolve_in_order_of_play():
    first, second = "Abomination", "Harvest Golem"
    game = played("Deathwing", board=[first, second], enemy_board=["Wisp"])
    assert names(game.player.board) == ["Damaged Golem", "Deathwing"]
    game = played("Deathwing", board=[second, first])
    assert names(game.player.board) == ["Deathwing"]  # the golem came first and was hit


def test_deathrattles_of_both_players_resolve_in_order_of_play():
    game = played("Deathwing", board=["Harvest Golem"], enemy_board=["Abomination"])
    assert names(game.player.board) == ["Deathwing"]


def test_deaths_caused_by_a_deathrattle_wait_for_the_deathrattles_of_the_same_phase():
    game = Game.stage(
        hand=["Deathwing"], board=["Abomination", "Loot Hoarder"], deck=["Wisp", "War Golem"]
    )
    game.player.put("Loot Hoarder")
    assert names(game.play("Deathwing").player.hand) == ["Wisp", "War Golem"]


def test_the_black_knight_lets_the_abomination_it_destroys_hit_it():
    game = Game.stage(hand=["The Black Knight"], enemy_board=["Abomination"])
    knight = game.player.hand[0].play(game.opponent.board[0])
    assert (knight.health, game.player.health) == (3, 28)


def test_a_silenced_abomination_just_dies():
    game = Game.stage(enemy_board=["Abomination"])
    game.opponent.board[0].silence().destroy()
    assert game.player.health == 30


def test_area_damage_hits_everyone_before_anything_reacts():
    game = played("Hellfire", board=["Acolyte of Pain"] * 2, deck=["Wisp", "War Golem"])
    assert names(game.player.hand) == ["Wisp", "War Golem"]


def test_a_transformed_minion_stands_in_the_same_auras():
    found = set()
    for seed in range(20):
        game = Game.stage(
            hand=["Tinkmaster Overspark"],
            enemy_board=["Stormwind Champion", "Chillwind Yeti"],
            seed=seed,
        )
        champion, yeti = game.opponent.board
        game.play("Tinkmaster Overspark")
        if champion.in_play:
            found.add(game.opponent.board[1].stats)
        else:
            assert yeti.stats == (4, 5)
            found.add("the champion")
    assert found == {(6, 6), (2, 2), "the champion"}


def test_silence_leaves_what_an_aura_gives():
    game = played("Ironbeak Owl", "Twilight Drake", board=["Stormwind Champion", "Twilight Drake"])
    assert (game.player.board[1].stats, game.player.board[1].max_health) == ((5, 2), 2)


def test_a_stormwind_champion_taken_over_strengthens_its_new_side():
    taken = False
    for seed in range(20):
        game = Game.stage(
            hand=["Mind Control Tech"],
            enemy_board=["Stormwind Champion", "Wisp", "Wisp", "Wisp"],
            seed=seed,
        )
        tech = game.player.hand[0].play()
        if "Stormwind Champion" in names(game.player.board):
            taken = True
            assert tech.stats == (4, 4)
            assert stats(game.opponent.board) == [(1, 1)] * 3
    assert taken


def test_the_spell_leaves_the_hand_before_the_auctioneer_draws():
    game = played("The Coin", hand=["Wisp"] * 9, board=["Gadgetzan Auctioneer"], deck=["War Golem"])
    assert (len(game.player.hand), game.player.hand[-1].name) == (10, "War Golem")


def test_alarm_o_bots_swap_one_after_the_other():
    game = Game.stage(board=["Alarm-o-Bot", "Alarm-o-Bot"], hand=["War Golem"]).skip_turn()
    # the second one can only call the first one back
    assert names(game.player.board) == ["War Golem", "Alarm-o-Bot"]
    assert names(game.player.hand) == ["Alarm-o-Bot"]


def test_demolisher_wins_the_game_before_the_draw():
    game = Game.stage(board=["Demolisher"], deck=["Wisp"], enemy_health=2)
    game.skip_turn()
    assert (game.result, game.player.hand) == ("first won", [])


def test_healing_that_a_battlecry_restores_ends_what_holds_while_damaged():
    game = Game.stage(hand=["Darkscale Healer"], board=["Amani Berserker"])
    berserker = game.player.board[0].take_damage(1)
    game.play("Darkscale Healer")
    assert berserker.stats == (2, 3)


def test_a_brewmaster_returns_the_sergeant_to_use_its_battlecry_again():
    game = Game.stage(hand=["Abusive Sergeant", "Youthful Brewmaster"], board=["Wisp"])
    sergeant, brewmaster = game.player.hand
    sergeant.play(game.player.board[0])
    brewmaster.play(sergeant)
    assert sergeant.play(brewmaster).in_play
    assert brewmaster.attack == 5


def test_who_alarm_o_bot_calls_has_been_summoned():
    game = Game.stage(board=["Knife Juggler", "Alarm-o-Bot"], hand=["War Golem"]).skip_turn()
    assert game.opponent.health == 29


def test_a_stolen_minion_with_charge_attacks_at_once():
    game = played("Mind Control Tech", enemy_board=["Wolfrider"] * 4)
    game.player.board[1].attacks(game.opponent.hero)
    assert game.opponent.health == 27


def test_a_minion_returned_to_a_full_hand_dies_with_its_deathrattle():
    game = played("Sap", "Leper Gnome", enemy_board=["Leper Gnome"], enemy_hand=["Wisp"] * 10)
    assert (len(game.opponent.hand), game.player.health) == (10, 28)
    assert names(game.opponent.graveyard) == ["Leper Gnome"]


def test_a_stolen_minion_returns_to_the_hand_of_who_controls_it():
    game = Game.stage(hand=["Youthful Brewmaster"], enemy_board=["Wisp"])
    wisp = game.opponent.board[0].change_controller()
    game.play("Youthful Brewmaster", wisp)
    assert wisp in game.player.hand


def test_silence_thaws():
    game = Game.stage(hand=["Ironbeak Owl"], board=["Wisp"])
    wisp = game.player.board[0].set_flags(frozen=True)
    game.play("Ironbeak Owl", wisp)
    assert wisp.can_attack


def test_silence_takes_charge_given_by_a_weapon_but_not_attacks_already_made():
    game = Game.stage(hand=["Southsea Deckhand", "Ironbeak Owl"], weapon="Wicked Knife")
    deckhand = game.player.hand[0].play()
    game.play("Ironbeak Owl", deckhand)
    assert not deckhand.can_attack
    game.skip_turn()
    assert deckhand.can_attack


def test_spiteful_smith_raises_what_blade_flurry_deals():
    game = Game.stage(
        hand=["Blade Flurry"],
        board=["Spiteful Smith"],
        weapon="Wicked Knife",
        enemy_board=["War Golem"],
    )
    game.player.board[0].take_damage(1)
    game.play("Blade Flurry")
    assert (game.opponent.board[0].health, game.player.weapon) == (4, None)


def test_two_secretkeepers_of_both_players_see_the_same_secret():
    game = played("Snake Trap", board=["Secretkeeper"], enemy_board=["Secretkeeper"])
    assert stats((*game.player.board, *game.opponent.board)) == [(2, 3)] * 2


def test_lorewalker_chos_copies_are_copied_only_when_they_are_cast():
    game = played("The Coin", board=["Lorewalker Cho"], enemy_board=["Lorewalker Cho"])
    assert names(game.opponent.hand) == ["The Coin", "The Coin"]  # one from each Cho


def test_mana_addict_and_auctioneer_both_see_one_spell():
    game = played("The Coin", board=["Mana Addict", "Gadgetzan Auctioneer"], deck=["Wisp"])
    assert (game.player.board[0].attack, names(game.player.hand)) == (3, ["Wisp"])


def test_young_priestess_gives_health_that_silence_takes_again():
    game = Game.stage(board=["Young Priestess", "Wisp"]).skip_turn()
    assert game.player.board[1].silence().health == 1


def test_leper_gnome_wins_the_game_when_it_dies():
    game = Game.stage(board=["Leper Gnome"], enemy_health=2)
    game.player.board[0].destroy()
    assert game.result == "first won"


def test_armour_takes_the_damage_of_a_deathrattle_first():
    game = Game.stage(board=["Leper Gnome"], enemy_armor=1)
    game.player.board[0].destroy()
    assert (game.opponent.armor, game.opponent.health) == (0, 29)


def test_mad_bombers_damage_is_dealt_one_by_one_so_an_acolyte_draws_for_each():
    draws = set()
    for seed in range(40):
        game = played(
            "Mad Bomber", enemy_board=["Acolyte of Pain"], enemy_deck=["Wisp"] * 3, seed=seed
        )
        hits = 3 if game.opponent.board[0].dead else game.opponent.board[0].damage
        assert len(game.opponent.hand) == hits
        draws.add(hits)
    assert {1, 2} <= draws


def test_tinkmaster_takes_buffs_and_lets_nothing_attack_again():
    game = Game.stage(hand=["Tinkmaster Overspark"], board=["Chillwind Yeti"])
    yeti = game.player.board[0]
    yeti.attack = 9
    game.play("Tinkmaster Overspark", position=1)
    assert yeti.zone == "removed"
    assert game.player.board[0].stats in ((5, 5), (1, 1))
    assert not game.player.board[0].can_attack


def test_king_muklas_bananas_can_be_given_to_any_minion():
    game = Game.stage(hand=["King Mukla"])
    mukla = game.player.hand[0].play()
    game.end_turn().play("Bananas", mukla)
    assert mukla.stats == (6, 6)


def test_venture_co_mercenary_and_pint_sized_summoner_add_up():
    game = Game.stage(board=["Venture Co. Mercenary", "Pint-Sized Summoner"], hand=["Wisp"])
    assert game.player.hand[0].cost == 2


def test_venture_co_mercenary_raises_the_cost_of_a_mountain_giant():
    game = Game.stage(board=["Venture Co. Mercenary"], hand=["Mountain Giant", "Wisp"])
    assert game.player.hand[0].cost == 14


def test_crazed_alchemist_swaps_a_minion_twice_back():
    game = Game.stage(hand=["Crazed Alchemist"] * 2, board=["Oasis Snapjaw"])
    snapjaw = game.player.board[0]
    game.play("Crazed Alchemist", snapjaw).play("Crazed Alchemist", snapjaw)
    assert snapjaw.stats == (2, 7)


def test_raid_leader_makes_a_minion_without_attack_fight():
    game = Game.stage(board=["Raid Leader", "Shieldbearer"])
    game.player.board[1].attacks(game.opponent.hero)
    assert game.opponent.health == 29
