"""Turns: costs, luck, and that what is luck is no mistake."""

import numpy as np
import pytest

from engine.game import Game
from models.review.lines import Lines
from models.review.turns import MARKS, Positions, Reviewer


def reviewed(lines: Lines, game: Game, actions):
    positions = Positions(game.record, actions, lines)
    (span,) = positions.turns()
    return Reviewer(positions, lines).turn(*span)


def test_who_does_not_kill_has_blundered(lines):
    game = Game.stage(hand=["Fireball"], hero="MAGE", enemy_board=["Boulderfist Ogre"] * 3)
    game.record.characters[1].health = 6
    turn = reviewed(lines, game, [0])
    assert turn.mark == "blunder"
    assert turn.decisions[0].best.wins
    assert turn.decisions[0].cost == 1 - turn.decisions[0].played.chance
    assert turn.luck == pytest.approx(0, abs=1e-12)


def test_the_same_choice_has_one_cost_however_chance_falls(lines):
    turns = []
    for seed in range(1, 7):
        game = Game.stage(
            hand=["Arcane Missiles"], hero="MAGE", enemy_board=["Bloodfen Raptor"] * 2, seed=seed
        )
        (missiles,) = game.player.hand
        code = next(each for each in game.codes() if (each >> 8) & 255 == missiles.entity)
        turns.append(reviewed(lines, game, [code, 0]))
    assert len({turn.decisions[0].cost for turn in turns}) == 1
    assert len({turn.luck for turn in turns}) > 1


def test_parts_of_a_turn_add_up(reviews):
    for review in reviews:
        for turn in review.turns:
            change = turn.estimate + turn.choice + turn.luck
            assert turn.chance + change == pytest.approx(turn.after, abs=1e-12)
            assert all(decision.cost >= 0 for decision in turn.decisions)


def test_marks_are_those_of_the_largest_limit_reached(reviews):
    for turn in (turn for review in reviews for turn in review.turns):
        reached = [name for name, least in MARKS if turn.cost >= least]
        assert turn.mark == (reached[0] if reached else None)


def test_random_actions_cost_more_than_those_of_a_player(reviews):
    means = [sum(turn.cost for turn in each.turns) / len(each.turns) for each in reviews]
    assert means[2] > max(means[:2])
    assert any(turn.mark for turn in reviews[2].turns)


def test_the_best_lines_of_marked_mistakes_have_reasons(reviews):
    decisions = [each for review in reviews for turn in review.turns for each in turn.decisions]
    marked = [each.cost >= MARKS[-1][1] for each in decisions]
    has_reasons = [bool(each.best.reasons) for each in decisions]
    assert sum(has_reasons) > 0.8 * sum(marked) > 0
    assert sum(has_reasons) == sum(np.array(has_reasons) & marked)
