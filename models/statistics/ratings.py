"""Ratings of players from games against each other, with 95 % intervals.

Bradley and Terry's model with an advantage of the first seat is a logistic regression, which
statsmodels fits with standard errors that allow for games from the same deal. The library choix
fits the model, too, but has neither intervals nor such an advantage; libraries of Elo or TrueSkill
ratings update after each game, so that their ratings depend on the order of the games.

Source: Bradley and Terry 1952, "Rank analysis of incomplete block designs: I. The method of paired
comparisons"; Davidson and Beaver 1977, "On extending the Bradley-Terry model to incorporate
within-pair order effects".
"""

from dataclasses import dataclass

import numpy as np

from models.statistics.intervals import normal_interval, wilson_interval

#: Elo points of one unit of the log odds: 400 points are odds of 10 to 1.
ELO = 400 / np.log(10)


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo points, relative to the mean of all players."""

    elo: np.ndarray  #: (n_players,) array of float64
    covariance: np.ndarray  #: (n_players, n_players) array of float64
    #: The advantage of the first seat in Elo points, and its standard error
    seat: tuple[float, float]

    def interval(self, player: int) -> list[float]:
        """The 95 % interval of a player's rating."""
        return normal_interval(
            float(self.elo[player]), float(np.sqrt(self.covariance[player, player]))
        )

    def difference(self, first: int, second: int) -> tuple[float, list[float]]:
        """The rating of one player minus another's, with its 95 % interval."""
        cov, gain = self.covariance, float(self.elo[first] - self.elo[second])
        variance = cov[first, first] + cov[second, second] - 2 * cov[first, second]
        return gain, normal_interval(gain, float(np.sqrt(max(variance, 0.0))))

    def expected(self, first: int, second: int) -> float:
        """The share of games that one player wins against another, in both seats alike."""
        gaps = [self.elo[first] - self.elo[second] + seat for seat in (self.seat[0], -self.seat[0])]
        return float(np.mean([1 / (1 + np.exp(-gap / ELO)) for gap in gaps]))


def share_interval(shares: np.ndarray, n_games: int) -> list[float]:
    """The 95 % interval of a share of wins, of games in clusters of equal size.

    It is Wilson's for as many independent games as have the variance of the clusters.

    Args:
        shares: (n_clusters,) array of float64: share of wins in each cluster, such as a deal.
        n_games: All games; they count as independent if all clusters have the same share.

    Source:
        Korn and Graubard 1998, "Confidence intervals for proportions with small expected number of
        positive counts estimated from survey data", for the effective number of games.
    """
    rate, n = float(shares.mean()), len(shares)
    variance = float(shares.var(ddof=1)) / n if n > 1 else 0.0
    effective = rate * (1 - rate) / variance if variance > 0 else float(n_games)
    return wilson_interval(rate * effective, effective)


def rate_players(
    first: np.ndarray, second: np.ndarray, score: np.ndarray, deal: np.ndarray, n_players: int
) -> Ratings:
    """Rates players by maximum likelihood.

    Each pair that met has one more game, which both half won: so a player that lost all its games
    has a finite rating. Standard errors are those of clusters of games from the same deal.

    Args:
        first: (n,) array of int: number of the player that goes first.
        second: (n,) array of int: the other player.
        score: (n,) array of float64: 1 if the first one wins, 0.5 for a draw, 0 if it loses.
        deal: (n,) array of int: number of the deal.
        n_players: Number of players, two or more; all must be connected by games.
    """
    from statsmodels.api import GLM, families  # a second, which other commands save

    pairs = np.unique(np.sort(np.stack([first, second], axis=1), axis=1), axis=0)
    rows = np.arange(len(first) + len(pairs))
    design = np.zeros((len(rows), n_players + 1))
    design[rows, np.concatenate([first, pairs[:, 0]])] = 1
    design[rows, np.concatenate([second, pairs[:, 1]])] = -1
    design[: len(first), n_players] = 1
    outcome = np.concatenate([score, np.full(len(pairs), 0.5)])
    groups = np.unique(np.concatenate([deal, -1 - np.arange(len(pairs))]), return_inverse=True)[1]
    # The last player is the zero of the fit; the mean of all is that of the ratings.
    fit = GLM(outcome, np.delete(design, n_players - 1, axis=1), family=families.Binomial()).fit(
        cov_type="cluster", cov_kwds={"groups": groups}
    )
    centre = (np.eye(n_players) - 1 / n_players)[:, :-1] * ELO
    strength, cov = fit.params[:-1], fit.cov_params()
    seat = float(fit.params[-1]) * ELO, float(np.sqrt(cov[-1, -1])) * ELO
    return Ratings(centre @ strength, centre @ cov[:-1, :-1] @ centre.T, seat)
