"""What single cards and pairs of cards are worth, by a Gaussian process on the played decks.

A deck has 30 cards, so a card always takes the place of another one. The effect of a card is the
change of an outcome when one copy of it takes the place of an average card of the mean deck. The
effect of a pair is what both together change beyond the sum of their effects; that of a card with
itself is what the second copy changes beyond the first.

Source:
    Rasmussen and Williams 2006, "Gaussian processes for machine learning", chapter 2: linear
    functions of a Gaussian process are normal, so means and standard deviations describe them.

`emulator` makes an emulator of a search's games from the same process.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import polars as pl

from engine.decks import Pool
from models.problems.decks import solutions_of
from models.settings.outcomes import OUTCOMES
from models.surrogates.gaussian import GaussianConfig, noise_of
from models.surrogates.kinds import game_noise
from models.surrogates.quadratic import Quadratics
from models.surrogates.surrogate import DEFAULT_TARGETS

#: Draws behind the standard deviations, whose relative error is 7 %.
N_DRAWS = 100
#: Draws per fit, which bounds the memory.
DRAWS_AT_ONCE = 25
#: Decks that an explanation needs at least.
LEAST_DECKS = 20


class Effects(NamedTuple):
    """Float64 effects per target: (n_cards, n_targets), and (n_cards, n_cards, n_targets) of pairs.

    Those of pairs are symmetric.
    """

    cards: np.ndarray
    pairs: np.ndarray


class Explanation(NamedTuple):
    """What is believed of the effects on each target: posterior means and standard deviations."""

    targets: tuple[str, ...]
    means: Effects
    deviations: Effects


def explained_targets(measures: tuple[str, ...]) -> tuple[str, ...]:
    """The outcomes to explain: those of the paper's surrogates, and measures of the games."""
    of_games = [name for name in measures if OUTCOMES[name].of_deck is None]
    return tuple(dict.fromkeys((*DEFAULT_TARGETS, *of_games)))


def explain(
    decks: pl.DataFrame,
    targets: tuple[str, ...],
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> Explanation:
    """Fits a Gaussian process to evaluated decks, and returns the effects that it believes in.

    The decks have `solution`, `n_games`, `objective_se` and the targets, of which `objective` is
    the first. The noise of a target that `GaussianConfig` does not know is estimated from the
    decks. `progress` is called with the share done, in (0, 1].
    """
    config = config_for(targets, DRAWS_AT_ONCE)
    counts, results = solutions_of(decks), decks.select(targets).to_numpy()
    mean_deck, noise = counts.mean(axis=0, dtype=np.float64), game_noise(decks, config)
    process = config.build(counts.shape[1], seed)
    squares: list[np.ndarray] = []
    n_fits = N_DRAWS // DRAWS_AT_ONCE
    for number, each in enumerate(np.random.SeedSequence(seed).spawn(n_fits)):
        process.fit(counts, results, each, noise)
        means = effects(process.function, mean_deck)
        drawn = [effects(process.draw(k).function, mean_deck) for k in range(DRAWS_AT_ONCE)]
        own = [
            sum((one - mean) ** 2 for one in part)
            for mean, part in zip(means, zip(*drawn, strict=True), strict=True)
        ]
        squares = own if not squares else [a + b for a, b in zip(squares, own, strict=True)]
        if progress is not None:
            progress((number + 1) / n_fits)
    deviations = Effects(*(np.sqrt(total / N_DRAWS) for total in squares))
    return Explanation(targets, means, deviations)


def config_for(targets: tuple[str, ...], draws: int) -> GaussianConfig:
    """The settings of a process for outcomes; a noise of 0 is one that is not known."""
    noise = noise_of(targets)
    return GaussianConfig(targets=targets, game_noise=noise, draws=draws, deviation_draws=2)


def effects(function: Quadratics, mean_deck: np.ndarray) -> Effects:
    """The effects under one quadratic function of card counts per target.

    `mean_deck` has the mean copies of each card, (n_cards,) float64.

    Returns:
        With d_i one copy of card i minus a mean card: f(mean + d_i) - f(mean) for the cards, and
        f(mean + d_i + d_j) - f(mean + d_i) - f(mean + d_j) + f(mean) for the pairs.
    """
    card = (mean_deck / mean_deck.sum())[:, None]
    curved = function.pairs + function.pairs.transpose(1, 0, 2)  # second derivatives
    slope = function.linear + (curved * mean_deck[None, :, None]).sum(axis=1)
    along = (curved * card).sum(axis=1)
    pairs = curved - along[:, None] - along[None] + (along * card).sum(axis=0)
    itself = np.arange(len(mean_deck))
    cards = slope - (slope * card).sum(axis=0) + 0.5 * pairs[itself, itself]
    return Effects(cards, pairs)


def emulator(
    decks: pl.DataFrame, measures: tuple[str, ...], pool: Pool, seed: int
) -> dict[str, np.ndarray]:
    """Fits a Gaussian process to evaluated decks; its posterior mean is the emulator.

    The decks have `solution`, `n_games`, `objective_se`, `objective` and the measures.

    Returns:
        All arrays of `EmulatedDeckTask` except `about`. `variances`, (n_targets,), are those of one
        game, as estimated by the fit.

    Raises:
        ValueError: The noise of a measure is not known.
    """
    targets = ("objective", *measures)
    config = config_for(targets, draws=0)
    for name, deviation in zip(targets, config.game_noise, strict=True):
        if not deviation and OUTCOMES[name].of_deck is None:
            raise ValueError(f"the noise of {name} is not known; use {', '.join(DEFAULT_TARGETS)}")
    counts, results = solutions_of(decks), decks.select(targets).to_numpy()
    n_games, noise = decks["n_games"].to_numpy()[:, None], game_noise(decks, config)
    process = config.build(len(pool), seed)
    process.fit(counts, results, seed, noise)
    constants, linear, pairs = process.function
    return {
        "targets": np.array(targets),
        "constants": constants,
        "linear": linear,
        "pairs": pairs,
        "variances": (noise * process.noise_factors * n_games).mean(axis=0),
        "max_copies": pool.max_copies,
        "cards": np.array([card.name for card in pool.cards]),
        "dbf_ids": np.array([card.dbf_id for card in pool.cards]),
    }
