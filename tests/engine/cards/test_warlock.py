"""Rulings of the Warlock's cards."""

import pytest

from engine.core.enums import RACES
from engine.decks import card_data
from engine.game import Game
from engine.rules import rules_for
from tests.engine.rulings import ENEMY_HERO, HERO, names, played, stats


def warlock(**position):
    return Game.stage(hero="WARLOCK", **position)


def test_life_tap_draws_a_card_for_2_damage():
    game = warlock(deck=["Wisp"]).use_power()
    assert (len(game.player.hand), game.player.health) == (1, 28)


def test_life_tap_is_hurt_by_no_spell_damage():
    assert warlock(board=["Malygos"]).use_power().player.health == 28


def test_shadow_bolt_deals_4_to_a_minion_only():
    game = warlock(hand=["Shadow Bolt"], enemy_board=["Chillwind Yeti"])
    assert names(game.player.hand[0].targets) == ["Chillwind Yeti"]
    assert stats(game.play("Shadow Bolt", "Chillwind Yeti").opponent.board) == [(4, 1)]


def test_drain_life_deals_2_and_heals_its_hero_by_2():
    game = played("Drain Life", ENEMY_HERO, by=warlock, health=25)
    assert (game.player.health, game.opponent.health) == (27, 28)


def test_drain_life_heals_what_it_has_drawn_from_its_own_hero():
    assert played("Drain Life", HERO, by=warlock).player.health == 30


def test_drain_lifes_healing_has_no_spell_damage():
    game = played("Drain Life", ENEMY_HERO, by=warlock, board=["Kobold Geomancer"], health=25)
    assert (game.player.health, game.opponent.health) == (27, 27)


def test_hellfire_deals_3_to_all_characters():
    game = warlock(hand=["Hellfire"], board=["War Golem"], enemy_board=["Wisp"]).play("Hellfire")
    assert (game.player.health, game.opponent.health) == (27, 27)
    assert stats([*game.player.board, *game.opponent.board]) == [(7, 4)]


def test_hellfire_that_kills_both_heroes_makes_both_lose():
    game = warlock(hand=["Hellfire"], health=2, enemy_health=2)
    assert (game.play("Hellfire").result, game.player.health) == ("both lost", -1)


def test_mortal_coil_draws_if_it_kills():
    game = warlock(hand=["Mortal Coil"] * 2, deck=["Wisp"] * 3, enemy_board=["Wisp", "War Golem"])
    game.play("Mortal Coil", "War Golem")
    assert len(game.player.deck) == 3
    assert len(game.play("Mortal Coil", "Wisp").player.deck) == 2


def test_mortal_coil_deals_1():
    game = warlock(hand=["Mortal Coil"], enemy_board=["War Golem"]).play("Mortal Coil", "War Golem")
    assert stats(game.opponent.board) == [(7, 6)]


def test_mortal_coil_draws_nothing_for_a_broken_shield():
    game = warlock(hand=["Mortal Coil"], deck=["Wisp"], enemy_board=["Argent Squire"])
    game.play("Mortal Coil", "Argent Squire")
    assert (game.player.hand, len(game.opponent.board)) == ([], 1)


def test_void_terror_destroys_both_neighbours_and_gains_their_stats():
    game = warlock(hand=["Void Terror"], board=["Chillwind Yeti", "Wisp", "War Golem"])
    game.play("Void Terror", position=1)
    assert [(m.name, m.stats) for m in game.player.board] == [
        ("Void Terror", (8, 9)), ("War Golem", (7, 7)),
    ]  # fmt: skip


def test_void_terror_gains_what_its_neighbours_have_now():
    game = warlock(hand=["Void Terror"], board=["Chillwind Yeti"])
    yeti = game.player.board[0].take_damage(4)
    yeti.attack = 9
    assert stats(game.play("Void Terror").player.board) == [(12, 4)]


def test_void_terror_triggers_the_deathrattles_of_what_it_eats():
    game = warlock(hand=["Void Terror"], board=["Harvest Golem"]).play("Void Terror")
    assert names(game.player.board) == ["Damaged Golem", "Void Terror"]


def test_felstalker_discards_a_random_card():
    assert names(played("Felstalker", hand=["Wisp", "Wisp"], by=warlock).player.hand) == ["Wisp"]


def test_siphon_soul_destroys_a_minion_and_heals_3():
    game = played("Siphon Soul", "War Golem", by=warlock, enemy_board=["War Golem"], health=25)
    assert (game.opponent.board, game.player.health) == ([], 28)


def test_doomguard_charges_and_discards_two_cards():
    game = warlock(hand=["Doomguard", "Wisp", "Sap", "Shiv"]).play("Doomguard")
    assert len(game.player.hand) == 1
    assert game.attack("Doomguard", game.opponent.hero).opponent.health == 25


def test_doomguard_with_one_other_card_discards_it():
    assert warlock(hand=["Doomguard", "Wisp"]).play("Doomguard").player.hand == []


def test_blood_imp_gives_another_friendly_minion_1_health_each_turn():
    game = warlock(board=["Blood Imp", "Wisp"], enemy_board=["Wisp"]).end_turn()
    assert stats(game.player.board) == [(0, 1), (1, 2)]
    assert stats(game.end_turn().opponent.board) == [(1, 1)]
    assert stats(game.end_turn().player.board) == [(0, 1), (1, 3)]


def test_blood_imp_stays_stealthed_and_alone_does_nothing():
    game = warlock(board=["Blood Imp"]).end_turn()
    assert (stats(game.player.board), game.player.board[0].stealthed) == ([(0, 1)], True)


def test_corruption_destroys_at_the_start_of_its_casters_turn():
    game = warlock(hand=["Corruption"], board=["Wisp"], enemy_board=["War Golem"])
    assert names(game.player.hand[0].targets) == ["War Golem"]
    game.play("Corruption", "War Golem").end_turn().attack("War Golem", game.player.hero)
    assert names(game.opponent.board) == ["War Golem"]
    assert game.end_turn().opponent.board == []


def test_silence_ends_corruption():
    game = warlock(hand=["Corruption"], enemy_board=["War Golem"])
    game.play("Corruption", "War Golem").opponent.board[0].silence()
    assert names(game.skip_turn().opponent.board) == ["War Golem"]


def test_a_bounced_minion_is_no_longer_corrupted():
    game = warlock(hand=["Corruption"], enemy_board=["Wisp"], enemy_hand=["Youthful Brewmaster"])
    game.play("Corruption", "Wisp").end_turn().play("Youthful Brewmaster", "Wisp").play("Wisp")
    assert len(game.end_turn().opponent.board) == 2


def test_corruption_follows_its_caster_when_the_minion_changes_sides():
    game = warlock(hand=["Corruption"], enemy_board=["War Golem"]).play("Corruption", "War Golem")
    game.opponent.board[0].change_controller()
    assert len(game.end_turn().player.board) == 1
    assert game.end_turn().player.board == []


def test_corruption_triggers_deathrattles_before_the_draw():
    game = warlock(hand=["Corruption"], enemy_board=["Harvest Golem"], deck=["Wisp"])
    game.play("Corruption", "Harvest Golem").skip_turn()
    assert names(game.opponent.board) == ["Damaged Golem"]


def test_dread_infernal_deals_1_to_all_other_characters():
    game = played("Dread Infernal", by=warlock, board=["Wisp"], enemy_board=["War Golem"])
    assert (game.player.health, game.opponent.health) == (29, 29)
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(6, 6)], [(7, 6)])


def test_call_of_the_void_adds_a_demon_of_standard():
    rules = warlock().rules
    for seed in range(30):
        (card,) = warlock(hand=["Call of the Void"], seed=seed).play("Call of the Void").player.hand
        made = rules.tables.cards[rules.row(card.id)]
        assert (card.type, made.race) == ("minion", RACES.index("DEMON"))


def test_random_demons_come_from_every_class():
    """Of Standard in December 2019: neutral demons too."""
    found = {
        played("Call of the Void", by=warlock, seed=seed).player.hand[0].id for seed in range(300)
    }
    assert {card_data(card).card_class for card in found} == {"WARLOCK", "NEUTRAL"}


def test_siegebreaker_gives_other_friendly_demons_1_attack():
    game = warlock(board=["Siegebreaker", "Voidwalker", "Wisp"], enemy_board=["Voidwalker"])
    assert stats(game.player.board) == [(5, 8), (2, 3), (1, 1)]
    assert stats(game.opponent.board) == [(1, 3)]
    game.player.board[0].silence()
    assert game.player.board[1].stats == (1, 3)


def test_felguard_destroys_an_empty_crystal_first():
    game = warlock(hand=["Felguard"], mana=5).play("Felguard")
    assert (game.player.max_mana, game.player.mana) == (4, 2)


def test_felguard_destroys_a_full_crystal_if_all_are_full():
    game = warlock(hand=["Felguard"], mana=2)
    game.player.mana = 3
    game.play("Felguard")
    assert (game.player.max_mana, game.player.mana) == (1, 0)
    assert game.skip_turn().player.mana == 2


def test_felguard_paid_with_three_coins_destroys_the_one_full_crystal():
    game = warlock(hand=["The Coin"] * 3 + ["Felguard"], mana=1)
    for _ in range(3):
        game.play("The Coin")
    game.play("Felguard")  # no crystal is empty: temporary mana is spent first
    assert (game.player.max_mana, game.player.mana) == (0, 0)


def test_shadowflame_deals_the_minions_attack_to_all_enemy_minions():
    game = warlock(hand=["Shadowflame"], board=["War Golem", "Wisp"],
                   enemy_board=["Boulderfist Ogre", "Core Hound", "Malygos"])  # fmt: skip
    game.play("Shadowflame", "War Golem")
    assert (names(game.player.board), stats(game.opponent.board)) == (["Wisp"], [(4, 5)])
    assert (game.player.health, game.opponent.health) == (30, 30)


def test_shadowflame_counts_buffs_and_spell_damage():
    game = warlock(hand=["Shadowflame"], board=["Wisp", "Kobold Geomancer"],
                   enemy_board=["War Golem"])  # fmt: skip
    game.player.board[0].attack = 4
    assert stats(game.play("Shadowflame", "Wisp").opponent.board) == [(7, 2)]


def test_shadowflames_deathrattles_come_after_the_damage():
    game = warlock(hand=["Shadowflame"], board=["Leper Gnome"], enemy_board=["Harvest Golem"])
    game.play("Shadowflame", "Leper Gnome")
    assert (stats(game.opponent.board), game.opponent.health) == ([(2, 2)], 28)


def test_soulfire_deals_4_and_discards_a_card():
    game = played("Soulfire", ENEMY_HERO, hand=["Wisp", "Sap"], by=warlock)
    assert (game.opponent.health, len(game.player.hand)) == (26, 1)


def test_soulfire_with_an_empty_hand_discards_nothing():
    game = played("Soulfire", ENEMY_HERO, by=warlock)
    assert (game.opponent.health, game.player.hand) == (26, [])


def test_soulfire_discards_the_card_that_its_damage_has_drawn():
    game = warlock(hand=["Soulfire"], board=["Acolyte of Pain"], deck=["Wisp"])
    game.play("Soulfire", "Acolyte of Pain")
    assert (game.player.hand, game.player.deck) == ([], [])


def test_twisting_nether_destroys_all_minions():
    game = played("Twisting Nether", by=warlock, board=["Argent Squire"], enemy_board=["War Golem"])
    assert (game.player.board, game.opponent.board) == ([], [])


def test_minions_from_deathrattles_survive_twisting_nether():
    game = warlock(hand=["Twisting Nether"], board=["Harvest Golem"] * 4,
                   enemy_board=["Cairne Bloodhoof"])  # fmt: skip
    game.play("Twisting Nether")
    assert names(game.player.board) == ["Damaged Golem"] * 4
    assert names(game.opponent.board) == ["Baine Bloodhoof"]


def test_pit_lord_deals_5_to_its_hero():
    assert warlock(hand=["Pit Lord"]).play("Pit Lord").player.health == 25


def test_flame_imp_deals_3_to_its_hero():
    assert warlock(hand=["Flame Imp"]).play("Flame Imp").player.health == 27


def test_flame_imp_can_kill_its_own_hero():
    assert played("Flame Imp", by=warlock, health=2).result == "second won"


def test_summoning_portal_makes_minions_cost_2_less_but_not_below_1():
    game = warlock(board=["Summoning Portal"], hand=["War Golem", "River Crocolisk", "Wisp", "Sap"])
    assert [card.cost for card in game.player.hand] == [5, 1, 0, 2]


def test_two_summoning_portals_add_up():
    game = warlock(board=["Summoning Portal"] * 2, hand=["War Golem", "Chillwind Yeti"])
    assert [card.cost for card in game.player.hand] == [3, 1]


def test_a_silenced_summoning_portal_helps_nobody():
    game = warlock(board=["Summoning Portal"], hand=["War Golem"], enemy_hand=["War Golem"])
    assert game.opponent.hand[0].cost == 7
    game.player.board[0].silence()
    assert game.player.hand[0].cost == 7


def test_power_overwhelming_gives_4_4_until_the_minion_dies_at_the_end_of_the_turn():
    game = warlock(hand=["Power Overwhelming"], board=["Harvest Golem"], enemy_board=["Wisp"])
    assert names(game.player.hand[0].targets) == ["Harvest Golem"]
    game.play("Power Overwhelming", "Harvest Golem")
    assert stats(game.player.board) == [(6, 7)]
    assert names(game.end_turn().player.board) == ["Damaged Golem"]


def test_silence_saves_a_minion_from_power_overwhelming():
    game = warlock(hand=["Power Overwhelming"], board=["Wisp"])
    game.play("Power Overwhelming", "Wisp").player.board[0].silence()
    assert stats(game.end_turn().player.board) == [(1, 1)]


def test_a_copy_of_an_overwhelmed_minion_dies_too():
    game = warlock(hand=["Power Overwhelming", "Faceless Manipulator"], board=["Wisp"])
    game.play("Power Overwhelming", "Wisp").play("Faceless Manipulator", "Wisp")
    assert stats(game.player.board) == [(5, 5)] * 2
    assert game.end_turn().player.board == []


def test_an_overwhelmed_minion_that_goes_home_is_safe():
    game = warlock(hand=["Power Overwhelming", "Youthful Brewmaster"], board=["Wisp"])
    game.play("Power Overwhelming", "Wisp").play("Youthful Brewmaster", "Wisp").play("Wisp")
    assert stats(game.end_turn().player.board) == [(3, 2), (1, 1)]


def test_sense_demons_draws_two_demons():
    game = played("Sense Demons", by=warlock, deck=["Wisp", "Voidwalker", "Sap", "Pit Lord"])
    assert sorted(names(game.player.hand)) == ["Pit Lord", "Voidwalker"]
    assert names(game.player.deck) == ["Wisp", "Sap"]


def test_sense_demons_adds_a_worthless_imp_for_each_demon_it_lacks():
    game = warlock(hand=["Sense Demons"], deck=["Wisp", "Voidwalker"]).play("Sense Demons")
    assert names(game.player.hand) == ["Voidwalker", "Worthless Imp"]
    game = warlock(hand=["Sense Demons"], fatigue=True).play("Sense Demons")
    assert (names(game.player.hand), game.player.health) == (["Worthless Imp"] * 2, 30)


def test_bane_of_doom_deals_2_and_summons_a_demon_if_it_kills():
    game = warlock(hand=["Bane of Doom"], enemy_board=["Wisp"]).play("Bane of Doom", "Wisp")
    (made,) = game.player.board
    assert (card_data(made.id).race, game.opponent.board) == ("DEMON", [])


def test_bane_of_doom_summons_nothing_if_its_target_lives():
    game = warlock(hand=["Bane of Doom"], enemy_board=["War Golem"])
    assert game.play("Bane of Doom", "War Golem").player.board == []
    assert stats(game.opponent.board) == [(7, 5)]
    game = warlock(hand=["Bane of Doom"], enemy_board=["Argent Squire"])
    assert game.play("Bane of Doom", "Argent Squire").player.board == []


def test_bane_of_doom_finds_no_room_beside_a_friendly_minion_that_it_kills():
    game = warlock(hand=["Bane of Doom"], board=["Wisp"] * 7)
    assert names(game.play("Bane of Doom", game.player.board[0]).player.board) == ["Wisp"] * 6


def test_lord_jaraxxus_takes_the_heros_place_with_15_health_a_weapon_and_inferno():
    game = played("Lord Jaraxxus", by=warlock, weapon="Fiery War Axe", board=["Wisp"], health=5)
    hero = game.player.hero
    assert (hero.id, hero.health, hero.max_health) == ("EX1_323h", 15, 15)
    assert (game.player.weapon.name, game.player.weapon.stats) == ("Blood Fury", (3, 8))
    assert (game.player.power.name, names(game.player.board)) == ("INFERNO!", ["Wisp"])


def test_lord_jaraxxus_loses_the_armour_and_keeps_the_secrets():
    game = played("Lord Jaraxxus", by=warlock, secrets=["Snipe"], armor=8)
    assert (game.player.armor, names(game.player.secrets)) == (0, ["Snipe"])


def test_lord_jaraxxus_cannot_be_healed_above_15():
    game = warlock(hand=["Lord Jaraxxus", "Drain Life"], mana=10).play("Lord Jaraxxus")
    game.player.mana = 3
    assert game.play("Drain Life", game.opponent.hero).player.health == 15


def test_lord_jaraxxus_may_use_inferno_at_once_and_each_turn():
    game = warlock(hand=["Lord Jaraxxus"], deck=["Wisp"] * 4).use_power()
    game.player.mana = 10
    game.play("Lord Jaraxxus")
    game.player.mana = 2
    assert stats(game.use_power().player.board) == [(6, 6)]
    assert stats(game.skip_turn().use_power().player.board) == [(6, 6)] * 2


def test_inferno_needs_room():
    game = warlock(hand=["Lord Jaraxxus"], board=["Wisp"] * 6).play("Lord Jaraxxus")
    game.player.put("Wisp")
    game.player.mana = 2
    assert not game.player.power.is_usable


def test_lord_jaraxxus_attacks_at_once_unless_the_hero_already_has():
    game = warlock(hand=["Lord Jaraxxus"]).play("Lord Jaraxxus")
    assert game.attack(game.player.hero, game.opponent.hero).opponent.health == 27
    game = warlock(hand=["Lord Jaraxxus"], weapon="Fiery War Axe")
    game.attack(game.player.hero, game.opponent.hero).play("Lord Jaraxxus")
    assert not game.player.hero.can_attack


def test_knife_juggler_throws_nothing_for_lord_jaraxxus():
    assert played("Lord Jaraxxus", by=warlock, board=["Knife Juggler"]).opponent.health == 30


@pytest.mark.parametrize("secret", ["Snipe", "Repentance"])
def test_snipe_and_repentance_wait_when_lord_jaraxxus_is_played(secret):
    game = warlock(hand=["Lord Jaraxxus"], enemy_secrets=[secret]).play("Lord Jaraxxus")
    assert (names(game.opponent.secrets), game.player.health) == ([secret], 15)


def test_sword_of_justice_gives_lord_jaraxxus_nothing():
    game = played("Lord Jaraxxus", hero="WARLOCK", weapon="Sword of Justice")
    assert (game.player.health, game.player.weapon.name) == (15, "Blood Fury")


def test_lord_jaraxxus_summoned_without_battlecry_is_a_3_15_minion():
    game = warlock(hand=["Lord Jaraxxus"], board=["Alarm-o-Bot"]).skip_turn()
    assert [(m.name, m.stats) for m in game.player.board] == [("Lord Jaraxxus", (3, 15))]


def test_a_warlock_as_lord_jaraxxus_is_still_a_warlock():
    game = Game.stage(hero="WARLOCK", hand=["Lord Jaraxxus"], enemy_hand=["Pilfer"],
                      enemy_hero="ROGUE", rules=rules_for(variant="sabberstone"))  # fmt: skip
    game.play("Lord Jaraxxus").end_turn().play("Pilfer")
    assert card_data(game.opponent.hand[0].id).card_class == "WARLOCK"


def test_sacrificial_pact_destroys_any_demon_and_heals_5():
    game = warlock(hand=["Sacrificial Pact"], board=["Wisp"], enemy_board=["Voidwalker"], health=23)
    assert names(game.player.hand[0].targets) == ["Voidwalker"]
    game.play("Sacrificial Pact", "Voidwalker")
    assert (game.opponent.board, game.player.health) == ([], 28)


def test_sacrificial_pact_kills_lord_jaraxxus():
    game = warlock(hand=["Lord Jaraxxus"], enemy_hand=["Sacrificial Pact"], enemy_hero="WARLOCK")
    game.play("Lord Jaraxxus").end_turn()
    assert game.play("Sacrificial Pact", game.player.hero).result == "second won"


def test_sacrificial_pact_on_its_own_lord_jaraxxus_loses():
    game = warlock(hand=["Lord Jaraxxus", "Sacrificial Pact"]).play("Lord Jaraxxus")
    assert game.play("Sacrificial Pact", game.player.hero).result == "second won"


def test_demonfire_deals_2_to_a_minion():
    game = warlock(hand=["Demonfire"] * 2, board=["War Golem"], enemy_board=["Voidwalker"])
    game.play("Demonfire", "Voidwalker").play("Demonfire", "War Golem")
    assert (stats(game.opponent.board), stats(game.player.board)) == ([(1, 1)], [(7, 5)])


def test_demonfire_gives_a_friendly_demon_2_2_instead():
    game = warlock(hand=["Demonfire"], board=["Voidwalker"]).play("Demonfire", "Voidwalker")
    assert stats(game.player.board) == [(3, 5)]
