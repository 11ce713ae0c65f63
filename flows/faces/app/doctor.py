"""The deck doctor: its addresses, and examinations in the background, round by round."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from pydantic import Field as BodyField

from engine.decks import Deck, DeckError, DeckReading, class_pool
from flows.doctor.examine import NEAR, findings
from flows.faces.app.background import Background, Job
from flows.faces.app.cards import cards_of, read_deck
from flows.faces.app.folder import RunFolder
from flows.faces.app.pages import MAX_TEXT, Body, DeckText, FormatName, GameNumber, Id, Named, page
from flows.questions.doctor import DeckDoctor, allowed_opponents
from models.doctor.examination import FEWEST_GAMES, GAMES, Round, Sizes, examine
from models.metagame.swaps import Limits
from models.players.config import PlayerConfig
from models.players.decks import Opponent
from models.players.field import Field
from models.players.player_names import read_search_player
from models.players.replay import ReplayedGame, replay_json
from models.settings.config import ConfigError
from tasks.games.seeds import games_seed
from tasks.reports.deck_facts import nearest_by_cards
from tasks.reports.explanation import pairs_of
from tasks.storage.files import StoreError

#: Rounds that one examination can have: the last has 60 times the games of the first.
MAX_ROUNDS = 7
#: The most games of the first round.
MAX_GAMES = 300_000
_PLAYER: str = DeckDoctor.model_fields["player"].default


@dataclass(eq=False)
class Examination(Job):
    """An examination of one deck; each run of the job is a round."""

    deck: Deck
    limits: Limits
    against: Field
    games: int
    folder: RunFolder
    rounds: list[Round] = field(default_factory=list)
    found: dict[str, Any] | None = None
    known: dict[str, Any] | None = None
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
        self.found = self._findings(self.rounds)

    def _findings(self, rounds: Sequence[Round]) -> dict[str, Any]:
        if self.known is None:
            self.known = {"elites": near_elites(self.folder, self.deck)}
            self.known |= explained_pairs(self.folder, self.deck, self.against.player)
        return findings(self.deck, self.against, rounds) | self.known

    def _counter(self) -> Callable[[int], None]:
        """A function that counts the games of one step."""
        before = self.n_played

        def count(n: int) -> None:
            self.n_played = before + n

        return count

    def _tell(self, so_far: Round) -> None:
        self.found = self._findings([*self.rounds, so_far])

    def state(self) -> dict[str, Any]:
        """Its progress and results as JSON values."""
        return super().state() | {
            "progress": 1.0 if self.is_over else min(1.0, self.n_played / self.n_games),
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


def near_elites(folder: RunFolder, deck: Deck) -> list[dict[str, Any]]:
    """The nearest elite of each of the newest searches, as JSON values, the nearest first."""
    found = []
    for run, results in folder.newest():
        with suppress(DeckError):  # the deck has other cards than the search
            for elite in nearest_by_cards(results, results.pool.counts(deck), 1):
                common = len(deck.cards) - sum(card.copies for card in elite.removed)
                shown = {"run": run, "evaluation": elite.evaluation, "common": common}
                found += [shown] if common >= NEAR else []
    return sorted(found, key=lambda each: -each["common"])


def explained_pairs(folder: RunFolder, deck: Deck, player: PlayerConfig) -> dict[str, Any]:
    """The deck's pairs by the newest search with an explanation that fits; else nothing."""
    for run, results in folder.newest():
        with suppress(DeckError, StoreError):  # it does not fit, or is not explained
            return pairs_of(results, deck, player) | {"explained": run}
    return {}


def _asked(text: str, format: str) -> tuple[DeckReading, PlayerConfig, tuple[Opponent, ...]]:
    """The deck of a text, the doctor's players with a format's cards, and its opponents."""
    patch, format = cards_of(format)
    player = read_search_player(_PLAYER, patch, format)
    player = player.but(opponents_scorer=player.scorer)
    read = read_deck(text, player)
    return read, player, allowed_opponents(read.deck, player)


def doctor_pages(folder: RunFolder) -> APIRouter:
    """The addresses of the doctor; `folder` has the searches that know near decks."""
    router = APIRouter()
    _add_examinations(router, folder)
    _add_games(router)
    return router


def _add_examinations(router: APIRouter, folder: RunFolder) -> None:
    """The page, the requests for a first round and for one more, and what is known so far."""
    jobs = Background[Examination]("doctor")

    @router.get("/doctor")
    def show(deck: DeckText = "", format: FormatName = "blackrock") -> HTMLResponse:
        limits = {"least": FEWEST_GAMES, "usual": GAMES, "most": MAX_GAMES}
        return page("doctor.html", deck=deck, format=format, games=limits)

    @router.post("/doctor/examine")
    def examine_deck(asked: AskedExamination) -> dict[str, str]:
        read, player, opponents = _asked(asked.deck, asked.format)
        names = {
            name: [each.strip() for each in getattr(asked, name).splitlines() if each.strip()]
            for name in ("keep", "avoid")
        }
        question = DeckDoctor.ask({"deck": asked.deck, "dust": asked.dust, **names})
        field, limits = Field(opponents, player, question.seed), question.limits(read.deck)
        job = Examination(read.deck, limits, field, asked.games, folder)
        return {"id": jobs.start(job), "read": read.account}

    @router.post("/doctor/more")
    def more(asked: Named) -> dict[str, str]:
        job = jobs.job(asked.id)
        if not job.state()["may_go_on"]:
            raise ConfigError("this examination is not over, or has all its rounds")
        return {"id": jobs.start(job)}

    @router.get("/doctor/state")
    def state(id: Id) -> dict[str, Any]:
        return jobs.job(id).state()


def _add_games(router: APIRouter) -> None:
    """A game of the deck in the replay viewer."""

    @router.get("/doctor/watch")
    def watch(
        deck: DeckText, format: FormatName = "blackrock", game: GameNumber = 0
    ) -> HTMLResponse:
        read, _, opponents = _asked(deck, format)
        shown: dict[str, Any] = {"deck": deck, "format": format, "game": game}
        shown |= {"name": read.deck.name, "against": opponents[game % len(opponents)].name}
        return page("doctor_watch.html", **shown)

    @router.get("/doctor/lines")
    def lines(
        deck: DeckText, format: FormatName = "blackrock", game: GameNumber = 0, plans: bool = True
    ) -> Response:
        read, player, opponents = _asked(deck, format)
        played = ReplayedGame.play(read.deck, opponents, player, games_seed(1), 0, game)
        return Response(replay_json(played, plans), media_type="application/x-ndjson")
