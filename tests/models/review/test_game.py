"""Whole games: the parts add up to the result."""

from itertools import pairwise

import pytest

from models.review.game import FinishedGame, review_game

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
