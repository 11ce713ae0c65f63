"""Turns: costs, luck, and that what is luck is no mistake."""

from itertools import pairwise

import numpy as np
import pytest

from engine.game import Game
from models.review.lines import Lines
from models.review.turns import MARKS, FinishedGame, Positions, Reviewer, review_game


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


PARTS = ("reply", "draw", "estimate", "choice", "luck")


def test_the_first_chance_and_all_parts_are_the_result(reviews):
    for review in reviews:
        for side in range(2):
            total = review.of(side)[0].chance + review.ending(side)
            total += sum(review.total(side, part) for part in PARTS)
            assert total == pytest.approx(review.game.result(side), abs=1e-9)


def test_between_two_own_turns_reply_and_draw_add_up(reviews):
    for review in reviews:
        for side in range(2):
            turns = review.of(side)
            assert turns[0].reply == turns[0].draw == 0
            for before, turn in pairwise(turns):
                expected = before.after + turn.reply + turn.draw
                assert turn.chance == pytest.approx(expected, abs=1e-12)


def test_equal_games_have_equal_reviews_and_every_turn_is_told(games, reviews):
    told = []
    again = review_game(games[0], lambda done, turns: told.append((done, turns)))
    assert again.turns == reviews[0].turns
    assert told == [(i + 1, len(again.turns)) for i in range(len(again.turns))]


def test_all_turns_are_reviewed_and_each_begins_where_the_other_ends(reviews):
    for review in reviews:
        assert [turn.number for turn in review.turns] == list(range(1, len(review.turns) + 1))
        assert [turn.side for turn in review.turns] == [i % 2 for i in range(len(review.turns))]
        for turn in review.turns:
            numbers = [decision.number for decision in turn.decisions]
            assert numbers == sorted(numbers)
            assert numbers[0] == turn.first


def test_a_game_given_up_within_a_turn_ends_with_what_was_given_up(games):
    game = games[0]
    first = review_game(game).turns[4]
    cut = FinishedGame(game.opening, game.actions[: first.first + 1], game.names, 0.0, True)
    review = review_game(cut)
    assert review.turns[-1].number == 5
    assert review.turns[-1].luck == pytest.approx(0, abs=1e-12)
    assert review.ending(0) == -review.turns[-1].after


def test_a_game_without_a_turn_has_an_empty_review(games):
    empty = FinishedGame(games[0].opening, (), games[0].names, 0.0, True)
    assert review_game(empty).turns == ()
