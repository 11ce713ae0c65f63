"""Whom a learner plays, itself and copies of its past, and with which heroes.

pool = OpponentPool(METHODS["osfp"])
opponents = pool.choose(rng, n_games)  # LEARNER, or places in pool.history
pool.record(opponents, outcomes)
pool.end_period(copy_of_the_learner)

`OpponentPool` is Algorithm 1 of Xiao et al. 2023, optimistic smooth fictitious play, without the
learning. Plain self-play, fictitious play and prioritised fictitious self-play (PFSP) are other
settings of it. The paper leaves open:

- how an opponent is chosen by the payoffs: `choice`
- whether the threshold 0.55 is a share of games won or a mean outcome: `scale`

`HeroBandit` is from the paper's section on picking heroes (PH): without tuned entropy it collapses
to one hero; with it, it stays uniform. The paper's models draw heroes uniformly instead.
"""

from collections.abc import Callable
from typing import Generic, Literal, TypeVar

import numpy as np
from pydantic import Field

from models.settings.config import Config

LEARNER = -1
Copy = TypeVar("Copy")


class OpponentRules(Config):
    """How opponents are chosen, and when a copy of the learner joins them."""

    self_play: float = Field(0.6, ge=0, le=1, description="Share of games against itself.")
    choice: Literal["linear", "squared", "uniform"] = Field(
        "linear",
        description="Weight of a copy that the learner beats with probability w: "
        "1 - w + 0.1, (1 - w)^2, or 1.",
    )
    threshold: float = Field(
        0.55, ge=0, le=1, description="The learner is copied when it beats all copies by this."
    )
    scale: Literal["win-rate", "payoff"] = Field(
        "win-rate", description="Meaning of the threshold: a share of wins, or a mean of +1 and -1."
    )
    patience: int = Field(
        6, ge=-1, le=1_000_000_000,
        description="Periods without a copy before one is made anyway: more than this number, "
        "counted from 0; -1: after every period.",
    )  # fmt: skip


#: The paper's method and the methods that it is compared with.
METHODS: dict[str, OpponentRules] = {
    "self-play": OpponentRules(self_play=1.0),
    "fictitious-play": OpponentRules(self_play=0.0, choice="uniform", patience=-1),
    # the main agents' shares in AlphaStar, without its games against exploiters
    "pfsp": OpponentRules(self_play=0.35, choice="squared", patience=-1),
    "osfp": OpponentRules(),
}

_WEIGHTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "linear": lambda share: 1 - share + 0.1,
    "squared": lambda share: np.maximum((1 - share) ** 2, 1e-6),  # all beaten: not all 0
    "uniform": np.ones_like,
}


class OpponentPool(Generic[Copy]):
    """The learner's past and this period's results against it.

    Attributes:
        history: Copies of the learner, oldest first.
        payoffs: Sums of outcomes against each copy in this period.
        games: Numbers of games against each copy in this period.
        waited: Periods since the last copy.
    """

    def __init__(self, rules: OpponentRules) -> None:
        self.rules = rules
        self.waited = 0
        self.begin_period([])

    def begin_period(self, history: list[Copy]) -> None:
        """Begin a learning period with some copies, and no games against them."""
        self.history = history
        self.payoffs = np.zeros(len(history))
        self.games = np.zeros(len(history), np.int64)

    def win_shares(self) -> np.ndarray:
        """Return the (n_copies,) array of shares of games won; 0.5 without games."""
        return (self._mean_outcomes() + 1) / 2

    def chances(self) -> np.ndarray:
        """Return how likely each copy is in a game that is not against the learner itself."""
        weights = _WEIGHTS[self.rules.choice](self.win_shares())
        return weights / weights.sum()

    def choose(self, rng: np.random.Generator, n: int) -> np.ndarray:
        """Return the opponents of `n` games: LEARNER, or places in the history."""
        if not self.history:
            return np.full(n, LEARNER)
        is_self = rng.random(n) < self.rules.self_play
        return np.where(is_self, LEARNER, rng.choice(len(self.history), n, p=self.chances()))

    def record(self, opponents: np.ndarray, outcomes: np.ndarray) -> None:
        """Count finished games: outcomes are 1 where the learner won, -1 where it lost, else 0."""
        is_copy = opponents != LEARNER
        n = len(self.history)
        self.games += np.bincount(opponents[is_copy], minlength=n)
        self.payoffs += np.bincount(opponents[is_copy], outcomes[is_copy], minlength=n)

    def end_period(self, copy: Copy) -> bool:
        """End a period; add the copy to the history if it is time, and return whether it was."""
        is_due = self._beats_all() or self.waited > self.rules.patience
        self.waited = 0 if is_due else self.waited + 1
        self.begin_period([*self.history, copy] if is_due else self.history)
        return is_due

    def _mean_outcomes(self) -> np.ndarray:
        return self.payoffs / np.maximum(self.games, 1)

    def _beats_all(self) -> bool:
        """Whether each copy is beaten by the threshold; so also if there is no copy."""
        levels = self._mean_outcomes() if self.rules.scale == "payoff" else self.win_shares()
        return bool(np.all((levels > self.rules.threshold) & (self.games > 0)))


class HeroRules(Config):
    """How heroes are chosen in training."""

    is_learned: bool = Field(False, description="Learned as a bandit; else drawn uniformly.")
    rate: float = Field(0.05, gt=0, description="Step of the preferences per game.")
    entropy: float = Field(0.0, ge=0, description="Weight of the choice's entropy.")


class HeroBandit:
    """Preferences (logits) of heroes, improved by policy gradient against the mean outcome."""

    def __init__(self, rules: HeroRules, n_heroes: int) -> None:
        self.rules = rules
        self.preferences = np.zeros(n_heroes)

    def chances(self) -> np.ndarray:
        """Return the (n_heroes,) array of probabilities."""
        weights = np.exp(self.preferences - self.preferences.max())
        return weights / weights.sum()

    def learn(self, heroes: np.ndarray, outcomes: np.ndarray) -> None:
        """Improve by finished games with these (n_games,) heroes and outcomes, 1, -1 or 0."""
        if not len(heroes):
            return
        chances = self.chances()
        gains = outcomes - outcomes.mean()
        slope = np.bincount(heroes, gains, minlength=len(chances)) - gains.sum() * chances
        logs = np.log(np.maximum(chances, 1e-12))
        spread = -chances * (logs - (chances * logs).sum())
        self.preferences += self.rules.rate * (slope + self.rules.entropy * len(heroes) * spread)
