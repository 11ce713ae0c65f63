"""The published decks, decks that people played in 2014 and 2015, and random decks.

Published are the opponents of the papers' experiments, starter decks, and the player's own deck.
The lists are data in `models/players/data`, with their sources: `decks.json`, `played_decks.json`.

Random decks, most of them with a mana curve, are to train players, and to compare them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, Self, get_args

import numpy as np

from engine.card_data import did_you_mean, quoted
from engine.decks import (
    CLASSES,
    DECK_SIZE,
    Deck,
    DeckError,
    Patch,
    Pool,
    check_available,
    check_format,
    class_pool,
    deck_code,
    deck_from_code,
    read_decks,
)
from engine.history import PERIODS
from models.settings.config import Config

DATA = Path(__file__).parent / "data"

#: Cards of a deck with a curve that cost 0 to 7 or more, in the mean.
CURVE = (1, 4, 7, 6, 5, 4, 2, 1)
CURVED = 0.7

Scorer = Literal["aggro", "control"]


@dataclass(frozen=True)
class Opponent:
    """An opponent's deck and scorer."""

    deck: Deck  #: The deck
    scorer: Scorer  #: The scorer of its player
    #: Cards, each once, with whether the mulligan keeps them; others go by the rule of the player's
    #: settings
    mulligan: tuple[tuple[str, bool], ...] = ()

    @property
    def name(self) -> str:
        """The opponent's name in results: "Aggro Hunter"."""
        prefix = self.scorer.capitalize()
        return self.deck.name if self.deck.name.startswith(prefix) else f"{prefix} {self.deck.name}"


class OpponentDeck(Config):
    """An opponent as a setting, so that a manifest has the whole deck."""

    name: str  #: The opponent's name in results
    scorer: Scorer  #: The scorer of its player
    code: str  #: Its deck code

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


#: Names of the suites of opponents.
SUITES = ("elite", "starter", *PERIODS)


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
    scorers = get_args(Scorer)
    if name == "elite":
        elite = _groups()["elite"]
        pairs = [(deck, s) for deck in elite for s in scorers if deck.name.startswith(s.title())]
    elif name == "starter":
        pairs = [(deck, scorer) for deck in STARTER_DECKS.values() for scorer in scorers]
    else:
        played = _groups("played_decks")
        pairs = [(deck, s) for s in scorers for deck in played.get(f"{name}-{s}", ())]
    return tuple(Opponent(*pair) for pair in pairs)


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


def random_deck(pool: Pool, is_curved: bool, rng: np.random.Generator) -> Deck:
    """Returns a random legal deck of a pool; a curved one has more cards of low cost."""
    copies = np.repeat(np.arange(len(pool)), pool.max_copies)
    weights = np.ones(len(copies))
    if is_curved:
        costs = np.minimum(pool.costs[copies], len(CURVE) - 1)
        weights = np.array(CURVE)[costs] / np.bincount(costs, minlength=len(CURVE))[costs]
    chosen = rng.choice(copies, DECK_SIZE, replace=False, p=weights / weights.sum())
    return pool.deck(np.bincount(chosen, minlength=len(pool)))


def random_decks(n: int, format: str, patch: Patch, seed: int) -> list[Deck]:
    """Returns random decks of all classes in turn, 70 % of them with a mana curve."""
    pools = [class_pool(hero, format, patch) for hero in CLASSES]
    rng = np.random.default_rng(np.random.SeedSequence((seed, 0xDEC5)))
    return [random_deck(pools[i % len(pools)], rng.random() < CURVED, rng) for i in range(n)]
