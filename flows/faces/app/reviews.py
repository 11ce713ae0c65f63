"""The review of a finished game: its addresses, and reviews in the background."""

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from flows.faces.app.background import Background, Job
from flows.faces.app.folder import RunFolder
from flows.faces.app.pages import Body, Id
from flows.questions.question import MAX_GAMES
from flows.replay import counted_game, finished, finished_by_person
from models.play.game import PersonGame
from models.players.replay import ReplayedGame
from models.review.report import review_json
from models.review.turns import FinishedGame, review_game
from tasks.games.played import game_of
from tasks.storage.store import load_run


@dataclass(eq=False)
class ReviewedGame(Job):
    """The review of one game."""

    game: FinishedGame
    found: dict[str, Any] | None = None
    progress: float = 0.0

    def play(self) -> None:
        """Reviews the game."""
        self.found = review_json(review_game(self.game, self._tell))

    def _tell(self, done: int, turns: int) -> None:
        self.progress = done / turns

    def state(self) -> dict[str, Any]:
        """Its progress and the review as JSON values."""
        return super().state() | {"progress": self.progress, "found": self.found}


class AskedGame(Body):
    """The body of a request about a finished game: a counted game of a deck, or a person's game."""

    run: str = Field(min_length=1, max_length=300)
    evaluation: int | None = Field(None, ge=0, le=10**9)
    game: int = Field(0, ge=0, le=MAX_GAMES)

    def found(self, folder: RunFolder) -> ReplayedGame | PersonGame:
        """The game; `StoreError` if there is none."""
        if self.evaluation is None:
            return game_of(load_run(folder.path_of(self.run)))
        return counted_game(folder.decks(self.run), self.evaluation, self.game)


def review_pages(folder: RunFolder) -> APIRouter:
    """The addresses of reviews over a folder of runs."""
    router, jobs = APIRouter(prefix="/review"), Background[ReviewedGame]("review")

    @router.post("/start")
    def start(asked: AskedGame) -> dict[str, str]:
        game = asked.found(folder)
        made = finished(game) if isinstance(game, ReplayedGame) else finished_by_person(game)
        return {"id": jobs.start(ReviewedGame(made))}

    @router.get("/state")
    def state(id: Id) -> dict[str, Any]:
        return jobs.job(id).state()

    return router
