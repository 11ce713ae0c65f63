"""The page of puzzles: the daily one or any other, its turn action by action, and the verdict.

The server keeps no game: the id of a position is the puzzle's number and the places of the actions
so far among the legal ones, such as `12-3-0`.
"""

import re
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import cached_property
from threading import RLock
from typing import Annotated, Any, get_args

import numpy as np
from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse
from pydantic import Field

from flows.faces.app.games import NoSuchGameError, act, names_of
from flows.faces.app.levels import named
from flows.faces.app.pages import Body, Place, page
from models.play.course import Course
from models.play.game import PersonGame
from models.players.board import why_not
from models.puzzles.puzzle import GOALS, NAME, Grade, Puzzle, Referee, included

_ID = re.compile(r"\d{1,4}(-\d{1,4}){0,60}")
_MAX_ID = 300
_Id = Annotated[str, Query(max_length=_MAX_ID, description="The id of a position.")]
_Number = Annotated[int, Query(ge=0, le=100_000, description="The number of an action.")]


class PuzzleAct(Body):
    """The body of an action in a puzzle: the position, and the action's place among the legal."""

    id: str = Field(max_length=_MAX_ID)
    number: int = Field(0, ge=0, le=100_000)
    move: int = Field(0, ge=0, le=10_000)


def number_of(day: date, numbers: list[int]) -> int:
    """The puzzle of a day, of those with the given numbers: each one comes once in a round."""
    done, at = divmod(day.toordinal(), len(numbers))
    return numbers[np.random.default_rng(done).permutation(len(numbers))[at]]


@dataclass
class _Open:
    """A puzzle as it was last played."""

    puzzle: Puzzle
    game: PersonGame
    course: Course
    line: tuple[int, ...] = ()


@dataclass
class _Table:
    """The puzzles that are played, each where it was played last."""

    lock: RLock = field(default_factory=RLock)
    known: dict[int, _Open] = field(default_factory=dict)

    @cached_property
    def referee(self) -> Referee:
        """The judge of turns; its memory is made for the first verdict."""
        return Referee()

    def at(self, id: str) -> _Open:
        """The puzzle in a position; hold the lock.

        Raises:
            NoSuchGameError: There is no such puzzle.
            MovedOnError: An action is not legal.
        """
        if not _ID.fullmatch(id):
            raise NoSuchGameError("this puzzle is not known; choose one on the page of puzzles")
        number, *line = map(int, id.split("-"))
        puzzle, opened = puzzle_of(number), self.known.get(number)
        if opened is None or tuple(line[: len(opened.line)]) != opened.line:
            game = puzzle.game()
            opened = self.known[number] = _Open(puzzle, game, Course(game))
        for move in line[len(opened.line) :]:
            act(opened.game, move)
            opened.line += (move,)
        return opened

    def state(self, id: str, since: int = 0) -> dict[str, Any]:
        """What the person may know of a position, with the verdict once the turn is over."""
        with self.lock:
            opened = self.at(id)
            known = opened.course.state(since)
            is_over = known["phase"] != "person"
            record = opened.game.record
            verdict = asdict(self.referee.verdict(opened.puzzle, record)) if is_over else None
            return known | {
                "id": id,
                "phase": "over" if is_over else "person",
                "problem": "",
                "run": None,
                "match": None,
                "practice": True,
                "can_undo": "-" in id and not is_over,
                "level": named(NAME),
                "decks": names_of(opened.puzzle.decks, opened.puzzle.person),
                "verdict": verdict,
            }


def puzzle_of(number: int) -> Puzzle:
    """An included puzzle by its number, from 1.

    Raises:
        NoSuchGameError: There is none of this number.
        ConfigError: The cards have changed since the puzzles were made.
    """
    puzzles = included()
    if not 0 < number <= len(puzzles):
        raise NoSuchGameError(f"there is no puzzle {number}; there are 1 to {len(puzzles)}")
    return puzzles[number - 1]


def puzzle_pages() -> APIRouter:
    """The addresses of puzzles."""
    router = APIRouter(prefix="/puzzle")
    _add_page(router)
    _add_turns(router, _Table())
    return router


def _add_page(router: APIRouter) -> None:
    """A puzzle by its number, or that of the day."""

    @router.get("")
    def show(number: _Number | None = None, grade: Grade | None = None) -> HTMLResponse:
        today, puzzles = date.today(), included()
        numbers = [*range(1, len(puzzles) + 1)]
        grades = {
            each: [n for n in numbers if puzzles[n - 1].grade == each] for each in get_args(Grade)
        }
        daily = number_of(today, numbers if grade is None else grades[grade])
        chosen = daily if number is None else number
        puzzle = puzzle_of(chosen)
        shown: dict[str, Any] = {"id": f"{chosen}", "base": "/puzzle", "match": None}
        shown |= {"number": chosen, "next": chosen % len(puzzles) + 1, "today": f"{today}"}
        shown["day"] = f"{today}" if chosen == number_of(today, numbers) else ""
        shown |= {"decks": names_of(puzzle.decks, puzzle.person), "goal": GOALS[puzzle.kind]}
        shown |= {"puzzle": puzzle, "grades": grades}
        return page("puzzle.html", **shown)


def _add_turns(router: APIRouter, table: _Table) -> None:
    """What a person does in the turn of a puzzle."""

    @router.get("/state")
    def state(id: _Id, since: _Number = 0) -> dict[str, Any]:
        return table.state(id, since)

    @router.post("/act")
    def play(asked: PuzzleAct) -> dict[str, Any]:
        return table.state(f"{asked.id}-{asked.move}", asked.number)

    @router.post("/undo")
    def undo(asked: PuzzleAct) -> dict[str, Any]:
        return table.state(asked.id.rpartition("-")[0] or asked.id)

    @router.get("/solution")
    def solution(id: _Id) -> dict[str, Any]:
        with table.lock:
            return table.referee.solution(table.at(id).puzzle)

    @router.get("/why")
    def why(id: _Id, kind: Place, source: Place = "", target: Place = "") -> dict[str, str]:
        with table.lock:
            game = table.at(id).game
            return {"why": why_not(game, game.person, kind, source, target)}
