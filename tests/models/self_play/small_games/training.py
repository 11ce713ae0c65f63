"""A table trained by a method of self-play, with its exploitability after each period.

curve = train(GameTree.of(kuhn_poker), TrainingConfig(opponents=METHODS["osfp"]), seed=1)

The table has a row of logits and a value for each information set. It learns by the same losses
as the player of the full game. By default UPGO and the optimiser's momentum are off: with them the
last table stays further from an equilibrium (measured in docs/results/self-play.md).
"""

import numpy as np
import polars as pl
import torch
from torch import Tensor, nn

from models.self_play.losses import BOTH_SIDES, Decisions, LearningRules, total_loss
from models.self_play.opponents import OpponentPool, OpponentRules
from models.settings.config import Config
from models.surrogates.dense import one_thread
from tests.models.self_play.small_games.game_tree import GameTree, exploitability
from tests.models.self_play.small_games.playing import SeatDecisions, play


class TrainingConfig(Config):
    """Settings of the training on a small game."""

    opponents: OpponentRules = OpponentRules()  # the method of self-play
    learning: LearningRules = LearningRules(
        policy_loss="ppo", clips=BOTH_SIDES, upgo=0.0, entropy=0.02
    )
    periods: int = 300
    batches: int = 5  # batches of games in a period
    games: int = 512  # in a batch; the learner's seat alternates
    reuse: int = 2  # updates by each batch
    rate: float = 0.01  # learning rate (Adam)
    momentum: float = 0.0  # share of the mean of earlier gradients in an update (Adam)
    spread: float = 1.0  # standard deviation of the first logits


class Table(nn.Module):
    """Logits, first of a standard deviation of `spread`, and values of all information sets."""

    def __init__(self, tree: GameTree, spread: float) -> None:
        super().__init__()
        self.logits = nn.Parameter(spread * torch.randn(tree.legal.shape, dtype=torch.float64))
        self.values = nn.Parameter(torch.zeros(tree.n_infosets, dtype=torch.float64))
        self.illegal = torch.from_numpy(~tree.legal)

    def log_probs(self) -> Tensor:
        """(n_infosets, n_player_actions) logarithms of probabilities; very low where not legal."""
        return self.logits.masked_fill(self.illegal, -1e9).log_softmax(dim=1)

    def policy(self) -> np.ndarray:
        """(n_infosets, n_player_actions) array of probabilities."""
        with torch.no_grad():
            found: np.ndarray = self.log_probs().exp().numpy()
        return found


def train(tree: GameTree, config: TrainingConfig, seed: int) -> pl.DataFrame:
    """Train a table, on one thread; equal seeds give equal tables on one machine.

    Returns one row per period, and one before the first: `period`, `games` so far, `exploitability`
    of the current table in units of the game's rewards, and `copies` in the history.
    """
    rng = np.random.default_rng(seed)
    pool: OpponentPool[np.ndarray] = OpponentPool(config.opponents)
    rows = []
    with one_thread(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(int(rng.integers(2**63)))
        table = Table(tree, config.spread)
        optimiser = torch.optim.Adam(
            table.parameters(), config.rate, betas=(config.momentum, 0.999)
        )
        for period in range(config.periods + 1):
            if period:
                for _ in range(config.batches):
                    batch = _play_batch(tree, table, pool, config.games, rng)
                    _learn(tree, table, optimiser, batch, config)
                pool.end_period(table.policy())
            games = period * config.batches * config.games
            rows.append((period, games, exploitability(tree, table.policy()), len(pool.history)))
    return pl.DataFrame(rows, ["period", "games", "exploitability", "copies"], orient="row")


def _play_batch(
    tree: GameTree, table: Table, pool: OpponentPool, n_games: int, rng: np.random.Generator
) -> SeatDecisions:
    """Play and count games of the table against its opponents."""
    opponents, seats = pool.choose(rng, n_games), np.arange(n_games) % 2
    policies = np.stack([*pool.history, table.policy()])  # so that LEARNER, -1, is the table
    pairs = np.full((n_games, 2), len(policies) - 1)
    pairs[np.arange(n_games), 1 - seats] = opponents % len(policies)
    batch = play(tree, policies, pairs, seats, rng)
    pool.record(opponents, np.sign(batch.rewards))
    return batch


def _learn(
    tree: GameTree,
    table: Table,
    optimiser: torch.optim.Optimizer,
    batch: SeatDecisions,
    config: TrainingConfig,
) -> None:
    """Update the table by a batch; rewards are in units of the game's largest."""
    rewards = batch.ended * (batch.rewards / np.abs(tree.rewards).max())
    where, actions = torch.from_numpy(batch.infosets), torch.from_numpy(batch.actions)
    taken = torch.from_numpy(batch.taken.astype(np.float64))
    for _ in range(config.reuse):
        log_probs = table.log_probs()
        entropies = -(log_probs.exp() * log_probs).sum(dim=1)
        decisions = Decisions(
            log_probs[where, actions] * taken,
            torch.from_numpy(np.log(batch.chances)),
            entropies[where] * taken,
            table.values[where] * taken,
            torch.zeros(len(batch.rewards), dtype=torch.float64),
            torch.from_numpy(rewards),
            torch.from_numpy(batch.ended),
        )
        optimiser.zero_grad()
        loss = total_loss(decisions, config.learning).total / taken.mean()  # padding is all 0
        loss.backward()
        optimiser.step()
