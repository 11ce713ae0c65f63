"""The equilibrium of a game between decks, from the games of all pairs.

A pair has few games. Its win rate is shrunk towards what the decks' ratings say, as far as pairs
deviate from ratings only by luck. Nash weights jump between decks of nearly equal value, so shares
are those of a regularised equilibrium, means over many draws of the win rates.
"""

from dataclasses import dataclass

import numpy as np
from scipy import optimize, special
from threadpoolctl import threadpool_limits

#: Prior games of a pair, at least and at most: the fit of ratings is never all wrong or all right.
LEAST_PRIOR, MOST_PRIOR = 4.0, 2000.0
#: The least share of an equilibrium with which a deck has more games, against the decks that have
#: at least `LARGE` of the largest share: what a pair counts for a deck is the other one's share.
CLOSE, LARGE = 0.01, 1 / 3
#: Updates of an equilibrium at most, and the change of log shares, per unit of work, that ends it.
MOST_STEPS, _CLOSE = 200_000, 1e-7


@dataclass(frozen=True)
class Matchups:
    """Win rates of all pairs of n decks."""

    wins: np.ndarray  #: (n, n) array of float64: games that the row's deck won against the column's
    games: np.ndarray  #: (n, n) array of float64: games of the pair, symmetric; 0 on the diagonal
    ratings: np.ndarray  #: (n,) array of float64: log odds
    covariance: np.ndarray  #: (n, n) array of float64: of the ratings
    strength: float  #: Games that what the ratings say of a pair counts as

    @property
    def rates(self) -> np.ndarray:
        """(n, n) array: expected win rates of the row's deck."""
        prior = rates_of(self.ratings)
        return (self.wins + self.strength * prior) / (self.games + self.strength)

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        """An (n, n) array of win rates from their posterior; those of a pair add up to 1."""
        first, second = np.triu_indices(len(self.wins), 1)
        ratings = rng.multivariate_normal(self.ratings, self.covariance, method="cholesky")
        prior = rates_of(ratings)
        won = self.wins[first, second] + self.strength * prior[first, second]
        lost = self.wins[second, first] + self.strength * prior[second, first]
        rates = np.full(self.wins.shape, 0.5)
        rates[first, second] = rng.beta(won, lost)
        rates[second, first] = 1 - rates[first, second]
        return rates


# One thread, here and below: the bits must not depend on the number of cores.
@threadpool_limits.wrap(limits=1, user_api="blas")
def matchups(wins: np.ndarray, games: np.ndarray) -> Matchups:
    """Estimates the win rates of all pairs.

    Args:
        wins: (n, n) array: games that the row's deck won against the column's; a draw is half.
        games: (n, n) array: games of the pair, the sum of its wins; 0 on the diagonal.

    Source:
        Bradley and Terry 1952 for the ratings; the prior's strength by the method of moments.
    """
    wins, games = np.asarray(wins, np.float64), np.asarray(games, np.float64)
    ratings, covariance = rate(wins, games)
    strength = _strength(wins, games, rates_of(ratings))
    return Matchups(wins, games, ratings, covariance, strength)


def _strength(wins: np.ndarray, games: np.ndarray, prior: np.ndarray) -> float:
    """Games that the prior counts as: many if pairs deviate from it by luck only."""
    first, second = np.nonzero(np.triu(games, 1))
    n, p = games[first, second], prior[first, second]
    luck = p * (1 - p)
    # With a prior of s games, n (wins / n - p)^2 is luck (1 + (n - 1) / (s + 1)) in the mean.
    more = np.sum(n * (wins[first, second] / n - p) ** 2 - luck)
    spread = more / max(np.sum((n - 1) * luck), 1e-9)
    return float(np.clip(1 / spread - 1, LEAST_PRIOR, MOST_PRIOR)) if spread > 0 else MOST_PRIOR


def rates_of(ratings: np.ndarray) -> np.ndarray:
    """(n, n) array: win rates of the row's deck by (n,) ratings."""
    return np.asarray(special.expit(ratings[:, None] - ratings[None, :]))


def rate(wins: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The decks' ratings as log odds, (n,) with mean 0, and their (n, n) covariance.

    Half the sum of their squares is a penalty: a prior of ratings with precision 1.
    """
    n = len(wins)

    def loss(ratings: np.ndarray) -> tuple[float, np.ndarray]:
        gap = ratings[:, None] - ratings[None, :]
        value = -np.sum(wins * special.log_expit(gap)) + 0.5 * np.sum(ratings**2)
        surprise = wins - games * special.expit(gap)
        slope = -surprise.sum(axis=1) + ratings
        return float(value), slope

    ratings = optimize.minimize(loss, np.zeros(n), jac=True, method="L-BFGS-B").x
    weight = games * rates_of(ratings) * rates_of(ratings).T
    curvature = np.diag(weight.sum(axis=1)) - weight + np.eye(n)
    return ratings - ratings.mean(), np.linalg.inv(curvature)


def regularised(rates: np.ndarray, temperature: float) -> np.ndarray:
    """The shares that are proportional to exp(win rate against them / temperature).

    It is the equilibrium of players who value variety: entropy counts as much as win rate times
    the temperature. A deck that is one temperature worse has 1/e of the share. There is one such
    equilibrium, which moves little with the win rates; as the temperature falls it becomes Nash's.

    Args:
        rates: (..., n, n) array: win rates of the row's deck; those of a pair add up to 1.
        temperature: In shares of games, above 0.

    Returns:
        (..., n) array.

    Source:
        Cen, Wei and Chi 2021, arXiv 2105.15186, algorithm 1 (predictive updates), for a symmetric
        game.
    """
    payoffs = np.asarray(rates, np.float64) - 0.5
    step = 1 / (2 * temperature + 4 * max(float(np.abs(payoffs).max()), 1e-9))
    logits = guess = np.zeros(payoffs.shape[:-1])
    for _ in range(MOST_STEPS):
        kept = (1 - step * temperature) * logits
        guess = kept + step * _against(payoffs, guess)
        updated = kept + step * _against(payoffs, guess)
        change, logits = np.abs(updated - logits).max(), updated
        if change < _CLOSE * step:
            break
    return _shares(logits)


def _shares(logits: np.ndarray) -> np.ndarray:
    # SciPy's softmax is this, bit for bit, and takes two thirds longer for few decks.
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def _against(payoffs: np.ndarray, logits: np.ndarray) -> np.ndarray:
    """(..., n) array: what each deck gains against shares, by their logarithms."""
    gained: np.ndarray = payoffs @ _shares(logits)[..., None]
    return gained[..., 0]


@dataclass(frozen=True)
class DeckShares:
    """Shares of n decks, and how they do against them."""

    weights: np.ndarray  #: (n_draws, n) array: the equilibrium of each draw of the win rates
    values: np.ndarray  #: (n,) array: expected win rate against the shares
    drawn_values: np.ndarray  #: (n_draws, n) array: win rate against the shares by each draw

    @property
    def shares(self) -> np.ndarray:
        """(n,) array: mean weight over all draws; they add up to 1."""
        return np.asarray(self.weights.mean(axis=0))

    @property
    def share_limits(self) -> np.ndarray:
        """(n, 2) array: 95 % of the draws."""
        return limits_of(self.weights)

    @property
    def value_limits(self) -> np.ndarray:
        """(n, 2) array: 95 % of the draws of the win rates, the shares given."""
        return limits_of(self.drawn_values)


def limits_of(drawn: np.ndarray) -> np.ndarray:
    """(..., 2) array: 95 % of (n_draws, ...) draws."""
    return np.moveaxis(np.quantile(drawn, (0.025, 0.975), axis=0), 0, -1)


@threadpool_limits.wrap(limits=1, user_api="blas")
def equilibrium(
    found: Matchups, temperature: float, draws: int, seed: np.random.SeedSequence
) -> DeckShares:
    """The mean regularised equilibrium of draws of the win rates; equal seeds give equal shares."""
    rng = np.random.default_rng(seed)
    drawn = np.array([found.draw(rng) for _ in range(draws)])
    weights = regularised(drawn, temperature)
    shares = weights.mean(axis=0)
    return DeckShares(weights, found.rates @ shares, drawn @ shares)


def payoffs(rows: np.ndarray, n_games: int, changed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The wins and games of all pairs of n decks, (n, n) each, as `matchups` has them.

    A pair of which one deck is changed has that deck's games only: they are played before and after
    the change with the same deals. Other pairs have the games of both.

    Args:
        rows: (n, n) array: games that the row's deck won in its own games against the column's.
        n_games: Games of a deck against another one.
        changed: (n,) array of bool.
    """
    own = (changed[:, None] | ~changed[None, :]) & ~np.eye(len(rows), dtype=bool)
    return own * rows + own.T * (n_games - rows).T, float(n_games) * (own.astype(int) + own.T)


def equilibrium_after(
    rows: np.ndarray,
    n_games: int,
    changed: np.ndarray,
    temperature: float,
    draws: int,
    seed: np.random.SeedSequence,
) -> DeckShares:
    """The equilibrium of n decks of which some are changed; arguments as `payoffs`, `equilibrium`.

    With equal seeds, before and after a change differ by the change and the luck of its games.
    """
    return equilibrium(matchups(*payoffs(rows, n_games, changed)), temperature, draws, seed)


def close_pairs(shares: np.ndarray, games: np.ndarray, n_games: int) -> dict[int, list[int]]:
    """Pairs that count in an equilibrium and have too few games (`CLOSE`, `LARGE`).

    Args:
        shares: (n,) array: the decks' shares.
        games: (n, n) array: games of each pair so far.
        n_games: Games that such pairs should have.

    Returns:
        The decks of lower numbers, by deck; only decks with such pairs.
    """
    close, large = shares >= CLOSE, shares >= LARGE * shares.max()
    counts = np.outer(close, close) & (large[:, None] | large[None, :]) & (games < n_games)
    lower = {i: np.flatnonzero(row[:i]).tolist() for i, row in enumerate(counts)}
    return {i: others for i, others in lower.items() if others}


def slots(shares: np.ndarray, n: int) -> np.ndarray:
    """(n,) array of int64: numbers of decks, each as often as its share, by largest remainders."""
    exact = np.asarray(shares) * n
    counts = np.floor(exact).astype(np.int64)
    left = np.argsort(counts - exact, kind="stable")[: n - int(counts.sum())]
    counts[left] += 1
    return np.repeat(np.arange(len(counts)), counts)
