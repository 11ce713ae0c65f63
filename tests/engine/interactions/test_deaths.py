"""Rulings about deaths, deathrattles and the end of the game."""

import pytest

from engine.game import Game
from tests.engine.rulings import names, played, stats


@pytest.mark.parametrize(
    ("order", "mine", "theirs"),
    [
        (["Harvest Golem", "Sylvanas Windrunner"], ["Damaged Golem"], []),
        (["Sylvanas Windrunner", "Harvest Golem"], [], ["Damaged Golem"]),
    ],
)
def test_sylvanas_takes_the_token_only_of_a_minion_played_before_her(order, mine, theirs):
    game = Game.stage(hand=["Twisting Nether"])
    for name in order:
        (game.player if name == "Sylvanas Windrunner" else game.opponent).put(name)
    game.play("Twisting Nether")
    assert (names(game.player.board), names(game.opponent.board)) == (mine, theirs)


def test_cult_master_draws_for_each_that_dies_together():
    game = Game.stage(board=["Cult Master", "Wisp", "Wisp"], hand=["Hellfire"], deck=["Sap"] * 3)
    game.player.board[0].health = 4
    assert len(game.play("Hellfire").player.hand) == 2


# --- one order of play for deathrattles, triggers and secrets ------------------------------------


def test_a_trigger_older_than_the_minion_that_dies_runs_before_its_deathrattle():
    game = Game.stage(board=["Cult Master", "Anub'ar Ambusher"], deck=["Wisp"])
    game.player.board[1].destroy()
    assert names(game.player.hand) == ["Wisp", "Cult Master"]


def test_a_trigger_younger_than_the_minion_that_dies_runs_after_its_deathrattle():
    game = Game.stage(board=["Anub'ar Ambusher", "Cult Master"], deck=["Wisp"])
    game.player.board[0].destroy()
    assert names(game.player.hand) == ["Cult Master"]  # who is in hand draws nothing


@pytest.mark.parametrize("seed", range(1, 9))
def test_avenge_played_before_the_minion_that_dies_does_not_find_its_token(seed):
    game = Game.stage(hand=["Fireball"], seed=seed)
    game.opponent.put_secret("Avenge")
    for name in ("Wisp", "Harvest Golem"):
        game.opponent.put(name)
    assert stats(game.play("Fireball", game.opponent.board[1]).opponent.board) == [(4, 3), (2, 1)]


@pytest.mark.parametrize(
    ("secret_first", "drawn"), [(True, ["Loot Hoarder"] * 2), (False, ["Sap", "Loot Hoarder"])]
)
def test_duplicate_and_a_deathrattle_fill_the_hand_in_order_of_play(secret_first, drawn):
    game = Game.stage(hand=["Fireball"], enemy_hand=["Wisp"] * 8, enemy_deck=["Sap"])
    hoarder = None if secret_first else game.opponent.put("Loot Hoarder")
    game.opponent.put_secret("Duplicate")
    game.play("Fireball", hoarder or game.opponent.put("Loot Hoarder"))
    assert names(game.opponent.hand)[8:] == drawn


def test_redemption_comes_last_although_it_was_played_first():
    game = Game.stage(hand=["Fireball"])
    game.opponent.put_secret("Redemption")
    game.opponent.put("Harvest Golem")
    game.play("Fireball", game.opponent.board[0])
    assert names(game.opponent.board) == ["Damaged Golem", "Harvest Golem"]


def test_a_stolen_secret_keeps_its_order_of_play():
    game = Game.stage(hand=["Kezan Mystic"], enemy_hand=["Fireball"])
    game.opponent.put_secret("Avenge")
    for name in ("Wisp", "Harvest Golem"):
        game.player.put(name)
    game.play("Kezan Mystic", position=0).end_turn().play("Fireball", game.find("Harvest Golem"))
    assert "Damaged Golem" in names(game.player.board)
    assert game.find("Damaged Golem").stats == (2, 1)


# --- each death before the next one's triggers are collected -------------------------------------


def test_what_an_older_deathrattle_brings_notices_the_younger_death():
    game = Game.stage(hand=["Twisting Nether"], enemy_deck=["Flesheating Ghoul"])
    for name in ("Deathlord", "Bloodfen Raptor"):
        game.player.put(name)
    assert stats(game.play("Twisting Nether").opponent.board) == [(3, 3)]


def test_a_secret_that_mad_scientist_brings_notices_the_younger_death():
    board, deck = ["Mad Scientist", "Bloodfen Raptor"], ["Duplicate"]
    game = played("Flamestrike", enemy_board=board, enemy_deck=deck)
    assert names(game.opponent.hand) == ["Bloodfen Raptor"] * 2


def test_what_a_younger_deathrattle_brings_does_not_notice_the_older_death():
    game = Game.stage(hand=["Twisting Nether"], enemy_deck=["Flesheating Ghoul"])
    for name in ("Bloodfen Raptor", "Deathlord"):
        game.player.put(name)
    assert stats(game.play("Twisting Nether").opponent.board) == [(2, 3)]


def test_bolvar_drawn_by_an_older_deathrattle_notices_the_younger_death():
    board, deck = ["Loot Hoarder", "Wisp"], ["Bolvar Fordragon"]
    assert played("Twisting Nether", board=board, deck=deck).find("Bolvar Fordragon").attack == 2


def test_texts_of_the_dead_are_kept_while_older_deaths_fill_their_slots():
    board = ["Haunted Creeper"] * 7
    game = played("Twisting Nether", board=board, enemy_board=board)
    assert names(game.player.board + game.opponent.board) == ["Spectral Spider"] * 14


def test_deaths_within_a_death_come_before_the_next_one():
    position = {"board": ["Leper Gnome"], "enemy_board": ["Wisp", "Leper Gnome", "Loot Hoarder"]}
    game = Game.stage(hand=["Poison Seeds"], **position).play("Poison Seeds")
    assert (game.player.health, game.opponent.health) == (28, 28)


# --- the end -------------------------------------------------------------------------------------


def test_damage_beyond_the_last_health_counts_in_full():
    assert played("Sinister Strike", enemy_health=1).opponent.health == -2


def test_both_lose_when_fatigue_kills_both_heroes_at_once():
    game = played("Coldlight Oracle", fatigue=True, health=2, enemy_health=2)
    assert game.result == "both lost"


def test_a_hero_healed_before_the_deaths_lives_on():
    game = Game.stage(
        hand=["Holy Fire"], hero="PRIEST", health=3,
        enemy_hero="PALADIN", enemy_secrets=["Eye for an Eye"],
    )  # fmt: skip
    game.play("Holy Fire", game.opponent.hero)
    assert (game.result, game.player.health) == ("running", 3)


def test_rivendare_doubles_the_deathrattles_that_feign_death_triggers():
    game = played("Feign Death", board=["Baron Rivendare", "Nerubian Egg"])
    assert names(game.player.board) == ["Baron Rivendare", "Nerubian Egg", "Nerubian", "Nerubian"]


def test_a_duplicated_deathlord_brings_the_opponent_one_minion():
    game = Game.stage(
        hand=["Twisting Nether"], board=["Wisp"], enemy_board=["Deathlord"], deck=["War Golem"] * 3,
        enemy_secrets=["Duplicate"],
    )  # fmt: skip
    game.play("Twisting Nether")
    assert names(game.player.board) == ["War Golem"]
    assert names(game.opponent.hand) == ["Deathlord"] * 2


def test_kelthuzad_returns_what_was_reincarnated_and_died_again():
    game = played("Reincarnate", "Wisp", board=["Kel'Thuzad", "Wisp"])
    game.player.board[1].destroy()
    assert names(game.end_turn().player.board) == ["Kel'Thuzad", "Wisp", "Wisp"]


def test_voidcaller_brings_malganis_who_protects_the_hero_at_once():
    game = Game.stage(hand=["Mal'Ganis", "Hellfire"], board=["Voidcaller"], mana=4)
    game.player.board[0].take_damage(1)
    game.play("Hellfire")
    assert names(game.player.board) == ["Mal'Ganis"]
    assert "immune" in game.player.hero.keywords
