"""HearthSim's experiments: their points, decks, players' weights and sizes.

Source: buddypanda.com, July to September 2014, and the programs of those dates
(oyachai/HearthSim d5f73e81, 0d3aba6d, 1c8a88df).
"""

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from engine.rules import Rules
from models.hearthsim.decks import CARDS, NONE
from models.players.config import HearthSimWeights, OneTurnConfig, PlayerConfig

ExperimentName = Literal["taunt", "divine-shield", "card-draw", "hero-battle"]
#: "clean": the player as it is meant; "2014": with the habits of the program of 2014.
Mode = Literal["clean", "2014"]
MODES: tuple[Mode, ...] = get_args(Mode)
RAGER, CRUSADER = "Magma Rager", "Scarlet Crusader"
SNAPJAW, INVENTOR = "Oasis Snapjaw", "Gnomish Inventor"
#: The published order of the heroes' win rates.
HEROES = (
    "MAGE",
    "DRUID",
    "PALADIN",
    "PRIEST",
    "ROGUE",
    "SHAMAN",
    "WARLOCK",
    "HUNTER",
    "WARRIOR",
)
#: Games per point of each preset; the published size is 40,000, of hero-battle 10,000.
SIZES = {"smoke": 40, "quick": 1_000, "study": 10_000, "paper": 40_000}


@dataclass(frozen=True)
class Contender:
    """One deck of a point, and the weights of its player.

    Attributes:
        chosen: The two cards that the deck has beside HearthSim's plain minions; empty for a random
            deck of generated minions.
        hero: A class, or NONE.
        taunts: Minions with Taunt in a random deck.
        weights: Weights of the scorer that differ from its defaults.
    """

    chosen: tuple[str, ...] = ()
    hero: str = NONE
    taunts: int = 0
    weights: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Point:
    """One setting of an experiment, and its games.

    Attributes:
        name: Its name in tables.
        value: The number that the experiment varies, if it varies one.
        sides: Our deck, whose win rate is measured, and the other one.
    """

    name: str
    value: float | None
    sides: tuple[Contender, Contender]


@dataclass(frozen=True)
class PublishedExperiment:
    """An experiment.

    Attributes:
        name: Its name in commands.
        title: Its name for people.
        first: Who goes first: "ours", or "random".
        largest: Games per point of the published size.
        points: Its points.
        misread: Whether the program of its date misread the weights in its file.
    """

    name: ExperimentName
    title: str
    first: Literal["ours", "random"]
    largest: int
    points: tuple[Point, ...]
    misread: bool = False

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


def _taunt(n: int) -> Point:
    return Point(f"{n}", n, (Contender(taunts=n), Contender()))


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
_TAUNTS = tuple(map(_taunt, (0, 2, 4, 8, 12, 16, 20, 24, 28, 30)))
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
