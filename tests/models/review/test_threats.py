"""Wins within a turn."""

import pytest

from engine.game import Game


def staged(own=30, theirs=30, **position):
    game = Game.stage(**position, deck=["Fireball"], enemy_deck=["Fireball"])
    for side, health in enumerate((own, theirs)):
        game.record.characters[side].health = health
    return game


def test_a_win_is_found_with_the_hand_and_without_it(threats):
    game = staged(theirs=8, hand=["Fireball"], board=["River Crocolisk"])
    copy = game.copy()
    for code in threats.wins(game.record):
        copy.apply(code)
    assert copy.result == "first won"
    assert threats.wins_openly(game.record) == ()
    assert int(game.record.players[0].n_hand) == 1


@pytest.mark.parametrize(("health", "loses"), [(4, True), (5, False)])
def test_passing_loses_to_what_lies_on_the_table_only(threats, health, loses):
    game = staged(own=health, enemy_board=["River Crocolisk"], enemy_hand=["Fireball"])
    assert threats.loses_by_passing(game.record) == loses  # 2 of the minion, 2 of the hero power


@pytest.mark.parametrize(("health", "wins"), [(6, True), (8, False)])
def test_the_next_turn_wins_without_the_card_that_it_draws(threats, health, wins):
    game = staged(theirs=health, hand=["Fireball"])
    assert threats.wins_next(game.end_turn().record) == wins


def test_nobody_wins_a_game_that_is_over(threats):
    game = staged(theirs=1, board=["Wisp"])
    game.attack("Wisp", game.opponent.hero)
    assert threats.wins(game.record) == ()
