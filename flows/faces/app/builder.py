"""The deck builder: its addresses, and what is still wrong with a deck."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from pydantic import Field

from engine.deck_rules import DECK_SIZE, deck_of_code, find_codes
from engine.decks import Deck, DeckError, deck_code, validate_deck
from flows.faces.app.cards import card_list, cards_of, format_names, text_of_deck
from flows.faces.app.pages import Body, DeckText, FormatName, page
from flows.questions.decks import deck_of_text

#: Cards of the largest deck that the server checks.
MAX_CARDS = 60


def opened(text: str, format: str) -> tuple[Deck | None, str]:
    """The deck of a text, and why there is none; a code may stand for an unfinished deck."""
    if not text.strip():
        return None, ""
    try:
        codes = find_codes(text)
        if codes:
            return deck_of_code(codes[0]), ""
        return deck_of_text(text, format=cards_of(format)[1]).deck, ""
    except DeckError as error:
        return None, f"{error}"


class AskedDeck(Body):
    """The body of a request to check a deck: its class, and the ids of its cards."""

    hero: str = Field(max_length=20)
    cards: list[str] = Field(max_length=MAX_CARDS)
    format: str = Field("", max_length=60)


def builder_pages() -> APIRouter:
    """The addresses of the builder."""
    router = APIRouter()

    @router.get("/builder")
    def show(deck: DeckText = "", format: FormatName = "") -> HTMLResponse:
        chosen = format or format_names()[0]
        listed, (found, problem) = card_list(chosen), opened(deck, chosen)
        listed["hero"], cards = (found.hero, found.cards) if found else ("MAGE", ())
        return page("builder.html", **listed, cards=cards, problem=problem, size=DECK_SIZE)

    @router.post("/builder/check")
    def check(asked: AskedDeck) -> dict[str, str]:
        patch, format = cards_of(asked.format)
        deck = Deck("", asked.hero.upper(), tuple(asked.cards))
        made = {"code": deck_code(deck), "text": text_of_deck(deck), "problem": ""}
        try:
            validate_deck(deck, patch=patch, format=format)
        except DeckError as error:
            made["problem"] = f"{error}".removeprefix("the deck: ")
        return made

    return router
