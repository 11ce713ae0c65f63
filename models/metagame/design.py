"""Designs of cards: their settings, the numbers to try, and what an equilibrium says of them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from pydantic import Field

from engine.card_data import CardData
from engine.decks import Patch, new_patch
from engine.patches import FIELDS, RANGES, Change
from models.metagame.equilibrium import DeckShares, limits_of
from models.players.config import PlayerConfig
from models.players.decks import OpponentDeck
from models.settings.config import Config, EvenGames
from models.settings.patches import PatchSetting

#: Steps that one of each number counts as: a mana crystal buys about two points of stats.
STEPS = {"cost": 2, "attack": 1, "health": 1, "durability": 1}


class DesignConfig(Config):
    """Cards, each alone with several numbers, in a metagame of given decks."""

    player: PlayerConfig = Field(description="Who plays both sides of all games.")
    decks: tuple[OpponentDeck, ...] = Field(
        min_length=2, description="The decks of the metagame near its equilibrium, and played ones."
    )
    shares: tuple[float, ...] = Field(description="Their shares of the equilibrium; played ones 0.")
    cards: tuple[str, ...] = Field(
        (), description="Cards: ids, or new ones as lines of the card language."
    )
    patches: tuple[PatchSetting, ...] = Field((), description="Patches: all changes at once.")
    steps: int = Field(ge=0, le=10, description="Changes of each number, up and down.")
    deals: int = Field(
        ge=1, le=10_000, description="Deals of the first heat of a race between decks with a card."
    )
    games: int = Field(
        ge=2, le=1_000_000, description="New games of each deck with and without a card."
    )
    takers: int = Field(ge=0, le=100, description="Decks that take a card, at most.")
    pair_games: EvenGames = Field(
        ge=2, le=100_000, description="Games of each deck against each other one, half per seat."
    )
    temperature: float = Field(gt=0, le=1, description="Of the equilibrium, as in the metagame.")
    draws: int = Field(ge=2, le=10_000, description="Draws of the win rates, as in the metagame.")
    most_share: float = Field(0.3, gt=0, le=1, description="Largest share of decks with a card.")
    gap: float = Field(
        0.02,
        ge=0,
        le=1,
        description="How far the best deck with a card may be ahead of the best one without it.",
    )
    seed: int = Field(1, ge=0, description="Seed of all games.")


@dataclass(frozen=True, order=True)
class NumberChange:
    """One number of a card changed by some steps, or none: 0 steps of no field."""

    field: str = ""
    step: int = 0

    def __str__(self) -> str:
        return f"{self.field}{self.step:+d}" if self.step else "given"

    @property
    def size(self) -> int:
        """The size of the change, in points of stats."""
        return abs(self.step) * STEPS.get(self.field, 0)

    def of(self, card: CardData) -> int:
        """The changed number of a card."""
        return int(getattr(card, self.field)) + self.step

    def patch(self, base: Patch, card: CardData) -> Patch:
        """The cards of a patch with this change."""
        if not self.step:
            return base
        name = f"{base.name} {card.id} {self}"
        return new_patch(name, [Change(card.id, self.field, self.of(card), name)], base)


GIVEN = NumberChange()


def numbers_of(card: CardData, steps: int) -> Iterator[NumberChange]:
    """The numbers of a card to try: the given ones first, then each number alone, up and down."""
    yield GIVEN
    for field in FIELDS[card.type]:
        low, high = RANGES[field]
        for step in range(-steps, steps + 1):
            numbers = NumberChange(field, step)
            if step and low <= numbers.of(card) <= high:
                yield numbers


@dataclass(frozen=True)
class CardShare:
    """How a card does in an equilibrium."""

    share: tuple[float, float, float]  #: Decks of the equilibrium that have it, with 95 % limits
    copies: float  #: Mean copies in a deck of the equilibrium
    with_card: int | None  #: Number of the best deck with it; None if no deck has it
    without: int | None  #: Number of the best deck without it; None if all decks have it
    #: How much the first wins more than the second, with 95 % limits; NaN if there is none
    gap: tuple[float, float, float]


def card_share(found: DeckShares, copies: np.ndarray) -> CardShare:
    """How a card does in an equilibrium of n decks, of which it has (n,) copies."""
    has = copies > 0
    drawn = found.weights[:, has].sum(axis=1)
    low, high = limits_of(drawn)
    share = (float(drawn.mean()), float(low), float(high))
    first, second = (_best(found.values, part) for part in (has, ~has))
    gap = (float("nan"),) * 3
    if first is not None and second is not None:
        low, high = limits_of(found.drawn_values[:, first] - found.drawn_values[:, second])
        gap = (float(found.values[first] - found.values[second]), float(low), float(high))
    return CardShare(share, float(found.shares @ copies), first, second, gap)


def _best(values: np.ndarray, among: np.ndarray) -> int | None:
    return int(np.where(among, values, -np.inf).argmax()) if among.any() else None
