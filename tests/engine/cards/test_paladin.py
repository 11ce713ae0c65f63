"""Rulings of the Paladin's cards."""

from engine.game import Game
from tests.engine.rulings import ENEMY_HERO, HERO, died, names, played, stats


def paladin(**position):
    return Game.stage(hero="PALADIN", **position)


def test_reinforce_summons_a_silver_hand_recruit_at_the_right_end():
    game = paladin(board=["War Golem"]).use_power()
    assert names(game.player.board) == ["War Golem", "Silver Hand Recruit"]


def test_knife_juggler_throws_for_a_recruit():
    assert paladin(board=["Knife Juggler"]).use_power().opponent.health == 29


def test_blessing_of_might_gives_3_attack_until_silenced():
    game = paladin(hand=["Blessing of Might"], board=["Wisp"]).play("Blessing of Might", "Wisp")
    wisp = game.player.board[0]
    assert wisp.stats == (4, 1)
    assert wisp.silence().stats == (1, 1)


def test_holy_light_restores_6_health():
    assert played("Holy Light", HERO, by=paladin, health=22).player.health == 28


def test_blessing_of_kings_gives_4_4_and_keeps_damage():
    game = paladin(hand=["Blessing of Kings"], board=["Chillwind Yeti"])
    game.player.board[0].take_damage(3)
    assert stats(game.play("Blessing of Kings", "Chillwind Yeti").player.board) == [(8, 6)]


def test_consecration_deals_2_to_all_enemies():
    game = played("Consecration", by=paladin, board=["Wisp"], enemy_board=["Chillwind Yeti"])
    assert (game.player.health, game.opponent.health) == (30, 28)
    assert stats([*game.player.board, *game.opponent.board]) == [(1, 1), (4, 3)]


def test_hammer_of_wrath_deals_3_and_draws():
    game = played("Hammer of Wrath", ENEMY_HERO, by=paladin, deck=["Wisp"])
    assert (game.opponent.health, len(game.player.hand)) == (27, 1)


def test_truesilver_champion_heals_its_hero_before_the_blow():
    game = paladin(weapon="Truesilver Champion", enemy_board=["Wisp"], health=27)
    game.attack(game.player.hero, "Wisp")
    assert (game.player.health, game.player.weapon.durability) == (28, 1)


def test_truesilver_champion_heals_nothing_above_the_maximum():
    game = paladin(weapon="Truesilver Champion", enemy_board=["Wisp"])
    assert game.attack(game.player.hero, "Wisp").player.health == 29


def test_eye_for_an_eye_returns_the_damage_to_the_enemy_hero():
    game = paladin(secrets=["Eye for an Eye"], enemy_board=["War Golem"]).end_turn()
    game.attack("War Golem", game.player.hero)
    assert (game.player.health, game.opponent.health) == (23, 23)
    assert game.player.secrets == []


def test_eye_for_an_eye_sleeps_in_its_players_own_turn():
    game = paladin(secrets=["Eye for an Eye"], weapon="Light's Justice", enemy_board=["War Golem"])
    game.attack(game.player.hero, "War Golem")
    assert (game.player.health, game.opponent.health) == (23, 30)


def test_eye_for_an_eye_has_no_spell_damage():
    game = paladin(
        secrets=["Eye for an Eye"], board=["Kobold Geomancer"], enemy_board=["War Golem"]
    )
    game.end_turn().attack("War Golem", game.player.hero)
    assert game.opponent.health == 23


def test_eye_for_an_eye_answers_a_deadly_blow_and_both_lose():
    game = paladin(
        secrets=["Eye for an Eye"], enemy_board=["War Golem"], health=6, enemy_health=6
    ).end_turn()
    assert game.attack("War Golem", game.player.hero).result == "both lost"


def test_lay_on_hands_restores_8_and_draws_3():
    game = played("Lay on Hands", HERO, by=paladin, deck=["Wisp"] * 4, health=20)
    assert (game.player.health, len(game.player.hand)) == (28, 3)


def test_hand_of_protection_shields_against_one_hit():
    game = paladin(hand=["Hand of Protection"], board=["Wisp"], enemy_board=["War Golem"])
    game.play("Hand of Protection", "Wisp").attack("Wisp", "War Golem")
    wisp = game.player.board[0]
    assert (wisp.health, wisp.divine_shield) == (1, False)


def test_tirion_leaves_ashbringer_even_in_the_enemys_turn():
    game = paladin(board=["Tirion Fordring"], weapon="Light's Justice").end_turn()
    game.player.board[0].destroy()
    assert (game.player.weapon.name, game.player.weapon.stats) == ("Ashbringer", (5, 3))


def test_avenging_wrath_splits_8_damage_among_all_enemies():
    game = paladin(hand=["Avenging Wrath"], enemy_board=["War Golem"] * 2).play("Avenging Wrath")
    lost = 30 - game.opponent.health + sum(golem.damage for golem in game.opponent.board)
    assert (lost, game.player.health) == (8, 30)


def test_avenging_wrath_wastes_nothing_on_the_dead_and_has_spell_damage():
    game = paladin(hand=["Avenging Wrath"], board=["Kobold Geomancer"], enemy_board=["Wisp"] * 3)
    game.play("Avenging Wrath")
    assert 30 - game.opponent.health + 3 - len(game.opponent.board) == 9


def test_guardian_of_kings_restores_6_health_to_its_hero():
    assert played("Guardian of Kings", by=paladin, health=23).player.health == 29


# --- Noble Sacrifice ---------------------------------------------------------------------------


def test_noble_sacrifice_takes_the_blow_meant_for_the_hero():
    game = paladin(secrets=["Noble Sacrifice"], enemy_board=["War Golem"]).end_turn()
    game.attack("War Golem", game.player.hero)
    assert (game.player.health, game.player.board, game.player.secrets) == (30, [], [])
    assert stats(game.opponent.board) == [(7, 5)]


def test_noble_sacrifice_takes_the_blow_meant_for_a_minion():
    game = paladin(secrets=["Noble Sacrifice"], board=["Wisp"], enemy_board=["War Golem"])
    game.end_turn().attack("War Golem", "Wisp")
    assert names(game.player.board) == ["Wisp"]


def test_noble_sacrifice_answers_a_hero_that_attacks():
    game = paladin(secrets=["Noble Sacrifice"], enemy_weapon="Wicked Knife").end_turn()
    game.opponent.hero.attacks(game.player.hero)
    assert (game.player.health, game.opponent.health) == (30, 28)


def test_noble_sacrifice_stays_hidden_on_a_full_board():
    game = paladin(secrets=["Noble Sacrifice"], board=["Wisp"] * 7, enemy_board=["War Golem"])
    game.end_turn().attack("War Golem", game.player.hero)
    assert (game.player.health, names(game.player.secrets)) == (23, ["Noble Sacrifice"])


def test_noble_sacrifices_defender_fills_the_last_place():
    game = paladin(secrets=["Noble Sacrifice"], board=["Wisp"] * 6, enemy_board=["War Golem"])
    game.end_turn().attack("War Golem", game.player.hero)
    assert (game.player.health, len(game.player.board), game.player.secrets) == (30, 6, [])


def test_noble_sacrifices_defender_is_summoned_before_the_blow():
    game = paladin(secrets=["Noble Sacrifice"], board=["Knife Juggler"], enemy_board=["Wisp"])
    game.end_turn().attack("Wisp", game.player.hero)
    assert 30 - game.opponent.health + 1 - len(game.opponent.board) >= 1
    assert game.player.health == 30


# --- Redemption --------------------------------------------------------------------------------


def test_redemption_brings_a_minion_back_with_1_of_its_health():
    game = paladin(secrets=["Redemption"], board=["War Golem"]).end_turn()
    game.player.board[0].destroy()
    (golem,) = game.player.board
    assert (golem.stats, golem.max_health, game.player.secrets) == ((7, 1), 7, [])


def test_redemption_brings_back_neither_buffs_nor_silence():
    game = paladin(secrets=["Redemption"], hand=["Blessing of Kings"], board=["Cairne Bloodhoof"])
    cairne = game.player.board[0].silence()
    game.play("Blessing of Kings", cairne).end_turn()
    cairne.destroy()
    assert [(m.name, m.stats, m.silenced) for m in game.player.board] == [
        ("Cairne Bloodhoof", (4, 1), False)
    ]


def test_redemption_takes_of_several_the_minion_played_first():
    game = paladin(secrets=["Redemption"], board=["Wisp", "War Golem"], enemy_hand=["Hellfire"])
    game.player.board[1].take_damage(5)
    game.end_turn().play("Hellfire")
    assert stats(game.player.board) == [(1, 1)]


def test_redemption_comes_after_the_deathrattle_and_stands_last():
    game = paladin(secrets=["Redemption"], board=["Harvest Golem", "War Golem"]).end_turn()
    game.player.board[0].destroy()
    assert names(game.player.board) == ["Damaged Golem", "War Golem", "Harvest Golem"]


def test_redemption_comes_after_everything_else_about_the_death():
    game = paladin(
        secrets=["Redemption"], board=["Abomination", "Cult Master"], enemy_hand=["Shiv"],
        deck=["Wisp"] * 2,
    ).end_turn()  # fmt: skip
    abomination, cult_master = game.player.board
    cult_master.health = 3
    abomination.destroy()
    assert stats(game.player.board) == [(4, 1), (4, 1)]
    assert names(game.player.hand) == ["Wisp"]


def test_redemption_fills_the_place_that_the_minion_has_left():
    game = paladin(secrets=["Redemption"], board=["Wisp"] * 7, enemy_board=["War Golem"])
    game.end_turn().attack("War Golem", game.player.board[0])
    assert (len(game.player.board), game.player.secrets) == (7, [])


def test_redemption_stays_hidden_if_deathrattles_have_filled_the_board():
    game = paladin(secrets=["Redemption"], board=["Wisp"] * 6 + ["Harvest Golem"]).end_turn()
    game.player.board[6].destroy()
    assert names(game.player.board)[6:] == ["Damaged Golem"]
    assert names(game.player.secrets) == ["Redemption"]


def test_a_redeemed_minion_is_damaged_and_so_enraged():
    game = paladin(secrets=["Redemption"], board=["Amani Berserker"]).end_turn()
    game.player.board[0].destroy()
    assert stats(game.player.board) == [(5, 1)]


def test_redemption_sleeps_in_its_players_own_turn():
    game = died("Wisp", by=paladin, secrets=["Redemption"])
    assert (game.player.board, names(game.player.secrets)) == ([], ["Redemption"])


def test_redemption_returns_noble_sacrifices_defender():
    game = paladin(secrets=["Noble Sacrifice", "Redemption"], enemy_board=["War Golem"]).end_turn()
    assert stats(game.attack("War Golem", game.player.hero).player.board) == [(2, 1)]


# --- Repentance --------------------------------------------------------------------------------


def test_repentance_leaves_1_health_after_the_battlecry():
    game = paladin(secrets=["Repentance"], enemy_hand=["Twilight Drake"] + ["Wisp"] * 4)
    game.end_turn().play("Twilight Drake")
    (drake,) = game.opponent.board
    assert (drake.stats, drake.max_health) == ((4, 1), 1)


def test_repentance_leaves_what_auras_give():
    assert paladin(
        secrets=["Repentance"], enemy_hand=["War Golem"], enemy_board=["Stormwind Champion"]
    ).end_turn().play("War Golem").opponent.board[1].stats == (8, 2)


def test_repentance_answers_a_minion_that_has_1_health_anyway():
    game = paladin(secrets=["Repentance"], enemy_hand=["Wisp"]).end_turn().play("Wisp")
    assert game.player.secrets == []


def test_repentance_ignores_minions_that_are_not_played():
    game = Game.stage(hero="PALADIN", secrets=["Repentance"], enemy_hero="PALADIN")
    game.end_turn().use_power()
    assert names(game.player.secrets) == ["Repentance"]


def test_repentance_ignores_a_minion_that_died_of_its_battlecry():
    game = paladin(secrets=["Repentance"], enemy_board=["Abomination"], enemy_hand=["Elven Archer"])
    game.opponent.board[0].take_damage(3)
    game.end_turn().play("Elven Archer", "Abomination")
    assert (game.opponent.board, names(game.player.secrets)) == ([], ["Repentance"])


# --- attack and health -------------------------------------------------------------------------


def test_righteousness_shields_all_friendly_minions():
    game = played("Righteousness", by=paladin, board=["Wisp"] * 2, enemy_board=["Wisp"])
    shields = [m.divine_shield for m in (*game.player.board, *game.opponent.board)]
    assert shields == [True, True, False]


def test_blessed_champion_doubles_attack_with_its_buffs():
    game = paladin(hand=["Blessing of Might", "Blessed Champion"], board=["Wisp"])
    game.play("Blessing of Might", "Wisp").play("Blessed Champion", "Wisp")
    assert game.player.board[0].stats == (8, 1)


def test_blessed_champion_does_not_double_what_an_aura_gives():
    game = paladin(hand=["Blessed Champion"], board=["Bloodfen Raptor", "Raid Leader"])
    assert game.play("Blessed Champion", "Bloodfen Raptor").player.board[0].attack == 7


def test_blessed_champion_doubles_attack_of_this_turn_for_this_turn():
    game = paladin(hand=["Abusive Sergeant", "Blessed Champion"], board=["Wisp"])
    wisp = game.player.board[0]
    game.play("Abusive Sergeant", wisp).play("Blessed Champion", wisp)
    assert wisp.attack == 6
    game.end_turn()
    assert wisp.attack == 2


def test_two_blessed_champions_quadruple_attack_and_silence_takes_all():
    game = paladin(hand=["Blessed Champion"] * 2, board=["War Golem"])
    golem = game.player.board[0]
    game.play("Blessed Champion", golem).play("Blessed Champion", golem)
    assert golem.attack == 28
    assert golem.silence().attack == 7


def test_humility_overwrites_earlier_buffs_and_later_ones_add_up():
    game = paladin(hand=["Blessing of Kings", "Humility", "Blessing of Might"], board=["War Golem"])
    golem = game.player.board[0]
    for spell in ("Blessing of Kings", "Humility", "Blessing of Might"):
        game.play(spell, golem)
    assert golem.stats == (4, 11)


def test_humility_ends_with_silence():
    game = paladin(hand=["Humility"], enemy_board=["War Golem"]).play("Humility", "War Golem")
    assert game.opponent.board[0].stats == (1, 7)
    assert game.opponent.board[0].silence().stats == (7, 7)


def test_humility_leaves_what_auras_give():
    game = played("Humility", "War Golem", by=paladin, enemy_board=["War Golem", "Raid Leader"])
    assert game.opponent.board[0].attack == 2


def test_aldor_peacekeeper_changes_an_enemy_minions_attack_to_1():
    game = paladin(hand=["Aldor Peacekeeper"], board=["Wisp"], enemy_board=["War Golem"])
    assert names(game.player.hand[0].targets) == ["War Golem"]
    assert game.play("Aldor Peacekeeper", "War Golem").opponent.board[0].stats == (1, 7)


def test_aldor_peacekeeper_raises_the_attack_of_a_minion_without():
    game = played("Aldor Peacekeeper", "Doomsayer", by=paladin, enemy_board=["Doomsayer"])
    assert game.opponent.board[0].stats == (1, 7)


def test_equality_changes_health_of_all_minions_to_1():
    game = paladin(hand=["Equality"], board=["Wisp", "War Golem"], enemy_board=["Chillwind Yeti"])
    game.play("Equality")
    minions = [*game.player.board, *game.opponent.board]
    assert [(m.health, m.max_health) for m in minions] == [(1, 1)] * 3


def test_equality_leaves_what_auras_give():
    game = paladin(hand=["Equality"], board=["War Golem", "Stormwind Champion"]).play("Equality")
    assert stats(game.player.board) == [(8, 2), (6, 1)]


def test_equality_calms_who_was_damaged():
    game = paladin(hand=["Equality"], board=["Amani Berserker"])
    game.player.board[0].take_damage(1)
    assert stats(game.play("Equality").player.board) == [(2, 1)]


def test_silence_after_equality_restores_all_health():
    game = paladin(hand=["Equality"], enemy_board=["War Golem"])
    game.opponent.board[0].take_damage(3)
    assert game.play("Equality").opponent.board[0].silence().stats == (7, 7)


def test_a_health_buff_after_equality_counts():
    game = paladin(hand=["Equality", "Blessing of Kings"], board=["War Golem"])
    game.play("Equality").play("Blessing of Kings", "War Golem")
    assert stats(game.player.board) == [(11, 5)]


def test_argent_protector_shields_another_friendly_minion():
    game = paladin(hand=["Argent Protector"], board=["Wisp"], enemy_board=["Wisp"])
    assert game.player.hand[0].targets == [game.player.board[0]]
    game.play("Argent Protector", game.player.board[0])
    assert [m.divine_shield for m in game.player.board] == [True, False]


def test_argent_protector_can_be_played_alone():
    assert not played("Argent Protector", by=paladin).player.board[0].divine_shield


# --- cards -------------------------------------------------------------------------------------


def test_blessing_of_wisdom_draws_whenever_the_minion_attacks():
    game = paladin(hand=["Blessing of Wisdom"], board=["Wisp"], deck=["Sap", "Shiv"])
    game.play("Blessing of Wisdom", "Wisp").attack("Wisp", game.opponent.hero)
    assert names(game.player.hand) == ["Sap"]


def test_blessing_of_wisdom_draws_for_its_caster_also_on_an_enemy_minion():
    game = paladin(
        hand=["Blessing of Wisdom"], enemy_board=["Wisp"], deck=["Sap"], enemy_deck=["Shiv"] * 2
    )
    game.play("Blessing of Wisdom", "Wisp").end_turn().attack("Wisp", game.player.hero)
    assert names(game.player.hand) == ["Sap"]
    assert names(game.opponent.hand) == ["Shiv"]


def test_blessing_of_wisdom_still_serves_its_caster_when_the_minion_is_stolen():
    game = paladin(
        hand=["Blessing of Wisdom"], board=["Wisp"], deck=["Sap"] * 3, enemy_deck=["Shiv"] * 2
    )
    wisp = game.player.board[0]
    game.play("Blessing of Wisdom", wisp).end_turn()
    wisp.change_controller()
    game.skip_turn()
    wisp.attacks(game.player.hero)
    assert names(game.player.hand) == ["Sap", "Sap"]  # one of them of the turn before


def test_two_blessings_of_wisdom_draw_two_cards_and_silence_ends_both():
    game = paladin(hand=["Blessing of Wisdom"] * 2, board=["Wisp"], deck=["Sap"] * 5)
    wisp = game.player.board[0]
    game.play("Blessing of Wisdom", wisp).play("Blessing of Wisdom", wisp)
    wisp.attacks(game.opponent.hero)
    assert len(game.player.hand) == 2
    game.skip_turn()
    wisp.silence().attacks(game.opponent.hero)
    assert len(game.player.hand) == 3  # with the card of the turn


def test_divine_favor_draws_up_to_the_enemys_hand():
    game = paladin(hand=["Divine Favor", "Wisp"], enemy_hand=["Wisp"] * 4, deck=["Sap"] * 5)
    assert len(game.play("Divine Favor").player.hand) == 4


def test_divine_favor_draws_nothing_with_the_larger_hand():
    game = paladin(hand=["Divine Favor", "Wisp"], enemy_hand=["Wisp"], deck=["Sap"] * 5)
    assert names(game.play("Divine Favor").player.hand) == ["Wisp"]


def test_divine_favor_counts_each_draw_from_an_empty_deck():
    game = paladin(hand=["Divine Favor"], enemy_hand=["Wisp"] * 3, deck=["Sap"], fatigue=True)
    assert game.play("Divine Favor").player.health == 27


def test_holy_wrath_deals_the_cost_of_the_card_drawn():
    game = played("Holy Wrath", ENEMY_HERO, by=paladin, deck=["War Golem"])
    assert (game.opponent.health, names(game.player.hand)) == (23, ["War Golem"])


def test_holy_wrath_deals_20_with_molten_giant_whatever_it_costs_now():
    game = played("Holy Wrath", ENEMY_HERO, by=paladin, deck=["Molten Giant"], health=15)
    assert (game.opponent.health, game.player.hand[0].cost) == (10, 5)


def test_holy_wrath_deals_damage_also_if_the_card_is_burnt():
    game = paladin(hand=["Holy Wrath"] + ["Wisp"] * 9, deck=["War Golem"], enemy_board=["Wisp"])
    game.player.give("Wisp")
    game.play("Holy Wrath", game.opponent.hero)
    assert (game.opponent.health, len(game.player.hand)) == (23, 10)


def test_holy_wrath_with_an_empty_deck_deals_nothing_and_costs_fatigue():
    game = paladin(hand=["Holy Wrath"] * 2, deck=["War Golem"], mana=10, fatigue=True)
    game.play("Holy Wrath", game.opponent.hero).play("Holy Wrath", game.opponent.hero)
    assert (game.opponent.health, game.player.health) == (23, 29)


def test_holy_wrath_with_a_free_card_leaves_a_divine_shield():
    game = paladin(hand=["Holy Wrath"], deck=["Wisp"], enemy_board=["Argent Squire"])
    assert game.play("Holy Wrath", "Argent Squire").opponent.board[0].divine_shield


def test_holy_wrath_has_spell_damage():
    game = paladin(hand=["Holy Wrath"], deck=["War Golem"], board=["Kobold Geomancer"])
    assert game.play("Holy Wrath", game.opponent.hero).opponent.health == 22


# --- Sword of Justice --------------------------------------------------------------------------


def test_sword_of_justice_strengthens_a_minion_and_wears():
    game = paladin(weapon="Sword of Justice", hand=["Wisp"]).play("Wisp")
    assert (stats(game.player.board), game.player.weapon.durability) == ([(2, 2)], 4)


def test_sword_of_justice_strengthens_what_a_battlecry_summons_first():
    game = paladin(weapon="Sword of Justice", hand=["Murloc Tidehunter"])
    game.player.record.weapon_durability = 1
    game.play("Murloc Tidehunter")
    assert (stats(game.player.board), game.player.weapon) == ([(2, 1), (2, 2)], None)


def test_sword_of_justice_strengthens_recruits_but_no_enemies():
    game = paladin(weapon="Sword of Justice", enemy_hand=["Wisp"]).use_power()
    game.end_turn().play("Wisp")
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(2, 2)], [(1, 1)])


def test_sword_of_justice_strengthens_as_many_as_its_durability():
    game = paladin(weapon="Sword of Justice", hand=["Unleash the Hounds"], enemy_board=["Wisp"] * 6)
    game.play("Unleash the Hounds")
    assert stats(game.player.board) == [(2, 2)] * 5 + [(1, 1)]
    assert game.player.weapon is None


def test_sword_of_justice_serves_in_the_enemys_turn():
    game = paladin(weapon="Sword of Justice", secrets=["Noble Sacrifice"], enemy_board=["Wisp"])
    game.end_turn().attack("Wisp", game.player.hero)
    assert stats(game.player.board) == [(3, 1)]
