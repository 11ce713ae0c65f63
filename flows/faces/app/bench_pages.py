"""The addresses of the deck bench: read decks, compare them with elites, measure them."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from engine.card_data import card_data, card_text
from engine.decks import Deck, DeckError
from flows.faces.app.bench import MAX_GAMES, Bench
from flows.faces.app.folder import RunFolder
from flows.faces.app.pages import page
from flows.faces.app.settings import Number
from flows.questions.decks import deck_of_text
from models.players.config import PlayerConfig
from models.players.decks import Opponent, opponents_of
from tasks.reports import deck_facts
from tasks.reports.results import DeckResults

_MAX_TEXT = 4_000
_Text = Annotated[str, Query(max_length=_MAX_TEXT, description="A deck as text or code.")]
_Run = Annotated[str, Query(max_length=300, description="A run's name; empty for none.")]


class Asked(BaseModel):
    """The body of a request to measure."""

    model_config = ConfigDict(extra="forbid", strict=True)

    run: str = Field("", max_length=300)
    deck: str = Field(max_length=_MAX_TEXT)
    changed: str = Field("", max_length=_MAX_TEXT)
    games: int = Field(200, ge=1, le=MAX_GAMES)


@dataclass(frozen=True)
class ReadDeck:
    """A text read as a deck.

    Attributes:
        text: The text.
        problem: Why it is none; empty if it is one.
        deck: The deck.
        cards: Its cards, cheapest first.
        nearest: The elites with the most cards in common.
    """

    text: str
    problem: str = ""
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
    ) -> HTMLResponse:
        results = folder.decks(run) if run else None
        if results is not None and evaluation is not None and not deck:
            deck = _as_text(results, evaluation)
            changed = changed or deck
        texts = [_read(text, results) for text in (deck, changed)]
        shown: dict[str, Any] = {"run": run, "decks": texts, "max_games": MAX_GAMES}
        return page(request, "bench.html", **shown)

    @router.post("/bench/measure")
    def measure(asked: Asked) -> dict[str, str]:
        results = folder.decks(asked.run) if asked.run else None
        opponents, player = _players(results)
        decks = [deck_of_text(text) for text in (asked.deck, asked.changed) if text.strip()]
        return {"id": bench.start(decks, opponents, player, asked.games)}

    @router.get("/bench/state")
    def state(id: Annotated[str, Query(max_length=40)]) -> dict[str, Any]:
        return bench.state(id)

    return router


def _players(results: DeckResults | None) -> tuple[tuple[Opponent, ...], PlayerConfig]:
    """The opponents and players of a run; without one DSA-ME's."""
    if results is None:
        return opponents_of("elite"), PlayerConfig()
    return opponents_of(results.experiment.opponents), results.experiment.player


def _as_text(results: DeckResults, evaluation: int) -> str:
    """A deck of a run, a card per line."""
    counts = deck_facts.row_of(results, evaluation)["solution"]
    cards = deck_facts.card_list(results, counts)
    return "\n".join(f"{card.copies}x {card.name}" for card in cards)


def _read(text: str, results: DeckResults | None) -> ReadDeck:
    if not text.strip():
        return ReadDeck(text)
    try:
        deck = deck_of_text(text)
    except DeckError as error:
        return ReadDeck(text, f"{error}")
    copies = {card: deck.cards.count(card) for card in deck.cards}
    facts = [(card_data(card), n) for card, n in copies.items()]
    cards = (
        deck_facts.Copies(card.id, card.cost, card.name, n, card_text(card.id)) for card, n in facts
    )
    ordered = tuple(sorted(cards, key=lambda card: (card.cost, card.name)))
    return ReadDeck(text, "", deck, ordered, _nearest(deck, results))


def _nearest(deck: Deck, results: DeckResults | None) -> tuple[deck_facts.Difference, ...]:
    """The nearest elites of a run; none if the deck has cards outside its pool."""
    if results is None:
        return ()
    try:
        counts = results.pool.counts(deck)
    except DeckError:
        return ()
    return tuple(deck_facts.nearest_by_cards(results, counts))
