"""The included puzzles, proved anew, and verdicts."""

from collections import Counter
from typing import get_args

import pytest

from engine.core.enums import END_TURN
from engine.game import Game
from engine.input_files import parse_json
from models.players.board import seen_by
from models.puzzles.puzzle import FILE, Kind, Referee, included, read_puzzles, whole_turn
from models.review.chances import Judge
from models.review.lines import Lines
from models.settings.config import ConfigError
from tests.benchmarks.puzzles import Finder


@pytest.fixture(scope="module")
def referee():
    return Referee()


@pytest.fixture(scope="module")
def finder(referee):
    return Finder(referee)


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


@pytest.fixture(scope="module")
def lines(rules):
    return Lines(Judge(rules))


def looks(record, rules):
    """What a person sees of an end, whatever the order of the minions."""
    board = seen_by(record, rules, 0)
    for side in ("own", "enemy"):
        board[side]["board"].sort(key=str)
        board[side].get("hand", []).sort(key=str)
    return str(board)


def naive(game):
    """The looks of all ends, by playing every legal action in every order."""
    if game.result != "running" or int(game.record.active) != 0:
        return {looks(game.record, game.rules)}
    return set().union(*(naive(game.copy().apply(code)) for code in game.codes()))


@pytest.mark.parametrize(
    "position",
    [
        {"hand": ["Wisp", "Frostbolt"], "board": ["Bloodfen Raptor"], "enemy_board": ["Wisp"]},
        {"hand": ["Wisp", "Defender of Argus"], "board": ["Wisp"], "mana": 4},
        {"hand": ["Fireball"], "board": ["River Crocolisk", "Wisp"], "enemy_board": ["Wisp"]},
    ],
)
def test_all_ends_are_those_of_plain_enumeration(lines, position):
    game = Game.stage(**position, hero="PALADIN", enemy_deck=["Wisp"], deck=["Wisp"])
    ends = whole_turn(game, lines, 5_000, with_luck=False)
    found = [looks(end.record, game.rules) for end in ends]
    assert set(found) == naive(game)
    by_place = "Defender of Argus" in position["hand"]
    assert by_place or len(found) == len(set(found))
    for end in ends:
        copy = game.copy()
        for code in end.codes:
            copy.apply(code)
        assert looks(copy.record, game.rules) == looks(end.record, game.rules)


@pytest.mark.parametrize("card", ["Arcane Intellect", "Arcane Missiles", "Tracking"])
def test_draws_and_chance_are_left_out(lines, card):
    game = Game.stage(hand=[card], enemy_board=["Wisp", "Wisp"], deck=["Wisp"] * 4, mana=3)
    assert whole_turn(game, lines, 1_000, with_luck=False) is None
    ends = whole_turn(game, lines, 1_000)
    assert ends
    played = game.player.hand[0].entity
    assert not any((code >> 8) & 255 == played for end in ends for code in end.codes)


def test_a_turn_with_too_many_states_has_no_answer(lines):
    game = Game.stage(board=["Wisp"] * 4, enemy_board=["Wisp"] * 4)
    n = len(whole_turn(game, lines, 100_000))
    assert whole_turn(game, lines, n) is None
