import numpy as np
import pytest
import torch

from models.self_play.environment import EnvironmentConfig
from models.self_play.measuring import outcomes_against_random
from tests.models.self_play.test_acting import TINY, plan

GAMES = EnvironmentConfig(deck_size=4, heroes=("MAGE", "HUNTER"))


class AlwaysEnds(torch.nn.Module):
    """Plays nothing, so that random decisions win."""

    def __init__(self, network):
        super().__init__()
        self.network, self.config = network, network.config
        self.first_memory = network.first_memory

    def forward(self, inputs, memory):
        from dataclasses import replace

        from models.self_play.core.records import END_OF_TURN

        output = self.network(inputs, memory)
        wanted = torch.zeros_like(output.log_probs)
        wanted[~inputs.is_build, END_OF_TURN] = 1e6
        return replace(output, log_probs=(output.log_probs + wanted).log_softmax(dim=1))


@pytest.fixture(scope="module", params=[{}, {"memory": 6}, {"peek": True}])
def network(request):
    torch.manual_seed(1)
    return plan(network=TINY.but(**request.param)).actor(0).network


def test_a_network_without_training_is_about_as_strong_as_random(network):
    outcomes = outcomes_against_random(network, GAMES, 200, seed=1)
    assert set(outcomes) <= {-1, 0, 1}
    assert abs(outcomes.mean()) < 0.3


def test_equal_seeds_give_equal_games(network):
    one, two, other = (outcomes_against_random(network, GAMES, 60, seed) for seed in (1, 1, 2))
    assert (one == two).all()
    assert (one != other).any()


def test_who_never_acts_loses(network):
    outcomes = outcomes_against_random(AlwaysEnds(network), GAMES, 100, seed=1)
    assert np.mean(outcomes) < -0.5
