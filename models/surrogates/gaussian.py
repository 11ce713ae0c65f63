"""A Gaussian process on card counts: linear effects and pairs, with known noise of the games.

Its predictions are quadratic functions, so its compiled inference costs about a microsecond. It
keeps what it believes of every deck that it has learned, and draws whole functions from its
posterior.

Source:
    Rasmussen and Williams 2006, "Gaussian processes for machine learning", chapter 2; draws by
    Matheron's rule: Wilson et al. 2020, arXiv 2002.09309; a trend with a slope: Kennedy and O'Hagan
    2000, "Predicting the output from a complex computer code when fast approximations are
    available".
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from models.settings.config import Config, ConfigError
from models.settings.outcomes import OUTCOMES
from models.surrogates.gaussian_fit import NoiseModel, Scales, estimate_scales, solve
from models.surrogates.quadratic import (
    Covariance,
    Decks,
    Quadratics,
    decks_of,
    drawn,
    predict_into,
    spread,
)
from models.surrogates.surrogate import (
    DEFAULT_TARGETS,
    Predictor,
    Seed,
    Surrogate,
    Targets,
    TrainingReport,
    split,
)

#: Solutions of the systems: the mean and draws, and the draws behind standard deviations.
FINE, COARSE = 1e-3, 3e-2


#: Standard deviation of one game of the outcomes whose noise is known, in the order of the targets.
GAME_NOISE = dict(zip(DEFAULT_TARGETS, (14.5, 1.4, 0.7), strict=True))


def noise_of(targets: Sequence[str]) -> tuple[float, ...]:
    """The noise of one game for each target; 0 where none is known."""
    return tuple(GAME_NOISE.get(name, 0.0) for name in targets)


class GaussianConfig(Config):
    """A Gaussian process and its fit. Ours; see docs/sample-efficiency.md."""

    kind: Literal["gaussian"] = Field("gaussian", description="A Gaussian process.")
    targets: Targets = Field(DEFAULT_TARGETS, description="Outcomes that it predicts.")
    game_noise: tuple[float, ...] = Field(
        tuple(GAME_NOISE.values()),
        description="Standard deviation of one game for each target; 0: exact. Of the objective "
        "the games' own is used, where games are.",
    )
    noise_model: NoiseModel = Field(
        "scaled",
        description="scaled: the noise of the games times a factor for each target, estimated "
        "with the scales. given: without a factor. none: results are taken as exact.",
    )
    pairs: bool = Field(True, description="Whether pairs of cards have effects.")
    believes: Literal["posterior", "results"] = Field(
        "posterior",
        description="What it believes of the decks that it has learned: their posterior means, or "
        "the results of their own games.",
    )
    draws: int = Field(1, ge=0, le=100, description="Functions drawn from the posterior per fit.")
    deviation_draws: int = Field(
        16, ge=2, le=1000, description="Draws behind the standard deviation of beliefs."
    )
    scale_decks: int = Field(
        600, ge=10, le=5000, description="Random decks by which scales are estimated."
    )
    scale_steps: int = Field(80, ge=4, le=1000, description="Steps of that estimate.")
    scale_growth: float = Field(
        1.6, gt=1, le=1000, description="Growth of the decks after which it is repeated."
    )
    holdout: float = Field(
        0.1,
        ge=0,
        lt=1,
        description="Share of the newest decks whose errors the first fit reports; later ones "
        "report those of new decks before it learned them.",
    )

    @model_validator(mode="after")
    def _noise_of_each_target(self) -> Self:
        if len(self.game_noise) != len(self.targets) or min(self.game_noise) < 0:
            raise ValueError(
                f"game_noise {list(self.game_noise)} must have one number, 0 or more, for each of "
                f"the targets {', '.join(self.targets)}"
            )
        return self

    def check_noise(self) -> None:
        """Checks that no outcome of games has the default noise of another, by its place.

        Raises:
            ConfigError: One has.
        """
        for default, name, noise in zip(DEFAULT_TARGETS, self.targets, self.game_noise):  # noqa: B905
            is_of_games = OUTCOMES[name].of_deck is None
            if name != default and is_of_games and noise == GAME_NOISE[default]:
                raise ConfigError(
                    f"surrogate.game_noise has the number of {default} in the place of {name}; "
                    f"give the standard deviation of one game for each of {', '.join(self.targets)}"
                )

    def build(self, n_cards: int, seed: Seed) -> "GaussianProcess":
        """A process for a pool of `n_cards` cards that has learned nothing."""
        return GaussianProcess(self, n_cards)


class GaussianProcess(Surrogate):
    """Gaussian processes from card counts to outcomes, one per target.

    Attributes:
        trend: The prior mean, if that is not the mean of the results. Each fit multiplies it by a
            slope for each target, by least squares: against weaker opponents decks differ less.
        function: The mean of the posterior, or a draw.
        beliefs: (n_decks, n_targets) float64: what it believes of the decks of the last fit, under
            that function.
    """

    kernel = staticmethod(predict_into)
    knows_noise = True

    def __init__(self, config: GaussianConfig, n_cards: int) -> None:
        super().__init__(config, n_cards)
        n = len(config.targets)
        self.function = Quadratics(
            np.zeros(n), np.zeros((n_cards, n)), np.zeros((n_cards, n_cards, n))
        )
        self.trend: Quadratics | None = None
        self.beliefs = np.zeros((0, n))
        self._drawn: list[tuple[Quadratics, np.ndarray]] = []
        self._centre = np.zeros(n_cards)
        self._scales: list[Scales] = []
        self._n_scaled = 0

    ## Learning ##

    def set_trend(self, trend: Quadratics) -> None:
        """Sets the prior mean before the first fit; fits learn how results differ from it."""
        self.trend = self.function = trend

    def _learn(
        self, counts: np.ndarray, targets: np.ndarray, seed: Seed, noise: np.ndarray | None
    ) -> TrainingReport:
        """See `Surrogate.fit`; the seed chooses decks for the scales and draws functions."""
        rng = np.random.default_rng(seed)
        if noise is None or self.config.noise_model == "none":
            noise = np.zeros_like(targets)
        n_known = len(self.beliefs)
        before = self._squared_errors(counts[n_known:], targets[n_known:])
        decks = decks_of(counts)
        if self.trend is None:
            self._estimate(counts, targets, noise, rng)
            self._condition(decks, targets, noise, rng)
        else:
            expected = self.trend.values(decks)
            slopes = _slopes(expected, targets)
            expected *= slopes
            self._estimate(counts, targets - expected, noise, rng)
            self._condition(decks, targets - expected, noise, rng)
            self._add_trend(Quadratics(*(part * slopes for part in self.trend)), expected)
        after = self._squared_errors(counts, targets)
        if 0 < n_known < len(counts):
            train, new = after[:n_known], before
        else:  # nothing was known, or nothing is new
            learned, newest = split(len(counts), self.config.holdout)
            train, new = after[learned], after[newest]
        errors = (train.mean(axis=0), new.mean(axis=0))
        return TrainingReport(len(train), len(new), np.empty(0), *errors)

    def _squared_errors(self, counts: np.ndarray, targets: np.ndarray) -> np.ndarray:
        return (self._predict(counts) - targets) ** 2

    def _estimate(
        self, counts: np.ndarray, targets: np.ndarray, noise: np.ndarray, rng: np.random.Generator
    ) -> None:
        """Estimates the scales, if the decks have grown enough since the last time."""
        if not self._n_scaled:
            self._centre = counts.mean(axis=0, dtype=np.float64)
        n = len(counts)
        rows = np.sort(rng.permutation(n)[: self.config.scale_decks])
        if self._n_scaled and n < self.config.scale_growth * self._n_scaled:
            return
        z = counts[rows].astype(np.float64)
        products = _products(z, self._centre)
        self._scales = [
            estimate_scales(
                products,
                targets[rows, k],
                noise[rows, k],
                self._scales[k] if self._n_scaled else None,
                self.config.scale_steps,
                self.config.noise_model,
                self.config.pairs,
            )
            for k in range(targets.shape[1])
        ]
        self._n_scaled = n

    def _condition(
        self, decks: Decks, targets: np.ndarray, noise: np.ndarray, rng: np.random.Generator
    ) -> None:
        """Sets the mean, the draws and the beliefs to those after the targets."""
        n_targets, n_draws = targets.shape[1], self.config.draws
        a0, a1, a2, rest, factors = np.array(self._scales).T
        noise = factors * noise
        covariance = Covariance(a0, a1, a2, self._centre)
        columns = np.tile(np.arange(n_targets), 1 + n_draws)
        mean = targets.mean(axis=0)
        prior = drawn(covariance.of(columns[n_targets:]), rng)
        latent = prior.values(decks)
        latent += np.sqrt(rest)[columns[n_targets:]] * rng.standard_normal(latent.shape)
        luck = np.sqrt(noise)[:, columns[n_targets:]] * rng.standard_normal(latent.shape)
        wanted = np.tile(targets - mean, 1 + n_draws)
        wanted[:, n_targets:] -= latent + luck
        every, total = covariance.of(columns), (noise + rest)[:, columns]
        weights = solve(decks, every, total, wanted, FINE)
        functions = spread(every, decks, weights)
        functions = functions._replace(constants=functions.constants + mean[columns])
        believed = np.tile(targets, 1 + n_draws) - noise[:, columns] * weights
        believed[:, n_targets:] -= luck
        if self.config.believes == "results":
            believed = np.tile(targets, 1 + n_draws)
        own = [np.arange(n_targets) + k * n_targets for k in range(1 + n_draws)]
        self._drawn = [
            (functions.some(each).plus(prior.some(each - n_targets)), believed[:, each])
            for each in own[1:]
        ]
        self.function = functions.some(own[0])
        self.beliefs = believed[:, own[0]]

    def _add_trend(self, trend: Quadratics, expected: np.ndarray) -> None:
        """Adds the trend, and its values of the decks, to the functions and beliefs."""
        self._drawn = [(each.plus(trend), own + expected) for each, own in self._drawn]
        self.function, self.beliefs = self.function.plus(trend), self.beliefs + expected

    @property
    def noise_factors(self) -> np.ndarray:
        """(n_targets,) float64: estimated factors of the variances of the noise, after a fit."""
        return np.array([scales.noise for scales in self._scales])

    def deviations(self, counts: np.ndarray, noise: np.ndarray, seed: Seed) -> np.ndarray:
        """Standard deviations of what it believes of the objective of the decks of the last fit.

        They are estimated by draws of the decks' values and luck. That takes a third of the time of
        a fit, so a fit leaves it out. Counts, (n_decks, n_cards), and variances of the noise,
        (n_decks, n_targets), are those of the last fit. Returns (n_decks,) float64; of the first
        target, if there is no objective.
        """
        targets, decks, rng = self.config.targets, decks_of(counts), np.random.default_rng(seed)
        k = targets.index("objective") if "objective" in targets else 0
        a0, a1, a2, rest, factors = np.array(self._scales).T
        factor = 0.0 if self.config.noise_model == "none" else factors[k]
        columns = np.full(self.config.deviation_draws, k)
        every = Covariance(a0, a1, a2, self._centre).of(columns)
        latent = drawn(every, rng).values(decks)
        latent += np.sqrt(rest[k]) * rng.standard_normal(latent.shape)
        own = factor * noise[:, columns]
        luck = np.sqrt(own) * rng.standard_normal(latent.shape)
        weights = solve(decks, every, own + rest[k], latent + luck, COARSE)
        missed = luck - own * weights  # prediction minus truth
        return np.sqrt((missed**2).mean(axis=1))

    ## Predicting ##

    def _predict(self, counts: np.ndarray) -> np.ndarray:
        """See `Surrogate.predict`."""
        return self.function.values(decks_of(counts))

    def predictor(self, batch_size: int) -> Predictor:
        """See `Surrogate.predictor`."""
        sizes = np.array([self.n_cards, len(self.config.targets)])
        parameters = np.concatenate([part.ravel() for part in self.function])
        return Predictor(sizes, parameters, np.zeros(2 * self.n_cards))

    def draw(self, number: int) -> "GaussianProcess":
        """The same process with a function drawn from its posterior in place of the mean."""
        other = copy(self)
        other.function, other.beliefs = self._drawn[number]
        return other

    ## State ##

    def _arrays(self) -> dict[str, Any]:
        """The functions, beliefs and scales, and the trend if there is one."""
        arrays: dict[str, Any] = {
            "centre": self._centre.copy(),
            "scales": np.array(self._scales).reshape(-1, len(Scales._fields)),
            "n_scaled": self._n_scaled,
        }
        for name, (function, means) in self._named().items():
            arrays |= self._packed(name, function) | {f"means/{name}": means.copy()}
        return arrays if self.trend is None else arrays | self._packed("trend", self.trend)

    def _packed(self, name: str, function: Quadratics) -> dict[str, np.ndarray]:
        return {
            f"constants/{name}": function.constants.copy(),
            f"linear/{name}": function.linear.copy(),
            f"pairs/{name}": function.pairs[np.triu_indices(self.n_cards)],
        }

    def _named(self) -> dict[str, tuple[Quadratics, np.ndarray]]:
        draws = {f"draw-{number}": each for number, each in enumerate(self._drawn)}
        return {"mean": (self.function, self.beliefs), **draws}

    def take(self, state: Mapping[str, np.ndarray]) -> None:
        """See `Surrogate.take`; it predicts and learns on exactly like that process."""
        self._centre = state["centre"].copy()
        self._scales = [Scales(*row) for row in state["scales"].tolist()]
        self._n_scaled = int(state["n_scaled"])
        self.trend = self._unpacked(state, "trend") if "constants/trend" in state else None
        self.function, self.beliefs = self._taken(state, "mean")
        n_draws = self.config.draws if len(self.beliefs) else 0
        self._drawn = [self._taken(state, f"draw-{number}") for number in range(n_draws)]

    def _taken(self, state: Mapping[str, np.ndarray], name: str) -> tuple[Quadratics, np.ndarray]:
        return self._unpacked(state, name), state[f"means/{name}"].copy()

    def _unpacked(self, state: Mapping[str, np.ndarray], name: str) -> Quadratics:
        linear = state[f"linear/{name}"].copy()
        pairs = np.zeros((self.n_cards, self.n_cards, linear.shape[1]))
        pairs[np.triu_indices(self.n_cards)] = state[f"pairs/{name}"]
        return Quadratics(state[f"constants/{name}"].copy(), linear, pairs)


def _slopes(known: np.ndarray, found: np.ndarray) -> np.ndarray:
    """(n_functions,) slopes of lines through columns over columns, by least squares."""
    off = known - known.mean(axis=0)
    return (off * found).sum(axis=0) / np.maximum((off**2).sum(axis=0), 1e-12)


def _products(rows: np.ndarray, centre: np.ndarray) -> np.ndarray:
    """(n, n) products of rows minus a centre; rows of whole numbers have exact sums."""
    along = (rows * centre).sum(axis=1)
    return rows @ rows.T - along[:, None] - along + (centre**2).sum()
