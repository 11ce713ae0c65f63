"""The page of puzzles by the application's test client."""

import json
from datetime import date, timedelta

import pytest

from flows.faces.app import puzzles
from flows.faces.app.puzzles import number_of
from models.players.board import moves_of
from models.puzzles.puzzle import included
from tests.flows.faces.app.conftest import client_of, refusal
from tests.models.play.hidden import with_hidden_cards_permuted


@pytest.fixture(scope="module")
def solver(tmp_path_factory):
    folder = tmp_path_factory.mktemp("none")
    yield client_of(folder, is_strict=False)
    assert not list(folder.iterdir())  # a puzzle writes no file


def act(client, state, move):
    body = {"id": state["id"], "number": state["number"], "move": move}
    return client.post("/puzzle/act", json=body).json()


def moves(puzzle):
    """The places of the solution's actions among the legal ones."""
    game = puzzle.game()
    for code in puzzle.solution:
        yield game.codes().index(code)
        game.apply(code)


@pytest.mark.parametrize("kind", ["win", "survive", "best"])
def test_a_puzzle_is_solved_by_its_solution_and_may_be_tried_again(solver, kind):
    number, puzzle = next((n, p) for n, p in enumerate(included(), 1) if p.kind == kind)
    start = state = solver.get("/puzzle/state", params={"id": f"{number}"}).json()
    assert (state["phase"], state["verdict"], state["can_undo"]) == ("person", None, False)
    assert act(solver, state, next(moves(puzzle)))["can_undo"]
    for move in moves(puzzle):
        state = act(solver, state, move)
    assert state["phase"] == "over"
    assert state["verdict"]["solved"]
    told = solver.get("/puzzle/solution", params={"id": state["id"]}).json()
    assert len(told["steps"]) == len(puzzle.solution)
    assert f"{puzzle.ends:,} ends" in told["proof"]
    end = next(i for i, move in enumerate(start["moves"]) if move["kind"] == "end turn")
    passed = act(solver, start, end)
    assert not passed["verdict"]["solved"]
    assert solver.post("/puzzle/undo", json={"id": passed["id"]}).json() == start


def test_the_page_is_that_of_the_number_of_the_grade_or_of_the_day(solver):
    page = solver.get("/puzzle", params={"number": 2}).text
    assert "Puzzle 2 " in page
    assert all(f'number={n}"' in page for n in range(1, len(included()) + 1))
    assert ">hard" in solver.get("/puzzle", params={"grade": "hard"}).text.split("</h1>")[0]
    today = number_of(date.today(), [*range(1, len(included()) + 1)])
    page = solver.get("/puzzle").text
    assert f'data-number="{today}"' in page
    assert f'data-day="{date.today()}"' in page


def test_each_puzzle_is_that_of_one_day_in_a_round():
    n = len(included())
    first = date.min + timedelta(n * (date.today().toordinal() // n) - 1)
    days = [number_of(first + timedelta(i), [*range(1, n + 1)]) for i in range(n)]
    assert sorted(days) == [*range(1, n + 1)]
    assert days != sorted(days)


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/puzzle?number=0", 404, "there are 1 to"),
        ("/puzzle?number=999", 404, "there are 1 to"),
        ("/puzzle?grade=cruel", 422, "grade"),
        ("/puzzle/state?id=x", 404, "not known"),
        ("/puzzle/state?id=1-9999", 409, "not possible"),
        ("/puzzle/state?id=1-", 404, "not known"),
        ("/puzzle/why?id=1&kind=x", 409, "no action"),
        ("/puzzle/solution?id=999", 404, "there are 1 to"),
    ],
)
def test_what_is_not_there_is_said(solver, address, status, said):
    assert said in refusal(solver.get(address, headers={"accept": "application/json"}), status)


def test_a_rule_is_told(solver):
    why = solver.get("/puzzle/why", params={"id": "1", "kind": "attack", "source": "own-hero"})
    assert why.json()["why"]


def test_nothing_hidden_is_sent():
    """The state is the same if all that the person cannot see is other."""
    for number in range(1, len(included()) + 1, 9):
        puzzle, table = included()[number - 1], puzzles._Table()
        before = table.state(f"{number}")
        opened = table.at(f"{number}")
        game, person = opened.game, puzzle.person
        permuted = with_hidden_cards_permuted(game.record, game.rules, person, 1)
        assert moves_of(game, person) == before["moves"]
        game.record = permuted
        assert json.dumps(table.state(f"{number}")) == json.dumps(before)
