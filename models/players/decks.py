"""The published decks, and decks that people played in 2014 and 2015.

Published are the opponents of the papers' experiments, starter decks, and the player's own deck.
The lists are data in `models/players/data`, with their sources: `decks.json`, `played_decks.json`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Literal, Self, get_args

from engine.card_data import did_you_mean, quoted
from engine.decks import (
    Deck,
    DeckError,
    Patch,
    check_available,
    check_format,
    deck_code,
    deck_from_code,
    read_decks,
)
from engine.history import PERIODS
from models.settings.config import Config

DATA = Path(__file__).parent / "data"

Scorer = Literal["aggro", "control"]


@dataclass(frozen=True)
class Opponent:
    """An opponent's deck and scorer.

    Attributes:
        deck: The deck.
        scorer: The scorer of its player.
        mulligan: Cards, each once, with whether the mulligan keeps them; others go by the rule of
            the player's settings.
    """

    deck: Deck
    scorer: Scorer
    mulligan: tuple[tuple[str, bool], ...] = ()

    @property
    def name(self) -> str:
        """The opponent's name in results: "Aggro Hunter"."""
        prefix = self.scorer.capitalize()
        return self.deck.name if self.deck.name.startswith(prefix) else f"{prefix} {self.deck.name}"


class OpponentDeck(Config):
    """An opponent as a setting, so that a manifest has the whole deck.

    Attributes:
        name: The opponent's name in results.
        scorer: The scorer of its player.
        code: Its deck code.
    """

    name: str
    scorer: Scorer
    code: str

    @classmethod
    def of(cls, opponent: Opponent) -> Self:
        """The setting that means this opponent."""
        return cls(name=opponent.name, scorer=opponent.scorer, code=deck_code(opponent.deck))

    def opponent(self) -> Opponent:
        """The opponent itself.

        Raises:
            DeckError: The code cannot be read, or its deck is not legal.
        """
        return Opponent(deck_from_code(self.code, self.name, format=None), self.scorer)


def decks_of_codes(names: Iterable[str], codes: Iterable[str]) -> tuple[OpponentDeck, ...]:
    """Decks for players with an `opponents_scorer`: the scorers of their own are not used."""
    named = zip(names, codes, strict=True)
    return tuple(OpponentDeck(name=name, scorer="control", code=code) for name, code in named)


@cache
def _groups(file: str = "decks") -> dict[str, tuple[Deck, ...]]:
    return read_decks(DATA / f"{file}.json")


STARTER_DECKS: dict[str, Deck] = {deck.hero: deck for deck in _groups()["starter"]}


def _elite() -> tuple[Opponent, ...]:
    scorers: dict[str, Scorer] = {"Aggro": "aggro", "Control": "control"}
    return tuple(Opponent(deck, scorers[deck.name.split()[0]]) for deck in _groups()["elite"])


def _starter() -> tuple[Opponent, ...]:
    decks = STARTER_DECKS.values()
    return tuple(Opponent(deck, scorer) for deck in decks for scorer in get_args(Scorer))


def _played(period: str) -> tuple[Opponent, ...]:
    return tuple(
        Opponent(deck, scorer)
        for scorer in get_args(Scorer)
        for deck in _groups("played_decks").get(f"{period}-{scorer}", ())
    )


SUITES: dict[str, Callable[[], tuple[Opponent, ...]]] = {
    "elite": _elite,
    "starter": _starter,
    **{period: partial(_played, period) for period in PERIODS},
}


@cache
def opponent_suite(name: str) -> tuple[Opponent, ...]:
    """Returns opponents in the order of the games.

    Args:
        name: "elite", the six opponents of DSA-ME (and, with the same lists, of MESB's second and
            third experiment), or "starter", those of MESB's validation experiment: the starter
            decks of Hunter, Paladin and Warlock, each played with both scorers. "classic14",
            "naxx14" and "brm15" are decks that people played on that day (`engine.history`).

    Raises:
        DeckError: No such suite.

    Source:
        tehqin/EvoStone2, `suites/eliteMeta.tml`; tehqin/EvoSabber, `suites/starterMeta.tml`.
    """
    if name not in SUITES:
        raise DeckError(f"unknown opponents '{name}'; use one of {', '.join(SUITES)}")
    return SUITES[name]()


def opponents_of(opponents: str | Sequence[Opponent | OpponentDeck]) -> tuple[Opponent, ...]:
    """Returns the opponents of a suite by its name, or the given ones.

    Raises:
        DeckError: The suite does not exist, or an opponent's code is not a legal deck.
    """
    if isinstance(opponents, str):
        return opponent_suite(opponents)
    return tuple(each.opponent() if isinstance(each, OpponentDeck) else each for each in opponents)


def check_opponents(opponents: Sequence[Opponent], patch: Patch, format: str) -> None:
    """Checks the cards of opponents' decks.

    The published decks play in every format: results in two formats then have the same opponents.

    Args:
        patch: Of which build the cards must be.
        format: Of which format the cards of all other decks must be.

    Raises:
        DeckError: A deck has a card of a later build or of another format.
    """
    published = {_contents(deck) for group in _groups().values() for deck in group}
    for deck in (each.deck for each in opponents):
        try:
            check_available(deck, patch)
            if _contents(deck) not in published:
                check_format(deck, format)
        except DeckError as error:
            raise DeckError(f"opponents: {error}") from None


def _contents(deck: Deck) -> tuple[str, ...]:
    return deck.hero, *sorted(deck.cards)


def named_deck(name: str) -> Deck:
    """Returns a deck of the suites, such as "Classic Miracle Rogue", "Aggro Hunter" or "Zoolock".

    Capital letters do not matter.

    Raises:
        DeckError: No such deck; the message lists the names.
    """
    for deck in _named():
        if deck.name.casefold() == name.strip().casefold():
            return deck
    hint = did_you_mean(name, deck_names(), f"use one of {', '.join(deck_names())}")
    raise DeckError(f"unknown deck {quoted(name)}; {hint}")


def deck_names() -> list[str]:
    """The names of the published decks, then of those that people played."""
    return [deck.name for deck in _named()]


def _named() -> list[Deck]:
    groups = (*_groups().values(), *_groups("played_decks").values())
    return [deck for group in groups for deck in group]
