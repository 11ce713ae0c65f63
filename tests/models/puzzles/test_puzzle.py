"""The included puzzles and verdicts."""

from collections import Counter
from typing import get_args

import pytest

from engine.core.enums import END_TURN
from engine.input_files import parse_json
from models.puzzles.puzzle import FILE, Kind, Referee, included, read_puzzles
from models.settings.config import ConfigError


@pytest.fixture(scope="module")
def referee():
    return Referee()


def test_the_included_puzzles_are_of_all_kinds_and_grades():
    n = Counter((each.kind, each.grade) for each in included())
    assert len(included()) >= 50
    assert len(n) == 9
    assert FILE.stat().st_size < 200_000
    games = {each.seed for each in included()}
    assert len(games) == len(included())


@pytest.mark.parametrize("kind", get_args(Kind))
def test_the_solution_solves_and_passing_does_not(referee, kind):
    for puzzle in [each for each in included() if each.kind == kind][::5]:
        solved = puzzle.game(puzzle.solution)
        assert solved.phase != "person"
        verdict = referee.verdict(puzzle, solved.record)
        assert verdict.solved, verdict
        passed = referee.verdict(puzzle, puzzle.game([END_TURN]).record)
        assert not passed.solved
        assert passed.why.endswith(".")


def test_the_solution_is_told_step_by_step(referee):
    puzzle = next(each for each in included() if each.kind == "win")
    told = referee.solution(puzzle)
    assert len(told["steps"]) == len(puzzle.solution)
    assert told["reasons"] == ("wins this turn",)
    assert f"{puzzle.ends:,} ends" in told["proof"]


def test_puzzles_of_other_cards_are_refused():
    content = parse_json(FILE.read_bytes())
    with pytest.raises(ConfigError, match=r"the cards have changed.*make the puzzles anew"):
        read_puzzles(content | {"cards": "0" * 16})
