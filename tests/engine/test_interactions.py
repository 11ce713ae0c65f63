"""Rulings about several cards, or about the rules themselves."""

import pytest

from engine.game import Game, IllegalAction


def names(cards):
    return [card.name for card in cards]


def stats(cards):
    return [card.stats for card in cards]


# --- deaths ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "left"),
    [(["Harvest Golem", "Abomination"], []), (["Abomination", "Harvest Golem"], ["Damaged Golem"])],
)
def test_deathrattles_run_in_order_of_play(board, left):
    game = Game.stage(board=board, hand=["Hellfire"])
    game.find("Abomination").take_damage(1)
    assert names(game.play("Hellfire").player.board) == left


def test_order_of_play_counts_over_both_boards():
    game = Game.stage(board=["Abomination"], enemy_board=["Harvest Golem"], hand=["Hellfire"])
    game.find("Abomination").take_damage(1)
    assert names(game.play("Hellfire").opponent.board) == ["Damaged Golem"]


def test_minions_that_die_together_leave_together():
    game = Game.stage(board=["Flesheating Ghoul", "Wisp"], hand=["Hellfire"])
    game.play("Hellfire")
    assert game.player.board == []


def test_a_deathrattle_that_kills_starts_another_death_phase():
    game = Game.stage(
        board=["Abomination", "Harvest Golem"], enemy_board=["Leper Gnome", "Loot Hoarder"]
    )
    game.player.board[1].take_damage(1)
    game.player.board[0].destroy()
    assert names(game.player.board) == ["Damaged Golem"]
    assert (game.player.health, game.opponent.health) == (26, 28)


def test_deathrattle_tokens_stand_where_their_makers_stood():
    game = Game.stage(
        board=["War Golem", "Harvest Golem", "War Golem", "Cairne Bloodhoof", "Harvest Golem"],
        hand=["Hellfire"],
    )
    game.find("Cairne Bloodhoof").take_damage(2)
    assert names(game.play("Hellfire").player.board) == [
        "War Golem", "Damaged Golem", "War Golem", "Baine Bloodhoof", "Damaged Golem",
    ]  # fmt: skip


def test_a_silenced_minion_has_no_deathrattle():
    game = Game.stage(board=["Cairne Bloodhoof"])
    game.player.board[0].silence().destroy()
    assert game.player.board == []


def test_deathrattles_of_a_last_trade_still_count():
    game = Game.stage(board=["Leper Gnome"], enemy_board=["Wisp"])
    game.opponent.hero.take_damage(28)
    game.player.hero.take_damage(29)
    game.player.board[0].set_flags(doomed=True)
    assert (game.result, game.opponent.health) == ("first won", 0)


def test_a_deathrattle_may_still_make_both_players_lose():
    game = Game.stage(board=["Wisp"], hand=["Hellfire"], enemy_board=["Leper Gnome"])
    game.opponent.hero.take_damage(27)
    game.player.hero.take_damage(25)
    game.play("Hellfire")
    assert (game.player.health, game.opponent.health) == (0, 0)
    assert game.result == "both lost"


def test_a_doomed_minion_still_triggers_before_it_leaves():
    game = Game.stage(board=["Acolyte of Pain"], hand=["Shiv"], deck=["Wisp"] * 3)
    game.player.board[0].take_damage(2)
    game.play("Shiv", "Acolyte of Pain")
    assert len(game.player.hand) == 3
    assert game.player.board == []


# --- auras and enrage --------------------------------------------------------------------------


def test_health_from_an_aura_is_lost_without_killing():
    game = Game.stage(board=["Wisp", "Stormwind Champion"])
    wisp, champion = game.player.board
    wisp.take_damage(1)
    champion.destroy()
    assert wisp.stats == (1, 1)


def test_health_from_an_aura_cannot_save_who_dies_with_its_giver():
    game = Game.stage(board=["Wisp", "Stormwind Champion"], hand=["Hellfire"])
    game.player.board[1].take_damage(3)
    assert game.play("Hellfire").player.board == []


def test_enrage_ends_when_a_lost_aura_makes_a_minion_whole():
    game = Game.stage(board=["Amani Berserker", "Stormwind Champion"])
    amani, champion = game.player.board
    assert amani.take_damage(1).stats == (6, 3)
    champion.destroy()
    assert amani.stats == (2, 3)


def test_enrage_ends_with_silence():
    amani = Game.stage(board=["Amani Berserker"]).player.board[0].take_damage(1)
    assert amani.silence().stats == (2, 2)


def test_a_health_buff_does_not_calm_an_enraged_minion():
    game = Game.stage(board=["Amani Berserker"], hand=["Blessing of Kings"])
    game.player.board[0].take_damage(1)
    game.play("Blessing of Kings", "Amani Berserker")
    assert stats(game.player.board) == [(9, 6)]


def test_two_auras_add_up():
    game = Game.stage(board=["Wisp", "Raid Leader", "Stormwind Champion"])
    assert stats(game.player.board) == [(3, 2), (3, 3), (7, 6)]


def test_a_stolen_minions_aura_changes_sides():
    game = Game.stage(hand=["Mind Control Tech"], enemy_board=["Raid Leader"] * 4)
    game.play("Mind Control Tech")
    assert [minion.attack for minion in game.player.board] == [4, 2]
    assert [minion.attack for minion in game.opponent.board] == [4, 4, 4]


def test_a_stolen_minion_cannot_attack_this_turn():
    game = Game.stage(hand=["Mind Control Tech"], enemy_board=["War Golem"] * 4)
    game.play("Mind Control Tech")
    assert not game.player.board[1].can_attack
    assert game.skip_turn().player.board[1].can_attack


def test_mind_control_tech_needs_four_enemy_minions():
    game = Game.stage(hand=["Mind Control Tech"], enemy_board=["Wisp"] * 3)
    assert len(game.play("Mind Control Tech").opponent.board) == 3


def test_a_silenced_raid_leader_still_receives_the_auras_of_others():
    game = Game.stage(board=["Raid Leader", "Stormwind Champion"])
    game.player.board[0].silence()
    assert stats(game.player.board) == [(3, 3), (6, 6)]


# --- silence and bouncing ----------------------------------------------------------------------


def test_silence_takes_buffs_and_keeps_damage():
    game = Game.stage(board=["Chillwind Yeti"], hand=["Blessing of Kings"])
    yeti = game.player.board[0]
    game.play("Blessing of Kings", yeti)
    assert yeti.take_damage(6).silence().stats == (4, 3)
    yeti.take_damage(1)
    assert yeti.stats == (4, 2)


def test_silence_lets_a_minion_attack_that_could_not():
    game = Game.stage(board=["Ancient Watcher"])
    watcher = game.player.board[0]
    assert not watcher.can_attack
    assert watcher.silence().can_attack


@pytest.mark.parametrize("name", ["Sunwalker", "Jungle Panther", "Windfury Harpy"])
def test_silence_takes_every_keyword(name):
    minion = Game.stage(board=[name]).player.board[0].silence()
    assert minion.keywords == {"silenced"}


def test_silence_thaws():
    game = Game.stage(hand=["Frost Elemental"], board=["Chillwind Yeti"])
    yeti = game.player.board[0]
    game.play("Frost Elemental", yeti)
    assert yeti.silence().can_attack


def test_a_buff_after_silence_counts():
    game = Game.stage(board=["Wisp"], hand=["Blessing of Kings"])
    game.player.board[0].silence()
    assert stats(game.play("Blessing of Kings", "Wisp").player.board) == [(5, 5)]


def test_brewmaster_returns_a_minion_whose_battlecry_works_again():
    game = Game.stage(board=["Novice Engineer"], hand=["Youthful Brewmaster"], deck=["Wisp"] * 2)
    engineer = game.player.board[0]
    game.play("Youthful Brewmaster", engineer).play(engineer)
    assert names(game.player.hand) == ["Wisp"]


def test_brewmasters_can_return_each_other():
    game = Game.stage(board=["Youthful Brewmaster"], hand=["Youthful Brewmaster"])
    first, second = game.player.board[0], game.player.hand[0]
    game.play(second, first).play(first, second)
    assert (first.zone, second.zone) == ("play", "hand")


def test_a_bounced_minion_forgets_buffs_silence_and_damage():
    game = Game.stage(board=["Chillwind Yeti"], hand=["Youthful Brewmaster", "Blessing of Might"])
    yeti = game.player.board[0].silence().take_damage(2)
    game.play("Blessing of Might", yeti).play("Youthful Brewmaster", yeti).play(yeti)
    assert (yeti.stats, yeti.silenced) == ((4, 5), False)


def test_a_bounced_minion_cannot_attack_again_at_once():
    game = Game.stage(board=["Wisp"], hand=["Shadowstep"])
    wisp = game.player.board[0]
    game.play("Shadowstep", wisp).play(wisp)
    assert not wisp.can_attack


# --- Knife Juggler, Wild Pyromancer ------------------------------------------------------------


def test_knife_juggler_throws_after_the_battlecry():
    game = Game.stage(board=["Knife Juggler"], hand=["Elven Archer"], enemy_board=["Wisp"])
    game.play("Elven Archer", "Wisp")
    assert (game.opponent.board, game.opponent.health) == ([], 29)


def test_knife_juggler_throws_for_tokens_of_deathrattles():
    game = Game.stage(board=["Knife Juggler", "Harvest Golem"])
    game.player.board[1].destroy()
    assert game.opponent.health == 29


def test_two_knife_jugglers_throw_one_knife_each():
    game = Game.stage(board=["Knife Juggler"] * 2, hand=["Wisp"]).play("Wisp")
    assert game.opponent.health == 28


def test_knife_juggler_never_throws_at_who_is_about_to_die():
    for seed in range(10):
        game = Game.stage(
            board=["Knife Juggler"] * 2, hand=["Wisp"], enemy_board=["Wisp"], seed=seed
        ).play("Wisp")
        assert 30 - game.opponent.health + (1 - len(game.opponent.board)) == 2


def test_knife_juggler_throws_nothing_for_a_minion_that_died_of_its_own_battlecry():
    game = Game.stage(board=["Knife Juggler"], hand=["Injured Blademaster"], enemy_board=["Wisp"])
    game.play("Injured Blademaster")
    assert 30 - game.opponent.health + (1 - len(game.opponent.board)) == 1


def test_wild_pyromancer_answers_after_the_spell_has_resolved():
    game = Game.stage(board=["Wild Pyromancer"], hand=["Backstab"], enemy_board=["Chillwind Yeti"])
    game.play("Backstab", "Chillwind Yeti")
    assert stats(game.opponent.board) == [(4, 2)]


def test_wild_pyromancer_killed_by_the_spell_does_not_answer():
    game = Game.stage(board=["Wild Pyromancer"], hand=["Hellfire"], enemy_board=["War Golem"])
    assert stats(game.play("Hellfire").opponent.board) == [(7, 4)]


def test_wild_pyromancer_has_no_spell_damage():
    game = Game.stage(
        board=["Wild Pyromancer", "Malygos"], hand=["The Coin"], enemy_board=["War Golem"]
    )
    assert stats(game.play("The Coin").opponent.board) == [(7, 6)]


def test_wild_pyromancer_and_acolyte_of_pain_draw_for_each_spell():
    game = Game.stage(
        board=["Wild Pyromancer", "Acolyte of Pain"], hand=["The Coin"], deck=["Wisp"] * 3
    )
    assert len(game.play("The Coin").player.hand) == 1


def test_violet_teachers_apprentice_dies_to_wild_pyromancer():
    game = Game.stage(board=["Violet Teacher", "Wild Pyromancer"], hand=["The Coin"])
    assert names(game.play("The Coin").player.board) == ["Violet Teacher", "Wild Pyromancer"]


def test_gadgetzan_auctioneer_draws_before_the_spell_resolves():
    game = Game.stage(board=["Gadgetzan Auctioneer"], hand=["Shiv"], deck=["Wisp", "Sap"])
    game.play("Shiv", game.opponent.hero)
    assert names(game.player.hand) == ["Wisp", "Sap"]


# --- costs -------------------------------------------------------------------------------------


def test_mountain_giant_counts_the_other_cards_in_hand():
    game = Game.stage(hand=["Mountain Giant"] + ["Wisp"] * 4)
    giant = game.player.hand[0]
    assert giant.cost == 8
    game.play("Wisp")
    assert giant.cost == 9


def test_pint_sized_summoner_helps_only_the_first_minion_of_the_turn():
    game = Game.stage(board=["Pint-Sized Summoner"], hand=["Chillwind Yeti"] * 2 + ["Shiv"])
    assert [card.cost for card in game.player.hand] == [3, 3, 2]
    game.play("Chillwind Yeti")
    assert [card.cost for card in game.player.hand] == [4, 2]
    assert game.skip_turn().player.hand[0].cost == 3


def test_pint_sized_summoner_was_the_first_minion_itself():
    game = Game.stage(hand=["Pint-Sized Summoner", "Chillwind Yeti"]).play("Pint-Sized Summoner")
    assert game.player.hand[0].cost == 4


def test_venture_co_mercenary_makes_its_players_minions_cost_3_more():
    game = Game.stage(board=["Venture Co. Mercenary"], hand=["Wisp", "Shiv"], enemy_hand=["Wisp"])
    assert [card.cost for card in (*game.player.hand, *game.opponent.hand)] == [3, 2, 0]


def test_mana_wraith_and_pint_sized_summoner_cancel_out():
    game = Game.stage(board=["Mana Wraith", "Pint-Sized Summoner"], hand=["Chillwind Yeti", "Wisp"])
    assert [card.cost for card in game.player.hand] == [4, 0]


# --- the turn ----------------------------------------------------------------------------------


def test_fatigue_grows_with_each_draw_from_an_empty_deck():
    game = Game.stage(fatigue=True)
    game.player.draw(3)
    assert (game.player.health, game.player.fatigue) == (24, 3)


def test_fatigue_is_taken_by_armour_first():
    game = Game.stage(fatigue=True)
    game.player.armor = 2
    game.player.draw(2)
    assert (game.player.armor, game.player.health) == (0, 29)


def test_fatigue_at_the_start_of_a_turn_can_end_the_game():
    game = Game.stage(fatigue=True)
    game.opponent.hero.take_damage(29)
    assert game.end_turn().result == "first won"


def test_the_eleventh_card_is_burnt():
    game = Game.stage(hand=["Wisp"] * 10, deck=["Sap", "Shiv"])
    game.player.draw()
    assert (len(game.player.hand), names(game.player.deck)) == (10, ["Shiv"])
    assert names(game.player.graveyard) == ["Sap"]


def test_an_eighth_minion_cannot_be_played_and_is_not_summoned():
    game = Game.stage(board=["Wisp"] * 6, hand=["Razorfen Hunter", "Wisp"])
    game.play("Razorfen Hunter")
    assert len(game.player.board) == 7
    with pytest.raises(IllegalAction):
        game.play("Wisp")


def test_mana_grows_by_one_each_turn_up_to_10():
    game = Game.stage(mana=9)
    assert game.skip_turn().player.mana == 10
    assert game.skip_turn().player.max_mana == 10


def test_attack_this_turn_ends_with_the_turn():
    game = Game.stage(board=["Wisp"], hand=["Abusive Sergeant"])
    wisp = game.player.board[0]
    game.play("Abusive Sergeant", wisp)
    assert wisp.attack == 3
    game.end_turn()
    assert wisp.attack == 1


def test_triggers_at_the_end_of_a_turn_run_in_order_of_play():
    game = Game.stage(board=["Young Priestess", "Hogger"]).end_turn()
    assert stats(game.player.board) == [(2, 1), (4, 5), (2, 2)]


# --- attacking ---------------------------------------------------------------------------------


def test_a_frozen_minion_misses_one_attack():
    game = Game.stage(board=["Chillwind Yeti"], enemy_hand=["Frost Elemental"])
    yeti = game.player.board[0]
    game.end_turn().play("Frost Elemental", yeti).end_turn()
    assert not yeti.can_attack
    game.skip_turn()
    assert yeti.can_attack


def test_a_minion_frozen_after_its_attack_stays_frozen_through_its_next_turn():
    game = Game.stage(board=["Chillwind Yeti"], hand=["Frost Elemental"])
    yeti = game.player.board[0].attacks(game.opponent.hero)
    game.play("Frost Elemental", yeti).skip_turn()
    assert not yeti.can_attack
    game.skip_turn()
    assert yeti.can_attack


def test_a_minion_frozen_before_its_attack_in_its_own_turn_thaws_at_its_end():
    game = Game.stage(board=["Chillwind Yeti"], hand=["Frost Elemental"])
    yeti = game.player.board[0]
    game.play("Frost Elemental", yeti).end_turn()
    assert not yeti.frozen


def test_windfury_attacks_twice():
    game = Game.stage(board=["Windfury Harpy"])
    harpy = game.player.board[0].attacks(game.opponent.hero).attacks(game.opponent.hero)
    assert (game.opponent.health, harpy.can_attack) == (22, False)


def test_taunt_must_be_attacked_first():
    game = Game.stage(board=["Wisp"], enemy_board=["Goldshire Footman", "Wisp"])
    assert names(game.player.board[0].attack_targets) == ["Goldshire Footman"]


def test_a_stealthed_taunt_protects_nobody():
    game = Game.stage(board=["Wisp"], enemy_board=["Goldshire Footman"])
    game.opponent.board[0].set_flags(stealth=True)
    assert game.player.board[0].attack_targets == [game.opponent.hero]


def test_stealth_ends_with_an_attack():
    game = Game.stage(board=["Jungle Panther"])
    panther = game.player.board[0].attacks(game.opponent.hero)
    assert not panther.stealthed


def test_stealth_ends_when_a_minion_deals_damage_in_any_way():
    game = Game.stage(board=["Knife Juggler"], hand=["Conceal", "Wisp"]).play("Conceal")
    assert not game.play("Wisp").player.board[0].stealthed


def test_a_stealthed_minion_is_hit_by_what_has_no_target():
    game = Game.stage(hand=["Fan of Knives"], enemy_board=["Worgen Infiltrator"])
    assert game.play("Fan of Knives").opponent.board == []


def test_a_stealthed_minion_is_a_target_for_its_own_player_only():
    game = Game.stage(hand=["Shiv"], board=["Jungle Panther"], enemy_board=["Jungle Panther"])
    targets = game.player.hand[0].targets
    assert game.player.board[0] in targets
    assert game.opponent.board[0] not in targets


def test_a_minion_cannot_attack_in_the_turn_in_which_it_came_without_charge():
    game = Game.stage(hand=["Wisp", "Stonetusk Boar"]).play("Wisp").play("Stonetusk Boar")
    assert [minion.can_attack for minion in game.player.board] == [False, True]
    assert game.skip_turn().player.board[0].can_attack


def test_southsea_deckhand_stops_charging_when_its_hero_loses_the_weapon():
    game = Game.stage(hand=["Southsea Deckhand", "Blade Flurry"], weapon="Wicked Knife")
    game.play("Southsea Deckhand")
    assert game.player.board[0].can_attack
    assert not game.play("Blade Flurry").player.board[0].can_attack


def test_southsea_deckhand_charges_as_soon_as_a_weapon_comes():
    game = Game.stage(hand=["Southsea Deckhand"]).play("Southsea Deckhand")
    assert not game.player.board[0].can_attack
    assert game.use_power().player.board[0].can_attack


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
    game.attack("Wisp", game.player.hero)
    assert stats(game.opponent.board) == [(1, 1)]


def test_a_new_weapon_does_not_give_a_second_attack():
    game = Game.stage(weapon="Wicked Knife")
    game.player.hero.attacks(game.opponent.hero)
    assert not game.use_power().player.hero.can_attack


def test_spiteful_smith_sharpens_the_weapon_only_while_damaged():
    game = Game.stage(board=["Spiteful Smith"], weapon="Wicked Knife")
    smith = game.player.board[0].take_damage(1)
    assert game.player.hero.attack == 3
    smith.heal(1)
    assert game.player.hero.attack == 1


def test_a_divine_shield_takes_one_blow_of_any_size():
    game = Game.stage(board=["Argent Squire"], enemy_board=["War Golem"])
    game.attack("Argent Squire", "War Golem")
    assert [(m.stats, m.divine_shield) for m in game.player.board] == [((1, 1), False)]


def test_nothing_is_triggered_by_damage_that_a_divine_shield_took():
    game = Game.stage(board=["Acolyte of Pain"], hand=["Hand of Protection"], deck=["Wisp"])
    game.play("Hand of Protection", "Acolyte of Pain")
    game.player.board[0].take_damage(2)
    assert game.player.hand == []


# --- changing, swapping ------------------------------------------------------------------------


def test_tinkmaster_transforms_another_minion_without_a_deathrattle():
    for seed in range(6):
        game = Game.stage(
            hand=["Tinkmaster Overspark"], enemy_board=["Cairne Bloodhoof"], seed=seed
        ).play("Tinkmaster Overspark")
        (victim,) = game.opponent.board
        assert (victim.name, victim.stats) in [("Devilsaur", (5, 5)), ("Squirrel", (1, 1))]


def test_a_transformed_minion_loses_its_buffs():
    game = Game.stage(hand=["Blessing of Kings", "Tinkmaster Overspark"], board=["Wisp"])
    game.play("Blessing of Kings", "Wisp").player.mana = 3
    game.play("Tinkmaster Overspark")
    assert game.player.board[0].stats in [(5, 5), (1, 1)]


def test_alarm_o_bot_swaps_with_a_minion_in_hand_at_the_start_of_its_players_turn():
    game = Game.stage(board=["Wisp", "Alarm-o-Bot", "Wisp"], hand=["War Golem", "Sap"])
    bot, golem = game.player.board[1], game.player.hand[0]
    game.skip_turn()
    assert (bot.zone, golem.zone, golem.position) == ("hand", "play", 1)
    assert not golem.can_attack


def test_alarm_o_bot_stays_without_a_minion_in_hand():
    game = Game.stage(board=["Alarm-o-Bot"], hand=["Sap"]).skip_turn()
    assert names(game.player.board) == ["Alarm-o-Bot"]


def test_faceless_manipulator_copies_a_given_ability():
    game = Game.stage(board=["Wisp"], hand=["Nightmare", "Faceless Manipulator"])
    game.play("Nightmare", "Wisp").play("Faceless Manipulator", "Wisp")
    assert stats(game.player.board) == [(6, 6), (6, 6)]
    assert game.skip_turn().player.board == []


def test_lorewalker_cho_gives_each_spell_to_the_other_player():
    game = Game.stage(board=["Lorewalker Cho"], hand=["Shiv"], enemy_hand=["Arcane Shot"])
    game.play("Shiv", game.opponent.hero)
    assert names(game.opponent.hand) == ["Arcane Shot", "Shiv"]
    game.end_turn().play("Arcane Shot", game.player.hero)
    assert "Arcane Shot" in names(game.player.hand)


def test_king_muklas_bananas_are_lost_on_a_full_hand():
    game = Game.stage(hand=["King Mukla"], enemy_hand=["Wisp"] * 9).play("King Mukla")
    assert names(game.opponent.hand)[9:] == ["Bananas"]


def test_spell_damage_counts_for_each_ping_once_and_not_for_healing():
    game = Game.stage(board=["Kobold Geomancer"], hand=["Consecration", "Holy Light"])
    game.player.hero.take_damage(9)
    game.play("Consecration").play("Holy Light", game.player.hero)
    assert (game.opponent.health, game.player.health) == (27, 27)


# --- the end -----------------------------------------------------------------------------------


def test_nothing_can_be_played_after_the_end():
    game = Game.stage(hand=["Sinister Strike", "Wisp"])
    game.opponent.hero.take_damage(28)
    assert game.play("Sinister Strike").result == "first won"
    assert game.legal_actions() == []
    with pytest.raises(IllegalAction):
        game.play("Wisp")


def test_damage_beyond_the_last_health_counts_in_full():
    game = Game.stage(hand=["Sinister Strike"])
    game.opponent.hero.take_damage(29)
    assert game.play("Sinister Strike").opponent.health == -2


def test_armour_takes_damage_before_health():
    game = Game.stage(hand=["Sinister Strike"])
    game.opponent.armor = 2
    game.play("Sinister Strike")
    assert (game.opponent.armor, game.opponent.health) == (0, 29)
