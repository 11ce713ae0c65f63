import numpy as np
import pytest
from pydantic import ValidationError

from models.surrogates.surrogate import Surrogate, SurrogateConfig


def test_defaults_are_the_papers():
    config = SurrogateConfig()
    assert config.sizes(180) == (180, 128, 32, 16, 3)
    assert config.but(kind="linear").sizes(180) == (180, 3)
    assert config.targets == ("objective", "turns", "hand_size")


@pytest.mark.parametrize(
    "change",
    [
        {"epochs": 0},
        {"learning_rate": -0.1},
        {"holdout": 1.0},
        {"targets": ()},
        {"targets": ("turns", "turns")},
        {"targets": ("fun",)},
        {"hidden": (128, 0)},
        {"kind": "forest"},
        {"epoch": 3},
    ],
)
def test_impossible_settings_are_rejected(change):
    with pytest.raises(ValidationError):
        SurrogateConfig(**change)


def test_a_single_deck_is_learned_and_held_out():
    surrogate = Surrogate(SurrogateConfig(hidden=(8,)), 5, seed=1)
    report = surrogate.fit(np.ones((1, 5)), np.ones((1, 3)), seed=2)
    assert (report.n_train, report.n_holdout) == (1, 1)
    np.testing.assert_array_equal(report.train_mse, report.holdout_mse)


def test_as_many_steps_as_the_published_offline_model():
    surrogate = Surrogate(SurrogateConfig(kind="linear"), 2, seed=1)
    rng = np.random.default_rng(0)
    report = surrogate.fit(rng.integers(0, 3, (10_000, 2)), rng.normal(size=(10_000, 3)), seed=2)
    assert report.n_steps == 2820


def test_training_that_diverges_says_so():
    surrogate = Surrogate(SurrogateConfig(kind="linear"), 2, seed=1)
    with pytest.raises(FloatingPointError, match="smaller learning_rate"):
        surrogate.fit(np.ones((10, 2)), np.full((10, 3), 1e30), seed=2)


def test_each_setting_of_the_training_has_an_effect():
    rng = np.random.default_rng(0)
    counts, targets = rng.integers(0, 3, (50, 6)), rng.normal(size=(50, 3))

    def losses(**change):
        config = SurrogateConfig(hidden=(4,), epochs=2).but(**change)
        return Surrogate(config, 6, seed=1).fit(counts, targets, seed=2).losses.tolist()

    usual = losses()
    changes = {
        "kind": "linear",
        "hidden": (5,),
        "learning_rate": 0.02,
        "batch_size": 8,
        "epochs": 3,
        "input_noise": 0.1,
        "holdout": 0.5,
    }
    assert losses() == usual
    for name, value in changes.items():
        assert losses(**{name: value}) != usual, name
