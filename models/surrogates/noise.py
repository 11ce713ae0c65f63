"""The noise of decks' results, for surrogates that know it."""

import numpy as np
import polars as pl

from models.settings.outcomes import OUTCOMES
from models.statistics.efficiency import objective_errors
from models.surrogates.gaussian import GaussianConfig


def game_noise(decks: pl.DataFrame, config: GaussianConfig) -> np.ndarray:
    """(n_decks, n_targets) variances of the noise of decks' results.

    That of the objective is the mean variance of games against the same opponent, of all decks.
    Outcomes of the deck alone are exact.
    """
    n_games = decks["n_games"].to_numpy().astype(np.float64)[:, None]
    deviations = np.tile(config.game_noise, (decks.height, 1))
    deviations[:, [OUTCOMES[name].of_deck is not None for name in config.targets]] = 0.0
    errors = objective_errors(decks)
    known = np.isfinite(errors)
    if known.any():
        column = config.targets.index("objective")
        deviations[:, column] = np.sqrt((errors**2 * n_games[:, 0])[known].mean())
    return deviations**2 / n_games
