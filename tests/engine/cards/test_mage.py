"""Rulings of the Mage's cards."""

import pytest

from engine.card_data import standard_cards
from engine.game import Game, IllegalAction
from tests.engine.rulings import ENEMY_HERO, names, over, played, stats


def mage(**position) -> Game:
    """A Mage to move against a Priest."""
    return Game.stage(hero="MAGE", enemy_hero="PRIEST", **position)


def against(*secrets: str, **position) -> Game:
    """A player to move against a Mage with secrets."""
    return Game.stage(enemy_secrets=secrets, enemy_hero="MAGE", **position)


# --- hero power, damage, drawing ---------------------------------------------------------------


def test_fireblast_deals_1_to_anyone_even_the_own_hero():
    game = mage(enemy_board=["Wisp"]).use_power("Wisp")
    assert game.opponent.board == []
    assert game.skip_turn().use_power(game.player.hero).player.health == 29


def test_fireblast_has_no_spell_damage_and_is_no_spell():
    game = mage(board=["Kobold Geomancer", "Mana Wyrm"])
    game.use_power(game.opponent.hero)
    assert (game.opponent.health, game.player.board[1].attack) == (29, 1)


def test_arcane_intellect_draws_2():
    assert len(played("Arcane Intellect", by=mage, deck=["Wisp"] * 3).player.hand) == 2


def test_fireball_deals_6_and_7_with_spell_damage():
    game = played("Fireball", ENEMY_HERO, hand=["Fireball"], by=mage)
    assert game.opponent.health == 24
    game.player.put("Kobold Geomancer")
    assert game.play("Fireball", game.opponent.hero).opponent.health == 17


def test_pyroblast_deals_10():
    assert played("Pyroblast", ENEMY_HERO, by=mage).opponent.health == 20


def test_arcane_explosion_and_flamestrike_hit_enemy_minions_only():
    game = mage(hand=["Arcane Explosion", "Flamestrike"], board=["Wisp"], enemy_board=["War Golem"])
    game.play("Arcane Explosion").play("Flamestrike")
    assert (stats(game.opponent.board), stats(game.player.board)) == ([(7, 2)], [(1, 1)])
    assert game.opponent.health == 30


def test_arcane_missiles_deal_3_split_among_enemies_and_one_more_per_spell_damage():
    game = played("Arcane Missiles", hand=["Arcane Missiles"], by=mage, enemy_board=["War Golem"])
    assert 30 - game.opponent.health + game.opponent.board[0].damage == 3
    game.player.put("Kobold Geomancer")
    game.play("Arcane Missiles")
    assert 30 - game.opponent.health + game.opponent.board[0].damage == 7


def test_arcane_missiles_never_hit_who_is_about_to_die():
    game = mage(hand=["Arcane Missiles"], enemy_board=["Wisp"])
    killed = game.play("Arcane Missiles").opponent.board == []
    assert 30 - game.opponent.health == (2 if killed else 3)


def test_tome_of_intellect_adds_a_random_mage_spell_of_standard():
    found = set()
    for seed in range(30):
        (card,) = mage(hand=["Tome of Intellect"], seed=seed).play("Tome of Intellect").player.hand
        found.add(card.id)
    standard = {x.id for x in standard_cards() if x.card_class == "MAGE" and x.type == "SPELL"}
    assert found <= standard
    assert len(found) > 10


def test_black_cat_draws_if_the_deck_has_only_odd_costs():
    game = mage(hand=["Black Cat"], deck=["Arcane Missiles", "Kirin Tor Mage"])
    assert len(game.play("Black Cat").player.hand) == 1
    assert game.player.spell_damage == 1


def test_black_cat_draws_nothing_with_an_even_cost_in_the_deck():
    assert played("Black Cat", by=mage, deck=["Arcane Missiles", "Fireball"]).player.hand == []


# --- freezing ----------------------------------------------------------------------------------


def test_frostbolt_deals_3_and_freezes():
    game = played("Frostbolt", "War Golem", by=mage, enemy_board=["War Golem"])
    assert (game.opponent.board[0].health, game.opponent.board[0].frozen) == (4, True)
    assert not game.end_turn().opponent.board[0].can_attack


def test_frostbolt_freezes_through_a_divine_shield():
    walker = played("Frostbolt", "Sunwalker", by=mage, enemy_board=["Sunwalker"]).opponent.board[0]
    assert (walker.divine_shield, walker.damage, walker.frozen) == (False, 0, True)


def test_a_frozen_hero_cannot_attack():
    game = played("Frostbolt", ENEMY_HERO, by=mage, enemy_weapon="Assassin's Blade").end_turn()
    assert game.opponent.hero.frozen
    assert not game.opponent.hero.can_attack
    assert not game.end_turn().opponent.hero.frozen


def test_an_enemy_frozen_thaws_at_the_end_of_its_own_turn():
    game = mage(hand=["Frost Nova"], enemy_board=["Wisp", "War Golem"]).play("Frost Nova")
    assert all(minion.frozen for minion in game.opponent.board)
    assert all(minion.frozen for minion in game.end_turn().opponent.board)
    assert not any(minion.frozen for minion in game.end_turn().opponent.board)


def test_an_own_minion_frozen_before_it_attacked_thaws_this_turn():
    game = mage(hand=["Frostbolt"], board=["War Golem"]).play("Frostbolt", "War Golem")
    assert not game.end_turn().player.board[0].frozen


def test_an_own_minion_frozen_after_it_attacked_misses_its_next_attack():
    game = mage(hand=["Frostbolt"], board=["War Golem"])
    golem = game.player.board[0]
    golem.attacks(game.opponent.hero)
    game.play("Frostbolt", golem).skip_turn()
    assert golem.frozen
    assert not game.end_turn().player.board[0].frozen


def test_an_own_minion_frozen_in_the_turn_it_was_played_stays_frozen_the_next():
    game = mage(hand=["War Golem", "Frostbolt"]).play("War Golem")
    game.player.mana = 2
    game.play("Frostbolt", "War Golem").skip_turn()
    assert game.player.board[0].frozen


def test_a_frozen_minion_still_strikes_back():
    game = mage(hand=["Frost Nova"], board=["War Golem"], enemy_board=["Chillwind Yeti"])
    game.play("Frost Nova").attack("War Golem", "Chillwind Yeti")
    assert game.player.board[0].damage == 4


def test_blizzard_deals_2_to_enemy_minions_and_freezes_them():
    game = played("Blizzard", by=mage, board=["Wisp"], enemy_board=["War Golem", "Chillwind Yeti"])
    assert stats(game.opponent.board) == [(7, 5), (4, 3)]
    assert all(minion.frozen for minion in game.opponent.board)
    assert not game.player.board[0].frozen


def test_cone_of_cold_freezes_and_hurts_a_minion_and_its_neighbours():
    game = mage(hand=["Cone of Cold"], enemy_board=["War Golem"] * 4)
    game.play("Cone of Cold", game.opponent.board[1])
    assert [m.damage for m in game.opponent.board] == [1, 1, 1, 0]
    assert [m.frozen for m in game.opponent.board] == [True, True, True, False]


def test_cone_of_cold_reaches_both_neighbours_of_a_minion_it_kills():
    game = mage(hand=["Cone of Cold"], enemy_board=["War Golem", "Wisp", "War Golem"])
    assert [m.health for m in game.play("Cone of Cold", "Wisp").opponent.board] == [6, 6]


def test_ice_lance_freezes_and_deals_4_to_who_is_frozen():
    game = played("Ice Lance", ENEMY_HERO, hand=["Ice Lance"], by=mage)
    hero = game.opponent.hero
    assert (hero.health, hero.frozen) == (30, True)
    assert game.play("Ice Lance", hero).opponent.health == 26


def test_icicle_draws_only_if_the_minion_is_frozen():
    game = mage(hand=["Icicle", "Frost Nova", "Icicle"], enemy_board=["War Golem"], deck=["Wisp"])
    golem = game.opponent.board[0]
    game.play("Icicle", golem)
    assert names(game.player.hand) == ["Frost Nova", "Icicle"]
    game.play("Frost Nova").play("Icicle", golem)
    assert (golem.health, names(game.player.hand)) == (3, ["Wisp"])


def test_icicle_draws_for_a_frozen_minion_that_it_kills():
    game = mage(hand=["Frost Nova", "Icicle"], enemy_board=["Wisp"], deck=["Wisp"])
    assert names(game.play("Frost Nova").play("Icicle", "Wisp").player.hand) == ["Wisp"]


def test_water_elemental_freezes_whom_it_attacks():
    game = mage(board=["Water Elemental"], enemy_board=["War Golem"])
    assert game.attack("Water Elemental", "War Golem").opponent.board[0].frozen


def test_water_elemental_freezes_a_minion_that_attacks_it_until_the_end_of_its_next_turn():
    game = mage(board=["Water Elemental"], enemy_board=["Chillwind Yeti"]).end_turn()
    yeti = game.opponent.board[0].attacks("Water Elemental")
    game.skip_turn()
    assert (yeti.frozen, yeti.can_attack) == (True, False)
    game.end_turn()
    assert not yeti.frozen


def test_water_elemental_freezes_a_hero_that_attacks_it():
    game = mage(board=["Water Elemental"], enemy_weapon="Assassin's Blade").end_turn()
    game.attack(game.opponent.hero, "Water Elemental").skip_turn()
    assert game.opponent.hero.frozen
    assert not game.opponent.hero.can_attack


def test_water_elemental_freezes_a_hero_whose_armor_takes_the_damage():
    game = mage(board=["Water Elemental"], enemy_armor=5)
    game.attack("Water Elemental", game.opponent.hero)
    assert (game.opponent.health, game.opponent.hero.frozen) == (30, True)


def test_water_elemental_does_not_freeze_through_a_divine_shield_nor_silenced():
    game = mage(board=["Water Elemental"] * 2, enemy_board=["Argent Squire", "War Golem"])
    first, second = game.player.board
    first.attacks("Argent Squire")
    second.silence().attacks("War Golem")
    assert not any(minion.frozen for minion in game.opponent.board)


# --- Polymorph, Mirror Image -------------------------------------------------------------------


def test_polymorph_runs_no_deathrattle_and_the_sheep_has_none():
    game = played("Polymorph", "Cairne Bloodhoof", by=mage, enemy_board=["Cairne Bloodhoof"])
    sheep = game.opponent.board[0]
    assert (sheep.name, sheep.stats) == ("Sheep", (1, 1))
    assert sheep.destroy().game.opponent.board == []


def test_polymorph_takes_buffs_damage_and_auras_along():
    game = mage(hand=["Polymorph"], enemy_board=["Wisp", "Stormwind Champion", "Wisp"])
    game.play("Polymorph", "Stormwind Champion")
    assert stats(game.opponent.board) == [(1, 1)] * 3
    assert names(game.opponent.board) == ["Wisp", "Sheep", "Wisp"]


def test_an_own_minion_turned_into_a_sheep_cannot_attack_this_turn():
    game = mage(hand=["Polymorph"], board=["War Golem"]).play("Polymorph", "War Golem")
    assert not game.player.board[0].can_attack
    assert game.skip_turn().player.board[0].can_attack


def test_mirror_image_summons_two_taunts_as_far_as_there_is_room():
    game = mage(hand=["Mirror Image"] * 3, board=["Wisp"] * 4).play("Mirror Image")
    assert [(m.stats, m.taunt) for m in game.player.board[4:]] == [((0, 2), True)] * 2
    assert len(game.play("Mirror Image").player.board) == 7
    assert not game.player.hand[0].is_playable


# --- minions that look at spells and secrets ---------------------------------------------------


def test_mana_wyrm_gains_1_attack_for_every_own_spell_before_it_resolves():
    game = mage(hand=["Ice Barrier", "The Coin"], board=["Mana Wyrm"], enemy_hand=["The Coin"])
    game.play("Ice Barrier").play("The Coin")
    assert game.player.board[0].stats == (3, 3)
    assert game.end_turn().play("The Coin").player.board[0].attack == 3


def test_archmage_antonidas_adds_a_fireball_for_every_own_spell():
    game = played("The Coin", hand=["Ice Block"], by=mage, board=["Archmage Antonidas"])
    assert names(game.player.hand) == ["Ice Block", "Fireball"]
    assert names(game.play("Ice Block").player.hand) == ["Fireball"] * 2


def test_archmage_antonidas_adds_nothing_to_a_full_hand():
    game = mage(hand=["Arcane Intellect", *["Wisp"] * 9], board=["Archmage Antonidas"])
    game.player.put_on_deck("War Golem")
    assert names(game.play("Arcane Intellect").player.hand) == [*["Wisp"] * 9, "Fireball"]


def test_sorcerers_apprentices_make_spells_and_secrets_cheaper_but_not_below_0():
    game = mage(
        hand=["Fireball", "Ice Block", "Ice Lance", "Wisp"], board=["Sorcerer's Apprentice"] * 2
    )
    assert [card.cost for card in game.player.hand] == [2, 1, 0, 0]
    game.player.board[0].destroy()
    assert [card.cost for card in game.player.hand] == [3, 2, 0, 0]
    assert game.player.power.cost == 2


def test_kirin_tor_mage_makes_the_next_secret_free():
    game = played("Kirin Tor Mage", hand=["Ice Block", "Ice Barrier", "Fireball"], by=mage)
    assert [card.cost for card in game.player.hand] == [0, 0, 4]
    assert [card.cost for card in game.play("Ice Block").player.hand] == [3, 4]


def test_kirin_tor_mages_gift_survives_other_spells_but_not_the_turn():
    game = mage(hand=["Kirin Tor Mage", "The Coin", "Ice Block"]).play("Kirin Tor Mage")
    assert game.play("The Coin").player.hand[0].cost == 0
    assert game.skip_turn().player.hand[0].cost == 3


def test_ethereal_arcanist_grows_at_the_end_of_own_turns_with_a_secret():
    game = mage(board=["Ethereal Arcanist"], secrets=["Ice Block"])
    assert game.end_turn().player.board[0].stats == (5, 5)
    assert game.end_turn().player.board[0].stats == (5, 5)


def test_ethereal_arcanist_does_not_grow_without_a_secret_of_its_player():
    game = mage(board=["Ethereal Arcanist"], enemy_secrets=["Ice Block"]).end_turn()
    assert game.player.board[0].stats == (3, 3)


# --- secrets in general ------------------------------------------------------------------------


def test_a_secret_already_in_play_cannot_be_played_again_until_it_is_revealed():
    game = mage(hand=["Ice Barrier"], secrets=["Ice Barrier"], enemy_board=["Wisp"])
    with pytest.raises(IllegalAction, match="already in play"):
        game.play("Ice Barrier")
    game.end_turn().attack("Wisp", game.player.hero).end_turn()
    assert names(game.play("Ice Barrier").player.secrets) == ["Ice Barrier"]


def test_secrets_sleep_in_their_players_own_turn():
    game = mage(
        hand=["Frostbolt", "Wisp"], board=["War Golem"], enemy_board=["Chillwind Yeti"],
        secrets=["Counterspell", "Spellbender", "Mirror Entity", "Ice Barrier", "Vaporize"],
    )  # fmt: skip
    game.play("Wisp").play("Frostbolt", "Chillwind Yeti").attack("War Golem", game.opponent.hero)
    assert len(game.player.secrets) == 5


# --- Counterspell ------------------------------------------------------------------------------


def test_counterspell_takes_spell_and_mana():
    game = against("Counterspell", hand=["Fireball"])
    game.play("Fireball", game.opponent.hero)
    assert (game.opponent.health, game.player.mana, game.player.hand) == (30, 6, [])
    assert game.opponent.secrets == []
    assert names(game.player.graveyard) == ["Fireball"]


def test_counterspell_counters_the_coin_and_only_that():
    game = against("Counterspell", hand=["The Coin", "Sinister Strike"], mana=3).play("The Coin")
    assert (game.player.mana, game.opponent.secrets) == (3, [])
    assert game.play("Sinister Strike").opponent.health == 27


def test_counterspell_counters_secrets_which_do_not_come_into_play():
    game = against("Counterspell", hand=["Snake Trap"]).play("Snake Trap")
    assert (game.player.secrets, game.opponent.secrets) == ([], [])
    assert names(game.player.graveyard) == ["Snake Trap"]


def test_nobody_notices_a_countered_spell():
    board = ["Mana Wyrm", "Questing Adventurer", "Gadgetzan Auctioneer", "Wild Pyromancer"]
    game = against("Counterspell", hand=["The Coin"], board=board, deck=["Wisp"]).play("The Coin")
    assert stats(game.player.board) == [(1, 3), (2, 2), (4, 4), (3, 2)]
    assert game.player.hand == []


def test_a_countered_spell_still_counts_as_a_card_played():
    game = against("Counterspell", hand=["The Coin", "Eviscerate"]).play("The Coin")
    assert game.play("Eviscerate", game.opponent.hero).opponent.health == 26


def test_a_countered_spell_uses_up_preparation():
    game = against(hand=["Preparation", "Shiv", "Sprint"]).play("Preparation")
    game.opponent.put_secret("Counterspell")
    assert game.play("Shiv", game.opponent.hero).player.hand[0].cost == 7


def test_counterspell_lets_minions_weapons_and_powers_pass():
    game = against("Counterspell", hand=["Wisp", "Assassin's Blade"])
    game.play("Wisp").play("Assassin's Blade").use_power()
    assert names(game.opponent.secrets) == ["Counterspell"]


def test_counterspell_comes_before_an_older_spellbender():
    game = against("Spellbender", "Counterspell", hand=["Frostbolt"], board=["War Golem"])
    game.play("Frostbolt", "War Golem")
    assert names(game.opponent.secrets) == ["Spellbender"]
    assert game.opponent.board == []


# --- Spellbender -------------------------------------------------------------------------------


def test_spellbender_takes_a_spell_meant_for_a_minion():
    game = against("Spellbender", hand=["Frostbolt"], enemy_board=["War Golem"])
    game.play("Frostbolt", "War Golem")
    assert stats(game.opponent.board) == [(7, 7)]
    assert game.opponent.secrets == []


def test_spellbender_takes_a_buff_of_the_enemys_own_minion():
    game = against("Spellbender", hand=["Blessing of Kings"], board=["Wisp"])
    game.play("Blessing of Kings", "Wisp")
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(1, 1)], [(5, 7)])


@pytest.mark.parametrize("spell", ["Shadow Word: Death", "Backstab", "Shadowstep", "Assassinate"])
def test_spellbender_need_not_fit_the_spell(spell):
    board, enemy_board = (["War Golem"], []) if spell == "Shadowstep" else ([], ["War Golem"])
    game = against("Spellbender", hand=[spell], board=board, enemy_board=enemy_board)
    game.play(spell, "War Golem")
    assert names([*game.player.board, *game.opponent.board])[0] == "War Golem"
    bender = [m for m in game.opponent.board if m.name == "Spellbender"]
    assert [m.health for m in bender] == ([1] if spell == "Backstab" else [])
    assert names(game.opponent.hand) == (["Spellbender"] if spell == "Shadowstep" else [])


def test_spellbender_can_be_mind_controlled_in_another_minions_place():
    game = against("Spellbender", hand=["Mind Control"], enemy_board=["War Golem"])
    game.play("Mind Control", "War Golem")
    assert (names(game.player.board), names(game.opponent.board)) == (
        ["Spellbender"],
        ["War Golem"],
    )


def test_spellbender_lets_spells_pass_that_target_a_hero_or_nobody():
    game = against("Spellbender", hand=["Frostbolt", "Arcane Explosion"], enemy_board=["War Golem"])
    game.play("Frostbolt", game.opponent.hero).play("Arcane Explosion")
    assert (game.opponent.health, stats(game.opponent.board)) == (27, [(7, 6)])
    assert names(game.opponent.secrets) == ["Spellbender"]


def test_spellbender_lets_battlecries_and_hero_powers_pass():
    game = against("Spellbender", hand=["Elven Archer"], hero="MAGE", enemy_board=["War Golem"])
    game.play("Elven Archer", "War Golem").use_power("War Golem")
    assert stats(game.opponent.board) == [(7, 5)]
    assert names(game.opponent.secrets) == ["Spellbender"]


def test_spellbender_needs_room():
    game = against("Spellbender", hand=["Frostbolt"], enemy_board=["War Golem"] * 7)
    game.play("Frostbolt", game.opponent.board[0])
    assert game.opponent.board[0].damage == 3
    assert names(game.opponent.secrets) == ["Spellbender"]


def test_spellbender_fills_the_last_place():
    game = against("Spellbender", hand=["Frostbolt"], enemy_board=["War Golem"] * 6)
    game.play("Frostbolt", game.opponent.board[0])
    assert (len(game.opponent.board), game.opponent.board[0].damage) == (6, 0)


def test_the_neighbours_of_spellbender_feel_a_cone_of_cold():
    game = against(
        "Spellbender", hand=["Cone of Cold"], enemy_board=["War Golem", "Chillwind Yeti"]
    ).play("Cone of Cold", "War Golem")
    assert [m.damage for m in game.opponent.board] == [0, 1, 1]


# --- Mirror Entity -----------------------------------------------------------------------------


def test_mirror_entity_copies_a_minion_after_its_battlecry():
    game = against("Mirror Entity", hand=["Frostwolf Warlord"], board=["Wisp"] * 4)
    game.play("Frostwolf Warlord")
    assert stats(game.opponent.board) == [(8, 8)]
    assert game.opponent.secrets == []


def test_mirror_entity_copies_damage():
    game = against("Mirror Entity", hand=["Injured Blademaster"]).play("Injured Blademaster")
    (copy,) = game.opponent.board
    assert (copy.health, copy.max_health) == (3, 7)


def test_mirror_entity_copies_what_a_faceless_manipulator_became():
    game = against("Mirror Entity", hand=["Faceless Manipulator"], board=["War Golem"])
    assert names(game.play("Faceless Manipulator", "War Golem").opponent.board) == ["War Golem"]


def test_mirror_entity_runs_no_battlecry_and_copies_no_summoned_minion():
    game = against("Mirror Entity", hand=["Razorfen Hunter"]).play("Razorfen Hunter")
    assert names(game.opponent.board) == ["Razorfen Hunter"]


def test_mirror_entity_waits_for_a_minion_that_is_played():
    game = against("Mirror Entity", hand=["Animal Companion"]).play("Animal Companion")
    assert names(game.opponent.secrets) == ["Mirror Entity"]


def test_mirror_entity_waits_if_the_minion_died_of_its_battlecry():
    game = against("Mirror Entity", hand=["Elven Archer"], board=["Abomination"])
    game.player.board[0].health = 1
    game.play("Elven Archer", "Abomination")  # whose deathrattle kills the archer
    assert (names(game.opponent.secrets), game.opponent.board) == (["Mirror Entity"], [])


def test_mirror_entity_summons_the_minion_lord_jaraxxus_when_he_is_played():
    game = against("Mirror Entity", "Snipe", hand=["Lord Jaraxxus"], hero="WARLOCK")
    game.play("Lord Jaraxxus")
    assert [(m.id, m.stats) for m in game.opponent.board] == [("EX1_323", (3, 15))]
    assert names(game.opponent.secrets) == ["Snipe"]
    assert (game.player.hero.id, game.player.board) == ("EX1_323h", [])


def test_knife_juggler_throws_for_the_copy_of_lord_jaraxxus_only():
    game = against("Mirror Entity", hand=["Lord Jaraxxus"], board=["Knife Juggler"],
                   enemy_board=["Knife Juggler"], hero="WARLOCK")  # fmt: skip
    game.player.board[0].health = 3
    game.play("Lord Jaraxxus")
    hurt = (15 - game.player.health) + (3 - game.player.board[0].health)
    assert (hurt, game.opponent.health) == (1, 30)


def test_mirror_entity_needs_room():
    game = against("Mirror Entity", hand=["War Golem"], enemy_board=["Wisp"] * 7).play("War Golem")
    assert names(game.opponent.secrets) == ["Mirror Entity"]


def test_mirror_entity_fills_the_last_place():
    game = against("Mirror Entity", hand=["War Golem"], enemy_board=["Wisp"] * 6).play("War Golem")
    assert names(game.opponent.board) == ["Wisp"] * 6 + ["War Golem"]


def test_mirror_entity_copies_before_knife_juggler_throws():
    games = over(12, against, "Mirror Entity", hand=["Wisp"], board=["Knife Juggler"])
    hit = {game.play("Wisp").opponent.health for game in games}
    assert hit == {29, 30}  # 30: the knife has hit the copy


def test_a_mirrored_minion_cannot_attack_before_its_next_turn_and_has_its_aura():
    game = against("Mirror Entity", hand=["Stormwind Champion"], enemy_board=["Wisp"])
    game.play("Stormwind Champion")
    assert stats(game.opponent.board) == [(2, 2), (6, 6)]
    assert game.end_turn().opponent.board[1].can_attack


# --- Vaporize, Ice Barrier, Ice Block ----------------------------------------------------------


def test_vaporize_destroys_a_minion_that_attacks_the_hero_before_it_hits():
    game = against("Vaporize", board=["War Golem"])
    game.attack("War Golem", game.opponent.hero)
    assert (game.player.board, game.opponent.health, game.opponent.secrets) == ([], 30, [])


def test_vaporize_does_not_mind_heroes_or_attacks_on_minions():
    game = against("Vaporize", board=["War Golem"], weapon="Wicked Knife", enemy_board=["Wisp"])
    game.attack(game.player.hero, game.opponent.hero).attack("War Golem", "Wisp")
    assert (game.opponent.health, names(game.opponent.secrets)) == (29, ["Vaporize"])


def test_vaporize_destroys_through_a_divine_shield_and_runs_the_deathrattle():
    game = against("Vaporize", board=["Cairne Bloodhoof"])
    game.player.board[0].set_flags(divine_shield=True)
    game.attack("Cairne Bloodhoof", game.opponent.hero)
    assert names(game.player.board) == ["Baine Bloodhoof"]


def test_ice_barrier_gives_8_armor_before_the_damage():
    game = against("Ice Barrier", board=["War Golem"])
    game.attack("War Golem", game.opponent.hero)
    assert (game.opponent.health, game.opponent.armor) == (30, 1)


def test_ice_barrier_minds_attacks_on_the_hero_only_but_by_heroes_too():
    game = against("Ice Barrier", hand=["Fireball"], weapon="Wicked Knife", board=["War Golem"])
    game.opponent.put("Wisp")
    game.play("Fireball", game.opponent.hero).attack("War Golem", "Wisp")
    assert (game.opponent.health, game.opponent.armor) == (24, 0)
    assert game.attack(game.player.hero, game.opponent.hero).opponent.armor == 7


@pytest.mark.parametrize("order", [("Vaporize", "Ice Barrier"), ("Ice Barrier", "Vaporize")])
def test_vaporize_and_ice_barrier_answer_the_same_attack(order):
    game = against(*order, board=["War Golem"])
    game.attack("War Golem", game.opponent.hero)
    assert (game.player.board, game.opponent.armor, game.opponent.secrets) == ([], 8, [])


def test_vaporize_stays_hidden_if_explosive_trap_has_killed_the_attacker():
    game = against("Explosive Trap", "Vaporize", board=["Bloodfen Raptor"])
    game.attack("Bloodfen Raptor", game.opponent.hero)
    assert (game.player.board, names(game.opponent.secrets)) == ([], ["Vaporize"])


def test_ice_block_prevents_fatal_damage_and_makes_the_hero_immune_this_turn():
    game = against("Ice Block", hand=["Pyroblast", "Fireball"], board=["War Golem"], enemy_health=5)
    game.play("Pyroblast", game.opponent.hero)
    assert (game.opponent.health, game.opponent.hero.immune, game.opponent.secrets) == (5, True, [])
    assert game.opponent.hero not in game.player.board[0].attack_targets
    assert not game.end_turn().opponent.hero.immune


def test_ice_block_waits_while_the_damage_is_not_fatal():
    game = against("Ice Block", hand=["Fireball"], enemy_health=7)
    game.play("Fireball", game.opponent.hero)
    assert (game.opponent.health, names(game.opponent.secrets)) == (1, ["Ice Block"])


def test_ice_block_counts_armor():
    game = against("Ice Block", hand=["Fireball"], enemy_health=1, enemy_armor=6)
    game.play("Fireball", game.opponent.hero)
    assert (game.opponent.armor, names(game.opponent.secrets)) == (0, ["Ice Block"])


def test_ice_block_stops_an_attack_which_the_attacker_survives_unfrozen():
    game = against("Ice Block", board=["War Golem"], enemy_health=7)
    game.attack("War Golem", game.opponent.hero)
    assert (game.opponent.health, game.result, game.player.board[0].damage) == (7, "running", 0)


def test_ice_block_stops_all_missiles_after_the_fatal_one():
    game = against("Ice Block", hand=["Arcane Missiles"], enemy_health=1)
    assert game.play("Arcane Missiles").opponent.health == 1


def test_ice_block_does_not_save_from_own_fatigue():
    game = mage(secrets=["Ice Block"], hand=["Arcane Intellect"], fatigue=True, health=1)
    assert game.play("Arcane Intellect").result == "second won"


def test_ice_block_is_gone_once_used():
    game = against("Ice Block", hand=["Fireball"] * 2, enemy_health=5)
    game.play("Fireball", game.opponent.hero).skip_turn()
    assert game.play("Fireball", game.opponent.hero).result == "first won"
