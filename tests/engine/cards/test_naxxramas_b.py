"""Rulings of cards of Curse of Naxxramas, in order of their ids, from Duplicate on."""

import pytest

from engine.game import Game
from tests.engine.rulings import died, names, played, stats


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
    game = Game.stage(
        hand=["Poison Seeds"], board=["Unstable Ghoul"], enemy_board=["Haunted Creeper"] * 4
    )
    game.play("Poison Seeds")  # the ghoul's damage meets no spider and no treant
    assert names(game.player.board) == ["Treant"]
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
    for seed in range(8):
        game = died("Voidcaller", hand=["Voidwalker", "Doomguard"], seed=seed)
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
