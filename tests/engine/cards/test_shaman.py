"""Rulings of the Shaman's cards."""

from collections import Counter

import pytest

from engine.game import Game, IllegalAction
from tests.engine.rulings import ENEMY_HERO, names, over, played, stats

TOTEMS = ["Healing Totem", "Searing Totem", "Stoneclaw Totem", "Wrath of Air Totem"]


# --- hero power and totems ---------------------------------------------------------------------


def test_totemic_call_summons_each_basic_totem_equally_often():
    drawn = Counter(
        Game.stage(hero="SHAMAN", seed=seed).use_power().player.board[0].name
        for seed in range(1, 201)
    )
    assert set(drawn) == set(TOTEMS)
    assert min(drawn.values()) > 30


def test_totemic_call_summons_one_totem():
    assert len(Game.stage(hero="SHAMAN").use_power().player.board) == 1


@pytest.mark.parametrize("missing", TOTEMS)
def test_totemic_call_summons_the_totem_that_is_missing(missing):
    board = [name for name in TOTEMS if name != missing]
    game = Game.stage(hero="SHAMAN", board=board).use_power()
    assert names(game.player.board) == [*board, missing]
    assert not game.record.random_happened, "there was nothing to pick"


def test_totemic_call_with_all_four_totems_can_not_be_used():
    game = Game.stage(hero="SHAMAN", board=TOTEMS)
    assert not game.player.power.is_usable
    with pytest.raises(IllegalAction, match="Totemic Call"):
        game.use_power()


def test_totemic_call_counts_own_basic_totems_only():
    game = Game.stage(
        hero="SHAMAN", board=[*TOTEMS[:3], "Flametongue Totem"], enemy_board=["Wrath of Air Totem"]
    )
    assert names(game.use_power().player.board)[4:] == ["Wrath of Air Totem"]


def test_totemic_call_counts_silenced_totems():
    game = Game.stage(hero="SHAMAN", board=TOTEMS)
    game.player.board[2].silence()
    assert not game.player.power.is_usable


def test_totemic_call_with_a_full_board_can_not_be_used():
    assert not Game.stage(hero="SHAMAN", board=["Wisp"] * 7).player.power.is_usable
    assert Game.stage(hero="SHAMAN", board=["Wisp"] * 6).player.power.is_usable


def test_healing_totem_restores_1_to_own_minions_at_the_end_of_the_turn():
    game = Game.stage(board=["Healing Totem", "War Golem"], enemy_board=["War Golem"])
    for card in (*game.player.board, *game.opponent.board, game.player.hero):
        card.take_damage(1)
    game.end_turn()
    assert stats(game.player.board) == [(0, 2), (7, 7)]
    assert (game.opponent.board[0].health, game.player.health) == (6, 29)


# --- overload ----------------------------------------------------------------------------------


def test_overload_locks_crystals_in_the_next_turn_only():
    game = played("Lava Burst", ENEMY_HERO, mana=5)
    assert (game.player.overload, game.player.mana) == ((0, 2), 2)
    game.skip_turn()
    assert (game.player.overload, game.player.mana, game.player.max_mana) == ((2, 0), 4, 6)
    game.skip_turn()
    assert (game.player.overload, game.player.mana) == ((0, 0), 7)


def test_overload_adds_up():
    game = Game.stage(hand=["Lightning Bolt", "Feral Spirit", "Stormforged Axe"])
    game.play("Lightning Bolt", game.opponent.hero).play("Feral Spirit").play("Stormforged Axe")
    assert game.player.overload == (0, 4)
    assert game.skip_turn().player.mana == 6


def test_locked_crystals_can_not_be_spent():
    game = played("Dust Devil", hand=["Bloodfen Raptor", "Wisp"], mana=1).skip_turn()
    assert [card.is_playable for card in game.player.hand] == [False, True]


def test_what_is_free_can_be_played_with_more_overload_than_crystals():
    game = played("Dust Devil", hand=["Dust Devil", "Wisp"], mana=2).play("Dust Devil").skip_turn()
    assert (game.player.overload, game.player.mana) == ((4, 0), 0)
    assert game.play("Wisp").player.board[-1].name == "Wisp"


def test_too_much_overload_eats_the_coin_before_it_is_forgotten():
    game = Game.stage(hand=["Dust Devil", "Dust Devil", "The Coin", "Argent Squire"], mana=2)
    game.play("Dust Devil").play("Dust Devil").skip_turn()
    assert game.play("The Coin").player.mana == 0
    assert game.skip_turn().player.mana == 4


def test_a_minion_that_is_summoned_overloads_nobody():
    game = Game.stage()
    game.player.summon("Earth Elemental")
    assert game.player.overload == (0, 0)


def test_a_countered_spell_overloads_nobody():
    game = Game.stage(hand=["Feral Spirit"], enemy_secrets=["Counterspell"]).play("Feral Spirit")
    assert (game.player.board, game.player.overload, game.player.mana) == ([], (0, 0), 7)


@pytest.mark.parametrize(
    ("name", "overload"),
    [
        ("Dust Devil", 2),
        ("Earth Elemental", 3),
        ("Feral Spirit", 2),
        ("Stormforged Axe", 1),
        ("Doomhammer", 2),
    ],
)
def test_minions_spells_and_weapons_overload(name, overload):
    assert Game.stage(hand=[name]).play(name).player.overload == (0, overload)


# --- Basic -------------------------------------------------------------------------------------


def test_frost_shock_deals_1_to_an_enemy_and_freezes_it():
    game = Game.stage(hand=["Frost Shock"], board=["Wisp"], enemy_board=["War Golem"])
    assert game.player.hand[0].targets == [game.opponent.hero, game.opponent.board[0]]
    golem = game.play("Frost Shock", "War Golem").opponent.board[0]
    assert (golem.health, golem.frozen) == (6, True)
    assert not game.end_turn().opponent.board[0].can_attack


def test_frost_shock_freezes_through_a_divine_shield():
    squire = played("Frost Shock", "Argent Squire", enemy_board=["Argent Squire"]).opponent.board[0]
    assert squire.keywords == {"frozen"}


def test_frost_shock_freezes_a_hero():
    game = played("Frost Shock", ENEMY_HERO, enemy_weapon="Eaglehorn Bow").end_turn()
    assert not game.opponent.hero.can_attack


def test_windfury_lets_a_minion_that_has_attacked_attack_again():
    game = Game.stage(hand=["Windfury"], board=["War Golem"])
    golem = game.player.board[0].attacks(game.opponent.hero)
    game.play("Windfury", golem)
    assert golem.attacks(game.opponent.hero).attacks_left == 0
    assert game.opponent.health == 16


def test_windfury_does_not_stack_and_does_not_wake_a_fresh_minion():
    game = Game.stage(hand=["Windfury", "Windfury", "Wisp"]).play("Wisp")
    wisp = game.player.board[0]
    assert not game.play("Windfury", wisp).play("Windfury", wisp).player.board[0].can_attack
    assert game.skip_turn().player.board[0].attacks_left == 2


def test_ancestral_healing_restores_all_health_and_gives_taunt():
    game = Game.stage(hand=["Ancestral Healing"], enemy_board=["War Golem"])
    golem = game.opponent.board[0].take_damage(6)
    game.play("Ancestral Healing", golem)
    assert (golem.stats, golem.taunt) == ((7, 7), True)


def test_ancestral_healing_ends_what_holds_while_damaged():
    game = Game.stage(hand=["Ancestral Healing"], board=["Amani Berserker"])
    berserker = game.player.board[0].take_damage(1)
    assert berserker.attack == 5
    game.play("Ancestral Healing", berserker)
    assert berserker.stats == (2, 3)


def test_ancestral_healing_of_an_unhurt_minion_heals_nothing():
    game = played("Ancestral Healing", "Wisp", board=["Lightwarden", "Wisp"])
    assert (stats(game.player.board), game.player.board[1].taunt) == ([(1, 2), (1, 1)], True)


def test_ancestral_healing_with_auchenai_soulpriest_kills():
    game = Game.stage(
        hand=["Ancestral Healing"], board=["Auchenai Soulpriest"], enemy_board=["War Golem"]
    )
    assert game.play("Ancestral Healing", "War Golem").opponent.board == []


def test_fire_elemental_deals_3_to_any_character():
    game = played("Fire Elemental", ENEMY_HERO, board=["Kobold Geomancer"])
    assert game.opponent.health == 27, "a battlecry has no spell damage"


def test_rockbiter_weapon_gives_a_minion_3_attack_this_turn():
    game = Game.stage(hand=["Rockbiter Weapon"], board=["Wisp"], enemy_board=["Wisp"])
    wisp = game.player.board[0]
    assert game.player.hand[0].targets == [game.player.hero, wisp]
    assert game.play("Rockbiter Weapon", wisp).player.board[0].attack == 4
    game.end_turn()
    assert wisp.attack == 1


def test_rockbiter_weapon_arms_a_hero_without_a_weapon():
    game = Game.stage(hand=["Rockbiter Weapon"])
    game.play("Rockbiter Weapon", game.player.hero).player.hero.attacks(game.opponent.hero)
    assert game.opponent.health == 27
    assert game.end_turn().player.hero.attack == 0


def test_rockbiter_weapon_counts_for_both_attacks_with_doomhammer():
    game = Game.stage(hand=["Rockbiter Weapon"], weapon="Doomhammer")
    hero = game.play("Rockbiter Weapon", game.player.hero).player.hero
    hero.attacks(game.opponent.hero).attacks(game.opponent.hero)
    assert (game.opponent.health, game.player.weapon.stats) == (20, (2, 6))
    assert not hero.can_attack


def test_two_rockbiter_weapons_add_up_on_a_windfury_minion():
    game = Game.stage(hand=["Rockbiter Weapon"] * 2, board=["Young Dragonhawk"])
    hawk = game.player.board[0]
    game.play("Rockbiter Weapon", hawk).play("Rockbiter Weapon", hawk)
    hawk.attacks(game.opponent.hero).attacks(game.opponent.hero)
    assert game.opponent.health == 16


def test_bloodlust_gives_minions_but_not_the_hero_3_attack_this_turn():
    game = played("Bloodlust", board=["Wisp", "Searing Totem"], enemy_board=["Wisp"])
    assert stats(game.player.board) == [(4, 1), (4, 1)]
    assert (game.player.hero.attack, game.opponent.board[0].attack) == (0, 1)
    assert stats(game.end_turn().player.board) == [(1, 1), (1, 1)]


def test_totemic_might_gives_own_totems_2_health():
    game = played(
        "Totemic Might",
        board=["Searing Totem", "Wisp", "Mana Tide Totem"],
        enemy_board=["Searing Totem"],
    )
    assert stats(game.player.board) == [(1, 3), (1, 1), (0, 5)]
    assert stats(game.opponent.board) == [(1, 1)]


def test_totemic_might_can_be_played_without_a_totem():
    assert Game.stage(hand=["Totemic Might"]).player.hand[0].is_playable


def test_hex_makes_any_minion_a_frog_without_its_deathrattle():
    game = played("Hex", "Cairne Bloodhoof", enemy_board=["Wisp", "Cairne Bloodhoof", "Wisp"])
    frog = game.opponent.board[1]
    assert (frog.name, frog.stats, frog.taunt) == ("Frog", (0, 1), True)
    frog.destroy()
    assert names(game.opponent.board) == ["Wisp", "Wisp"]


def test_a_hexed_minion_loses_buffs_and_auras_end():
    game = Game.stage(hand=["Blessing of Kings", "Hex"], board=["Stormwind Champion", "Wisp"])
    game.play("Blessing of Kings", "Stormwind Champion").play("Hex", "Stormwind Champion")
    assert stats(game.player.board) == [(0, 1), (1, 1)]


def test_a_silenced_frog_is_a_frog_without_taunt():
    game = Game.stage(hand=["Hex"], enemy_board=["War Golem"]).play("Hex", "War Golem")
    frog = game.opponent.board[0].silence()
    assert (frog.name, frog.taunt, frog.stats) == ("Frog", False, (0, 1))


def test_a_hexed_minion_has_not_died():
    game = Game.stage(hand=["Hex"], board=["Cult Master"], enemy_board=["War Golem"])
    assert game.play("Hex", "War Golem").opponent.graveyard == []


def test_windspeaker_gives_another_friendly_minion_windfury():
    game = Game.stage(hand=["Windspeaker"], board=["War Golem"], enemy_board=["Wisp"])
    golem = game.player.board[0]
    assert game.player.hand[0].targets == [golem]
    game.play("Windspeaker", golem)
    golem.attacks(game.opponent.hero).attacks(game.opponent.hero)
    assert game.opponent.health == 16


def test_windspeaker_can_be_played_alone():
    assert Game.stage(hand=["Windspeaker"]).play("Windspeaker").player.board[0].stats == (3, 3)


# --- Flametongue Totem -------------------------------------------------------------------------


def attacks(game, side="player"):
    return [card.attack for card in getattr(game, side).board]


def test_flametongue_totem_gives_its_neighbours_2_attack():
    game = Game.stage(board=["Wisp", "Wisp", "Flametongue Totem", "Wisp", "Wisp"])
    assert attacks(game) == [1, 3, 0, 3, 1]


def test_a_minion_played_beside_flametongue_totem_takes_the_place_of_a_neighbour():
    game = Game.stage(hand=["War Golem"], board=["Flametongue Totem", "Wisp"])
    assert attacks(game.play("War Golem", position=1)) == [0, 9, 1]


def test_when_a_neighbour_dies_the_next_minion_moves_up_to_flametongue_totem():
    game = Game.stage(board=["Flametongue Totem", "Wisp", "War Golem"])
    game.player.board[1].destroy()
    assert attacks(game) == [0, 9]


def test_neighbours_attack_one_after_the_other_with_flametongue_totem():
    game = Game.stage(
        board=["Flametongue Totem", "Wisp", "Murloc Raider"], enemy_board=["Chillwind Yeti"]
    )
    yeti = game.opponent.board[0]
    game.player.board[1].attacks(yeti)
    assert yeti.health == 2
    game.player.board[1].attacks(game.opponent.hero)
    assert game.opponent.health == 26


def test_two_flametongue_totems_add_up_and_buff_each_other():
    game = Game.stage(board=["Flametongue Totem", "Wisp", "Flametongue Totem", "Flametongue Totem"])
    assert attacks(game) == [0, 5, 2, 2]


def test_a_stolen_flametongue_totem_helps_its_new_side():
    game = Game.stage(board=["Wisp", "Flametongue Totem"], enemy_board=["War Golem"])
    game.player.board[1].change_controller()
    assert attacks(game) == [1]
    assert attacks(game, "opponent") == [9, 0]


@pytest.mark.parametrize("end", ["silence", "destroy"])
def test_flametongue_totems_aura_ends_with_its_text(end):
    game = Game.stage(board=["Wisp", "Flametongue Totem"])
    getattr(game.player.board[1], end)()
    assert game.player.board[0].attack == 1


def test_a_silenced_neighbour_keeps_what_flametongue_totem_gives():
    assert Game.stage(board=["Wisp", "Flametongue Totem"]).player.board[0].silence().attack == 3


# --- Classic: spells ---------------------------------------------------------------------------


def test_ancestral_spirit_resummons_the_minion_where_it_stood_as_printed():
    game = Game.stage(hand=["Ancestral Spirit"], board=["Wisp", "War Golem", "Wisp"])
    golem = game.player.board[1].take_damage(3)
    game.play("Ancestral Spirit", golem)
    golem.destroy()
    assert names(game.player.board) == ["Wisp", "War Golem", "Wisp"]
    again = game.player.board[1]
    assert (again.stats, again.given, again != golem) == ((7, 7), [], True)


def test_the_resummoned_minion_does_not_come_back_again():
    game = Game.stage(hand=["Ancestral Spirit"], board=["Wisp"]).play("Ancestral Spirit", "Wisp")
    game.player.board[0].destroy()
    assert not game.player.board[0].can_attack, "it has just been summoned"
    game.player.board[0].destroy()
    assert game.player.board == []


def test_two_ancestral_spirits_summon_two():
    game = Game.stage(hand=["Ancestral Spirit"] * 2, board=["Wisp"])
    game.play("Ancestral Spirit", "Wisp").play("Ancestral Spirit", "Wisp")
    game.player.board[0].destroy()
    assert names(game.player.board) == ["Wisp", "Wisp"]


def test_two_ancestral_spirits_on_a_full_board_summon_one():
    game = Game.stage(hand=["Ancestral Spirit"] * 2, board=["War Golem", *["Wisp"] * 6])
    game.play("Ancestral Spirit", "War Golem").play("Ancestral Spirit", "War Golem")
    game.player.board[0].destroy()
    assert names(game.player.board).count("War Golem") == 1


def test_a_silenced_minion_loses_ancestral_spirit():
    game = Game.stage(hand=["Ancestral Spirit"], board=["Wisp"]).play("Ancestral Spirit", "Wisp")
    game.player.board[0].silence().destroy()
    assert game.player.board == []


def test_ancestral_spirit_on_a_stolen_minion_summons_for_its_master():
    game = Game.stage(hand=["Ancestral Spirit"], enemy_board=["Wisp"])
    wisp = game.play("Ancestral Spirit", "Wisp").opponent.board[0].change_controller()
    wisp.destroy()
    assert (names(game.player.board), game.opponent.board) == (["Wisp"], [])


def test_ancestral_spirit_comes_after_the_minions_own_deathrattle():
    game = Game.stage(hand=["Ancestral Spirit"], board=["Harvest Golem"])
    game.play("Ancestral Spirit", "Harvest Golem").player.board[0].destroy()
    assert sorted(names(game.player.board)) == ["Damaged Golem", "Harvest Golem"]
    assert game.player.board[0].name == "Damaged Golem"


def test_far_sight_draws_a_card_that_costs_3_less():
    game = Game.stage(hand=["Far Sight"], deck=["War Golem", "War Golem"]).play("Far Sight")
    assert game.player.hand[0].cost == 4
    assert game.player.draw().hand[1].cost == 7, "only that card"


def test_far_sight_does_not_go_below_0_and_lasts():
    game = Game.stage(hand=["Far Sight"], deck=["Wisp", "Loot Hoarder"]).play("Far Sight")
    assert game.player.hand[0].cost == 0
    assert played("Far Sight", deck=["Chillwind Yeti"]).skip_turn().player.hand[0].cost == 1


def test_far_sights_discount_is_gone_once_the_minion_was_played():
    game = Game.stage(hand=["Far Sight", "Youthful Brewmaster"], deck=["Chillwind Yeti"])
    yeti = game.play("Far Sight").find("Chillwind Yeti").play()
    game.play("Youthful Brewmaster", yeti)
    assert (yeti.zone, yeti.cost) == ("hand", 4)


def test_far_sight_with_a_full_hand_burns_the_card_and_discounts_no_other():
    """The hand is full again when Far Sight has left it and somebody else draws first."""
    game = Game.stage(
        hand=["Far Sight", *["War Golem"] * 9],
        board=["Gadgetzan Auctioneer"],
        deck=["War Golem", "Wisp"],
    ).play("Far Sight")
    assert [card.cost for card in game.player.hand] == [7] * 10
    assert names(game.player.graveyard) == ["Far Sight", "Wisp"]


def test_far_sight_with_an_empty_deck_is_fatigue_and_no_discount():
    game = Game.stage(hand=["Far Sight", "War Golem"], fatigue=True).play("Far Sight")
    assert (game.player.health, game.player.hand[0].cost) == (29, 7)


def test_lightning_bolt_and_lava_burst_deal_3_and_5():
    game = Game.stage(hand=["Lightning Bolt", "Lava Burst"])
    game.play("Lightning Bolt", game.opponent.hero).play("Lava Burst", game.opponent.hero)
    assert (game.opponent.health, game.player.overload) == (22, (0, 3))


def test_earth_shock_silences_before_it_deals_1():
    game = Game.stage(hand=["Earth Shock"], enemy_board=["Argent Squire"])
    assert game.play("Earth Shock", "Argent Squire").opponent.board == []


def test_earth_shock_stops_a_deathrattle():
    game = played("Earth Shock", "Leper Gnome", enemy_board=["Leper Gnome"])
    assert (game.opponent.board, game.player.health) == ([], 30)


def test_earth_shock_takes_buffs_and_then_1_health():
    game = Game.stage(hand=["Blessing of Kings", "Earth Shock"], board=["Chillwind Yeti"])
    game.play("Blessing of Kings", "Chillwind Yeti").play("Earth Shock", "Chillwind Yeti")
    assert game.player.board[0].stats == (4, 4)


def test_earth_shock_at_spell_damage_of_its_own_side_loses_it_first():
    assert played("Earth Shock", "Ogre Magi", board=["Ogre Magi"]).player.board[0].health == 3


def test_feral_spirit_summons_two_wolves_with_taunt():
    game = Game.stage(hand=["Feral Spirit"]).play("Feral Spirit")
    assert names(game.player.board) == ["Spirit Wolf"] * 2
    assert stats(game.player.board) == [(2, 3)] * 2
    assert all(wolf.taunt for wolf in game.player.board)


def test_feral_spirit_with_one_place_summons_one_and_overloads_in_full():
    game = Game.stage(hand=["Feral Spirit"], board=["Wisp"] * 6).play("Feral Spirit")
    assert (len(game.player.board), game.player.overload) == (7, (0, 2))
    assert not Game.stage(hand=["Feral Spirit"], board=["Wisp"] * 7).player.hand[0].is_playable


def test_forked_lightning_deals_2_to_two_different_enemy_minions():
    for game in over(8, played, "Forked Lightning", board=["Wisp"], enemy_board=["War Golem"] * 3):
        assert sorted(card.health for card in game.opponent.board) == [5, 5, 7]
        assert (game.opponent.health, len(game.player.board)) == (30, 1)


def test_forked_lightning_is_content_with_one_minion_but_needs_it():
    assert played("Forked Lightning", enemy_board=["War Golem"]).opponent.board[0].health == 5
    assert not Game.stage(hand=["Forked Lightning"], board=["War Golem"]).player.hand[0].is_playable


def test_lightning_storm_deals_2_or_3_to_each_enemy_minion_by_itself():
    seen = set()
    for game in over(12, played, "Lightning Storm", board=["Wisp"], enemy_board=["War Golem"] * 7):
        dealt = {7 - card.health for card in game.opponent.board}
        assert dealt <= {2, 3}
        seen.add(frozenset(dealt))
        assert (game.opponent.health, stats(game.player.board)) == (30, [(1, 1)])
    assert frozenset({2, 3}) in seen, "not the same for all"


def test_lightning_storm_has_spell_damage_on_each_number():
    game = played("Lightning Storm", board=["Wrath of Air Totem"], enemy_board=["War Golem"] * 7)
    assert {7 - card.health for card in game.opponent.board} == {3, 4}


# --- Classic: minions and weapons --------------------------------------------------------------


def test_unbound_elemental_gains_1_1_for_each_overload_card_you_play():
    game = Game.stage(
        hand=["Dust Devil", "Stormforged Axe", "Feral Spirit", "Wisp"], board=["Unbound Elemental"]
    )
    for name in ("Dust Devil", "Stormforged Axe", "Feral Spirit", "Wisp"):
        game.play(name)
    assert game.player.board[0].stats == (5, 7)


def test_unbound_elemental_ignores_the_opponents_overload():
    game = Game.stage(board=["Unbound Elemental"], enemy_hand=["Dust Devil"]).end_turn()
    assert game.play("Dust Devil").player.board[0].stats == (2, 4)


def test_unbound_elemental_grows_before_the_card_resolves():
    game = Game.stage(hand=["Lightning Bolt"], board=["Unbound Elemental"])
    game.player.board[0].take_damage(1)
    assert stats(game.play("Lightning Bolt", "Unbound Elemental").player.board) == [(3, 1)]


def test_doomhammer_attacks_twice_a_turn():
    game = Game.stage(hand=["Doomhammer"]).play("Doomhammer")
    hero = game.player.hero.attacks(game.opponent.hero).attacks(game.opponent.hero)
    assert (game.opponent.health, game.player.weapon.stats, hero.can_attack) == (26, (2, 6), False)
    assert game.skip_turn().player.hero.attacks_left == 2


def test_doomhammer_gives_a_hero_that_has_attacked_a_second_attack():
    game = Game.stage(hand=["Doomhammer"], weapon="Stormforged Axe")
    hero = game.player.hero.attacks(game.opponent.hero)
    game.play("Doomhammer")
    assert not hero.attacks(game.opponent.hero).can_attack
    assert game.opponent.health == 26


def test_mana_tide_totem_draws_at_the_end_of_your_turn():
    game = Game.stage(board=["Mana Tide Totem"], deck=["Wisp"] * 3)
    assert len(game.end_turn().player.hand) == 1
    assert len(game.end_turn().player.hand) == 2, "the other one is the card of the turn"


def test_a_mana_tide_totem_just_played_draws_and_a_silenced_one_does_not():
    game = Game.stage(hand=["Mana Tide Totem"], deck=["Wisp"]).play("Mana Tide Totem")
    assert len(game.copy().end_turn().player.hand) == 1
    game.player.board[0].silence()
    assert game.end_turn().player.hand == []


@pytest.mark.parametrize(
    ("deck", "takes_a_target"),
    [
        (["Bloodfen Raptor", "Wisp"], True),
        ([], True),
        (["Bloodfen Raptor", "Argent Squire"], False),
    ],
)
def test_murkspark_eel_deals_2_if_no_card_in_the_deck_is_odd(deck, takes_a_target):
    """0 is even, and an empty deck has only even cards; else there is nothing to aim at."""
    game = Game.stage(hand=["Murkspark Eel", "Argent Squire"], deck=deck)
    assert bool(game.player.hand[0].targets) == takes_a_target
    game.play("Murkspark Eel", game.opponent.hero if takes_a_target else None)
    assert game.opponent.health == (28 if takes_a_target else 30)


def test_murkspark_eel_with_an_even_deck_must_take_a_target():
    with pytest.raises(IllegalAction, match="needs a target"):
        played("Murkspark Eel")
