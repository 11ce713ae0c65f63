import pytest
import torch

from models.settings.config import ConfigError
from models.tradingstone.core.match import N_SEEN
from models.tradingstone.players import Deal, seeds_of
from models.tradingstone.ppo import Policy, PPOConfig, _Batch, _update, play_policy, train_ppo
from models.tradingstone.rules import RULES

SMALL = PPOConfig(steps=600, width=32, layers=2)
DEALS = [Deal(i % 2, seed) for i, seed in enumerate(seeds_of(3, n=400))]


def test_equal_seeds_give_equal_policies():
    one, two, three = (
        train_ppo(RULES["literal"], SMALL, is_hidden=True, seed=seed) for seed in (1, 1, 2)
    )
    pairs = zip(one.state_dict().values(), two.state_dict().values(), strict=True)
    assert all(torch.equal(a, b) for a, b in pairs)
    assert not torch.equal(one.actor[0].weight, three.actor[0].weight)
    games = [play_policy(one, RULES["literal"], "greedy", DEALS[:40]) for _ in range(2)]
    assert games[0].equals(games[1])


def test_illegal_actions_have_no_weight():
    policy = Policy(SMALL, is_hidden=False)
    legal = torch.zeros(1, 64, dtype=torch.bool)
    legal[0, [3, 63]] = True
    shares = torch.softmax(policy.logits(torch.rand(1, N_SEEN), legal), dim=1)[0].detach()
    assert float(shares[[3, 63]].sum()) == pytest.approx(1)
    assert (shares > 0).sum() == 2


def test_an_update_follows_the_td_0_advantage():
    """Of two actions in one state, the one with a reward becomes likelier."""
    torch.manual_seed(1)
    policy, config = Policy(SMALL, is_hidden=False), SMALL.but(entropy=0.0)
    seen, legal = torch.rand(1, N_SEEN).repeat(8, 1), torch.zeros(8, 64, dtype=torch.bool)
    legal[:, :2] = True
    actions = torch.tensor([0, 1] * 4)
    before = torch.log_softmax(policy.logits(seen, legal), dim=1).detach()
    rewards = actions * 2.0 - 1
    chosen = before.gather(1, actions[:, None]).squeeze(1)
    batch = _Batch(seen, legal, actions, chosen, rewards, torch.ones(8, dtype=torch.bool), seen)
    nets = policy.actor, policy.critic
    optimisers = (torch.optim.Adam(each.parameters(), 1e-3) for each in nets)
    _update(policy, *optimisers, batch, config)
    after = torch.log_softmax(policy.logits(seen, legal), dim=1)
    assert after[0, 1] > before[0, 1] + 0.05


def test_training_beats_the_untrained_policy():
    config = PPOConfig(steps=3000, width=64, layers=2, critic_rate=1e-3, entropy=0.01)
    rules, means = RULES["balanced"], []
    for each in (config.but(steps=2), config):
        policy = train_ppo(rules, each, False, 1, "random")
        means.append(play_policy(policy, rules, "random", DEALS)["reward"].mean())
    assert means[1] > means[0] + 0.1


def test_a_search_is_no_opponent_in_training():
    with pytest.raises(ConfigError, match="use random or greedy"):
        train_ppo(RULES["literal"], SMALL, True, 1, "mcts:10")
