"""`Drafter`: the policy learns to build decks for a search player, which plays them.

A batch of decks is drawn from the policy. The decks play each other, and the picks of those that
win more than others of their class become more probable. A deck is one sequence of picks with one
result, so a batch costs seconds. Only the builder learns: battles and values stay as they are.
"""

from dataclasses import dataclass

import numpy as np
import torch
from pydantic import Field, model_validator
from torch import Tensor

from engine.decks import Deck
from models.players.config import PlayerConfig
from models.players.field import as_opponent
from models.players.pairs import play_rounds
from models.players.player_names import read_player
from models.self_play.deciding import chosen
from models.self_play.environment import EnvironmentConfig
from models.self_play.learning import FACTS, FAR, Learner
from models.self_play.losses import ppo_loss
from models.self_play.network import Network, PerHero, PolicyModule, mean_of_cards, normalised
from models.self_play.pilot import FairSearch
from models.settings.config import Config

_TINY = 1e-6  # keeps gains of equal results from being divided by 0


class Drafting(Config):
    """How the policy learns to build decks for a player, after copying and before self-play."""

    samples: int = Field(
        0, ge=0, le=10_000_000_000,
        description="Picks learned from, a part of all samples; 0: none.",
    )  # fmt: skip
    player: FairSearch = Field(
        "fair-beam:value", description="The player of both sides, by its name; a fair one."
    )
    decks: int = Field(192, ge=2, le=100_000, description="Decks of a batch.")
    games: int = Field(16, ge=2, le=100_000, description="Games of a deck, half in each seat.")
    updates: int = Field(8, ge=1, le=1000, description="Updates by a batch.")
    rate: float = Field(1e-3, gt=0, description="Learning rate (Adam).")
    entropy: float = Field(0.01, ge=0, description="Weight of the entropy of picks.")
    clip: float = Field(0.2, gt=0, lt=1, description="Largest change of a ratio in PPO.")

    def both_sides(self, format: str) -> PlayerConfig:
        """Return the settings of games in which the player has both sides."""
        player = read_player(self.player, format=format).config
        return player.but(cards="printed", opponents_scorer=player.scorer)

    @model_validator(mode="after")
    def _fits(self) -> "Drafting":
        if self.games % 2 or self.decks % self.games:
            raise ValueError(f"decks {self.decks} must be a multiple of games {self.games}, even")
        return self


@dataclass(frozen=True)
class Drafts:
    """Decks of a batch, one per row."""

    heroes: np.ndarray  #: (n,) array of int64: their classes, by their place in the pool
    #: (n, size) array of int64: cards of the pool in the order in which they were picked
    picks: np.ndarray
    log_probs: np.ndarray  #: (n, size) array of float32: of these picks, when they were made

    def before(self, n_cards: int) -> np.ndarray:
        """(n, size, n_cards) array of float32: copies of each card before each pick."""
        n, size = self.picks.shape
        copies = np.zeros((n, size, n_cards), np.float32)
        for step in range(1, size):
            copies[:, step] = copies[:, step - 1]
            copies[np.arange(n), step, self.picks[:, step - 1]] += 1
        return copies


class Drafter:
    """Batches of decks of a policy, and what is learned from their games."""

    def __init__(self, environment: EnvironmentConfig, config: Drafting) -> None:
        self.config, self.size = config, environment.deck_size
        self.pool = environment.card_pool(environment.rules())
        self.most = np.stack([self.pool.usable(hero) for hero in self.pool.heroes])
        self.player = config.both_sides(environment.format)

    def draft(self, policy: PolicyModule, rng: np.random.Generator) -> Drafts:
        """Draw the decks of a batch from a policy, as many of each class."""
        n = self.config.decks
        rows, heroes = np.arange(n), np.arange(n) % len(self.pool.heroes)
        copies = np.zeros((n, len(self.pool)), np.float32)
        picks, log_probs = np.zeros((n, self.size), np.int64), np.zeros((n, self.size), np.float32)
        for step in range(self.size):
            with torch.no_grad():
                found = self._picked(policy, heroes, copies)[0].cpu()
            picks[:, step] = chosen(found, "sample", rng.random(n))
            log_probs[:, step] = found.numpy()[rows, picks[:, step]]
            copies[rows, picks[:, step]] += 1
        return Drafts(heroes, picks, log_probs)

    def decks(self, drafts: Drafts) -> list[Deck]:
        """The decks of a batch."""
        heroes = [self.pool.heroes[hero] for hero in drafts.heroes]
        ids = [tuple(self.pool.ids[card] for card in picks) for picks in drafts.picks]
        return [
            Deck(hero.capitalize(), hero, cards) for hero, cards in zip(heroes, ids, strict=True)
        ]

    def judge(self, drafts: Drafts, rng: np.random.Generator) -> np.ndarray:
        """(n,) array: the share of its games that each deck wins against others of the batch.

        A draw is a win for who goes second, as in `won_from`.
        """
        n, half = len(drafts.heroes), self.config.games // 2
        decks = [as_opponent(deck) for deck in self.decks(drafts)]
        order, wins = rng.permutation(n), np.zeros(n)
        for start in range(0, n, 2 * half):
            sides = order[start : start + half], order[start + half : start + 2 * half]
            for first, second in (sides, sides[::-1]):
                ours, theirs = ([decks[i] for i in side] for side in (first, second))
                won = play_rounds(ours, theirs, self.player, 1, int(rng.integers(2**40)))[0]
                wins[first] += won.sum(axis=1)
                wins[second] += (~won).sum(axis=0)
        return wins / (2 * half)

    def gains(self, drafts: Drafts, shares: np.ndarray) -> np.ndarray:
        """(n,) array: how much better each deck is than the mean of its class, in deviations."""
        found = shares - np.array([shares[drafts.heroes == hero].mean() for hero in drafts.heroes])
        return found / (found.std() + _TINY)

    def update(self, learner: Learner, drafts: Drafts, gains: np.ndarray) -> np.ndarray:
        """Update the policy once by a batch; return a number for each of FACTS."""
        copies = drafts.before(len(self.pool)).reshape(-1, len(self.pool))
        heroes = np.repeat(drafts.heroes, self.size)
        log_probs, entropies = self._picked(learner.network, heroes, copies)
        picks, before, better = (
            torch.from_numpy(each).to(learner.device)
            for each in (
                drafts.picks.reshape(-1, 1), drafts.log_probs.reshape(-1),
                np.repeat(gains, self.size).astype(np.float32),
            )
        )  # fmt: skip
        ratios = (log_probs.gather(1, picks)[:, 0] - before).exp()
        policy, entropy = ppo_loss(ratios, better, self.config.clip), entropies.mean()
        loss = policy - self.config.entropy * entropy
        facts = {
            "loss": loss, "policy": policy, "entropy_build": entropy,
            "ratio_far": ((ratios - 1).abs() > FAR).float().mean(),
            "gradient": learner.descend(loss, self.config.rate),
        }  # fmt: skip
        return np.array([float(facts[name].detach()) if name in facts else 0.0 for name in FACTS])

    def _picked(
        self, policy: PolicyModule, heroes: np.ndarray, copies: np.ndarray
    ) -> tuple[Tensor, Tensor]:
        """Log-probabilities of all cards, (n, n_cards), and entropies of picks."""
        where = next(policy.parameters()).device
        logits, picked = torch.zeros(copies.shape, device=where), torch.from_numpy(copies).to(where)
        for place, hero in enumerate(self.pool.hero_classes):
            rows = torch.from_numpy(np.flatnonzero(heroes == place)).to(where)
            network = policy.of_heroes[place] if isinstance(policy, PerHero) else policy
            logits = logits.index_copy(0, rows, _logits(network, int(hero), picked[rows]))
        return normalised(logits, torch.from_numpy(self.most[heroes] > copies).to(where))


def _logits(network: Network, hero: int, copies: Tensor) -> Tensor:
    """(n, n_cards) logits of cards of decks of one class; only the builder has gradients."""
    with torch.no_grad():
        of_cards = network.of_cards()
        selected = mean_of_cards(copies, of_cards.selected)
        if network.revealed is not None:  # nothing is revealed
            selected = torch.cat([selected, torch.zeros_like(selected)], dim=1)
        place = torch.tensor([hero], device=copies.device)
        vector = network.embed.heroes(place).expand(len(copies), -1)
    return network.builder(of_cards.pool, vector, selected)
