import numpy as np
import pytest
import torch

from models.self_play.inputs import inputs_of
from models.self_play.network import Network, NetworkConfig
from models.self_play.policies import PerHero, set_weights, weights_of

TINY = NetworkConfig(card=4, entity=8, state=16, memory=5)


@pytest.fixture(scope="module")
def games(new_games):
    return new_games(60, 150, deck_size=15)


@pytest.fixture(scope="module")
def policy(games):
    torch.manual_seed(1)
    return PerHero(TINY, games.pool, games.rules)


def test_each_decision_is_that_of_its_heros_network(policy, games):
    inputs = inputs_of(games.seen, games.decisions, games.picks, games.masks)
    memory = torch.randn(60, 2, 5)
    output = policy(inputs, memory)
    for network, hero in zip(policy.networks, games.pool.hero_classes, strict=True):
        rows = (inputs.hero == hero).nonzero().squeeze(1)
        alone = network(inputs.at(rows), memory[rows])
        for name in ("log_probs", "values", "memory"):
            torch.testing.assert_close(getattr(output, name)[rows], getattr(alone, name))


def test_networks_of_heroes_differ_and_do_not_share_weights(policy, games):
    one = Network(TINY, games.pool, games.rules)
    assert weights_of(policy).size == 3 * weights_of(one).size
    tables = [each.embed.own.weight for each in policy.networks]
    assert not torch.equal(tables[0], tables[1])


def test_weights_are_copied(games):
    one, two = (Network(TINY, games.pool, games.rules) for _ in range(2))
    weights = weights_of(one)
    set_weights(two, weights)
    assert (weights_of(two) == weights).all()
    with torch.no_grad():
        two.value.bias += 1
    assert np.count_nonzero(weights_of(two) != weights) == 1
    assert (weights_of(one) == weights).all()
