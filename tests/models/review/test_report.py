"""A review as text and as JSON values."""

import json

import pytest

from models.review.report import PARTS, bars, review_json, review_text
from models.review.turns import FinishedGame, GameReview


def test_the_text_has_each_turn_and_each_marked_mistake(reviews):
    for review in reviews:
        text = review_text(review)
        assert text.startswith(" against ".join(review.game.names) + ": ")
        for turn in review.turns:
            if turn.mark:
                assert f"{turn.mark}, {100 * turn.cost:.1f} points" in text
        worst = max(review.turns, key=lambda turn: turn.cost)
        if worst.mark:
            best = max(worst.decisions, key=lambda decision: decision.cost).best
            assert "; ".join(best.texts) in text


def test_the_values_are_json_and_add_up(reviews):
    for review in reviews:
        found = json.loads(json.dumps(review_json(review)))
        assert len(found["turns"]) == len(review.turns)
        for side, totals in enumerate(found["totals"]):
            assert set(totals) == {"first", *PARTS, "ending"}
            assert sum(totals.values()) == pytest.approx(found["results"][side], abs=0.001)
            assert found["curves"][side][-1] == [len(review.game.actions), review.game.result(side)]
            numbers = [number for number, _ in found["curves"][side]]
            assert numbers == sorted(numbers)


def test_a_game_without_a_turn_says_so(games):
    empty = GameReview(FinishedGame(games[0].opening, (), games[0].names, 0.0, True), ())
    assert "Nobody has played a turn." in review_text(empty)
    assert review_json(empty)["curves"] == [[], []]


def test_bars_rise_with_the_chance():
    assert bars([0.0, 0.5, 0.99, 1.0]) == "▁▅██"
