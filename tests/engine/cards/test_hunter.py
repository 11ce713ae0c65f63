"""Rulings of the Hunter's cards."""

import pytest

from engine.game import Game
from tests.engine.rulings import died, names, played, stats


def hunter(**position):
    return Game.stage(hero="HUNTER", enemy_hero="ROGUE", **position)


def test_steady_shot_deals_2_to_the_enemy_hero_whatever_stands_before_it():
    game = hunter(enemy_board=["Goldshire Footman"]).use_power()
    assert (game.opponent.health, game.player.mana) == (28, 8)


def test_houndmaster_gives_a_friendly_beast_2_2_and_taunt():
    game = hunter(hand=["Houndmaster"], board=["Bloodfen Raptor", "Wisp"])
    raptor = game.player.board[0]
    assert game.player.hand[0].targets == [raptor]
    game.play("Houndmaster", raptor)
    assert (raptor.stats, raptor.taunt) == ((5, 4), True)


def test_houndmaster_without_a_beast_is_a_plain_minion():
    assert stats(played("Houndmaster", by=hunter, board=["Wisp"]).player.board) == [(1, 1), (4, 3)]


def test_timber_wolf_gives_other_friendly_beasts_1_attack():
    game = hunter(board=["Timber Wolf", "Timber Wolf", "Wisp"], enemy_board=["Bloodfen Raptor"])
    assert [minion.attack for minion in game.player.board] == [2, 2, 1]
    assert game.opponent.board[0].attack == 3


def test_tundra_rhino_lets_beasts_charge_itself_included():
    game = hunter(hand=["Tundra Rhino", "Bloodfen Raptor", "Wisp"]).play("Tundra Rhino")
    game.play("Bloodfen Raptor").player.mana = 5
    assert [minion.can_attack for minion in game.play("Wisp").player.board] == [True, True, False]


@pytest.mark.parametrize("end", ["silence", "destroy"])
def test_beasts_stop_charging_when_tundra_rhino_is_silenced_or_dies(end):
    game = hunter(hand=["Bloodfen Raptor"], board=["Tundra Rhino"]).play("Bloodfen Raptor")
    getattr(game.find("Tundra Rhino"), end)()
    assert not game.find("Bloodfen Raptor").can_attack


def test_multi_shot_hits_two_different_enemy_minions():
    game = hunter(hand=["Multi-Shot"], enemy_board=["War Golem"] * 3).play("Multi-Shot")
    assert sorted(stats(game.opponent.board)) == [(7, 4), (7, 4), (7, 7)]


def test_multi_shot_hits_a_lone_minion_once():
    game = hunter(hand=["Multi-Shot"], enemy_board=["War Golem"])
    assert stats(game.play("Multi-Shot").opponent.board) == [(7, 4)]


def test_tracking_draws_one_of_the_top_three_cards_and_discards_the_others():
    game = hunter(hand=["Tracking"], deck=["Wisp", "Sap", "Shiv", "Sprint"]).play("Tracking")
    assert names(game.choices) == ["Wisp", "Sap", "Shiv"]
    game.choose(1)
    assert names(game.player.hand) == ["Sap"]
    assert names(game.player.deck) == ["Sprint"]


def test_tracking_an_empty_deck_does_nothing():
    game = hunter(hand=["Tracking"]).play("Tracking")
    assert game.choices == game.player.hand == []


def test_tracking_leaves_alone_what_has_been_drawn_before_the_choice():
    """Wild Pyromancer hurts the acolyte after the spell: it draws one of the cards shown."""
    for choice, hand in ((0, {"Wisp"}), (1, {"Wisp", "Sap"})):
        game = hunter(hand=["Tracking"], board=["Wild Pyromancer", "Acolyte of Pain"],
                      deck=["Wisp", "Sap"]).play("Tracking")  # fmt: skip
        assert names(game.player.hand) == ["Wisp"]
        game.choose(choice)
        assert set(names(game.player.hand)) == hand
        assert (len(game.player.deck), game.result) == (0, "running")


def test_arcane_shot_deals_2_damage():
    game = hunter(hand=["Arcane Shot"], enemy_board=["Chillwind Yeti"])
    assert stats(game.play("Arcane Shot", "Chillwind Yeti").opponent.board) == [(4, 3)]


def test_scavenging_hyena_gains_2_1_for_each_other_friendly_beast_that_dies():
    game = hunter(board=["Scavenging Hyena", "Timber Wolf", "Wisp"], enemy_board=["Timber Wolf"])
    for minion in (*game.player.board[1:], *game.opponent.board):
        minion.destroy()
    assert stats(game.player.board) == [(4, 3)]


def test_eaglehorn_bow_gains_durability_when_a_friendly_secret_is_revealed():
    game = hunter(weapon="Eaglehorn Bow", secrets=["Snake Trap"], board=["Wisp"])
    game.opponent.put("War Golem")
    game.end_turn().attack("War Golem", "Wisp")
    assert game.player.weapon.stats == (3, 3)


def test_unleash_the_hounds_summons_a_charging_hound_for_each_enemy_minion():
    game = played("Unleash the Hounds", by=hunter, enemy_board=["Wisp"] * 3)
    assert stats(game.player.board) == [(1, 1)] * 3
    assert all(hound.can_attack for hound in game.player.board)


def test_unleash_the_hounds_answers_a_single_enemy_minion_and_no_friendly_one():
    game = hunter(hand=["Unleash the Hounds"], board=["Wisp"], enemy_board=["Wisp"])
    assert names(game.play("Unleash the Hounds").player.board) == ["Wisp", "Hound"]


def test_unleash_the_hounds_stops_when_the_board_is_full():
    game = hunter(hand=["Unleash the Hounds"], board=["Wisp"] * 5, enemy_board=["Wisp"] * 4)
    assert len(game.play("Unleash the Hounds").player.board) == 7


def test_knife_juggler_throws_for_every_hound():
    game = played(
        "Unleash the Hounds", by=hunter, board=["Knife Juggler"], enemy_board=["War Golem"] * 3
    )
    lost = 30 - game.opponent.health + sum(golem.damage for golem in game.opponent.board)
    assert lost == 3


def test_snake_trap_summons_three_snakes_when_a_friendly_minion_is_attacked():
    game = hunter(secrets=["Snake Trap"], board=["War Golem"], enemy_board=["Wisp"])
    game.end_turn().attack("Wisp", "War Golem")
    assert names(game.player.board) == ["War Golem", "Snake", "Snake", "Snake"]
    assert game.player.secrets == []


def test_snake_trap_sleeps_while_the_hero_is_attacked():
    game = hunter(secrets=["Snake Trap"], enemy_board=["Wisp"]).end_turn()
    assert names(game.attack("Wisp", game.player.hero).player.secrets) == ["Snake Trap"]


def test_snake_trap_sleeps_in_its_players_own_turn():
    game = hunter(secrets=["Snake Trap"], board=["Wisp"], enemy_board=["War Golem"])
    assert names(game.attack("Wisp", "War Golem").player.secrets) == ["Snake Trap"]


def test_snake_trap_stays_hidden_while_the_board_is_full():
    game = hunter(secrets=["Snake Trap"], board=["War Golem"] * 7, enemy_board=["Wisp"])
    game.end_turn().attack("Wisp", game.player.board[0])
    assert names(game.player.secrets) == ["Snake Trap"]


def test_snake_trap_fills_the_last_place():
    game = hunter(secrets=["Snake Trap"], board=["War Golem"] * 6, enemy_board=["Wisp"])
    game.end_turn().attack("Wisp", game.player.board[0])
    assert names(game.player.board) == ["War Golem"] * 6 + ["Snake"]


def test_animal_companion_summons_one_of_three_beasts():
    found = {}
    for seed in range(20):
        (beast,) = played("Animal Companion", by=hunter, seed=seed).player.board
        found[beast.name] = beast.stats
    assert found == {"Huffer": (4, 2), "Leokk": (2, 4), "Misha": (4, 4)}


def test_leokk_gives_other_friendly_minions_1_attack():
    assert stats(hunter(board=["Leokk", "Wisp"]).player.board) == [(2, 4), (2, 1)]


def test_hunters_mark_sets_health_to_1_and_leaves_attack():
    game = played("Hunter's Mark", "War Golem", by=hunter, enemy_board=["War Golem"])
    assert stats(game.opponent.board) == [(7, 1)]


def test_hunters_mark_is_below_the_health_that_an_aura_gives():
    game = hunter(hand=["Hunter's Mark"], enemy_board=["War Golem", "Stormwind Champion"])
    game.play("Hunter's Mark", "War Golem")
    assert game.opponent.board[0].stats == (8, 2)
    assert game.opponent.board[1].destroy().dead
    assert game.opponent.board[0].stats == (7, 1)


def test_hunters_mark_overrides_earlier_health_but_not_later():
    game = hunter(hand=["Hunter's Mark", "Houndmaster"], board=["Bloodfen Raptor"])
    raptor = game.player.board[0]
    game.play("Hunter's Mark", raptor).play("Houndmaster", raptor)
    assert raptor.stats == (5, 3)


def test_silence_makes_a_marked_minion_whole():
    game = hunter(hand=["Hunter's Mark"], enemy_board=["War Golem"])
    golem = game.opponent.board[0].take_damage(3)
    game.play("Hunter's Mark", golem)
    assert golem.silence().stats == (7, 7)


def test_hunters_mark_passes_a_divine_shield():
    game = hunter(hand=["Hunter's Mark"], enemy_board=["Silvermoon Guardian"])
    guardian = game.opponent.board[0]
    game.play("Hunter's Mark", guardian)
    assert (guardian.stats, guardian.divine_shield) == ((3, 1), True)


def test_hunters_mark_calms_an_enraged_minion():
    game = hunter(hand=["Hunter's Mark"], enemy_board=["Amani Berserker"])
    berserker = game.opponent.board[0].take_damage(1)
    game.play("Hunter's Mark", berserker)
    assert berserker.stats == (2, 1)


def test_starving_buzzard_draws_for_each_beast_summoned():
    game = hunter(hand=["Unleash the Hounds"], board=["Starving Buzzard"], deck=["Wisp"] * 4,
                  enemy_board=["Wisp"] * 3)  # fmt: skip
    assert names(game.play("Unleash the Hounds").player.hand) == ["Wisp"] * 3


def test_starving_buzzard_ignores_itself_and_what_is_no_beast():
    game = hunter(hand=["Starving Buzzard", "Wisp"], deck=["Sap"])
    assert game.play("Starving Buzzard").play("Wisp").player.hand == []


def test_starving_buzzard_draws_before_the_beasts_battlecry():
    game = played("King Mukla", by=hunter, board=["Starving Buzzard"], deck=["Wisp"])
    assert names(game.player.hand) == ["Wisp"]


def test_starving_buzzard_ignores_the_enemys_beasts():
    game = hunter(board=["Starving Buzzard"], deck=["Wisp"], enemy_hand=["Stonetusk Boar"])
    game.end_turn().play("Stonetusk Boar")
    assert len(game.player.hand) == 0


def test_gladiators_longbow_takes_no_damage_from_the_defender():
    game = hunter(weapon="Gladiator's Longbow", enemy_board=["War Golem"])
    game.attack(game.player.hero, "War Golem")
    assert (game.player.health, game.player.weapon.stats) == (30, (5, 1))
    assert stats(game.opponent.board) == [(7, 2)]


def test_gladiators_longbow_does_not_help_in_the_enemys_turn():
    game = hunter(weapon="Gladiator's Longbow", enemy_board=["War Golem"]).end_turn()
    assert game.attack("War Golem", game.player.hero).player.health == 23


def test_gladiators_longbow_keeps_the_frost_of_a_defender_off():
    game = hunter(weapon="Gladiator's Longbow", enemy_board=["War Golem"])
    game.opponent.board[0].set_flags(freezes=True)
    assert not game.attack(game.player.hero, "War Golem").player.hero.frozen


def test_misdirection_turns_the_attack_to_the_only_other_character():
    game = hunter(secrets=["Misdirection"], enemy_board=["War Golem"]).end_turn()
    game.attack("War Golem", game.player.hero)
    assert (game.player.health, game.opponent.health) == (30, 23)
    assert game.player.secrets == []


def test_misdirection_never_picks_the_attacker_or_its_own_hero():
    hit = set()
    for seed in range(40):
        game = hunter(secrets=["Misdirection"], board=["Wisp"], enemy_board=["War Golem", "Wisp"],
                      seed=seed).end_turn()  # fmt: skip
        game.attack("War Golem", game.player.hero)
        assert (game.player.health, game.opponent.board[0].name) == (30, "War Golem")
        hit.add((len(game.player.board), len(game.opponent.board), game.opponent.health))
    assert hit == {(0, 2, 30), (1, 1, 30), (1, 2, 23)}


def test_misdirection_never_picks_an_immune_minion():
    for seed in range(8):
        game = Game.stage(hand=["Bestial Wrath"], board=["Bloodfen Raptor", "Wisp"],
                          enemy_secrets=["Misdirection"], seed=seed)  # fmt: skip
        game.play("Bestial Wrath", "Bloodfen Raptor").attack("Wisp", game.opponent.hero)
        assert (game.player.health, names(game.player.board)) == (29, ["Bloodfen Raptor", "Wisp"])


def test_misdirection_sleeps_if_only_an_immune_minion_is_left():
    game = Game.stage(hand=["Bestial Wrath"], board=["Bloodfen Raptor"], weapon="Wicked Knife",
                      enemy_secrets=["Misdirection"])  # fmt: skip
    game.play("Bestial Wrath", "Bloodfen Raptor").attack(game.player.hero, game.opponent.hero)
    assert (game.opponent.health, names(game.opponent.secrets)) == (29, ["Misdirection"])


def test_misdirection_may_pick_stealthed_minions_and_passes_taunt():
    game = hunter(secrets=["Misdirection"], enemy_weapon="Arcanite Reaper",
                  enemy_board=["Jungle Panther"]).end_turn()  # fmt: skip
    game.attack(game.opponent.hero, game.player.hero)
    assert (game.opponent.board, game.player.health, game.opponent.health) == ([], 30, 26)


def test_misdirection_sleeps_if_there_is_nobody_else():
    game = hunter(secrets=["Misdirection"], enemy_weapon="Arcanite Reaper").end_turn()
    game.attack(game.opponent.hero, game.player.hero)
    assert (game.player.health, names(game.player.secrets)) == (25, ["Misdirection"])


def test_misdirection_sleeps_while_a_minion_is_attacked():
    game = hunter(secrets=["Misdirection"], board=["War Golem"], enemy_board=["Wisp"]).end_turn()
    assert names(game.attack("Wisp", "War Golem").player.secrets) == ["Misdirection"]


def test_misdirection_sleeps_once_freezing_trap_has_sent_the_attacker_home():
    game = hunter(secrets=["Freezing Trap", "Misdirection"], enemy_board=["Wisp", "War Golem"])
    game.end_turn().attack("War Golem", game.player.hero)
    assert names(game.player.secrets) == ["Misdirection"]
    assert names(game.opponent.hand) == ["War Golem"]


def test_freezing_trap_still_catches_an_attack_that_misdirection_has_turned():
    game = hunter(secrets=["Misdirection", "Freezing Trap"], enemy_board=["War Golem"])
    game.end_turn().attack("War Golem", game.player.hero)
    assert (game.player.secrets, names(game.opponent.hand)) == ([], ["War Golem"])
    assert (game.player.health, game.opponent.health) == (30, 30)


def test_misdirection_sleeps_if_explosive_trap_kills_the_attacker():
    game = hunter(secrets=["Explosive Trap", "Misdirection"], enemy_board=["Wisp", "War Golem"])
    game.end_turn().attack("Wisp", game.player.hero)
    assert names(game.player.secrets) == ["Misdirection"]


def test_savannah_highmane_leaves_two_hyenas():
    game = died("Savannah Highmane", board=["Wisp"], by=hunter)
    assert names(game.player.board) == ["Hyena", "Hyena", "Wisp"]
    assert stats(game.player.board)[:2] == [(2, 2), (2, 2)]


def test_savannah_highmanes_hyenas_feed_a_starving_buzzard():
    game = died("Savannah Highmane", board=["Starving Buzzard"], by=hunter, deck=["Wisp"] * 2)
    assert len(game.player.hand) == 2


def test_savannah_highmane_on_a_full_board_leaves_one_hyena_in_its_place():
    game = hunter(board=["Wisp"] * 3 + ["Savannah Highmane"] + ["Wisp"] * 3)
    game.player.board[3].destroy()
    assert names(game.player.board) == ["Wisp"] * 3 + ["Hyena"] + ["Wisp"] * 3


def test_explosive_shot_deals_5_and_2_to_the_neighbours():
    game = hunter(hand=["Explosive Shot"], enemy_board=["War Golem"] * 4)
    game.play("Explosive Shot", game.opponent.board[1])
    assert [golem.health for golem in game.opponent.board] == [5, 2, 5, 7]


def test_explosive_shot_hits_the_neighbours_of_a_minion_it_kills_with_spell_damage():
    game = hunter(hand=["Explosive Shot"], board=["Kobold Geomancer"],
                  enemy_board=["War Golem", "Wisp", "War Golem"])  # fmt: skip
    game.play("Explosive Shot", game.opponent.board[1])
    assert stats(game.opponent.board) == [(7, 4), (7, 4)]


def test_kill_command_deals_3():
    game = hunter(hand=["Kill Command"], board=["Wisp"], enemy_board=["Stonetusk Boar"])
    assert game.play("Kill Command", game.opponent.hero).opponent.health == 27


def test_kill_command_deals_5_with_a_beast():
    game = hunter(hand=["Kill Command"], board=["Stonetusk Boar"])
    assert game.play("Kill Command", game.opponent.hero).opponent.health == 25


def test_flare_ends_all_stealth_destroys_enemy_secrets_and_draws():
    game = hunter(hand=["Flare"], board=["Jungle Panther"], secrets=["Snipe"], deck=["Wisp"],
                  enemy_board=["Worgen Infiltrator"], enemy_secrets=["Snipe"])  # fmt: skip
    game.play("Flare")
    assert [m.stealthed for m in (*game.player.board, *game.opponent.board)] == [False, False]
    assert (names(game.player.secrets), game.opponent.secrets) == (["Snipe"], [])
    assert names(game.player.hand) == ["Wisp"]


def test_flare_ends_the_stealth_of_conceal_for_good():
    game = Game.stage(hand=["Conceal"], board=["Wisp"], enemy_hand=["Flare"], enemy_hero="HUNTER")
    game.play("Conceal").end_turn().play("Flare")
    wisp = game.player.board[0].set_flags(stealth=True)
    game.end_turn()
    assert wisp.stealthed


def test_flare_destroys_a_secret_without_revealing_it():
    game = hunter(hand=["Flare"], enemy_weapon="Eaglehorn Bow", enemy_secrets=["Snake Trap"])
    assert game.play("Flare").opponent.weapon.stats == (3, 2)


def test_flare_destroys_all_secrets():
    game = hunter(hand=["Flare"], enemy_secrets=["Snake Trap", "Snipe"], secrets=["Misdirection"])
    game.play("Flare")
    assert (game.opponent.secrets, names(game.player.secrets)) == ([], ["Misdirection"])


def test_bestial_wrath_makes_a_friendly_beast_immune_this_turn():
    game = hunter(hand=["Bestial Wrath"], board=["Bloodfen Raptor", "Wisp"],
                  enemy_board=["War Golem"])  # fmt: skip
    assert names(game.player.hand[0].targets) == ["Bloodfen Raptor"]
    game.play("Bestial Wrath", "Bloodfen Raptor").attack("Bloodfen Raptor", "War Golem")
    raptor = game.player.board[0]
    assert (raptor.stats, stats(game.opponent.board)) == ((5, 2), [(7, 2)])
    game.end_turn()
    assert (raptor.stats, raptor.immune) == ((3, 2), False)


def test_an_immune_beast_takes_no_damage_from_its_own_explosive_effects():
    game = hunter(hand=["Bestial Wrath", "Wild Pyromancer", "Arcane Shot"], board=["Timber Wolf"])
    game.play("Bestial Wrath", "Timber Wolf").play("Wild Pyromancer")
    assert game.play("Arcane Shot", game.opponent.hero).player.board[0].stats == (3, 1)


def test_snipe_deals_4_to_a_minion_the_enemy_has_played():
    game = hunter(secrets=["Snipe"], enemy_hand=["War Golem"]).end_turn().play("War Golem")
    assert (stats(game.opponent.board), game.player.secrets) == ([(7, 3)], [])


def test_snipe_waits_for_the_battlecry():
    game = hunter(secrets=["Snipe"], enemy_hand=["Novice Engineer"], enemy_deck=["Wisp"] * 2)
    game.end_turn().play("Novice Engineer")
    assert (game.opponent.board, names(game.opponent.hand)) == ([], ["Wisp"] * 2)


def test_snipe_ignores_minions_that_are_summoned():
    game = hunter(secrets=["Snipe"], enemy_hand=["Silver Hand Knight"]).end_turn()
    game.opponent.summon("Wisp")
    assert names(game.player.secrets) == ["Snipe"]
    assert names(game.play("Silver Hand Knight").opponent.board) == ["Wisp", "Squire"]


def test_snipe_hits_a_stealthed_minion_and_breaks_a_divine_shield():
    game = hunter(secrets=["Snipe"], enemy_hand=["Ravenholdt Assassin"]).end_turn()
    assert stats(game.play("Ravenholdt Assassin").opponent.board) == [(7, 1)]
    game = hunter(secrets=["Snipe"], enemy_hand=["Argent Squire"]).end_turn()
    assert stats(game.play("Argent Squire").opponent.board) == [(1, 1)]


def test_snipe_stays_hidden_if_the_minion_has_died_before_its_turn_comes():
    game = hunter(secrets=["Snipe"], board=["Abomination"], enemy_hand=["Elven Archer"]).end_turn()
    game.play("Elven Archer", game.player.board[0].take_damage(3))
    assert (names(game.player.secrets), game.opponent.board) == (["Snipe"], [])


def test_snipe_has_the_spell_damage_of_its_player():
    game = hunter(secrets=["Snipe"], board=["Kobold Geomancer"], enemy_hand=["War Golem"])
    assert stats(game.end_turn().play("War Golem").opponent.board) == [(7, 2)]


def test_explosive_trap_deals_2_to_all_enemies():
    game = hunter(secrets=["Explosive Trap"], board=["Wisp"], enemy_board=["War Golem", "Wisp"])
    game.end_turn().attack("War Golem", game.player.hero)
    assert (game.opponent.health, stats(game.opponent.board)) == (28, [(7, 5)])
    assert (game.player.health, names(game.player.board)) == (23, ["Wisp"])


def test_explosive_trap_that_kills_the_attacker_cancels_its_attack():
    game = hunter(secrets=["Explosive Trap"], enemy_board=["Wisp"]).end_turn()
    game.attack("Wisp", game.player.hero)
    assert (game.player.health, game.opponent.board) == (30, [])


def test_explosive_trap_can_kill_the_attacking_hero_first():
    game = hunter(
        secrets=["Explosive Trap"], enemy_weapon="Arcanite Reaper", health=5, enemy_health=2
    ).end_turn()
    assert game.attack(game.opponent.hero, game.player.hero).result == "first won"


def test_explosive_trap_sleeps_while_a_minion_is_attacked():
    game = hunter(secrets=["Explosive Trap"], board=["War Golem"], enemy_board=["Wisp"]).end_turn()
    assert names(game.attack("Wisp", "War Golem").player.secrets) == ["Explosive Trap"]


def test_freezing_trap_returns_the_attacker_which_costs_2_more():
    game = hunter(secrets=["Freezing Trap"], board=["Wisp"], enemy_board=["War Golem"]).end_turn()
    game.attack("War Golem", "Wisp")
    (golem,) = game.opponent.hand
    assert (golem.name, golem.cost, names(game.player.board)) == ("War Golem", 9, ["Wisp"])


def test_freezing_trap_forgets_the_cost_once_the_minion_is_played():
    game = hunter(secrets=["Freezing Trap"], enemy_board=["Bluegill Warrior"]).end_turn()
    game.attack("Bluegill Warrior", game.player.hero).play("Bluegill Warrior")
    game.player.put_secret("Freezing Trap")
    game.attack("Bluegill Warrior", game.player.hero)
    assert [card.cost for card in game.opponent.hand] == [4]


def test_freezing_trap_ends_both_attacks_of_windfury():
    game = hunter(secrets=["Freezing Trap"], enemy_board=["Windfury Harpy"]).end_turn()
    game.attack("Windfury Harpy", game.player.hero)
    assert (game.player.health, names(game.opponent.hand)) == (30, ["Windfury Harpy"])


def test_freezing_trap_lets_a_charging_minion_attack_again_when_it_is_paid_again():
    game = hunter(secrets=["Freezing Trap"], enemy_hand=["Stonetusk Boar"]).end_turn()
    game.play("Stonetusk Boar").attack("Stonetusk Boar", game.player.hero)
    game.play("Stonetusk Boar").attack("Stonetusk Boar", game.player.hero)
    assert (game.player.health, game.opponent.mana) == (29, 6)


def test_freezing_trap_kills_a_minion_that_finds_no_room_in_hand():
    game = hunter(secrets=["Freezing Trap"], enemy_board=["Harvest Golem"],
                  enemy_hand=["Wisp"] * 10).end_turn()  # fmt: skip
    game.attack("Harvest Golem", game.player.hero)
    assert (game.player.health, names(game.opponent.board)) == (30, ["Damaged Golem"])


def test_freezing_trap_ignores_an_attacking_hero():
    game = hunter(secrets=["Freezing Trap"], enemy_weapon="Arcanite Reaper").end_turn()
    game.attack(game.opponent.hero, game.player.hero)
    assert names(game.player.secrets) == ["Freezing Trap"]


def test_explosive_trap_before_freezing_trap_leaves_the_second_hidden_if_it_kills():
    game = hunter(secrets=["Explosive Trap", "Freezing Trap"], enemy_board=["Wisp"]).end_turn()
    game.attack("Wisp", game.player.hero)
    assert (names(game.player.secrets), game.opponent.hand) == (["Freezing Trap"], [])


def test_freezing_trap_before_explosive_trap_triggers_both():
    game = hunter(secrets=["Freezing Trap", "Explosive Trap"], enemy_board=["Wisp", "Wisp"])
    game.end_turn().attack(game.opponent.board[0], game.player.hero)
    assert (names(game.opponent.hand), game.opponent.board) == (["Wisp"], [])
    assert (game.player.secrets, game.opponent.health) == ([], 28)


def test_deadly_shot_destroys_a_random_enemy_minion():
    game = hunter(hand=["Deadly Shot"], enemy_board=["War Golem", "Wisp", "Jungle Panther"])
    assert len(game.play("Deadly Shot").opponent.board) == 2


def test_deadly_shot_finds_a_stealthed_minion_behind_a_divine_shield():
    game = hunter(hand=["Deadly Shot"], enemy_board=["Argent Squire"])
    game.opponent.board[0].set_flags(stealth=True)
    assert game.play("Deadly Shot").opponent.board == []
