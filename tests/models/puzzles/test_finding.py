"""The included puzzles, proved anew."""

from typing import get_args

import pytest

from models.puzzles.finding import Finder
from models.puzzles.puzzle import Kind, Referee, included


@pytest.fixture(scope="module")
def finder():
    return Finder(Referee())


def proved(finder, puzzle):
    """The puzzle as it is found in its game."""
    found = finder.puzzle(puzzle.game(), len(puzzle.actions), get_args(Kind))
    return found and found.but(missed=puzzle.missed)


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_short_puzzle_is_proved_anew(finder, kind):
    puzzle = min((each for each in included() if each.kind == kind), key=lambda each: each.ends)
    assert proved(finder, puzzle) == puzzle


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(included())))
def test_every_puzzle_is_proved_anew(finder, number):
    assert proved(finder, included()[number]) == included()[number]


def test_turns_without_a_clear_goal_are_no_puzzles(finder):
    puzzle = included()[0]
    game = puzzle.game()
    later = game.kept()["actions"]
    assert finder.puzzle(game, 0, get_args(Kind)) is None
    assert finder.puzzle(game, len(later), ()) is None


def test_a_position_with_a_secret_of_the_opponent_is_none(finder, monkeypatch):
    puzzle = included()[0]
    make = type(puzzle).game

    def with_secret(self, line=()):
        game = make(self, line)
        game.record["players"][1 - game.person]["n_secrets"] = 1
        return game

    game = puzzle.game()
    monkeypatch.setattr(type(puzzle), "game", with_secret)
    assert finder.puzzle(game, len(puzzle.actions), get_args(Kind)) is None
