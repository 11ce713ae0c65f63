import numpy as np
import polars as pl

from models.surrogates.gaussian import GaussianConfig, noise_of
from models.surrogates.kinds import game_noise


def evaluated(n: int = 60) -> pl.DataFrame:
    """The columns of the results of decks that tell their noise."""
    return pl.DataFrame({"evaluation": range(n)}).with_columns(objective_se=4.0, n_games=12)


def test_noise_is_that_of_the_games():
    table = evaluated().with_columns(n_games=pl.Series([12, 24] * 30))
    errors = np.where(table["n_games"] == 12, 4.0, 4 / np.sqrt(2))
    noise = game_noise(table.with_columns(objective_se=errors), GaussianConfig())
    np.testing.assert_allclose(noise[:2, 0], [16, 8])
    np.testing.assert_allclose(noise[:2, 1], [1.4**2 / 12, 1.4**2 / 24])


def test_outcomes_of_the_deck_have_no_noise():
    targets = ("objective", "deck_mana_sum", "turns")
    config = GaussianConfig(targets=targets, game_noise=noise_of(targets))
    noise = game_noise(evaluated().with_columns(deck_mana_sum=100), config)
    assert (noise[:, 1] == 0).all()
    assert (noise[:, [0, 2]] > 0).all()
