"""`HeroBandit`: how often each hero is chosen, learned as a softmax bandit.

Source: Xiao et al. 2023, section on picking heroes (PH): without tuned entropy it collapses to one
hero; with it, it stays uniform. The paper's models draw heroes uniformly instead.
"""

import numpy as np
from pydantic import Field

from models.settings.config import Config


class HeroRules(Config):
    """How heroes are chosen in training."""

    is_learned: bool = Field(False, description="Learned as a bandit; else drawn uniformly.")
    rate: float = Field(0.05, gt=0, description="Step of the preferences per game.")
    entropy: float = Field(0.0, ge=0, description="Weight of the choice's entropy.")


class HeroBandit:
    """Preferences of heroes, improved by policy gradient with the mean outcome as baseline.

    Args:
        rules: Step and entropy weight.
        n_heroes: Heroes.

    Attributes:
        preferences: (n_heroes,) array: logits.
    """

    def __init__(self, rules: HeroRules, n_heroes: int) -> None:
        self.rules = rules
        self.preferences = np.zeros(n_heroes)

    def chances(self) -> np.ndarray:
        """Return the (n_heroes,) array of probabilities."""
        weights = np.exp(self.preferences - self.preferences.max())
        chances: np.ndarray = weights / weights.sum()
        return chances

    def learn(self, heroes: np.ndarray, outcomes: np.ndarray) -> None:
        """Improve by finished games.

        Args:
            heroes: (n_games,) array: the learner's heroes.
            outcomes: (n_games,) array: 1 for a win, -1 for a loss, 0 for a draw.
        """
        if not len(heroes):
            return
        chances = self.chances()
        gains = outcomes - outcomes.mean()
        slope = np.bincount(heroes, gains, minlength=len(chances)) - gains.sum() * chances
        logs = np.log(np.maximum(chances, 1e-12))
        spread = -chances * (logs - (chances * logs).sum())
        self.preferences += self.rules.rate * (slope + self.rules.entropy * len(heroes) * spread)
