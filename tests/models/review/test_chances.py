"""A side's chance to win a position, from both views."""

import math

import numpy as np
import pytest

from engine.core.enums import BOTH_LOST, FIRST_WON, SECOND_WON
from engine.game import Game
from models.players.own import dealt_copy
from models.review.chances import N_DEALS, ChanceCalibration, Judge, included, value_of_result
from tests.benchmarks.review import fitted
from tests.models.play.hidden import with_hidden_cards_permuted


def positions(game, step=9):
    played = game.opening.copy()
    for number, code in enumerate(game.actions):
        if number % step == 0:
            yield played.copy()
        played.apply(code)


def test_the_lead_is_the_own_output_less_the_mean_of_the_opponents(games):
    for position in positions(games[0], step=20):
        judge, side = Judge(position.rules), int(position.record.active)
        theirs = [
            judge.output(dealt_copy(position, position.turn * N_DEALS + number).record, 1 - side)
            for number in range(N_DEALS)
        ]
        expected = judge.output(position.record, side) - np.mean(theirs)
        assert judge.lead(position.record, side) == pytest.approx(expected)


def test_it_depends_on_nothing_hidden(games):
    for game in games:
        for position in positions(game):
            judge = Judge(position.rules)
            for side in range(2):
                chances = {judge.chance(position.record, side)}
                for seed in range(3):
                    about = position.record, position.rules, side, seed
                    other = with_hidden_cards_permuted(*about, foreign=False)
                    chances.add(judge.chance(other, side))
                assert len(chances) == 1


def test_a_result_is_certain(rules):
    judge, game = Judge(rules), Game.stage()
    for result, expected in ((FIRST_WON, (1, 0)), (SECOND_WON, (0, 1)), (BOTH_LOST, (0.5, 0.5))):
        game.record.result = result
        assert tuple(judge.chance(game.record, side) for side in range(2)) == expected
        assert tuple(value_of_result(result, side) for side in range(2)) == expected


def test_who_has_the_board_is_ahead(rules):
    judge, board = Judge(rules), ["Boulderfist Ogre", "Chillwind Yeti", "Chillwind Yeti"]
    assert judge.chance(Game.stage(board=board).record, 0) > 0.6
    assert judge.chance(Game.stage(enemy_board=board).record, 0) < 0.4


TRUE = ChanceCalibration(scale=0.5, to_move=0.2, waiting=-0.3)


def test_the_fit_finds_the_numbers_that_made_the_games():
    rng = np.random.default_rng(1)
    leads, moves = rng.normal(0, 3, 60_000), rng.random(60_000) < 0.5
    chances = [TRUE.chance(x, moves=bool(m)) for x, m in zip(leads, moves, strict=True)]
    won = (rng.random(60_000) < chances).astype(float)
    found = fitted(leads, moves, won)
    assert found.scale == pytest.approx(TRUE.scale, abs=0.02)
    moving = pytest.approx((TRUE.to_move, TRUE.waiting), abs=0.05)
    assert (found.to_move, found.waiting) == moving


def test_the_included_numbers_give_chances():
    numbers = included()
    assert numbers.chance(0, moves=True) == pytest.approx(0.5, abs=0.1)
    assert numbers.chance(5, moves=True) > numbers.chance(1, moves=True) > 0.5
    other = TRUE.but(to_move=-0.2).chance(-1, moves=True)
    assert math.isclose(1 - TRUE.chance(1, moves=True), other)
