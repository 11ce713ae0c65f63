"""`Pilot`: a search player that decides in the battles of self-play's games.

The policy begins as a copy of it: `Copying` has the settings. The pilot plays random decks against
itself. In a share of its actions it errs, and the policy decides instead, so that the policy also
sees where its own errors lead (Ross et al. 2011, DAgger). What is recorded is what the pilot would
do. A decision that does not continue the pilot's own action is not recorded.
"""

from collections.abc import Mapping
from typing import Annotated

import numpy as np
from pydantic import AfterValidator, Field

from models.players.core.state import new_desk
from models.players.decks import CURVE, CURVED
from models.players.player_names import read_player
from models.self_play.environment import BuildAndPlay
from models.settings.config import Config

_STATE = "planned", "is_error", "is_followed", "is_curved"


def _fair_search(name: str) -> str:
    player = read_player(name)
    if player.own or player.learned or player.sees_all:
        raise ValueError(f"{name}: needs a search that sees no hidden card; use fair-beam")
    return name


#: The name of a search player that sees no hidden card.
FairSearch = Annotated[str, AfterValidator(_fair_search)]


class Copying(Config):
    """How the policy begins as a copy of a player, and is kept near it at first."""

    samples: int = Field(
        0, ge=0, le=10_000_000_000,
        description="Decisions copied before self-play, a part of all samples; 0: none.",
    )  # fmt: skip
    player: FairSearch = Field(
        "fair-beam:value", description="The player, by its name; a fair one."
    )
    errors: float = Field(
        0.2, ge=0, le=1, description="Share of its actions that the policy decides instead."
    )
    rate: float = Field(2e-3, gt=0, description="First learning rate; it falls to 0 linearly.")
    pull: float = Field(
        0.5, ge=0,
        description="Weight in self-play of the divergence of the policy's battles from the copy's;"
        " it falls to 0 linearly.",
    )  # fmt: skip
    pulled: int = Field(
        2_000_000, ge=1, le=10_000_000_000,
        description="Decisions of self-play until that weight is 0.",
    )  # fmt: skip

    def pull_at(self, samples: int) -> float:
        """Return the weight of the pull after so many samples of self-play."""
        return self.pull * max(0.0, 1 - max(0, samples) / self.pulled)


class Pilot:
    """The player of `Copying` in games side by side, with random decks."""

    def __init__(self, games: BuildAndPlay, config: Copying) -> None:
        settings = read_player(config.player, format=games.config.format).config
        if games.config.positions != "choose":
            settings = settings.but(positions="rightmost")
        self.games, self.errors, self.desk = games, config.errors, new_desk()
        self.strategy = settings.strategy(settings.scorer, is_first=True, rules=games.rules)
        self.planned = np.zeros(games.n_games, np.int64)
        self.is_error, self.is_followed, self.is_curved = np.zeros((3, games.n_games), bool)
        self.weights = _weights(games)

    def decide(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return (n_games,) decisions, and where the policy decides instead."""
        games, building = self.games, self.games.is_build
        pointers = games.plan(self.desk, self.strategy, int(rng.integers(2**32)), self.planned)
        begins = ~building & (games.decisions["source"] < 0)
        errs = rng.random(len(begins)) < self.errors
        self.is_error = np.where(begins, errs, self.is_error)
        self.is_followed |= begins
        self.is_followed &= games.masks[np.arange(len(begins)), pointers] != 0
        rows = np.flatnonzero(building)
        if len(rows):
            pointers[rows] = self._picks(rows, rng)
        return pointers, ~building & (self.is_error | ~self.is_followed)

    def is_copied(self) -> np.ndarray:
        """Return the (n_games,) array of whether the decision is one to copy."""
        return ~self.games.is_build & self.is_followed

    def follow(self, pointers: np.ndarray, actions: np.ndarray) -> None:
        """Note what was decided instead of `pointers`: what comes after is no part of the plan."""
        self.is_followed &= pointers == actions

    def _picks(self, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Draw a card of a random deck in each of these games, in most decks by a mana curve."""
        games = self.games
        draws = rng.random((2, len(rows)))
        begins = games.decisions["n_picked"][rows] == 0
        self.is_curved[rows] = np.where(begins, draws[0] < CURVED, self.is_curved[rows])
        heroes = games.heroes[rows, games.turns["to_move"][rows]]
        left = games.pool.cards["max_copies"] - games.picks[rows]
        sums = (self.weights[heroes, self.is_curved[rows].astype(int)] * left).cumsum(axis=1)
        return (draws[1][:, None] * sums[:, -1:] >= sums).sum(axis=1)

    def state(self) -> dict[str, np.ndarray]:
        """Return arrays from which `restore` continues."""
        return {name: getattr(self, name).copy() for name in _STATE}

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a state of a pilot of the same games and settings."""
        for name in _STATE:
            getattr(self, name)[:] = state[name]


def _weights(games: BuildAndPlay) -> np.ndarray:
    """(n_heroes, 2, n_cards) weights of a copy of a card: all equal, and by the curve."""
    pool = games.pool
    costs = np.minimum(games.rules.tables.cards["cost"][pool.cards["row"]], len(CURVE) - 1)
    found = np.zeros((len(pool.heroes), 2, len(pool)))
    for number, hero in enumerate(pool.heroes):
        copies = pool.usable(hero)
        of_cost = np.bincount(costs, copies, minlength=len(CURVE))
        found[number, 0] = copies > 0
        found[number, 1] = (copies > 0) * (np.array(CURVE) / np.maximum(of_cost, 1))[costs]
    return found
