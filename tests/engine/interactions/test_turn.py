"""Rulings about turns, draws, fatigue and costs."""

import pytest

from engine.game import Game, IllegalAction
from tests.engine.rulings import names, played, stats


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
    game = played("Razorfen Hunter", hand=["Wisp"], board=["Wisp"] * 6)
    assert len(game.player.board) == 7
    with pytest.raises(IllegalAction):
        game.play("Wisp")


def test_mana_grows_by_one_each_turn_up_to_10():
    game = Game.stage(mana=9)
    assert game.skip_turn().player.mana == 10
    assert game.skip_turn().player.max_mana == 10


def test_triggers_at_the_end_of_a_turn_run_in_order_of_play():
    game = Game.stage(board=["Young Priestess", "Hogger"]).end_turn()
    assert stats(game.player.board) == [(2, 1), (4, 5), (2, 2)]


def test_fatigue_counts_on_for_each_player_alone():
    game = Game.stage(fatigue=True)
    game.player.draw(2)
    game.opponent.draw()
    assert (game.player.health, game.opponent.health) == (27, 29)


def test_a_draw_of_several_cards_runs_on_into_fatigue():
    game = played("Sprint", deck=["Wisp"], fatigue=True)
    assert (len(game.player.hand), game.player.health) == (1, 24)


def test_an_immune_hero_takes_no_fatigue():
    game = Game.stage(fatigue=True)
    game.player.hero.set_flags(immune=True)
    game.player.draw()
    assert (game.player.health, game.player.fatigue) == (30, 1)


# --- costs ---------------------------------------------------------------------------------------


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


def test_venture_co_mercenary_makes_its_players_minions_cost_3_more():
    game = Game.stage(board=["Venture Co. Mercenary"], hand=["Wisp", "Shiv"], enemy_hand=["Wisp"])
    assert [card.cost for card in (*game.player.hand, *game.opponent.hand)] == [3, 2, 0]


def test_mana_wraith_and_pint_sized_summoner_cancel_out():
    game = Game.stage(board=["Mana Wraith", "Pint-Sized Summoner"], hand=["Chillwind Yeti", "Wisp"])
    assert [card.cost for card in game.player.hand] == [4, 0]


def test_sea_giant_counts_minions_as_they_come_and_go():
    game = Game.stage(hand=["Sea Giant", "Hellfire"], board=["Wisp"], enemy_board=["War Golem"] * 2)
    giant = game.player.hand[0]
    assert giant.cost == 7
    game.play("Hellfire")
    assert giant.cost == 8


def test_two_sea_giants_make_each_other_cheaper():
    game = Game.stage(hand=["Sea Giant"] * 2, board=["Wisp"] * 3, enemy_board=["Wisp"] * 3, mana=4)
    game.play("Sea Giant")
    assert game.player.hand[0].cost == 3


def test_molten_giant_and_mana_wraith_add_up():
    game = Game.stage(hand=["Molten Giant"], board=["Mana Wraith"])
    game.player.hero.take_damage(25)
    assert game.player.hand[0].cost == 0
    game.player.hero.heal(5)
    assert game.player.hand[0].cost == 1
