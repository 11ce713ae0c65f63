"""Backtests of metagames: their settings, nerfs in equal deals, and rankings of cards."""

import numpy as np
from pydantic import Field

from models.settings.config import Config, EvenGames
from models.statistics.intervals import mean_and_error
from models.statistics.predictions import areas

#: Resamples of cards behind an interval, and the fewest hits that have one.
RESAMPLES, ENOUGH_HITS = 1000, 5


class DatedMetagame(Config):
    """A metagame that is tested: its name, its day, and the digest of its decks and shares."""

    name: str
    day: str
    digest: str


class BacktestConfig(Config):
    """Tests of metagames of dates against the game's own nerfs."""

    metagames: tuple[DatedMetagame, ...] = Field(min_length=1, description="The metagames.")
    games: int = Field(
        ge=120, le=1_000_000, description="Games of each deck against the equilibrium."
    )
    pair_games: EvenGames = Field(
        ge=2, le=100_000, description="Games of each deck against each other one, half per seat."
    )
    seed: int = Field(1, ge=0, description="Seed of all games.")


def change_of(before: np.ndarray, after: np.ndarray) -> tuple[float, float]:
    """The mean change of the share of games won in equal deals, and its standard error.

    Both arrays are (n_decks, n_games); games in the same column count as one observation.
    """
    return mean_and_error((np.asarray(after, np.float64) - before).mean(axis=0))


def losses(
    values: np.ndarray, has: np.ndarray, heroes: np.ndarray, shares: np.ndarray
) -> np.ndarray:
    """What the best deck of each class loses without a card: (n_cards,), by the classes' shares.

    Args:
        values: (n_decks,) array: win rates.
        has: (n_decks, n_cards) array of bool.
        heroes: (n_decks,) array: classes.
        shares: (n_decks,) array; a class has the sum of its decks'.
    """
    lost = np.zeros(has.shape[1])
    for hero in np.unique(heroes):
        ours = heroes == hero
        value, with_card = values[ours], has[ours]
        without = np.where(with_card, value.min(), value[:, None]).max(axis=0)
        lost += shares[ours].sum() * (value.max() - without)
    return lost


def within(values: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """(n, ...) values minus the mean of their group; `groups` are (n,) numbers from 0."""
    sums = np.zeros((int(groups.max()) + 1, *values.shape[1:]))
    np.add.at(sums, groups, values)
    sizes = np.bincount(groups).reshape(-1, *[1] * (values.ndim - 1))
    return values - (sums / sizes)[groups]


def area_with_limits(scores: np.ndarray, hit: np.ndarray) -> tuple[float, float, float]:
    """The area under the ROC curve, and 95 % limits of a bootstrap over cards.

    Args:
        scores: (n,) array: the more, the likelier a hit; ties are half.
        hit: (n,) array of bool; with fewer than `ENOUGH_HITS` there are no limits (NaN).
    """
    n, n_hits = len(hit), int(hit.sum())
    if not 0 < n_hits < n:
        return (float("nan"),) * 3
    drawn = np.random.default_rng(0).integers(n, size=(RESAMPLES, n))
    found = areas(scores[drawn], hit[drawn])
    limits = np.quantile(found[~np.isnan(found)], (0.025, 0.975))
    low, high = limits if n_hits >= ENOUGH_HITS else (np.nan, np.nan)
    return float(areas(scores[None], hit[None])[0]), float(low), float(high)
