"""Rulings of the cards of Goblins vs Gnomes: of Druid, Hunter and Paladin."""

from engine.core.hash import digest
from engine.game import Game
from tests.engine.rulings import died, names, played, stats

stage = Game.stage


# --- Druid -------------------------------------------------------------------------------------


def test_anodized_robo_cub_gains_attack_or_health():
    for choice, expected in ((0, (3, 2)), (1, (2, 3))):
        cub = played("Anodized Robo Cub", choice=choice, hero="DRUID").player.board[0]
        assert (cub.stats, cub.taunt) == (expected, True)


def test_recycle_shuffles_an_enemy_minion_into_its_deck():
    game = stage(hand=["Recycle"], board=["Wisp"], enemy_board=["Cairne Bloodhoof"])
    cairne = game.opponent.board[0]
    assert game.player.hand[0].targets == [cairne]
    game.play("Recycle", cairne)
    assert (game.opponent.board, game.opponent.deck) == ([], [cairne])


def test_recycle_takes_what_the_minion_has_gained():
    game = stage(hand=["Recycle"], enemy_board=["Wisp"])
    wisp = game.opponent.board[0].set_flags(taunt=True)
    game.play("Recycle", wisp).end_turn().play(wisp)
    assert (wisp.zone, wisp.taunt) == ("play", False)


def test_grove_tender_gives_each_player_a_full_crystal_or_a_card():
    game = played("Grove Tender", choice=0, mana=3, enemy_mana=4, hero="DRUID")
    assert (game.player.mana, game.player.max_mana, game.opponent.max_mana) == (1, 4, 5)
    position = {"deck": ["Wisp"], "enemy_deck": ["Shiv"]}
    game = stage(hand=["Grove Tender"], **position).play("Grove Tender", choice=1)
    assert (names(game.player.hand), names(game.opponent.hand)) == (["Wisp"], ["Shiv"])


def test_tree_of_life_heals_everyone():
    game = stage(hand=["Tree of Life"], board=["War Golem"], enemy_board=["War Golem"])
    wounded = [game.player.hero, game.opponent.hero, *game.player.board, *game.opponent.board]
    for character in wounded:
        character.take_damage(5)
    game.play("Tree of Life")
    assert [character.damage for character in wounded] == [0, 0, 0, 0]


def test_malorne_goes_back_into_the_deck_when_he_dies():
    game = died("Malorne")
    assert (names(game.player.deck), game.player.graveyard) == (["Malorne"], [])
    assert stats(game.player.draw().hand) == [(9, 7)]


def test_malorne_stays_dead_if_silenced():
    assert stage(board=["Malorne"]).player.board[0].silence().destroy().zone == "graveyard"


def test_a_stolen_malorne_goes_into_the_deck_of_his_new_owner():
    game = stage(board=["Malorne"])
    game.player.board[0].change_controller().destroy()
    assert (game.player.deck, names(game.opponent.deck)) == ([], ["Malorne"])


def test_ancestral_spirit_brings_malorne_back_too():
    game = stage(hand=["Ancestral Spirit"], board=["Malorne"])
    game.play("Ancestral Spirit", "Malorne").player.board[0].destroy()
    assert (names(game.player.board), names(game.player.deck)) == (["Malorne"], ["Malorne"])


def test_malorne_can_die_return_and_die_again_in_one_turn():
    game = died("Malorne")
    game.player.draw()
    game.play("Malorne").player.board[0].destroy()
    assert names(game.player.deck) == ["Malorne"]


def test_high_inquisitor_whitemane_summons_each_malorne_that_died_this_turn():
    game = died("Malorne", hand=["High Inquisitor Whitemane"])
    game.player.draw()
    game.play("Malorne").player.board[0].destroy()
    game.player.mana = 10
    assert names(game.play("High Inquisitor Whitemane").player.board[1:]) == ["Malorne"] * 2


def test_mech_bear_cat_adds_a_spare_part_each_time_it_is_hurt():
    game = stage(board=["Mech-Bear-Cat"])
    game.player.board[0].take_damage(1).take_damage(6)
    parts = [card.id for card in game.player.hand]
    assert (len(parts), {id_[:5] for id_ in parts}) == (2, {"PART_"})


def test_dark_wispers_strengthens_a_minion_or_summons_wisps():
    game = played("Dark Wispers", "War Golem", choice=0, board=["War Golem"], hero="DRUID")
    assert (stats(game.player.board), game.player.board[0].taunt) == ([(12, 12)], True)
    game = played("Dark Wispers", choice=1, board=["Shieldbearer"] * 4, hero="DRUID")
    assert names(game.player.board[4:]) == ["Wisp"] * 3


def test_druid_of_the_fang_is_a_7_7_beast_beside_a_beast():
    game = stage(hand=["Druid of the Fang"], board=["Bloodfen Raptor"]).play("Druid of the Fang")
    assert stats(game.player.board) == [(3, 2), (7, 7)]
    game = stage(hand=["Druid of the Fang"], enemy_board=["Bloodfen Raptor"])
    assert stats(game.play("Druid of the Fang").player.board) == [(4, 4)]


def test_druid_of_the_fang_counts_as_a_beast_for_the_next_one():
    hand = ["Druid of the Fang"] * 2
    game = stage(hand=hand, board=["Bloodfen Raptor"]).play("Druid of the Fang")
    game.find("Bloodfen Raptor").destroy()
    game.player.mana = 10
    assert stats(game.play("Druid of the Fang").player.board) == [(7, 7), (7, 7)]


# --- Hunter ------------------------------------------------------------------------------------


def test_call_pet_makes_a_drawn_beast_cost_4_less():
    game = stage(hand=["Call Pet"], deck=["King Krush"]).play("Call Pet")
    assert (names(game.player.hand), game.player.hand[0].cost) == (["King Krush"], 5)
    assert played("Call Pet", deck=["War Golem"]).player.hand[0].cost == 7


def test_call_pet_changes_no_other_cost():
    game = stage(hand=["Gnomish Inventor", *["Sprint"] * 9], deck=["Call Pet"])
    game.play("Gnomish Inventor").player.put_on_deck("King Krush")
    assert [card.cost for card in game.play("Call Pet").player.hand] == [7] * 9 + [5]


def test_feign_death_triggers_deathrattles_and_leaves_the_minions_alone():
    game = played("Feign Death", board=["Leper Gnome", "Loot Hoarder", "Wisp"], deck=["Shiv"])
    assert (game.opponent.health, names(game.player.hand)) == (28, ["Shiv"])
    assert len(game.player.board) == 3


def test_feign_death_shuffles_malorne_into_the_deck_alive():
    game = stage(hand=["Feign Death"], board=["Malorne"]).play("Feign Death")
    assert (game.player.board, names(game.player.deck)) == ([], ["Malorne"])


def test_dark_cultist_that_feigns_death_never_strengthens_itself():
    assert stats(played("Feign Death", board=["Dark Cultist"]).player.board) == [(3, 4)]


def test_glaivezooka_gives_a_friendly_minion_1_attack():
    game = stage(hand=["Glaivezooka"], board=["Wisp"], enemy_board=["Wisp"]).play("Glaivezooka")
    assert (stats(game.player.board), stats(game.opponent.board)) == ([(2, 1)], [(1, 1)])


def test_glaivezooka_picks_one_of_several():
    game = stage(hand=["Glaivezooka"], board=["Wisp"] * 3).play("Glaivezooka")
    assert sorted(stats(game.player.board)) == [(1, 1), (1, 1), (2, 1)]


def test_king_of_beasts_gains_1_attack_for_each_other_beast():
    board = ["Bloodfen Raptor", "Wisp", "Stonetusk Boar"]
    game = stage(hand=["King of Beasts"], board=board, enemy_board=["Bloodfen Raptor"])
    assert game.play("King of Beasts").player.board[-1].stats == (4, 6)


def test_metaltooth_leaper_sharpens_other_mechs():
    game = played("Metaltooth Leaper", board=["Warbot", "Wisp"], enemy_board=["Warbot"])
    assert stats(game.player.board) == [(3, 3), (1, 1), (3, 3)]
    assert stats(game.opponent.board) == [(1, 3)]


def test_gahzrilla_doubles_her_attack_each_time_she_is_hurt():
    rilla = stage(board=["Gahz'rilla"]).player.board[0].take_damage(1)
    assert rilla.attack == 12
    assert rilla.take_damage(1).attack == 24


def test_gahzrilla_doubles_what_she_was_given():
    game = played("Blessing of Might", "Gahz'rilla", board=["Gahz'rilla"])
    assert game.player.board[0].take_damage(1).attack == 18


def test_silence_takes_what_gahzrilla_doubled():
    assert stage(board=["Gahz'rilla"]).player.board[0].take_damage(1).silence().stats == (6, 8)


def test_gahzrilla_does_not_double_what_auras_give():
    assert stage(board=["Gahz'rilla", "Raid Leader"]).player.board[0].take_damage(1).attack == 13


def test_gahzrillas_attack_does_not_grow_without_end():
    rilla = stage(board=["Gahz'rilla"]).player.board[0]
    for _ in range(40):
        rilla.take_damage(1).heal(1)
    assert rilla.attack == 1000


def test_cobra_shot_hits_a_minion_and_the_enemy_hero():
    game = played("Cobra Shot", "War Golem", enemy_board=["War Golem"])
    assert (stats(game.opponent.board), game.opponent.health) == ([(7, 4)], 27)


def test_steamwheedle_sniper_lets_steady_shot_target_minions_and_the_enemy_hero():
    position = {"board": ["Steamwheedle Sniper"], "enemy_board": ["War Golem"]}
    game = stage(hero="HUNTER", **position)
    targets = [game.opponent.hero, *game.player.board, *game.opponent.board]
    assert game.player.power.targets == targets
    game.use_power("War Golem")
    assert (stats(game.opponent.board), game.opponent.health) == ([(7, 5)], 30)


def test_steady_shot_hits_the_enemy_hero_again_without_the_sniper():
    game = stage(hero="HUNTER", board=["Steamwheedle Sniper"])
    game.player.board[0].silence()
    assert game.player.power.targets == []
    assert game.use_power().opponent.health == 28


def test_steamwheedle_sniper_works_with_ballista_shot():
    game = stage(hero="HUNTER", board=["Steamwheedle Sniper"], enemy_board=["War Golem"])
    game.player.record.power = game.rules.row("AT_132_HUNTER")
    assert stats(game.use_power("War Golem").opponent.board) == [(7, 4)]


def test_steamwheedle_sniper_changes_no_other_hero_power():
    game = stage(hero="WARRIOR", board=["Steamwheedle Sniper"], enemy_board=["War Golem"])
    assert (game.player.power.targets, game.use_power().player.armor) == ([], 2)


def test_steady_shot_spares_elusive_and_stealthed_minions():
    enemies = ["Faerie Dragon", "Worgen Infiltrator", "Wisp"]
    game = stage(hero="HUNTER", board=["Steamwheedle Sniper"], enemy_board=enemies)
    theirs = [card for card in game.player.power.targets if card.controller == game.opponent]
    assert theirs == [game.opponent.hero, game.opponent.board[2]]


# --- Paladin -----------------------------------------------------------------------------------


def test_seal_of_light_heals_and_arms_the_hero():
    game = played("Seal of Light", by=stage, health=20)
    assert (game.player.health, game.player.hero.attack) == (24, 2)
    assert game.end_turn().player.hero.attack == 0


def test_coghammer_gives_a_friendly_minion_divine_shield_and_taunt():
    game = stage(hand=["Coghammer"], board=["Wisp"]).play("Coghammer")
    assert (game.player.board[0].divine_shield, game.player.board[0].taunt) == (True, True)
    assert stage(hand=["Coghammer"]).play("Coghammer").player.weapon.stats == (2, 3)


def test_coghammer_picks_one_of_several():
    game = stage(hand=["Coghammer"], board=["Wisp"] * 3).play("Coghammer")
    assert [card.taunt for card in game.player.board].count(True) == 1


def test_quartermaster_gives_recruits_2_2():
    game = stage(hand=["Quartermaster"], board=["Silver Hand Recruit", "Wisp"])
    assert stats(game.play("Quartermaster").player.board) == [(3, 3), (1, 1), (2, 5)]


def test_muster_for_battle_summons_3_recruits_and_equips_a_1_4_weapon():
    game = stage(hand=["Muster for Battle"], board=["Wisp"] * 5).play("Muster for Battle")
    assert names(game.player.board[5:]) == ["Silver Hand Recruit"] * 2
    assert (game.player.weapon.name, game.player.weapon.stats) == ("Light's Justice", (1, 4))


def test_muster_for_battle_can_be_played_on_a_full_board():
    game = stage(hand=["Muster for Battle"], board=["Wisp"] * 7).play("Muster for Battle")
    assert game.player.weapon.name == "Light's Justice"


def test_scarlet_purifier_hurts_all_minions_with_deathrattle():
    position = {"board": ["Loot Hoarder", "Wisp"], "enemy_board": ["Cairne Bloodhoof"]}
    game = stage(hand=["Scarlet Purifier"], deck=["Shiv"], **position).play("Scarlet Purifier")
    assert names(game.player.board) == ["Wisp", "Scarlet Purifier"]
    assert (game.opponent.board[0].stats, names(game.player.hand)) == ((4, 3), ["Shiv"])


def test_scarlet_purifier_spares_the_silenced_and_hits_given_deathrattles():
    game = stage(hand=["Ancestral Spirit", "Scarlet Purifier"], board=["War Golem", "Leper Gnome"])
    game.player.board[1].silence()
    game.play("Ancestral Spirit", "War Golem").play("Scarlet Purifier")
    assert stats(game.player.board[:2]) == [(7, 5), (1, 1)]


def test_cobalt_guardian_gains_a_shield_with_every_other_mech():
    game = stage(hand=["Cobalt Guardian", "Warbot", "Wisp"]).play("Cobalt Guardian").play("Wisp")
    assert not game.player.board[0].divine_shield
    assert game.play("Warbot").player.board[0].divine_shield


def test_bolvar_gains_attack_in_hand_for_every_friendly_death():
    game = stage(hand=["Bolvar Fordragon"], board=["Wisp"] * 3, enemy_board=["Wisp"])
    bolvar = game.player.hand[0]
    game.opponent.board[0].destroy()
    assert bolvar.stats == (1, 7)
    game.player.board[0].destroy()
    game.player.board[0].destroy()
    assert (bolvar.stats, bolvar.buffs) == ((3, 7), {"attack": 2})
    assert game.play("Bolvar Fordragon").player.board[-1].stats == (3, 7)


def test_bolvar_does_not_grow_in_the_deck_or_on_the_board():
    game = died("Wisp", board=["Bolvar Fordragon"], deck=["Bolvar Fordragon"])
    assert game.player.board[0].attack == 1
    assert game.player.draw().hand[0].attack == 1


def test_bolvar_drawn_by_a_deathrattle_has_not_seen_that_death():
    assert died("Loot Hoarder", deck=["Bolvar Fordragon"]).player.hand[0].attack == 1


def test_each_bolvar_in_hand_counts_for_itself():
    game = died("Wisp", board=["Wisp"], hand=["Bolvar Fordragon"])
    second = game.player.give("Bolvar Fordragon")
    game.player.board[0].destroy()
    assert [card.attack for card in game.player.hand] == [3, 2]
    assert game.play(second).player.board[0].attack == 2


def test_bolvar_forgets_what_he_gained_when_he_returns_to_hand():
    game = died("Wisp", hand=["Bolvar Fordragon", "Shadowstep"])
    game.play("Bolvar Fordragon").play("Shadowstep", "Bolvar Fordragon")
    assert game.player.hand[0].stats == (1, 7)


def test_silence_takes_nothing_of_what_bolvar_gained_but_his_attack():
    game = died("Wisp", hand=["Bolvar Fordragon"]).play("Bolvar Fordragon")
    assert game.player.board[0].silence().stats == (1, 7)


def test_mind_vision_copies_what_bolvar_has_gained():
    position = {"enemy_hand": ["Bolvar Fordragon"], "enemy_board": ["Wisp"]}
    game = stage(hand=["Mind Vision"], **position)
    game.opponent.board[0].destroy()
    assert game.play("Mind Vision").player.hand[0].attack == 2


def test_what_bolvar_has_gained_tells_states_apart():
    games = [stage(hand=["Bolvar Fordragon", "Wisp"], board=["Wisp"] * n) for n in (1, 2)]
    for game in games:
        for minion in game.player.board:
            minion.destroy()
        game.player.record.graveyard_sum = 0
        game.record.deaths, game.record.order = 0, 0
    assert digest(games[0].record) != digest(games[1].record)


def test_ancestors_call_puts_a_grown_bolvar_onto_the_board():
    game = died("Wisp", hand=["Ancestor's Call", "Bolvar Fordragon"])
    assert stats(game.play("Ancestor's Call").player.board) == [(2, 7)]
