"""Proximal policy optimisation with the advantages of the paper: TD(0), r + gamma V(s') - V(s).

policy = train_ppo(RULES["literal"], PPOConfig(), is_hidden=True, seed=1)
rows = play_policy(policy, RULES["literal"], "greedy", deals)

Actor and critic are separate networks; the actor's softmax is over the legal actions. The paper
gives no settings; the defaults are those of its authors' earlier program, except that the
advantages there were GAE with lambda 0.95.

Source: Schulman et al. 2017, Proximal Policy Optimization Algorithms (clipped objective).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import polars as pl
import torch
from pydantic import Field
from torch import Tensor, nn

from models.settings.config import Config, ConfigError
from models.surrogates.dense import one_thread
from models.tradingstone.core.game import N_ACTIONS, RUNNING
from models.tradingstone.core.match import N_SEEN, new_desk, observe, step
from models.tradingstone.players import (
    SCRIPTED,
    Deal,
    player_record,
    results,
    seeds_of,
    start_games,
)
from models.tradingstone.rules import TradingRules


class PPOConfig(Config):
    """Settings of the training."""

    steps: int = Field(
        10_000, ge=1, le=1_000_000_000, description="Actions of the learning player."
    )
    batch: int = Field(256, ge=2, le=1_000_000, description="Actions between two updates.")
    epochs: int = Field(6, ge=1, le=10_000, description="Passes over the actions of an update.")
    minibatches: int = Field(5, ge=1, le=10_000, description="Parts of a pass.")
    layers: int = Field(3, ge=1, le=64, description="Hidden layers of each network.")
    width: int = Field(256, ge=1, le=8192, description="Neurons of a hidden layer.")
    actor_rate: float = Field(7e-4, gt=0, description="Learning rate of the actor (Adam).")
    critic_rate: float = Field(1e-5, gt=0, description="Learning rate of the critic (Adam).")
    clip: float = Field(0.2, gt=0, description="Largest change of a probability ratio.")
    gamma: float = Field(0.99, ge=0, le=1, description="Discount of rewards.")
    entropy: float = Field(0.1, ge=0, description="Weight of the policy's entropy.")
    value: float = Field(0.5, ge=0, description="Weight of the critic's squared error.")
    max_norm: float = Field(0.5, gt=0, description="Largest norm of a gradient.")


class Policy(nn.Module):
    """An actor and a critic; if hidden, the opponent's hand is seen as a number of cards."""

    def __init__(self, config: PPOConfig, is_hidden: bool) -> None:
        super().__init__()
        self.is_hidden = is_hidden
        self.actor = _network(config, N_ACTIONS, gain=0.01)
        self.critic = _network(config, 1, gain=1.0)

    def logits(self, seen: Tensor, legal: Tensor) -> Tensor:
        """(n, 64) logarithms of the actions' weights; minus infinity where they are not legal."""
        logits: Tensor = self.actor(seen)
        return logits.masked_fill(~legal, -torch.inf)


def _network(config: PPOConfig, n_outputs: int, gain: float) -> nn.Sequential:
    sizes = [N_SEEN, *[config.width] * config.layers]
    layers: list[nn.Module] = []
    for n_in, n_out in pairwise(sizes):
        layers += [_linear(n_in, n_out, 2**0.5), nn.ReLU()]
    return nn.Sequential(*layers, _linear(sizes[-1], n_outputs, gain))


def _linear(n_in: int, n_out: int, gain: float) -> nn.Linear:
    layer = nn.Linear(n_in, n_out)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


@dataclass
class _Batch:
    """Actions of one update: tensors with one row per action."""

    seen: Tensor
    legal: Tensor
    actions: Tensor
    log_shares: Tensor
    rewards: Tensor
    ended: Tensor
    after: Tensor  # what is seen after the action and the opponent's reply


class _Games:
    """The learning player's games, one after the other; side 0 begins every second one."""

    def __init__(
        self, rules: TradingRules, opponent: str, is_hidden: bool, seed: int, steps: int
    ) -> None:
        self.is_hidden = is_hidden
        self.table, self.opponent, self.desk = rules.record(), player_record(opponent), new_desk()
        self.seen, self.legal = np.zeros(N_SEEN, np.float32), np.zeros(N_ACTIONS, np.bool_)
        # A game in which the opponent wins at once gives no action; twice as many always suffice.
        seeds = seeds_of(seed, 1, n=2 * steps + 2)
        deals = [Deal(i % 2, each) for i, each in enumerate(seeds)]
        self._games = (game for deal in deals for game in start_games(rules, [deal]))
        self.begin()

    def begin(self) -> None:
        """Begin the next game in which the player gets to move."""
        while True:
            self.game = next(self._games)
            step(self.desk, self.game, self.table, self.opponent, 0, -1)
            if self.game.result == RUNNING:
                self.look()
                return

    def look(self) -> None:
        """Fill in `seen` and `legal`."""
        observe(self.game, self.table, 0, self.is_hidden, self.seen, self.legal)

    def act(self, action: int) -> tuple[float, bool]:
        """Play an action and return the reward, +1 or -1 at the end, and whether it has come."""
        step(self.desk, self.game, self.table, self.opponent, 0, action)
        self.look()
        return {1: 1.0, 2: -1.0}.get(int(self.game.result), 0.0), self.game.result != RUNNING


def train_ppo(
    rules: TradingRules,
    config: PPOConfig,
    is_hidden: bool,
    seed: int,
    opponent: str = "greedy",
) -> Policy:
    """Train a policy against an opponent, on one thread.

    A search as opponent raises `ConfigError`. Equal seeds give equal policies on one machine.
    """
    if opponent not in SCRIPTED:
        raise ConfigError("the opponent in training: use random or greedy")
    (first,) = seeds_of(seed, 0, n=1)
    with one_thread(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(first)
        policy = Policy(config, is_hidden)
        actor = torch.optim.Adam(policy.actor.parameters(), config.actor_rate)
        critic = torch.optim.Adam(policy.critic.parameters(), config.critic_rate)
        games = _Games(rules, opponent, is_hidden, seed, config.steps)
        left = config.steps
        while left > 0:
            batch = _collect(policy, games, min(left, config.batch))
            _update(policy, actor, critic, batch, config)
            left -= len(batch.actions)
    return policy


def _collect(policy: Policy, games: _Games, n: int) -> _Batch:
    """Play `n` actions of the policy."""
    seen, legal = np.zeros((n, N_SEEN), np.float32), np.zeros((n, N_ACTIONS), np.bool_)
    after, actions = np.zeros_like(seen), np.zeros(n, np.int64)
    rewards, log_shares = np.zeros((2, n), np.float32)
    ended = np.zeros(n, np.bool_)
    with torch.no_grad():
        for i in range(n):
            seen[i], legal[i] = games.seen, games.legal
            logits = policy.logits(torch.from_numpy(seen[i : i + 1]), torch.from_numpy(legal[i]))
            shares = torch.log_softmax(logits[0], dim=0)
            actions[i] = int(torch.multinomial(shares.exp(), 1))
            log_shares[i] = shares[actions[i]]
            rewards[i], ended[i] = games.act(int(actions[i]))
            after[i] = games.seen
            if ended[i]:
                games.begin()
    played = seen, legal, actions, log_shares, rewards, ended, after
    return _Batch(*map(torch.from_numpy, played))


def _update(
    policy: Policy,
    actor: torch.optim.Optimizer,
    critic: torch.optim.Optimizer,
    batch: _Batch,
    config: PPOConfig,
) -> None:
    """Improve both networks on a batch."""
    with torch.no_grad():
        following = policy.critic(batch.after).squeeze(1).masked_fill(batch.ended, 0.0)
        targets = batch.rewards + config.gamma * following
        advantages = targets - policy.critic(batch.seen).squeeze(1)
    for _ in range(config.epochs):
        for rows in torch.randperm(len(batch.actions)).chunk(config.minibatches):
            loss = _actor_loss(policy, batch, rows, advantages[rows], config)
            _descend(actor, loss, policy.actor, config)
            errors = policy.critic(batch.seen[rows]).squeeze(1) - targets[rows]
            _descend(critic, config.value * errors.square().mean(), policy.critic, config)


def _actor_loss(
    policy: Policy, batch: _Batch, rows: Tensor, advantages: Tensor, config: PPOConfig
) -> Tensor:
    """The clipped objective and the entropy, with the sign of a loss."""
    shares = torch.log_softmax(policy.logits(batch.seen[rows], batch.legal[rows]), dim=1)
    chosen = shares.gather(1, batch.actions[rows, None]).squeeze(1)
    ratio = (chosen - batch.log_shares[rows]).exp()
    clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
    gain = torch.minimum(ratio * advantages, clipped * advantages).mean()
    terms = shares.exp() * shares.masked_fill(~batch.legal[rows], 0.0)
    return -gain + config.entropy * terms.sum(dim=1).mean()


def _descend(
    optimiser: torch.optim.Optimizer, loss: Tensor, network: nn.Module, config: PPOConfig
) -> None:
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), config.max_norm)
    optimiser.step()


def play_policy(
    policy: Policy,
    rules: TradingRules,
    opponent: str,
    deals: Sequence[Deal],
    seed: int = 0,
) -> pl.DataFrame:
    """Play games of a policy, which draws its actions, as player 0; all games side by side.

    The opponent is no search. Returns `results`; `decisions` counts the policy's actions.
    """
    games, table = start_games(rules, deals), rules.record()
    desk, other = new_desk(), player_record(opponent)
    counts = np.zeros((len(deals), 3), np.int64)
    rng = np.random.default_rng((seed, len(deals)))
    for game in games:
        step(desk, game, table, other, 0, -1)
    while len(running := np.flatnonzero(games["result"] == RUNNING)):
        seen = np.zeros((len(running), N_SEEN), np.float32)
        legal = np.zeros((len(running), N_ACTIONS), np.bool_)
        for row, i in enumerate(running):
            observe(games[i], table, 0, policy.is_hidden, seen[row], legal[row])
        with one_thread(), torch.no_grad():
            logits = policy.logits(torch.from_numpy(seen), torch.from_numpy(legal))
        noise = rng.gumbel(size=logits.shape)  # the greatest sum is a draw from the softmax
        for i, action in zip(running, (logits.numpy() + noise).argmax(axis=1), strict=True):
            step(desk, games[i], table, other, 0, int(action))
            counts[i, 1] += 1
    return results(deals, games, counts)
