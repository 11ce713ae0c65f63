"""Rulings about turns, draws, fatigue and costs."""

from engine.game import Game
from tests.engine.rulings import played, stats


def test_fatigue_is_taken_by_armour_first():
    game = Game.stage(fatigue=True, armor=2)
    game.player.draw(2)
    assert (game.player.armor, game.player.health) == (0, 29)


def test_fatigue_at_the_start_of_a_turn_can_end_the_game():
    game = Game.stage(fatigue=True, enemy_health=1)
    assert game.end_turn().result == "first won"


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


def test_mana_wraith_and_pint_sized_summoner_cancel_out():
    game = Game.stage(board=["Mana Wraith", "Pint-Sized Summoner"], hand=["Chillwind Yeti", "Wisp"])
    assert [card.cost for card in game.player.hand] == [4, 0]


def test_molten_giant_and_mana_wraith_add_up():
    game = Game.stage(hand=["Molten Giant"], board=["Mana Wraith"], health=5)
    assert game.player.hand[0].cost == 0
    game.player.hero.heal(5)
    assert game.player.hand[0].cost == 1
