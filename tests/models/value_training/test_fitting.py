"""The fit of a value network."""

import numpy as np
import pytest

from models.statistics.predictions import log_loss
from models.value_training.fitting import fit
from models.value_training.recording import chances_of, targets_of
from tests.models.value_training.conftest import TRAINING, fitted


def test_a_fit_learns_and_is_repeatable(states, network):
    won = states.states["won"] == 1
    chances = chances_of(states, network.floats(TRAINING.rules()))
    assert log_loss(chances, won) < 0.6 < log_loss(np.full(len(won), 0.5), won)
    assert fitted(states).content() == network.content()
    assert fitted(states, seed=2).content() != network.content()


def test_a_fit_goes_on_from_a_network(states, network):
    """At a rate of almost 0, the network stays the same, except for rounding to the grid."""
    config = TRAINING.fit.but(batch_size=256, epochs=1, rate=1e-12, forgotten=0)
    again = fit(states, targets_of(states, None), TRAINING.rules(), config, 7, network)
    rules = TRAINING.rules()
    before, after = (chances_of(states, each.floats(rules)) for each in (network, again))
    assert after == pytest.approx(before, abs=1e-3)


def test_a_trained_network_knows_the_cards_of_its_games(states, network):
    rules = TRAINING.rules()
    assert set(network.ids) <= set(rules.rows)
    assert len(network.ids) > 100
