import numpy as np
import pytest
import torch

from models.self_play.core.records import END_OF_TURN, N_POINTERS
from models.self_play.inputs import Inputs, inputs_of
from models.self_play.network import (
    SIZES,
    Network,
    NetworkConfig,
    PerHero,
    pooled,
    set_weights,
    weights_of,
)

MEMORY = NetworkConfig(memory=24)


@pytest.fixture(scope="module")
def games(new_games):
    """Games of which some build decks and some are at different stages of a battle."""
    return new_games(60, 150, deck_size=15)


@pytest.fixture(scope="module")
def inputs(games) -> Inputs:
    found = inputs_of(games.seen, games.decisions, games.picks, games.masks)
    assert found.is_build.any()
    assert (found.source >= 0).any()
    return found


@pytest.fixture
def new_network(games):
    def make(config: NetworkConfig) -> Network:
        torch.manual_seed(1)
        return Network(config, games.pool, games.rules)

    return make


@pytest.mark.parametrize("config", [*SIZES.values(), MEMORY], ids=[*SIZES, "memory"])
def test_shapes_and_masks(config, new_network, inputs):
    network = new_network(config)
    output = network(inputs)
    assert output.log_probs.shape == inputs.mask.shape
    assert output.values.shape == (60,)
    assert output.memory.shape == (60, 2, config.memory)
    probs = output.log_probs.exp()
    assert (probs[~inputs.mask] == 0).all()
    torch.testing.assert_close(probs.sum(dim=1), torch.ones(60))
    expected = torch.special.entr(probs).sum(dim=1)
    torch.testing.assert_close(output.entropies, expected, atol=1e-5, rtol=1e-5)


def test_sizes_grow(new_network):
    numbers = [sum(p.numel() for p in new_network(SIZES[name]).parameters()) for name in SIZES]
    assert numbers == sorted(numbers)
    assert numbers[0] * 4 < 5_000_000  # a shipped checkpoint, in bytes


def test_a_row_does_not_depend_on_the_others(new_network, inputs):
    network = new_network(MEMORY)
    together, rows = network(inputs), torch.tensor([3, 40, 7])
    apart = network(inputs.at(rows))
    torch.testing.assert_close(apart.log_probs, together.log_probs[rows])
    torch.testing.assert_close(apart.values, together.values[rows])
    torch.testing.assert_close(apart.memory, together.memory[rows])


def test_both_stages_use_one_table_of_cards(new_network, inputs):
    network = new_network(SIZES["mini"])
    assert sum("own" in name and "embed" in name for name in network.state_dict()) == 1
    gradients = []
    for stage in (inputs.is_build, ~inputs.is_build):
        network.zero_grad()
        output = network(inputs.at(stage))
        output.log_probs.exp().square().sum().backward()
        weight = network.embed.own.weight.grad
        gradients.append(weight.abs().sum(dim=1) > 0)
    assert (gradients[0] & gradients[1]).sum() > 10
    assert network.embed.heroes.weight.grad.any()


def test_values_know_the_stage_and_the_deck(new_network, inputs):
    network = new_network(SIZES["mini"])
    output = network(inputs)
    output.values.sum().backward()
    assert network.value.weight.grad[0, -1] == (~inputs.is_build).sum()
    assert network.selected[0].weight.grad.any()


def test_building_leaves_the_memory_as_it_is(new_network, inputs):
    network = new_network(MEMORY)
    before = torch.randn(60, 2, 24)
    after = network(inputs, before).memory
    assert (after[inputs.is_build] == before[inputs.is_build]).all()
    assert (after[~inputs.is_build] != before[~inputs.is_build]).any(dim=(1, 2)).all()


def test_the_memory_matters(new_network, inputs):
    network, battles = new_network(MEMORY), inputs.at(~inputs.is_build)
    first = network(battles)
    assert (network(battles, first.memory).values != first.values).all()


def test_the_second_pointer_depends_on_the_first(new_network, inputs):
    network = new_network(SIZES["mini"])
    one = inputs.at(inputs.source >= 0)
    other = one.at(torch.arange(len(one)))
    other.source[:] = END_OF_TURN
    logits = [network(each).log_probs for each in (one, other)]
    several = one.mask.sum(dim=1) > 1
    assert (logits[0] != logits[1])[several].any()


def test_empty_places_do_not_count():
    encodings = torch.tensor([[[1.0], [5.0], [9.0]], [[1.0], [5.0], [9.0]]])
    rows = torch.tensor([[4, 0, 7], [0, 0, 0]])
    assert pooled(encodings, rows).tolist() == [[5.0], [0.0]]


def test_gradients_reach_every_parameter(new_network, inputs):
    network = new_network(MEMORY)
    output = network(inputs, torch.randn(60, 2, 24))
    legal = output.log_probs.masked_fill(~inputs.mask, 0.0)
    ((legal * torch.randn(legal.shape)).sum() + output.values.square().sum()).backward()
    missing = [name for name, p in network.named_parameters() if p.grad is None]
    assert not missing
    assert N_POINTERS == 36


TINY = NetworkConfig(card=4, entity=8, state=16, memory=5)


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
