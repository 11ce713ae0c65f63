"""The addresses of the deck bench: read decks, compare them with elites, measure them."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from engine.decks import Deck, DeckError, check_available
from engine.formats import DEFAULT_FORMAT, find_format
from flows.faces.app.bench import MAX_GAMES, Bench
from flows.faces.app.folder import RunFolder
from flows.faces.app.new_game import format_names
from flows.faces.app.pages import page
from flows.faces.app.settings import Number
from flows.questions.decks import deck_of_text
from models.players.config import PlayerConfig
from models.players.decks import Opponent, opponents_of
from tasks.reports import deck_facts
from tasks.reports.results import DeckResults

_MAX_TEXT = 4_000
_Text = Annotated[str, Query(max_length=_MAX_TEXT, description="A deck as text or code.")]
_Format = Annotated[str, Query(max_length=60, description="A format; empty for the run's.")]
_Run = Annotated[str, Query(max_length=300, description="A run's name; empty for none.")]


class Asked(BaseModel):
    """The body of a request to measure."""

    model_config = ConfigDict(extra="forbid", strict=True)

    run: str = Field("", max_length=300)
    deck: str = Field(max_length=_MAX_TEXT)
    changed: str = Field("", max_length=_MAX_TEXT)
    format: str = Field("", max_length=60)
    games: int = Field(200, ge=1, le=MAX_GAMES)


@dataclass(frozen=True)
class ReadDeck:
    """A text read as a deck.

    Attributes:
        text: The text.
        problem: Why it is none; empty if it is one.
        account: What was read, and how.
        deck: The deck.
        cards: Its cards, cheapest first.
        nearest: The elites with the most cards in common.
    """

    text: str
    problem: str = ""
    account: str = ""
    deck: Deck | None = None
    cards: tuple[deck_facts.Copies, ...] = ()
    nearest: tuple[deck_facts.Difference, ...] = ()

    @property
    def curve(self) -> list[int]:
        """Copies by cost."""
        return deck_facts.mana_curve(self.cards)


def bench_pages(folder: RunFolder) -> APIRouter:
    """The addresses of the bench."""
    router, bench = APIRouter(), Bench()

    @router.get("/bench")
    def show(
        request: Request,
        run: _Run = "",
        evaluation: Number | None = None,
        deck: _Text = "",
        changed: _Text = "",
        format: _Format = "",
    ) -> HTMLResponse:
        results = folder.decks(run) if run else None
        player = _players(results, format)[1]
        if results is not None and evaluation is not None and not deck:
            deck = deck_facts.as_text(results, evaluation)
            changed = changed or deck
        shown: dict[str, Any] = {
            "run": run,
            "decks": [_read(text, results, player) for text in (deck, changed)],
            "player": player,
            "formats": format_names(),
            "max_games": MAX_GAMES,
        }
        return page(request, "bench.html", **shown)

    @router.post("/bench/measure")
    def measure(asked: Asked) -> dict[str, str]:
        results = folder.decks(asked.run) if asked.run else None
        opponents, player = _players(results, asked.format)
        texts = [text for text in (asked.deck, asked.changed) if text.strip()]
        read = [deck_of_text(text, format=player.format) for text in texts]
        id = bench.start([each.deck for each in read], opponents, player, asked.games)
        return {"id": id, "read": ". ".join(each.account for each in read)}

    @router.get("/bench/state")
    def state(id: Annotated[str, Query(max_length=40)]) -> dict[str, Any]:
        return bench.state(id)

    return router


def _players(results: DeckResults | None, format: str) -> tuple[tuple[Opponent, ...], PlayerConfig]:
    """The opponents and players of a run, with its cards; without one DSA-ME's, in a format.

    Raises:
        DeckError: There is no such format.
    """
    if results is None:
        name = find_format(format or DEFAULT_FORMAT).name
        return opponents_of("elite"), PlayerConfig(format=name)
    return opponents_of(results.experiment.opponents), results.experiment.player


def _read(text: str, results: DeckResults | None, player: PlayerConfig) -> ReadDeck:
    """A text as a deck of the player's format, with the costs of its patch."""
    if not text.strip():
        return ReadDeck(text)
    try:
        read = deck_of_text(text, format=player.format)
        deck = read.deck
        check_available(deck, player.patch)
    except DeckError as error:
        return ReadDeck(text, f"{error}")
    cards = deck_facts.copies_of(Counter(deck.cards), player.patch)
    return ReadDeck(text, "", read.account, deck, tuple(cards), _nearest(deck, results))


def _nearest(deck: Deck, results: DeckResults | None) -> tuple[deck_facts.Difference, ...]:
    """The nearest elites of a run; none if the deck has cards outside its pool."""
    if results is None:
        return ()
    try:
        counts = results.pool.counts(deck)
    except DeckError:
        return ()
    return tuple(deck_facts.nearest_by_cards(results, counts))
