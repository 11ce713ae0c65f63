"""What a line is good for, in words."""

import pytest

from engine.game import Game
from models.review.reasons import reasons_of


@pytest.mark.parametrize(
    ("position", "play", "expected"),
    [
        ({"board": ["Wisp"], "enemy_board": ["Wisp"], "hand": ["Frostbolt"]},
         lambda game: game.play("Frostbolt", game.opponent.board[0]),
         ("kills Wisp and keeps the board", "clears the opponent's board")),
        ({"board": ["Bloodfen Raptor"], "enemy_board": ["Chillwind Yeti", "Magma Rager"]},
         lambda game: game.attack("Bloodfen Raptor", "Magma Rager"),
         ("trades up: Bloodfen Raptor for Magma Rager",)),
        ({"board": ["Magma Rager"], "enemy_board": ["Bloodfen Raptor", "Wisp"]},
         lambda game: game.attack("Magma Rager", "Bloodfen Raptor"),
         ("trades down: Magma Rager for Bloodfen Raptor",)),
        ({"hand": ["Wisp", "Fireball"]},
         lambda game: game.play("Wisp").play("Fireball", game.opponent.hero),
         ("6 damage to the opponent's hero", "1 new minion")),
    ],
)  # fmt: skip
def test_what_became_of_the_boards_is_told(threats, position, play, expected):
    game = Game.stage(**position, deck=["Wisp"], enemy_deck=["Wisp"])
    assert reasons_of(threats, game.record, play(game.copy()).record) == expected


@pytest.mark.parametrize(
    ("health", "enemy_board", "expected"),
    [
        ((30, 6), [], ["lethal next turn, unless the opponent answers"]),
        ((6, 30), ["Chillwind Yeti"], ["the opponent could win with what lies on the table"]),
        ((7, 30), ["Chillwind Yeti"], []),
    ],
)
def test_threats_of_both_sides_are_told_after_the_turn(threats, health, enemy_board, expected):
    game = Game.stage(board=["Boulderfist Ogre"], enemy_board=enemy_board, deck=["Wisp"])
    for side in range(2):
        game.record.characters[side].health = health[side]
    assert list(reasons_of(threats, game.record, game.copy().end_turn().record)) == expected


def test_a_threat_that_is_met_is_told(threats):
    game = Game.stage(hand=["Fireball"], enemy_board=["Chillwind Yeti"], enemy_deck=["Wisp"])
    game.record.characters[0].health = 5
    after = game.copy().play("Fireball", "Chillwind Yeti").end_turn()
    strongest = reasons_of(threats, game.record, after.record)[0]
    assert strongest == "survives what the opponent has on the table"


def test_a_won_game_has_one_reason(threats):
    game = Game.stage(board=["Wisp"])
    game.record.characters[1].health = 1
    after = game.copy().attack("Wisp", game.opponent.hero)
    assert reasons_of(threats, game.record, after.record) == ("wins this turn",)


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
