"""Rulings of the cards of Goblins vs Gnomes: of Mage, Priest and Warlock."""

from engine.game import Game
from engine.rules import rules_for
from tests.engine.rulings import ENEMY_HERO, names, over, played, stats

stage = Game.stage


# --- Mage --------------------------------------------------------------------------------------


def test_flamecannon_hits_one_enemy_minion_and_needs_one():
    game = played("Flamecannon", board=["War Golem"], enemy_board=["War Golem"] * 2)
    assert sorted(stats(game.opponent.board)) == [(7, 3), (7, 7)]
    assert not stage(hand=["Flamecannon"], board=["Wisp"]).player.hand[0].is_playable
    game = stage(hand=["Flamecannon"], enemy_board=["War Golem"]).play("Flamecannon")
    assert stats(game.opponent.board) == [(7, 3)]


def test_snowchugger_freezes_whom_it_damages():
    game = stage(board=["Snowchugger"], enemy_board=["War Golem", "Argent Squire"])
    golem, squire = game.opponent.board
    assert game.attack("Snowchugger", golem).opponent.board[0].frozen
    assert not squire.frozen
    game = stage(board=["Snowchugger"], enemy_board=["Argent Squire"])
    assert not game.attack("Snowchugger", "Argent Squire").opponent.board[0].frozen


def test_unstable_portal_adds_a_minion_that_costs_3_less():
    for seed in range(1, 9):
        (card,) = stage(hand=["Unstable Portal"], seed=seed).play("Unstable Portal").player.hand
        printed = int(rules_for().tables.cards[rules_for().row(card.id)].cost)
        assert (card.type, card.cost) == ("minion", max(0, printed - 3))


def test_goblin_blastmage_splits_4_damage_if_there_is_a_mech():
    game = played("Goblin Blastmage", board=["Warbot"], enemy_board=["War Golem"])
    assert game.opponent.health + game.opponent.board[0].health == 33
    game = stage(hand=["Goblin Blastmage"], board=["Wisp"], enemy_board=["War Golem"])
    assert game.play("Goblin Blastmage").opponent.health == 30


def test_echo_of_medivh_copies_the_cards_of_friendly_minions_in_order_of_play():
    game = stage(hand=["Echo of Medivh"], board=["Wisp", "War Golem"], enemy_board=["Shieldbearer"])
    game.player.board[1].take_damage(3)
    game.play("Echo of Medivh")
    assert (names(game.player.hand), len(game.player.board)) == (["Wisp", "War Golem"], 2)
    assert game.player.hand[1].stats == (7, 7)


def test_echo_of_medivh_does_not_go_by_places_on_the_board():
    game = stage(hand=["Echo of Medivh", "Wisp"], board=["War Golem"]).play("Wisp", position=0)
    assert names(game.play("Echo of Medivh").player.hand) == ["War Golem", "Wisp"]


def test_echo_of_medivh_fills_the_hand_and_no_more():
    game = stage(
        hand=["Echo of Medivh", *["Shiv"] * 8], board=["Wisp", "War Golem", "Shieldbearer"]
    )
    assert names(game.play("Echo of Medivh").player.hand)[8:] == ["Wisp", "War Golem"]


def test_flame_leviathan_burns_everyone_when_drawn():
    game = stage(deck=["Flame Leviathan"], board=["War Golem"], enemy_board=["Wisp"])
    assert names(game.player.draw().hand) == ["Flame Leviathan"]
    assert (game.player.health, game.opponent.health, game.opponent.board) == (28, 28, [])
    assert game.player.board[0].stats == (7, 5)


def test_flame_leviathan_does_nothing_if_the_hand_is_full_or_it_comes_otherwise():
    game = stage(hand=["Wisp"] * 10, deck=["Flame Leviathan"])
    game.player.draw()
    assert (game.player.health, names(game.player.graveyard)) == (30, ["Flame Leviathan"])
    game = stage(hand=["Flame Leviathan", "Shadowstep"]).play("Flame Leviathan")
    game.player.mana = 10
    assert game.play("Shadowstep", "Flame Leviathan").player.health == 30


def test_minions_die_of_a_flame_leviathan_that_tracking_draws():
    game = stage(hand=["Tracking"], deck=["Flame Leviathan", "Wisp"], enemy_board=["Wisp"])
    assert game.play("Tracking").choose(0).opponent.board == []


def test_a_hero_dies_of_a_burrowing_mine_that_tracking_draws():
    game = stage(hand=["Tracking"], deck=["Burrowing Mine", "Wisp"], health=10)
    assert game.play("Tracking").choose(0).result == "second won"


def test_wee_spellstopper_protects_its_neighbours_from_spells_and_powers():
    position = {"board": ["Wisp", "Wee Spellstopper", "Wisp", "Wisp"], "hand": ["Darkbomb"]}
    game = stage(hero="MAGE", **position)
    left, stopper, right, far = game.player.board
    assert (left.elusive, stopper.elusive, right.elusive, far.elusive) == (True, False, True, False)
    for targets in (game.player.hand[0].targets, game.player.power.targets):
        assert [minion for minion in targets if minion.type == "minion"] == [stopper, far]


def test_wee_spellstoppers_neighbours_can_be_targeted_by_battlecries():
    game = stage(hand=["Elven Archer"], board=["Wisp", "Wee Spellstopper"])
    assert game.player.board[0] in game.player.hand[0].targets


# --- Priest ------------------------------------------------------------------------------------


def test_lightbomb_deals_each_minion_its_attack_at_once():
    position = {"board": ["Chillwind Yeti"], "enemy_board": ["War Golem", "Shieldbearer"]}
    game = stage(hand=["Lightbomb"], **position).play("Lightbomb")
    assert stats(game.player.board) == [(4, 1)]
    assert stats(game.opponent.board) == [(0, 4)]


def test_lightbomb_counts_the_attack_that_dying_auras_give():
    board = ["Dire Wolf Alpha", "River Crocolisk"]
    game = stage(hand=["Lightbomb"], board=board).play("Lightbomb")
    assert game.player.board == []  # 2 + 1 damage kill a 2/3


def test_lightbomb_deals_spell_damage_too():
    game = stage(hand=["Lightbomb"], board=["Kobold Geomancer"], enemy_board=["Shieldbearer"])
    assert stats(game.play("Lightbomb").opponent.board) == [(0, 3)]


def test_shadowbomber_damages_both_heroes():
    game = stage(hand=["Shadowbomber"]).play("Shadowbomber")
    assert (game.player.health, game.opponent.health) == (27, 27)


def test_velens_chosen_gives_stats_and_spell_damage():
    game = played("Velen's Chosen", "Wisp", hand=["Darkbomb"], board=["Wisp"])
    assert (game.player.board[0].stats, game.player.spell_damage) == ((3, 5), 1)
    assert game.play("Darkbomb", game.opponent.hero).opponent.health == 26


def test_silence_takes_velens_chosen():
    game = stage(hand=["Velen's Chosen"], board=["Wisp"])
    wisp = game.play("Velen's Chosen", game.player.board[0]).player.board[0].silence()
    assert (wisp.stats, game.player.spell_damage) == ((1, 1), 0)


def test_shrinkmeister_takes_2_attack_this_turn():
    game = played("Shrinkmeister", "Chillwind Yeti", enemy_board=["Chillwind Yeti"])
    assert game.opponent.board[0].attack == 2
    assert game.end_turn().opponent.board[0].attack == 4


def test_shrinkmeister_leaves_no_attack_below_0():
    assert played("Shrinkmeister", "Wisp", enemy_board=["Wisp"]).opponent.board[0].attack == 0


def test_shrunk_minions_can_be_taken_by_cabal_shadow_priest():
    game = stage(hand=["Shrinkmeister", "Cabal Shadow Priest"], enemy_board=["Chillwind Yeti"])
    yeti = game.opponent.board[0]
    game.play("Shrinkmeister", yeti).play("Cabal Shadow Priest", yeti)
    assert yeti.controller == game.player


def test_light_of_the_naaru_summons_a_lightwarden_for_a_target_still_damaged():
    game = stage(hand=["Light of the Naaru"] * 2, health=25)
    assert names(game.play("Light of the Naaru", game.player.hero).player.board) == ["Lightwarden"]
    assert game.play("Light of the Naaru", game.player.hero).player.board[1:] == []
    assert game.player.health == 30


def test_light_of_the_naaru_under_auchenai_hurts_and_summons():
    game = played("Light of the Naaru", ENEMY_HERO, board=["Auchenai Soulpriest"])
    assert (game.opponent.health, len(game.player.board)) == (27, 2)


def test_voljin_swaps_his_health_with_a_minion():
    game = played("Vol'jin", "War Golem", enemy_board=["War Golem"])
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(6, 7)], [(7, 2)])


def test_voljin_takes_what_is_left_as_a_new_maximum():
    game = stage(hand=["Vol'jin"], enemy_board=["War Golem"])
    golem = game.opponent.board[0].take_damage(3)
    game.play("Vol'jin", golem)
    assert [(m.health, m.max_health) for m in (game.player.board[0], golem)] == [(4, 4), (2, 2)]


def test_silence_gives_back_the_printed_health_after_voljin():
    game = played("Vol'jin", "War Golem", enemy_board=["War Golem"])
    assert game.opponent.board[0].silence().stats == (7, 7)
    assert game.player.board[0].silence().stats == (6, 2)


def test_voljin_may_be_played_alone():
    assert stats(stage(hand=["Vol'jin"]).play("Vol'jin").player.board) == [(6, 2)]


def test_shadowboxer_deals_1_damage_for_every_minion_healed():
    board = ["Shadowboxer", "War Golem", "War Golem"]
    game = stage(hand=["Circle of Healing"], board=board, hero="PRIEST")
    for golem in game.player.board[1:]:
        golem.take_damage(2)
    assert game.play("Circle of Healing").opponent.health == 28


def test_shadowboxer_hits_one_enemy_for_each_minion():
    game = stage(hero="PRIEST", board=["Shadowboxer"], enemy_board=["War Golem"] * 2)
    game.player.board[0].take_damage(1)
    game.use_power("Shadowboxer")
    golems = sum(minion.damage for minion in game.opponent.board)
    assert 30 - game.opponent.health + golems == 1


def test_shadowboxer_does_not_care_for_heroes_or_full_health():
    game = stage(hand=["Circle of Healing"], board=["Shadowboxer"], hero="PRIEST", health=25)
    assert game.use_power(game.player.hero).play("Circle of Healing").opponent.health == 30


def test_upgraded_repair_bot_needs_a_friendly_mech():
    game = stage(hand=["Upgraded Repair Bot"], board=["Warbot", "Wisp"], enemy_board=["Warbot"])
    assert game.player.hand[0].targets == [game.player.board[0]]
    assert game.play("Upgraded Repair Bot", game.player.board[0]).player.board[0].stats == (1, 7)


# --- Warlock -----------------------------------------------------------------------------------


def test_queen_of_pain_heals_her_hero():
    game = stage(board=["Queen of Pain"], health=25)
    assert game.attack("Queen of Pain", game.opponent.hero).player.health == 26


def test_demonheart_buffs_a_friendly_demon_and_hurts_any_other_minion():
    position = {"board": ["Voidwalker", "War Golem"], "enemy_board": ["Pit Lord"]}
    game = stage(hand=["Demonheart"] * 2, **position)
    assert game.play("Demonheart", "Voidwalker").player.board[0].stats == (6, 8)
    game.player.mana = 10
    assert stats(game.play("Demonheart", "Pit Lord").opponent.board) == [(5, 1)]


def test_demonheart_hurts_a_friendly_minion_that_is_no_demon():
    game = stage(hand=["Demonheart"], board=["War Golem"]).play("Demonheart", "War Golem")
    assert stats(game.player.board) == [(7, 2)]


def test_fel_cannon_hits_a_minion_that_is_no_mech():
    game = stage(board=["Fel Cannon", "Warbot"], enemy_board=["War Golem", "Warbot"]).end_turn()
    assert [minion.damage for minion in game.player.board] == [0, 0]
    assert [minion.damage for minion in game.opponent.board] == [2, 0]


def test_fel_cannon_hits_one_of_several_and_never_a_mech():
    for seed in range(8):
        enemies = ["War Golem", "Spider Tank", "War Golem"]
        game = stage(board=["Fel Cannon"], enemy_board=enemies, seed=seed).end_turn()
        first, tank, second = (minion.damage for minion in game.opponent.board)
        assert (tank, first + second, game.player.board[0].damage) == (0, 2, 0)


def test_fel_cannon_may_hit_its_own_side():
    game = stage(board=["Fel Cannon", "War Golem"]).end_turn()
    assert [minion.damage for minion in game.player.board] == [0, 2]


def test_malganis_gives_other_friendly_demons_2_2():
    game = stage(board=["Mal'Ganis", "Voidwalker", "Wisp"], enemy_board=["Voidwalker"])
    assert stats(game.player.board) == [(9, 7), (3, 5), (1, 1)]
    assert stats(game.opponent.board) == [(1, 3)]


def test_malganis_makes_his_hero_immune_to_everything():
    game = stage(hero="WARLOCK", hand=["Hellfire"], board=["Mal'Ganis"], deck=["Wisp"])
    assert game.use_power().play("Hellfire").player.health == 30
    assert not [a for a in game.end_turn().legal_actions() if "Fireblast" in str(a)]


def test_a_hero_under_malganis_can_be_neither_attacked_nor_targeted():
    position = {"enemy_board": ["Mal'Ganis"], "board": ["Wolfrider"], "hand": ["Darkbomb"]}
    game = stage(**position)
    assert game.opponent.hero not in game.player.board[0].attack_targets
    assert game.opponent.hero not in game.player.hand[0].targets
    assert game.opponent.hero.immune


def test_the_hero_is_mortal_again_when_malganis_leaves():
    game = stage(hand=["Hellfire"], board=["Mal'Ganis"])
    game.player.board[0].silence()
    assert (game.player.hero.immune, game.play("Hellfire").player.health) == (False, 27)


def test_malganis_saves_his_hero_from_fatigue_and_from_its_own_attacks():
    game = stage(board=["Mal'Ganis"], weapon="Arcanite Reaper", enemy_board=["War Golem"])
    game.player.fatigue_on = True
    game.attack(game.player.hero, "War Golem")
    game.player.draw()
    assert (game.player.health, game.player.fatigue) == (30, 1)


def test_a_stolen_malganis_protects_his_new_hero():
    game = stage(board=["Mal'Ganis", "Voidwalker"], enemy_board=["Voidwalker"])
    game.player.board[0].change_controller()
    assert (game.player.hero.immune, game.opponent.hero.immune) == (False, True)
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(1, 3)], [(3, 5), (9, 7)])


def test_two_malganis_strengthen_each_other_and_either_protects_the_hero():
    game = stage(board=["Mal'Ganis"] * 2)
    assert stats(game.player.board) == [(11, 9)] * 2
    game.player.board[0].destroy()
    assert (game.player.hero.immune, stats(game.player.board)) == (True, [(9, 7)])


def test_misdirection_never_sends_an_attack_to_an_immune_hero():
    for seed in range(1, 9):
        game = stage(
            hero="WARLOCK", board=["Mal'Ganis"], enemy_secrets=["Misdirection"], seed=seed,
            enemy_board=["Wisp"],
        )  # fmt: skip
        game.attack("Mal'Ganis", game.opponent.hero)
        assert (game.player.health, game.opponent.board) == (30, [])


def test_imp_losion_summons_an_imp_for_each_damage_dealt():
    for game in over(8, played, "Imp-losion", "War Golem", enemy_board=["War Golem"]):
        assert 2 <= game.opponent.board[0].damage <= 4
        assert stats(game.player.board) == [(1, 1)] * game.opponent.board[0].damage


def test_imp_losion_on_a_divine_shield_summons_nothing():
    game = played("Imp-losion", "Argent Squire", enemy_board=["Argent Squire"])
    assert (game.player.board, stats(game.opponent.board)) == ([], [(1, 1)])


def test_imp_losion_summons_as_many_imps_as_there_is_room_for():
    game = stage(hand=["Imp-losion"], board=["Wisp"] * 6, enemy_board=["War Golem"])
    assert names(game.play("Imp-losion", "War Golem").player.board[6:]) == ["Imp"]


def test_imp_losion_counts_spell_damage_and_what_goes_beyond_death():
    board = ["Archmage", "Ogre Magi"]
    game = stage(hand=["Imp-losion"], board=board, enemy_board=["Wisp"])
    assert len(game.play("Imp-losion", "Wisp").player.board[2:]) in (4, 5)


def test_imp_losion_counts_its_own_damage_not_that_of_what_it_triggers():
    game = stage(hand=["Imp-losion"], board=["Imp Master"], enemy_board=["War Golem"])
    golem = game.opponent.board[0]
    game.player.put("Knife Juggler")
    game.play("Imp-losion", golem)
    hurt = golem.damage + 30 - game.opponent.health
    assert hurt == 2 * (len(game.player.board) - 2)


def test_anima_golem_dies_at_the_end_of_either_turn_if_it_is_alone():
    game = stage(board=["Anima Golem", "Wisp"]).end_turn()
    assert len(game.player.board) == 2
    game.player.board[1].destroy()
    assert game.end_turn().player.board == []


def test_anima_golem_dies_in_its_own_turn_whatever_the_enemy_has():
    assert stage(board=["Anima Golem"], enemy_board=["Wisp"]).end_turn().player.board == []


def test_two_anima_golems_keep_each_other_and_a_silenced_one_needs_nobody():
    game = stage(board=["Anima Golem"] * 2).end_turn()
    assert len(game.player.board) == 2
    game.player.board[0].silence()
    game.player.board[1].destroy()
    assert len(game.end_turn().player.board) == 1


def test_floating_watcher_grows_when_its_hero_is_hurt_in_its_own_turn():
    game = stage(hero="WARLOCK", board=["Floating Watcher"], deck=["Wisp"]).use_power()
    assert game.player.board[0].stats == (6, 6)
    game.end_turn().use_power()
    assert (game.player.health, game.player.board[0].stats) == (26, (6, 6))


def test_floating_watcher_does_not_grow_under_armour_or_immunity():
    game = stage(hero="WARLOCK", board=["Floating Watcher", "Mal'Ganis"], deck=["Wisp"]).use_power()
    assert game.player.board[0].stats == (6, 6)  # Mal'Ganis gives it 2/2; the power deals nothing
    game = stage(hero="WARLOCK", board=["Floating Watcher"], deck=["Wisp"], armor=5)
    assert game.use_power().player.board[0].stats == (6, 6)  # armour takes damage all the same
