"""Rulings of cards of Curse of Naxxramas, in order of their ids."""

import pytest

from engine.game import Game, IllegalAction
from tests.engine.rulings import died, names, over, played, stats


def test_zombie_chow_heals_the_enemy_hero_when_it_dies():
    game = Game.stage(board=["Zombie Chow"], enemy_health=23)
    game.player.board[0].destroy()
    assert (game.player.health, game.opponent.health) == (30, 28)


def test_zombie_chow_with_auchenai_damages_the_enemy_hero():
    assert died("Zombie Chow", board=["Auchenai Soulpriest"]).opponent.health == 25


def test_zombie_chow_does_not_save_a_hero_who_dies_with_it():
    game = played("Hellfire", board=["Zombie Chow"], enemy_health=2)
    assert game.winner == game.player


def test_haunted_creeper_leaves_two_spiders_in_its_place():
    game = Game.stage(board=["Wisp", "Haunted Creeper", "Wisp"])
    game.player.board[1].destroy()
    assert names(game.player.board) == ["Wisp", "Spectral Spider", "Spectral Spider", "Wisp"]


def test_haunted_creeper_on_a_full_board_leaves_one_spider():
    game = died("Haunted Creeper", board=["Wisp"] * 6)
    assert names(game.player.board) == ["Spectral Spider", *["Wisp"] * 6]


def test_nerubian_egg_hatches_a_nerubian_unless_silenced():
    game = Game.stage(board=["Nerubian Egg", "Nerubian Egg"])
    first, second = game.player.board
    second.silence()
    first.destroy()
    second.destroy()
    assert stats(game.player.board) == [(4, 4)]


def test_sludge_belcher_leaves_a_slime_with_taunt():
    (slime,) = died("Sludge Belcher").player.board
    assert slime.stats == (1, 2)
    assert slime.taunt


def test_unstable_ghoul_damages_all_minions():
    game = died("Unstable Ghoul", board=["Wisp"], enemy_board=["Chillwind Yeti"])
    assert names(game.player.board) == []
    assert game.opponent.board[0].health == 4


def test_echoing_ooze_is_copied_at_the_end_of_the_turn_with_buffs_and_damage():
    game = played("Echoing Ooze", hand=["Blessing of Kings"])
    ooze = game.player.board[0]
    game.play("Blessing of Kings", ooze)
    ooze.take_damage(2)
    game.end_turn()
    assert stats(game.player.board) == [(5, 4), (5, 4)]
    assert [card.max_health for card in game.player.board] == [6, 6]


def test_echoing_ooze_and_its_copy_are_copied_only_once():
    game = played("Echoing Ooze")
    for _ in range(4):
        game.end_turn()
    assert names(game.player.board) == ["Echoing Ooze"] * 2


def test_echoing_ooze_that_is_not_played_is_not_copied():
    game = Game.stage()
    game.player.summon("Echoing Ooze")
    assert len(game.end_turn().player.board) == 1


def test_a_silenced_echoing_ooze_is_not_copied():
    game = played("Echoing Ooze", hand=["Silence"])
    game.play("Silence", game.player.board[0]).end_turn()
    assert len(game.player.board) == 1


def test_echoing_ooze_finds_no_room_on_a_full_board():
    assert len(played("Echoing Ooze", board=["Wisp"] * 6).end_turn().player.board) == 7


def test_mad_scientist_puts_a_secret_from_the_deck_into_play():
    game = died("Mad Scientist", deck=["Wisp", "Ice Block", "Fireball"])
    assert names(game.player.secrets) == ["Ice Block"]
    assert names(game.player.deck) == ["Wisp", "Fireball"]


def test_mad_scientist_takes_no_secret_that_is_in_play():
    game = died("Mad Scientist", deck=["Ice Block", "Vaporize"], secrets=["Ice Block"])
    assert names(game.player.secrets) == ["Ice Block", "Vaporize"]
    assert names(game.player.deck) == ["Ice Block"]


def test_mad_scientist_with_five_secrets_in_play_does_nothing():
    secrets = ["Ice Block", "Vaporize", "Mirror Entity", "Counterspell", "Ice Barrier"]
    game = died("Mad Scientist", deck=["Duplicate"], secrets=secrets)
    assert len(game.player.secrets) == 5
    assert names(game.player.deck) == ["Duplicate"]


def test_the_secret_of_mad_scientist_works():
    game = Game.stage(
        board=["Chillwind Yeti"], enemy_board=["Mad Scientist"], enemy_deck=["Vaporize"]
    )
    game.opponent.board[0].destroy()
    game.attack("Chillwind Yeti", game.opponent.hero)
    assert game.player.board == []
    assert game.opponent.health == 30


def test_shade_of_naxxramas_grows_in_stealth_at_the_start_of_its_turn():
    game = Game.stage(board=["Shade of Naxxramas"]).end_turn()
    shade = game.player.board[0]
    assert shade.stats == (2, 2)
    game.end_turn()
    assert shade.stats == (3, 3)
    assert "stealth" in shade.keywords


def test_deathlord_puts_a_minion_from_the_opponents_deck_onto_their_board():
    game = died("Deathlord", enemy_deck=["Fireball", "Boulderfist Ogre"])
    assert names(game.opponent.board) == ["Boulderfist Ogre"]
    assert names(game.opponent.deck) == ["Fireball"]


def test_deathlord_gives_no_battlecry_and_takes_nothing_for_a_full_board():
    game = Game.stage(
        board=["Deathlord", "Deathlord"],
        enemy_board=["Wisp"] * 6,
        enemy_deck=["Leeroy Jenkins"] * 2,
    )
    for deathlord in game.player.board:
        deathlord.destroy()
    assert names(game.opponent.board) == [*["Wisp"] * 6, "Leeroy Jenkins"]
    assert names(game.opponent.deck) == ["Leeroy Jenkins"]
    assert game.player.board == []


def test_knife_juggler_notices_the_minion_of_deathlord():
    game = died("Deathlord", enemy_board=["Knife Juggler"], enemy_deck=["Boulderfist Ogre"])
    assert game.player.health == 29


def test_webspinner_adds_a_random_beast():
    found = set()
    for game in over(8, died, "Webspinner"):
        (card,) = game.player.hand
        assert game.rules.card_data(card.id).race == "BEAST"
        found.add(card.name)
    assert len(found) > 1


def test_kelthuzad_summons_the_friendly_dead_of_this_turn_in_order_of_death():
    game = Game.stage(
        board=["Kel'Thuzad", "Chillwind Yeti", "Bloodfen Raptor"], enemy_board=["Wisp"]
    )
    _, yeti, raptor = game.player.board
    raptor.destroy()
    yeti.destroy()
    game.opponent.board[0].destroy()
    game.end_turn()
    assert names(game.player.board) == ["Kel'Thuzad", "Bloodfen Raptor", "Chillwind Yeti"]
    assert game.opponent.board == []


def test_kelthuzad_works_at_the_end_of_the_opponents_turn_and_forgets_earlier_deaths():
    game = Game.stage(board=["Kel'Thuzad", "Wisp", "Bloodfen Raptor"])
    game.player.board[1].destroy()
    game.end_turn()
    game.player.board[1].destroy()
    dead = names(game.player.graveyard)[-1]
    game.end_turn()
    assert sorted(names(game.player.board)) == ["Bloodfen Raptor", "Kel'Thuzad", "Wisp"]
    assert dead in names(game.player.board)


def test_kelthuzad_forgets_minions_that_die_of_other_texts_at_the_end_of_the_turn():
    game = Game.stage(board=["Baron Geddon", "Kel'Thuzad", "Wisp"]).end_turn()
    assert names(game.player.board) == ["Baron Geddon", "Kel'Thuzad"]
    assert names(game.end_turn().player.board) == ["Baron Geddon", "Kel'Thuzad"]


def test_kelthuzad_returns_minions_as_they_are_printed_to_the_side_on_which_they_died():
    game = played("Blessing of Kings", "Wisp", board=["Kel'Thuzad"], enemy_board=["Wisp"] * 2)
    game.opponent.board[0].change_controller().destroy()
    game.opponent.board[0].destroy()
    game.end_turn()
    assert stats(game.player.board) == [(6, 8), (1, 1)]
    assert game.opponent.board == []


def test_kelthuzad_fills_the_board_and_no_more():
    game = played("Twisting Nether", board=["Wisp"] * 7)
    game.player.summon("Kel'Thuzad")
    assert names(game.end_turn().player.board) == ["Kel'Thuzad", *["Wisp"] * 6]


def test_two_kelthuzads_each_summon_the_dead():
    game = Game.stage(board=["Kel'Thuzad", "Kel'Thuzad", "Wisp"])
    game.player.board[2].destroy()
    assert names(game.end_turn().player.board).count("Wisp") == 2


def test_kelthuzad_summons_the_other_kelthuzad():
    game = died("Kel'Thuzad", board=["Kel'Thuzad"]).end_turn()
    assert names(game.player.board) == ["Kel'Thuzad"] * 2


def test_kelthuzad_returns_what_deathrattles_left_and_their_source():
    game = Game.stage(board=["Kel'Thuzad", "Haunted Creeper"])
    game.player.board[1].destroy()
    game.player.board[1].destroy()
    game.end_turn()
    assert sorted(names(game.player.board)) == [
        "Haunted Creeper", "Kel'Thuzad", "Spectral Spider", "Spectral Spider",
    ]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), [("Stalagg", "Feugen"), ("Feugen", "Stalagg")])
def test_whichever_of_stalagg_and_feugen_dies_last_summons_thaddius(first, second):
    game = died(first, board=[second])
    assert names(game.player.board) == [second]
    game.skip_turn()
    game.player.board[0].destroy()
    assert stats(game.player.board) == [(11, 11)]


def test_stalagg_and_feugen_who_die_at_once_both_summon_thaddius():
    game = played("Twisting Nether", board=["Stalagg", "Feugen"])
    assert names(game.player.board) == ["Thaddius"] * 2


@pytest.mark.parametrize(("first", "second"), [("Stalagg", "Feugen"), ("Feugen", "Stalagg")])
def test_stalagg_and_feugen_count_each_other_on_the_other_side(first, second):
    game = Game.stage(board=[second], enemy_board=[first])
    game.opponent.board[0].destroy()
    game.player.board[0].destroy()
    assert names(game.player.board) == ["Thaddius"]


@pytest.mark.parametrize("minion", ["Stalagg", "Feugen"])
def test_stalagg_and_feugen_count_nobody_else(minion):
    game = Game.stage(board=["Wisp", minion], enemy_board=["Wisp", minion])
    for card in (*game.player.board[:1], *game.opponent.board, *game.player.board[1:]):
        card.destroy()
    assert game.player.board == []


def test_feugen_does_not_count_a_discarded_or_silenced_stalagg_otherwise():
    game = Game.stage(hand=["Stalagg"], board=["Feugen", "Stalagg"])
    feugen, stalagg = game.player.board
    game.player.hand[0].discard()
    game.skip_turn()
    feugen.destroy()
    assert names(game.player.board) == ["Stalagg"]
    stalagg.silence()
    stalagg.destroy()
    assert game.player.board == []


def test_a_second_feugen_summons_thaddius_again():
    game = Game.stage(board=["Stalagg", "Feugen", "Feugen"])
    for minion in game.player.board:
        minion.destroy()
    assert names(game.player.board) == ["Thaddius"] * 2


def test_wailing_soul_silences_your_other_minions_only():
    game = played("Wailing Soul", board=["Ancient Watcher"], enemy_board=["Sen'jin Shieldmasta"])
    assert not game.player.board[0].cant_attack
    assert game.opponent.board[0].taunt


def test_weblord_makes_minions_with_battlecry_dearer_for_both():
    hand = ["Elven Archer", "Wisp", "Fireball", "Druid of the Claw"]
    game = Game.stage(hand=hand, board=["Nerub'ar Weblord"], enemy_hand=["Novice Engineer"])
    assert [card.cost for card in game.player.hand] == [3, 0, 4, 5]
    assert game.opponent.hand[0].cost == 4
    game.player.board[0].silence()
    assert game.opponent.hand[0].cost == 2


def test_two_weblords_add_up():
    game = Game.stage(
        hand=["Elven Archer"], board=["Nerub'ar Weblord"], enemy_board=["Nerub'ar Weblord"]
    )
    assert game.player.hand[0].cost == 5
    game.player.mana = 4
    with pytest.raises(IllegalAction):
        game.play("Elven Archer", game.opponent.hero)


def test_duplicate_puts_two_copies_of_the_dead_minion_into_the_hand():
    game = played(
        "Fireball", "Chillwind Yeti", enemy_board=["Chillwind Yeti"], enemy_secrets=["Duplicate"]
    )
    assert names(game.opponent.hand) == ["Chillwind Yeti"] * 2
    assert game.opponent.secrets == []


def test_duplicate_sleeps_in_its_owners_turn():
    game = played("Fireball", "Chillwind Yeti", board=["Chillwind Yeti"], secrets=["Duplicate"])
    assert names(game.player.secrets) == ["Duplicate"]


def test_duplicate_takes_the_minion_played_first_of_those_that_die_at_once():
    game = played(
        "Twisting Nether", enemy_board=["Wisp", "Chillwind Yeti"], enemy_secrets=["Duplicate"]
    )
    assert names(game.opponent.hand) == ["Wisp"] * 2


def test_duplicate_gives_tokens_without_what_they_gained():
    game = Game.stage(
        hand=["Blessing of Kings", "Fireball"], enemy_board=["Damaged Golem"],
        enemy_secrets=["Duplicate"],
    )  # fmt: skip
    game.play("Blessing of Kings", "Damaged Golem").play("Fireball", "Damaged Golem")
    assert stats(game.opponent.hand) == [(2, 1)] * 2


def test_duplicate_gives_one_copy_if_the_hand_has_room_for_one():
    game = Game.stage(
        hand=["Fireball"], enemy_hand=["Wisp"] * 9, enemy_board=["Chillwind Yeti"],
        enemy_secrets=["Duplicate"],
    )  # fmt: skip
    game.play("Fireball", game.opponent.board[0])
    assert names(game.opponent.hand) == [*["Wisp"] * 9, "Chillwind Yeti"]


def test_duplicate_waits_while_the_hand_is_full():
    game = Game.stage(
        hand=["Fireball"], enemy_hand=["Wisp"] * 10, enemy_board=["Chillwind Yeti"],
        enemy_secrets=["Duplicate"],
    )  # fmt: skip
    assert names(game.play("Fireball", game.opponent.board[0]).opponent.secrets) == ["Duplicate"]


def test_poison_seeds_replaces_each_minion_by_a_treant():
    game = played("Poison Seeds", board=["Wisp"], enemy_board=["War Golem", "Wisp"])
    assert [card.id for card in game.player.board] == ["FP1_019t"]
    assert stats(game.opponent.board) == [(2, 2)] * 2


def test_poison_seeds_runs_deathrattles_before_the_treants_come():
    game = played("Poison Seeds", board=["Unstable Ghoul"], enemy_board=["Haunted Creeper"] * 4)
    assert names(game.player.board) == ["Treant"]  # the ghoul's damage met no spider and no treant
    assert names(game.opponent.board) == ["Spectral Spider"] * 7


def test_poison_seeds_without_minions_summons_nothing():
    game = played("Poison Seeds")
    assert game.player.board == game.opponent.board == []


def test_avenge_gives_a_minion_that_is_left_3_attack_and_2_health():
    game = played("Fireball", "Wisp", enemy_board=["Wisp", "Wisp"], enemy_secrets=["Avenge"])
    assert stats(game.opponent.board) == [(4, 3)]
    assert game.opponent.secrets == []


def test_avenge_strengthens_one_of_several():
    game = played("Fireball", "Wisp", enemy_board=["Wisp"] * 3, enemy_secrets=["Avenge"])
    assert sorted(card.stats for card in game.opponent.board) == [(1, 1), (4, 3)]


def test_avenge_stays_if_a_deathrattle_kills_the_one_that_is_left():
    position = {"enemy_board": ["Unstable Ghoul", "Wisp"], "enemy_secrets": ["Avenge"]}
    game = Game.stage(hand=["Fireball"], **position).play("Fireball", "Unstable Ghoul")
    assert (game.opponent.board, names(game.opponent.secrets)) == ([], ["Avenge"])


def test_avenge_stays_if_nobody_is_left():
    game = played("Fireball", "Wisp", enemy_board=["Wisp"], enemy_secrets=["Avenge"])
    assert names(game.opponent.secrets) == ["Avenge"]


def test_avenge_finds_what_a_deathrattle_has_left():
    game = Game.stage(hand=["Fireball"], enemy_board=["Harvest Golem"], enemy_secrets=["Avenge"])
    assert stats(game.play("Fireball", game.opponent.board[0]).opponent.board) == [(5, 3)]


@pytest.mark.parametrize("secrets", [["Avenge", "Redemption"], ["Redemption", "Avenge"]])
def test_redemption_comes_after_avenge_in_whatever_order_of_play(secrets):
    game = played("Fireball", "Wisp", enemy_board=["Wisp"], enemy_secrets=secrets)
    assert stats(game.opponent.board) == [(1, 1)]
    assert names(game.opponent.secrets) == ["Avenge"]


def test_deaths_bite_damages_all_minions_when_it_breaks():
    game = Game.stage(weapon="Death's Bite", board=["Wisp"], enemy_board=["Chillwind Yeti"])
    game.player.weapon.durability = 1
    game.attack(game.player.hero, game.opponent.hero)
    assert game.player.board == []
    assert game.opponent.board[0].health == 4
    assert game.player.weapon is None


def test_deaths_bite_strikes_after_the_minion_it_killed_has_left():
    game = Game.stage(
        weapon="Death's Bite", enemy_board=["Acolyte of Pain"], enemy_deck=["Wisp"] * 3
    )
    game.player.weapon.durability = 1
    assert len(game.attack(game.player.hero, game.opponent.board[0]).opponent.hand) == 1


def test_deaths_bite_replaced_by_another_weapon_strikes_before_its_battlecry():
    game = Game.stage(
        hand=["Perdition's Blade"], weapon="Death's Bite", enemy_board=["Bloodfen Raptor"]
    )
    raptor = game.opponent.board[0]
    game.play("Perdition's Blade", raptor)
    assert raptor.dead
    assert game.player.weapon.name == "Perdition's Blade"


def test_a_destroyed_deaths_bite_strikes():
    game = played("Acidic Swamp Ooze", enemy_weapon="Death's Bite", enemy_board=["Chillwind Yeti"])
    assert game.player.board[0].health == 1
    assert game.opponent.board[0].health == 4


def test_voidcaller_puts_a_demon_from_the_hand_where_it_stood():
    hand = ["Wisp", "Doomguard"]
    game = Game.stage(hand=hand, board=["Wisp", "Voidcaller", "Wisp"])
    game.player.board[1].destroy()
    assert names(game.player.board) == ["Wisp", "Doomguard", "Wisp"]
    assert names(game.player.hand) == ["Wisp"]


def test_voidcaller_picks_one_of_several_demons():
    found = set()
    for game in over(8, died, "Voidcaller", hand=["Voidwalker", "Doomguard"]):
        assert len(game.player.hand) == 1
        found.update(names(game.player.board))
    assert found == {"Voidwalker", "Doomguard"}


def test_voidcaller_without_a_demon_does_nothing():
    assert died("Voidcaller", hand=["Wisp"]).player.board == []


def test_dark_cultist_gives_another_minion_3_health():
    game = died("Dark Cultist", board=["Wisp"], enemy_board=["Wisp"])
    assert game.player.board[0].stats == (1, 4)
    assert game.opponent.board[0].stats == (1, 1)


def test_anubar_ambusher_returns_a_friendly_minion():
    game = died("Anub'ar Ambusher", board=["Chillwind Yeti"], enemy_board=["Wisp"])
    assert (names(game.player.board), names(game.player.hand)) == ([], ["Chillwind Yeti"])
    assert names(game.opponent.board) == ["Wisp"]


def test_dark_cultist_and_anubar_ambusher_pick_one_of_several():
    game = died("Dark Cultist", board=["Anub'ar Ambusher", *["Wisp"] * 3])
    healths = sorted(card.health for card in game.player.board)
    assert healths in ([1, 1, 1, 8], [1, 1, 4, 5])
    game.find("Anub'ar Ambusher").destroy()
    assert (len(game.player.board), names(game.player.hand)) == (2, ["Wisp"])


def test_anubar_ambusher_kills_the_minion_if_the_hand_is_full():
    game = died("Anub'ar Ambusher", board=["Harvest Golem"], hand=["Wisp"] * 10)
    assert names(game.player.board) == ["Damaged Golem"]


def test_reincarnate_returns_the_minion_with_full_health_and_its_deathrattle_has_run():
    game = Game.stage(hand=["Reincarnate"], board=["Wisp", "Haunted Creeper"])
    creeper = game.player.board[1].take_damage(1)
    game.play("Reincarnate", creeper)
    assert names(game.player.board) == ["Wisp", *["Spectral Spider"] * 2, "Haunted Creeper"]
    assert game.player.board[3].stats == (1, 2)


def test_reincarnate_returns_an_enemy_minion_to_its_own_side():
    game = Game.stage(hand=["Reincarnate"], enemy_board=["Ragnaros the Firelord"])
    rag = game.opponent.board[0]
    rag.silence()
    game.play("Reincarnate", rag)
    assert game.player.board == []
    assert game.opponent.board[0].cant_attack


def test_reincarnate_finds_no_room_after_a_deathrattle_has_filled_the_board():
    game = played(
        "Reincarnate", "Haunted Creeper", board=["Haunted Creeper", *["Wisp"] * 5, "Harvest Golem"]
    )
    assert "Haunted Creeper" not in names(game.player.board)
    assert len(game.player.board) == 7


def test_reincarnate_of_sylvanas_takes_a_minion_and_returns_her():
    position = {"board": ["Sylvanas Windrunner"], "enemy_board": ["Wisp"]}
    game = Game.stage(hand=["Reincarnate"], **position).play("Reincarnate", "Sylvanas Windrunner")
    assert (names(game.player.board), game.opponent.board) == (["Wisp", "Sylvanas Windrunner"], [])


def test_reincarnate_after_ancestral_spirit_returns_two_plain_minions():
    game = Game.stage(hand=["Ancestral Spirit", "Reincarnate"], board=["Wisp"])
    game.play("Ancestral Spirit", "Wisp").play("Reincarnate", "Wisp")
    assert names(game.player.board) == ["Wisp"] * 2
    for wisp in game.player.board:
        wisp.destroy()
    assert game.player.board == []


def test_reincarnate_of_stalagg_after_feugen_summons_thaddius_twice():
    game = Game.stage(hand=["Reincarnate"], board=["Feugen", "Stalagg"])
    feugen, stalagg = game.player.board
    feugen.destroy()
    assert names(game.play("Reincarnate", stalagg).player.board) == ["Thaddius", "Stalagg"]


@pytest.mark.parametrize(("damage", "left"), [(1, 2), (0, 4)])
def test_stoneskin_gargoyle_with_auchenai_takes_the_damage_it_would_restore(damage, left):
    game = Game.stage(board=["Stoneskin Gargoyle", "Auchenai Soulpriest"])
    gargoyle = game.player.board[0].take_damage(damage)
    game.skip_turn()
    assert gargoyle.health == left


def test_stoneskin_gargoyle_is_whole_again_at_the_start_of_its_turn():
    game = Game.stage(board=["Stoneskin Gargoyle"])
    gargoyle = game.player.board[0].take_damage(3)
    game.end_turn()
    assert gargoyle.health == 1
    game.end_turn()
    assert gargoyle.health == 4


def test_undertaker_gains_1_attack_for_each_deathrattle_minion_you_summon():
    game = Game.stage(hand=["Loot Hoarder", "Wisp"], board=["Undertaker"]).play("Wisp")
    undertaker = game.player.board[0]
    assert undertaker.stats == (1, 2)
    game.play("Loot Hoarder")
    assert undertaker.stats == (2, 2)
    game.player.summon("Leper Gnome")
    game.opponent.summon("Leper Gnome")
    assert undertaker.stats == (3, 2)


def test_dancing_swords_let_the_opponent_draw():
    game = died("Dancing Swords", deck=["Wisp"], enemy_deck=["Wisp"])
    assert (len(game.player.hand), len(game.opponent.hand)) == (0, 1)


def test_loatheb_makes_enemy_spells_5_dearer_for_their_next_turn_only():
    game = Game.stage(hand=["Loatheb"], enemy_hand=["Fireball", "Wisp", "Ice Block"])
    game.player.give("Fireball")
    game.play("Loatheb")
    assert [card.cost for card in game.player.hand] == [4]
    game.end_turn()
    assert [card.cost for card in game.opponent.hand] == [9, 0, 8]
    game.end_turn()
    assert [card.cost for card in game.player.hand] == [4]
    assert [card.cost for card in game.opponent.hand] == [4, 0, 3]
    assert [card.cost for card in game.end_turn().opponent.hand] == [4, 0, 3]


def test_two_loathebs_of_one_turn_add_up():
    game = played("Loatheb", hand=["Loatheb"], enemy_hand=["Moonfire"])
    game.player.mana = 5
    game.play("Loatheb").end_turn()
    assert game.opponent.hand[0].cost == 10


def test_rivendare_triggers_deathrattles_of_its_side_twice():
    game = Game.stage(board=["Baron Rivendare", "Leper Gnome"], enemy_board=["Leper Gnome"])
    game.player.board[1].destroy()
    game.opponent.board[0].destroy()
    assert (game.player.health, game.opponent.health) == (28, 26)


def test_two_rivendares_trigger_deathrattles_twice_only():
    game = Game.stage(board=["Baron Rivendare", "Baron Rivendare", "Leper Gnome"])
    game.player.board[2].destroy()
    assert game.opponent.health == 26


def test_rivendare_doubles_deathrattles_that_were_given():
    game = played("Ancestral Spirit", "Chillwind Yeti", board=["Baron Rivendare", "Chillwind Yeti"])
    game.player.board[1].destroy()
    assert names(game.player.board) == ["Baron Rivendare", *["Chillwind Yeti"] * 2]


def test_rivendare_leaves_weapons_alone():
    game = Game.stage(weapon="Death's Bite", board=["Baron Rivendare"])
    game.player.weapon.durability = 1
    assert game.attack(game.player.hero, game.opponent.hero).player.board[0].health == 6


def test_a_silenced_rivendare_or_one_who_dies_too_doubles_nothing():
    assert played("Twisting Nether", board=["Baron Rivendare", "Leper Gnome"]).opponent.health == 28
    game = Game.stage(board=["Baron Rivendare", "Leper Gnome"])
    game.player.board[0].silence()
    game.player.board[1].destroy()
    assert game.opponent.health == 28


def test_rivendare_who_is_stolen_by_a_deathrattle_no_longer_doubles_the_next():
    game = Game.stage(
        hand=["Hellfire"], board=["Baron Rivendare"], enemy_board=["Sylvanas Windrunner"]
    )
    game.opponent.board[0].take_damage(2)
    game.player.put("Leper Gnome")
    game.play("Hellfire")
    assert names(game.opponent.board) == ["Baron Rivendare"]
    assert game.opponent.health == 25
