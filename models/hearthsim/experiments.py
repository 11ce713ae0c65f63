"""HearthSim's experiments: their points, decks, players' weights and sizes.

The decks have generated cards, plain minions, or those of the published lists. A random deck
follows from the seed of its game and its number of Taunts only. With more Taunts it has the same
minions, and Taunt on all that had it with fewer.

Source: buddypanda.com, July to September 2014, and the programs of those dates
(oyachai/HearthSim d5f73e81, 0d3aba6d, 1c8a88df).
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from engine.card_sets import CardSet
from engine.decks import DECK_SIZE, Deck, DeckError, find_card
from engine.dsl.cards import Card, hero, minion
from engine.dsl.keywords import taunt
from engine.rules import Rules
from models.players.config import HearthSimWeights, OneTurnConfig, PlayerConfig
from models.players.games import GOLDEN, mix

#: Range of the generated minions: 1 to this.
MAX_ATTACK, MAX_HEALTH = 5, 4
#: A deck's hero without a power.
NONE = "NONE"


def _minion(attack: int, health: int, has_taunt: bool) -> Card:
    name = f"{attack}/{health}{' Taunt' * has_taunt}"
    cost = (attack + health) // 2
    id_ = f"hearthsim:{attack}/{health}{':taunt' * has_taunt}"
    return minion(id_, name, cost, attack, health, *((taunt,) if has_taunt else ()))


#: All kinds, without Taunt first; Taunt changes neither stats nor cost.
#:
#: Source: oyachai/HearthSim d5f73e81, HearthSim.java.
CARDS = CardSet(
    "hearthsim",
    (
        hero("hearthsim:none", "None", 30),
        *(
            _minion(attack, health, has_taunt)
            for has_taunt in (False, True)
            for attack in range(1, MAX_ATTACK + 1)
            for health in range(1, MAX_HEALTH + 1)
        ),
    ),
)


#: Two of each, with two of both cards that an experiment chooses.
#:
#: Source: oyachai/HearthSim, the decks of examples 1 to 3.
BASIC = (
    "Goldshire Footman", "Murloc Raider", "Bloodfen Raptor", "Frostwolf Grunt", "River Crocolisk",
    "Ironfur Grizzly", "Silverback Patriarch", "Chillwind Yeti", "Sen'jin Shieldmasta",
    "Booty Bay Bodyguard", "Fen Creeper", "Boulderfist Ogre", "War Golem",
)  # fmt: skip


def basic_deck(hero: str, *chosen: str) -> Deck:
    """HearthSim's deck of plain minions: two of each of `BASIC` and of two chosen cards.

    The hero is a class, or `NONE`.

    Raises:
        DeckError: A card does not exist, or there are not 30 cards.
    """
    cards = tuple(find_card(name).id for name in (*BASIC, *chosen) for _ in range(2))
    if len(cards) != DECK_SIZE or max(Counter(cards).values()) > 2:
        raise DeckError(f"HearthSim's deck with {', '.join(chosen)}: choose two other cards")
    return Deck(f"{' and '.join(chosen)}", hero, cards)


def random_minions(rules: Rules, seeds: np.ndarray, taunts: tuple[int, int]) -> np.ndarray:
    """Draws two random decks of minions per game.

    Attack is uniform on 1 to 5, health on 1 to 4; the cost is half of their sum, rounded down.

    Args:
        seeds: (n,) array of uint64: a seed per game.
        taunts: Minions with Taunt in the first and in the second deck.

    Returns:
        (n, 2, 30) array of int64: rows of cards in list order.

    Source:
        oyachai/HearthSim d5f73e81, HearthSim.java, "standard minion only random deck".
    """
    rows = np.array([rules.row(card.id) for card in CARDS.cards[1:]])
    rows = rows.reshape(2, MAX_ATTACK, MAX_HEALTH)
    attack = _words(seeds, 0) % MAX_ATTACK
    health = _words(seeds, 1) % MAX_HEALTH
    # A random order of the places: the first of it have Taunt.
    ranks = _words(seeds, 2).argsort(axis=-1).argsort(axis=-1)
    has_taunt = ranks < np.array(taunts)[:, None]
    return rows[has_taunt.astype(np.int64), attack.astype(np.int64), health.astype(np.int64)]


def _words(seeds: np.ndarray, purpose: int) -> np.ndarray:
    """(n, 2, 30) array of uint64: random words per game, deck and card."""
    places = np.arange(2 * DECK_SIZE, dtype=np.uint64) + np.uint64(2 * DECK_SIZE * purpose + 1)
    return mix(seeds[:, None] + GOLDEN * places).reshape(-1, 2, DECK_SIZE)


ExperimentName = Literal["taunt", "divine-shield", "card-draw", "hero-battle"]
#: "clean": the player as it is meant; "2014": with the habits of the program of 2014.
Mode = Literal["clean", "2014"]
MODES: tuple[Mode, ...] = get_args(Mode)
RAGER, CRUSADER = "Magma Rager", "Scarlet Crusader"
SNAPJAW, INVENTOR = "Oasis Snapjaw", "Gnomish Inventor"
#: The published order of the heroes' win rates.
HEROES = ("MAGE", "DRUID", "PALADIN", "PRIEST", "ROGUE", "SHAMAN", "WARLOCK", "HUNTER", "WARRIOR")
#: Games per point of each preset; the published size is 40,000, of hero-battle 10,000.
SIZES = {"smoke": 40, "quick": 1_000, "study": 10_000, "paper": 40_000}


@dataclass(frozen=True)
class Contender:
    """One deck of a point, and the weights of its player."""

    #: The two cards that the deck has beside HearthSim's plain minions; empty for a random deck of
    #: generated minions
    chosen: tuple[str, ...] = ()
    hero: str = NONE  #: A class, or NONE
    taunts: int = 0  #: Minions with Taunt in a random deck
    #: Weights of the scorer that differ from its defaults
    weights: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Point:
    """One setting of an experiment: our deck, whose win rate is measured, and the other one.

    `value` is the number that the experiment varies, if it varies one.
    """

    name: str
    value: float | None
    sides: tuple[Contender, Contender]


@dataclass(frozen=True)
class PublishedExperiment:
    """An experiment."""

    name: ExperimentName
    title: str
    first: Literal["ours", "random"]  #: Who goes first: "ours", or "random"
    largest: int  #: Games per point of the published size
    points: tuple[Point, ...]
    misread: bool = False  #: Whether the program of its date misread the weights in its file

    def n_games(self, preset: str) -> int:
        """Games per point of a preset."""
        return min(SIZES[preset], self.largest)

    def content(self, mode: Mode) -> dict[str, Any]:
        """What a manifest records of the experiment in a mode."""
        points = [
            {
                "name": point.name,
                "sides": [
                    vars(side) | {"weights": self.player(side, mode).weights.model_dump()}
                    for side in point.sides
                ],
            }
            for point in self.points
        ]
        player = self.player(Contender(), mode).model_dump(mode="json", exclude={"weights"})
        named = {"experiment": self.name, "mode": mode, "first": self.first}
        return named | {"player": player, "points": points}

    def player(self, side: Contender, mode: Mode) -> PlayerConfig:
        """The player of a deck."""
        weights = HearthSimWeights(**side.weights)
        if mode == "2014" and self.misread:
            weights = weights.as_read_in_2014()
        return PlayerConfig(
            search="one-turn",
            scorer="hearthsim",
            cards="printed",
            one_turn=OneTurnConfig(compat=mode),
            weights=weights,
        )

    def rules(self, mode: Mode) -> Rules:
        """The rules of its games."""
        return self.player(Contender(), mode).rules(CARDS)


def _shields() -> tuple[Point, ...]:
    """A mirror of Magma Ragers, then Scarlet Crusaders at 21 weights of Divine Shield."""
    other = Contender((RAGER, SNAPJAW))
    points = [Point("mirror", None, (other, other))]
    for step in range(-8, 13):
        weight = step / 4
        weights = {"w_divine_shield": weight, "wt_divine_shield": weight}
        points.append(
            Point(f"{weight:g}", weight, (Contender((CRUSADER, SNAPJAW), weights=weights), other))
        )
    return tuple(points)


_SHIELD = {"w_divine_shield": 1.0, "wt_divine_shield": 1.0}
_SUPER_BASIC = Contender((CRUSADER, SNAPJAW), weights=_SHIELD)
_DRAWS = (
    Point(
        "Gnomish Inventor", None, (Contender((CRUSADER, INVENTOR), weights=_SHIELD), _SUPER_BASIC)
    ),
    Point("mirror", None, (_SUPER_BASIC, _SUPER_BASIC)),
)
_TAUNTS = tuple(
    Point(f"{n}", n, (Contender(taunts=n), Contender()))
    for n in (0, 2, 4, 8, 12, 16, 20, 24, 28, 30)
)
_BATTLES = tuple(
    Point(
        hero.capitalize(),
        None,
        (Contender((CRUSADER, SNAPJAW), hero, weights=_SHIELD), _SUPER_BASIC),
    )
    for hero in HEROES
)

EXPERIMENTS: dict[ExperimentName, PublishedExperiment] = {
    each.name: each
    for each in (
        PublishedExperiment("taunt", "Taunt", "ours", 40_000, _TAUNTS),
        PublishedExperiment(
            "divine-shield", "Divine Shield", "ours", 40_000, _shields(), misread=True
        ),
        PublishedExperiment("card-draw", "Card draw", "random", 40_000, _DRAWS),
        PublishedExperiment("hero-battle", "Hero battle", "random", 10_000, _BATTLES),
    )
}


def run_name(experiment: str, mode: str) -> str:
    """The name of the directory of an experiment in a mode."""
    return f"{experiment}-{mode}"
