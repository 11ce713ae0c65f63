"""Rulings of the Hunter's cards."""

import pytest

from engine.game import Game, IllegalAction


def names(cards):
    return [card.name for card in cards]


def stats(cards):
    return [card.stats for card in cards]


def hunter(**position):
    return Game.stage(hero="HUNTER", enemy_hero="ROGUE", **position)


def test_steady_shot_deals_2_to_the_enemy_hero_whatever_stands_before_it():
    game = hunter(enemy_board=["Goldshire Footman"]).use_power()
    assert (game.opponent.health, game.player.mana) == (28, 8)


def test_the_hero_power_works_once_a_turn():
    game = hunter().use_power()
    with pytest.raises(IllegalAction):
        game.use_power()
    assert game.skip_turn().use_power().opponent.health == 26


def test_houndmaster_gives_a_friendly_beast_2_2_and_taunt():
    game = hunter(hand=["Houndmaster"], board=["Bloodfen Raptor", "Wisp"])
    raptor = game.player.board[0]
    assert game.player.hand[0].targets == [raptor]
    game.play("Houndmaster", raptor)
    assert (raptor.stats, raptor.taunt) == ((5, 4), True)


def test_houndmaster_without_a_beast_is_a_plain_minion():
    game = hunter(hand=["Houndmaster"], board=["Wisp"]).play("Houndmaster")
    assert stats(game.player.board) == [(1, 1), (4, 3)]


def test_timber_wolf_gives_other_friendly_beasts_1_attack():
    game = hunter(board=["Timber Wolf", "Timber Wolf", "Wisp"], enemy_board=["Bloodfen Raptor"])
    assert [minion.attack for minion in game.player.board] == [2, 2, 1]
    assert game.opponent.board[0].attack == 3


def test_tundra_rhino_lets_beasts_charge_itself_included():
    game = hunter(hand=["Tundra Rhino", "Bloodfen Raptor", "Wisp"]).play("Tundra Rhino")
    game.play("Bloodfen Raptor").player.mana = 5
    game.play("Wisp")
    assert [minion.can_attack for minion in game.player.board] == [True, True, False]


def test_beasts_stop_charging_when_tundra_rhino_dies():
    game = hunter(hand=["Bloodfen Raptor"], board=["Tundra Rhino"]).play("Bloodfen Raptor")
    game.find("Tundra Rhino").destroy()
    assert not game.find("Bloodfen Raptor").can_attack


def test_multi_shot_hits_two_different_enemy_minions():
    game = hunter(hand=["Multi-Shot"], enemy_board=["War Golem"] * 3).play("Multi-Shot")
    assert sorted(stats(game.opponent.board)) == [(7, 4), (7, 4), (7, 7)]


def test_multi_shot_needs_two_enemy_minions():
    game = hunter(hand=["Multi-Shot"], enemy_board=["War Golem"])
    assert not game.player.hand[0].is_playable


def test_tracking_draws_one_of_the_top_three_cards_and_discards_the_others():
    game = hunter(hand=["Tracking"], deck=["Wisp", "Sap", "Shiv", "Sprint"]).play("Tracking")
    assert names(game.choices) == ["Wisp", "Sap", "Shiv"]
    game.choose(1)
    assert names(game.player.hand) == ["Sap"]
    assert names(game.player.deck) == ["Sprint"]


def test_nothing_else_can_be_done_while_tracking_waits_for_a_choice():
    game = hunter(hand=["Tracking", "Wisp"], deck=["Wisp", "Sap"]).play("Tracking")
    assert [action.kind for action in game.legal_actions()] == ["choose", "choose"]
    with pytest.raises(IllegalAction):
        game.play("Wisp")


def test_tracking_an_empty_deck_does_nothing():
    game = hunter(hand=["Tracking"]).play("Tracking")
    assert game.choices == game.player.hand == []


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
    game = hunter(hand=["Unleash the Hounds"], enemy_board=["Wisp"] * 3)
    game.play("Unleash the Hounds")
    assert stats(game.player.board) == [(1, 1)] * 3
    assert all(hound.can_attack for hound in game.player.board)


def test_unleash_the_hounds_needs_an_enemy_minion():
    assert not hunter(hand=["Unleash the Hounds"]).player.hand[0].is_playable


def test_unleash_the_hounds_stops_when_the_board_is_full():
    game = hunter(hand=["Unleash the Hounds"], board=["Wisp"] * 5, enemy_board=["Wisp"] * 4)
    assert len(game.play("Unleash the Hounds").player.board) == 7


def test_knife_juggler_throws_for_every_hound():
    game = hunter(
        hand=["Unleash the Hounds"], board=["Knife Juggler"], enemy_board=["War Golem"] * 3
    )
    game.play("Unleash the Hounds")
    lost = 30 - game.opponent.health + sum(golem.damage for golem in game.opponent.board)
    assert lost == 3


def test_king_krush_charges():
    game = hunter(hand=["King Krush"]).play("King Krush")
    assert game.attack("King Krush", game.opponent.hero).opponent.health == 22


def test_snake_trap_summons_three_snakes_when_a_friendly_minion_is_attacked():
    game = hunter(secrets=["Snake Trap"], board=["War Golem"], enemy_board=["Wisp"])
    game.end_turn().attack("Wisp", "War Golem")
    assert names(game.player.board) == ["War Golem", "Snake", "Snake", "Snake"]
    assert game.player.secrets == []


def test_snake_trap_sleeps_while_the_hero_is_attacked():
    game = hunter(secrets=["Snake Trap"], enemy_board=["Wisp"]).end_turn()
    game.attack("Wisp", game.player.hero)
    assert names(game.player.secrets) == ["Snake Trap"]


def test_snake_trap_sleeps_in_its_players_own_turn():
    game = hunter(secrets=["Snake Trap"], board=["Wisp"], enemy_board=["War Golem"])
    game.attack("Wisp", "War Golem")
    assert names(game.player.secrets) == ["Snake Trap"]


def test_snake_trap_stays_hidden_while_the_board_is_full():
    game = hunter(secrets=["Snake Trap"], board=["War Golem"] * 7, enemy_board=["Wisp"])
    game.end_turn().attack("Wisp", game.player.board[0])
    assert names(game.player.secrets) == ["Snake Trap"]


def test_the_same_secret_cannot_be_played_twice():
    game = hunter(hand=["Snake Trap"] * 2).play("Snake Trap")
    with pytest.raises(IllegalAction):
        game.play("Snake Trap")


def test_animal_companion_summons_one_of_three_beasts():
    found = {}
    for seed in range(20):
        (beast,) = (
            hunter(hand=["Animal Companion"], seed=seed).play("Animal Companion").player.board
        )
        found[beast.name] = beast.stats
    assert found == {"Huffer": (4, 2), "Leokk": (2, 4), "Misha": (4, 4)}


def test_animal_companion_needs_room():
    assert not hunter(hand=["Animal Companion"], board=["Wisp"] * 7).player.hand[0].is_playable


def test_leokk_gives_other_friendly_minions_1_attack():
    assert stats(hunter(board=["Leokk", "Wisp"]).player.board) == [(2, 4), (2, 1)]


def test_unleash_the_hounds_needs_room():
    game = hunter(hand=["Unleash the Hounds"], board=["Wisp"] * 7, enemy_board=["Wisp"])
    assert not game.player.hand[0].is_playable
