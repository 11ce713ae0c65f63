"""The deck doctor: its addresses, and examinations in the background, round by round."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import Field as BodyField

from engine.decks import Deck, class_pool
from flows.doctor.examine import findings
from flows.faces.app.background import Background, Job
from flows.faces.app.new_game import cards_of, format_names
from flows.faces.app.pages import MAX_TEXT, Body, DeckText, FormatName, Id, page
from flows.questions.decks import deck_of_text
from flows.questions.doctor import DeckDoctor, allowed_opponents
from models.doctor.examination import FEWEST_GAMES, GAMES, Round, Sizes, examine
from models.doctor.field import Field
from models.doctor.swaps import Limits
from models.players.player_names import read_search_player
from models.settings.config import ConfigError

#: Rounds that one examination can have: the last has 60 times the games of the first.
MAX_ROUNDS = 7
#: The most games of the first round.
MAX_GAMES = 300_000


@dataclass(eq=False)
class Examination(Job):
    """An examination of one deck; each run of the job is a round."""

    deck: Deck
    limits: Limits
    against: Field
    games: int
    rounds: list[Round] = field(default_factory=list)
    found: dict[str, Any] | None = None
    n_played: int = 0
    n_games: int = 1

    def play(self) -> None:
        """Plays the next round; what is known is shown after each part of it."""
        self.n_played, player = 0, self.against.player
        sizes = Sizes.of(self.games, len(self.rounds))
        self.n_games = sizes.games(len(set(self.deck.cards)))
        pool = class_pool(self.deck.hero, player.format, player.patch)
        against = replace(self.against, counter=self._counter)
        about = self.deck, pool, against, self.limits
        self.rounds.append(examine(*about, self.games, list(self.rounds), self._tell))
        self.found = findings(self.deck, self.against, self.rounds)

    def _counter(self) -> Callable[[int], None]:
        """What counts the games of one step."""
        before = self.n_played

        def count(n: int) -> None:
            self.n_played = before + n

        return count

    def _tell(self, so_far: Round) -> None:
        self.found = findings(self.deck, self.against, [*self.rounds, so_far])

    def state(self) -> dict[str, Any]:
        """Its progress and results as JSON values."""
        return {
            "progress": 1.0 if self.is_over else min(1.0, self.n_played / self.n_games),
            "over": self.is_over,
            "problem": self.problem,
            "may_go_on": self.is_over and not self.problem and len(self.rounds) < MAX_ROUNDS,
            "found": self.found,
        }


class AskedExamination(Body):
    """The body of a request to examine a deck."""

    deck: str = BodyField(max_length=MAX_TEXT)
    format: str = BodyField("blackrock", max_length=60)
    keep: str = BodyField("", max_length=MAX_TEXT)
    avoid: str = BodyField("", max_length=MAX_TEXT)
    dust: int | None = BodyField(None, ge=0, le=100_000)
    games: int = BodyField(GAMES, ge=FEWEST_GAMES, le=MAX_GAMES)


def doctor_pages() -> APIRouter:
    """The addresses of the doctor."""
    router, jobs = APIRouter(), Background[Examination]("doctor")

    @router.get("/doctor")
    def show(
        request: Request, deck: DeckText = "", format: FormatName = "blackrock"
    ) -> HTMLResponse:
        formats = {name: name == format for name in format_names()}
        limits = {"least": FEWEST_GAMES, "usual": GAMES, "most": MAX_GAMES}
        return page(request, "doctor.html", deck=deck, formats=formats, games=limits)

    @router.post("/doctor/examine")
    def examine_deck(asked: AskedExamination) -> dict[str, str]:
        patch, format = cards_of(asked.format)
        read = deck_of_text(asked.deck, format=format)
        names = {
            name: [each.strip() for each in getattr(asked, name).splitlines() if each.strip()]
            for name in ("keep", "avoid")
        }
        question = DeckDoctor(deck=asked.deck, dust=asked.dust, **names)
        player = read_search_player(question.player, patch, format)
        player = player.but(opponents_scorer=player.scorer)
        field = Field(allowed_opponents(read.deck, player), player, question.seed)
        job = Examination(read.deck, question.limits(read.deck), field, asked.games)
        return {"id": jobs.start(job), "read": read.account}

    @router.post("/doctor/more")
    def more(asked: AskedRound) -> dict[str, str]:
        job = jobs.job(asked.id)
        if not job.state()["may_go_on"]:
            raise ConfigError("this examination is not over, or has all its rounds")
        return {"id": jobs.start(job)}

    @router.get("/doctor/state")
    def state(id: Id) -> dict[str, Any]:
        return jobs.job(id).state()

    return router


class AskedRound(Body):
    """The body of a request for one more round."""

    id: str = BodyField(max_length=40)
