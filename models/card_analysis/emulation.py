"""An emulator of a search's games: quadratic functions of card counts, and the noise of a game."""

import numpy as np
import polars as pl

from engine.decks import Pool
from models.card_analysis.explanation import config_for
from models.problems.decks import solutions_of
from models.settings.outcomes import OUTCOMES
from models.surrogates.kinds import game_noise
from models.surrogates.surrogate import DEFAULT_TARGETS


def emulator(
    decks: pl.DataFrame, measures: tuple[str, ...], pool: Pool, seed: int
) -> dict[str, np.ndarray]:
    """Fits a Gaussian process to evaluated decks; its posterior mean is the emulator.

    Args:
        decks: Evaluations with `solution`, `n_games`, `objective_se`, `objective` and the measures.
        measures: The outcomes that it emulates besides `objective`.
        pool: The cards.
        seed: Seed of the fit.

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
    cards = [pool.patch.card_data(card_id) for card_id in pool.ids]
    constants, linear, pairs = process.function
    return {
        "targets": np.array(targets),
        "constants": constants,
        "linear": linear,
        "pairs": pairs,
        "variances": (noise * process.noise_factors * n_games).mean(axis=0),
        "max_copies": pool.max_copies,
        "cards": np.array([card.name for card in cards]),
        "dbf_ids": np.array([card.dbf_id for card in cards]),
    }
