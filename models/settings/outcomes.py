"""Outcomes: the numbers recorded of an evaluated deck or player, one entry each.

The entries of `OUTCOMES` define the fields that the game loop counts (`models.players.core.state`),
the columns of evaluations and their averages (`models.players.evaluations`), surrogates' targets,
archives' measures, the columns of SQL tables with their documentation (`tasks.sql.schema`),
and the labels of plots.

This module is light to import, because the command line lists targets and measures.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.card_data import CardData

#: How a deck's games give one number: a mean per game or per round, the standard error of the mean
#: per game, or a count; or from the deck only.
Average = Literal[
    "per game", "per round", "standard error", "games", "wins", "win rate", "failed games",
    "of deck",
]  # fmt: skip
_MEANS = ("per game", "per round", "standard error")
_COUNTS = ("games", "wins", "failed games")


@dataclass(frozen=True)
class Outcome:
    """A column of evaluations."""

    name: str  #: The column
    average: Average  #: How a deck's games give one number
    unit: str  #: Its unit; empty for a share
    text: str  #: Its meaning, in one phrase
    #: Its name in the papers' programs (EvoStone2 and EvoSabber, GameEvaluator); empty if they lack
    #: it
    source: str = ""
    label: str = ""  #: Its label in plots; `text` if empty
    #: The field of the game record that is averaged, which the game loop counts over a game; `name`
    #: if empty
    field: str = ""
    by_opponent: bool = False  #: Whether it is an array, one number per opponent
    #: Computes it from the deck's cards, if it is "of deck"
    of_deck: Callable[[Sequence[CardData]], float] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole number (int64); all others are float64."""
        return self.average in _COUNTS

    @property
    def counted(self) -> str | None:
        """The averaged field of the game record, if it is a mean."""
        return (self.field or self.name) if self.average in _MEANS else None

    @property
    def is_predictable(self) -> bool:
        """Whether it describes a deck or its games, so that a surrogate can predict it."""
        return not (self.is_whole or self.by_opponent or self.average == "standard error")

    @property
    def axis(self) -> str:
        """The label of an axis."""
        return f"{self.source or self.name}: {self.label or self.text}"


def _mana(cards: Sequence[CardData]) -> int:
    return sum(card.cost for card in cards)


def _mana_variance(cards: Sequence[CardData]) -> float:
    """Population variance; exact up to one division, so equal on every machine."""
    n, squares = len(cards), sum(card.cost * card.cost for card in cards)
    return (n * squares - _mana(cards) ** 2) / n**2


def _number_of(kind: str) -> Callable[[Sequence[CardData]], int]:
    return lambda cards: sum(card.type == kind for card in cards)


#: Dust to craft a card, by rarity; others are free.
DUST = {"COMMON": 40, "RARE": 100, "EPIC": 400, "LEGENDARY": 1600}


def _dust(cards: Sequence[CardData]) -> int:
    return sum(DUST.get(card.rarity, 0) for card in cards)


_ENTRIES = (
    Outcome(
        "objective",
        "per game",
        "health",
        "mean health difference, own minus the opponent's hero, when games end",
        "AverageHealthDifference",
        label="mean health difference",
        field="health_difference",
    ),
    Outcome(
        "objective_se", "standard error", "health", "its standard error", field="health_difference"
    ),
    Outcome(
        "turns",
        "per game",
        "rounds",
        "mean rounds per game",
        "NumTurns",
        label="rounds per game",
        field="rounds",
    ),
    Outcome(
        "hand_size",
        "per round",
        "cards",
        "mean cards in hand after the own turn",
        "HandSize",
        label="cards in hand",
    ),
    Outcome("n_games", "games", "games", "games played"),
    Outcome("win_count", "wins", "games", "games won; a draw is no win", "WinCount"),
    Outcome("win_rate", "win rate", "", "share of games won"),
    Outcome(
        "damage_done", "per round", "damage", "attack of attacking minions per round", "DamageDone"
    ),
    Outcome("cards_drawn", "per round", "cards", "cards drawn per round", "CardsDrawn"),
    Outcome("mana_spent", "per round", "mana", "mana spent per round, once per plan", "ManaSpent"),
    Outcome("mana_wasted", "per round", "mana", "mana left per round, once per plan", "ManaWasted"),
    Outcome(
        "strategy_alignment",
        "per round",
        "points of the scorer",
        "score of the player's plans per round",
        "StrategyAlignment",
    ),
    Outcome("dust", "of deck", "dust", "crafting cost of the deck", "Dust", of_deck=_dust),
    Outcome(
        "deck_mana_sum",
        "of deck",
        "mana",
        "sum of its cards' costs",
        "DeckManaSum",
        label="mana costs of a deck",
        of_deck=_mana,
    ),
    Outcome(
        "deck_mana_variance",
        "of deck",
        "mana squared",
        "variance of its cards' costs",
        "DeckManaVariance",
        label="of a deck's mana costs",
        of_deck=_mana_variance,
    ),
    Outcome(
        "n_minions",
        "of deck",
        "cards",
        "minions in it",
        "NumMinionCards",
        of_deck=_number_of("MINION"),
    ),
    Outcome(
        "n_spells", "of deck", "cards", "spells in it", "NumSpellCards", of_deck=_number_of("SPELL")
    ),
    Outcome("opponent_games", "games", "games", "games against each opponent", by_opponent=True),
    Outcome("opponent_wins", "wins", "games", "wins against each opponent", by_opponent=True),
    Outcome(
        "opponent_objective",
        "per game",
        "health",
        "mean health difference against each opponent",
        field="health_difference",
        by_opponent=True,
    ),
    Outcome("failed_games", "failed games", "games", "failed games, played again"),
)
#: In the order of the columns of evaluations.
OUTCOMES = {each.name: each for each in _ENTRIES}
#: Fields of the game record that are counted over a game.
COUNTED = tuple(dict.fromkeys(each.counted for each in _ENTRIES if each.counted))
#: Targets of a surrogate.
PREDICTABLE = tuple(each.name for each in _ENTRIES if each.is_predictable)
#: Measures of an archive of decks.
MEASURES = tuple(name for name in PREDICTABLE if name != "objective")
#: Measures of an archive of players, which all play the same deck.
PLAYER_MEASURES = tuple(name for name in MEASURES if OUTCOMES[name].of_deck is None)

if TYPE_CHECKING:
    Target = str
else:
    Target = Literal[PREDICTABLE]
