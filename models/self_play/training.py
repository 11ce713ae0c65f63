"""`SelfPlayTraining`: a policy trained against itself and its past, one learning period at a time.

training = SelfPlayTraining(SelfPlayConfig(), seed=1)
while not training.is_done:
    report = training.run_period()

Equal settings and seeds give equal weights on one machine, also if a training is stopped after a
period and continued from its `state`, and whether or not the actors have processes of their own.

Source: Xiao et al. 2023, Algorithm 1.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import torch

from models.self_play.acting import Order, Played
from models.self_play.checkpoint import generator_state, part, prefixed, restore_generator
from models.self_play.config import Device, SelfPlayConfig
from models.self_play.crew import Crew, CrewPlan
from models.self_play.drafting import Drafter
from models.self_play.learning import Batch, Learner, Step
from models.self_play.losses import COPY
from models.self_play.network import PolicyModule, set_weights, weights_of
from models.self_play.opponents import HeroBandit, OpponentPool
from models.self_play.unrolls import Ring, Unrolls
from models.settings.config import ConfigError
from models.surrogates.dense import one_thread

_DRAWS, _WEIGHTS, _DRAFTS = range(1_000_000, 1_000_003)  # streams of seeds, apart from the actors'


@dataclass
class Period:
    """What a learning period reports."""

    period: int  #: Its number, from 1
    samples: int  #: Decisions learned from so far
    n_decisions: int  #: Decisions of all players in this period, recorded or not
    n_games: int  #: Finished games in this period
    was_copied: bool  #: Whether a copy of the learner joined the history
    #: (n_copies,) array: shares of games won against each copy; NaN without games
    payoffs: np.ndarray
    games: np.ndarray  #: (n_copies,) array: games against each copy
    facts: np.ndarray  #: (n_updates, len(FACTS)) array: what each update reports
    decks: np.ndarray  #: (n_heroes, n_cards) array: mean copies of each card in the decks built
    n_decks: np.ndarray  #: (n_heroes,) array: decks built
    hero_chances: np.ndarray  #: (n_heroes,) array: how likely each hero is


def device_of(name: str) -> Device:
    """Return a device of this machine: `auto` is the GPU if there is one, else the CPU.

    Raises:
        ConfigError: torch finds no GPU for `cuda`.
    """
    has_gpu = torch.cuda.is_available()
    if name == "cuda" and not has_gpu:
        raise ConfigError(f"device {name}: torch finds no GPU here; use cpu or auto")
    return "cuda" if has_gpu and name != "cpu" else "cpu"


def new_policy(config: SelfPlayConfig, seed: int) -> PolicyModule:
    """Return the policy before training."""
    rules = config.environment.rules()
    with torch.random.fork_rng(devices=[]):
        first = np.random.SeedSequence((seed, _WEIGHTS)).generate_state(1, np.uint64)[0]
        torch.manual_seed(int(first))
        return config.new_network(config.environment.card_pool(rules), rules)


class SelfPlayTraining:
    """A training.

    Whether each actor has a process changes no result; the device does. The learner starts with
    the weights of `start`, if given; or of `target`, a network to exploit
    (`models.self_play.ladder`), which is then the first copy of the history.

    Attributes:
        period: Learning periods so far.
        samples: Decisions learned from so far.
        version: Updates so far.
    """

    def __init__(
        self,
        config: SelfPlayConfig,
        seed: int,
        has_processes: bool = False,
        device: Device = "cpu",
        target: PolicyModule | None = None,
        start: PolicyModule | None = None,
    ) -> None:
        self.config, self.seed, self.rules = config, seed, config.environment.rules()
        self.cards = config.environment.card_pool(self.rules)
        where = torch.device(device)
        policy = new_policy(config, seed)
        self.pool: OpponentPool[np.ndarray] = OpponentPool(config.opponents)
        if start is not None:
            set_weights(policy, weights_of(start))
        if target is not None:
            weights = weights_of(target)
            set_weights(policy, weights)
            self.pool.begin_period([weights])
        self.learner = Learner(policy, config.update, where)
        self.bandit = HeroBandit(config.heroes, len(self.cards.heroes))
        self.hero_history: list[np.ndarray] = []
        self.rng = np.random.default_rng((seed, _DRAWS))
        self.crew = Crew(CrewPlan(config, seed, str(where)), has_processes)
        self.ring = Ring(config.buffer.size * config.n_rows)
        self.period = self.samples = self.version = 0

    @property
    def is_done(self) -> bool:
        """Whether all decisions have been learned from."""
        return self.samples >= self.config.samples

    @property
    def is_copying(self) -> bool:
        """Whether the policy is still made a copy of a player."""
        return self.samples < self.config.copying.samples

    @property
    def is_drafting(self) -> bool:
        """Whether the policy learns to build decks for a player."""
        return self.config.copying.samples <= self.samples < self.config.n_taught

    def run_period(self, progress: Callable[[int], None] = lambda samples: None) -> Period:
        """Run the next learning period; `progress` is called with `samples` after each batch.

        A period of copying or of drafting ends with it at the latest.
        """
        self.period += 1
        config, end = self.config, self.samples - self.samples % self.config.period
        stages = (config.copying.samples, config.n_taught, config.samples)
        stage = next(each for each in stages if self.samples < each)
        end = min(end + config.period, stage)
        return (self._draft if self.is_drafting else self._play)(end, progress)

    def _play(self, end: int, progress: Callable[[int], None]) -> Period:
        """Learn from games of the policy, or from what a player would do in them."""
        played: list[Played] = []
        facts: list[np.ndarray] = []
        was_copying, self.learner.anchor = self.is_copying, self._anchor()
        with one_thread():
            while self.samples < end:
                batches, new = self._next_batches()
                for each in new:
                    self._note(each)
                played += [each.without_unrolls() for each in new]
                facts += self._learn(batches)
                self.samples += self.config.n_rows * self.config.recording.unroll
                progress(self.samples)
        while was_copying and not self.is_copying and self.crew.n_waiting:
            self.crew.collect()  # what was played ahead is no self-play
        return self._end_period(played, facts)

    def _draft(self, end: int, progress: Callable[[int], None]) -> Period:
        """Learn to build decks from games that a player plays with them."""
        config, before = self.config, self.samples
        drafter = Drafter(config.environment, config.drafting)
        facts: list[np.ndarray] = []
        n_decks, decks = np.zeros(len(self.cards.heroes), np.int64), np.zeros(drafter.most.shape)
        with one_thread():
            while self.samples < end:
                rng = np.random.default_rng((self.seed, _DRAFTS, self.version))
                drafts = drafter.draft(self.learner.network, rng)
                gains = drafter.gains(drafts, drafter.judge(drafts, rng))
                facts += [
                    drafter.update(self.learner, drafts, gains)
                    for _ in range(config.drafting.updates)
                ]
                self.version += config.drafting.updates
                np.add.at(n_decks, drafts.heroes, 1)
                np.add.at(decks, (drafts.heroes[:, None], drafts.picks), 1)
                self.samples += drafts.picks.size
                progress(self.samples)
        n_games = int(n_decks.sum()) * config.drafting.games // 2
        decks /= np.maximum(n_decks, 1)[:, None]
        no_games = np.zeros_like(self.pool.games)
        return Period(
            self.period, self.samples, self.samples - before, n_games, False,
            np.full(len(no_games), np.nan), no_games,
            np.array(facts), decks, n_decks, self.bandit.chances(),
        )  # fmt: skip

    def _next_batches(self) -> tuple[list[Unrolls], list[Played]]:
        """The unrolls of the next updates, and what was played for them."""
        buffer, n_rows = self.config.buffer, self.config.n_rows
        if buffer.kind == "queue":
            while self.crew.n_waiting < buffer.size:
                self.crew.ask(self._order())
            played = self.crew.collect()
            return [played.unrolls], [played]
        new = []
        for _ in range(buffer.production):
            self.crew.ask(self._order())
            new.append(self.crew.collect())
            self.ring.put(new[-1].unrolls)
        n_draws = self.config.reuse if buffer.draws == "update" else 1
        return [self.ring.draw(n_rows, self.rng) for _ in range(n_draws)], new

    def _order(self) -> Order:
        chances = None
        if self.config.heroes.is_learned:
            chances = np.stack([*self.hero_history, self.bandit.chances()])
        return Order(
            self.config.n_rows, self.version, weights_of(self.learner.network),
            tuple(self.pool.history), self.pool.payoffs.copy(), self.pool.games.copy(), chances,
            self.is_copying,
        )  # fmt: skip

    def _note(self, played: Played) -> None:
        """Count the outcomes of games."""
        self.pool.record(played.opponents, played.outcomes)
        if self.config.heroes.is_learned:
            self.bandit.learn(played.heroes, played.outcomes)

    def _learn(self, batches: list[Unrolls]) -> list[np.ndarray]:
        """Update by each batch, or by the only one several times."""
        found = []
        batch: Batch | None = None
        for i in range(self.config.reuse):
            if batch is None or len(batches) > 1:
                batch = self.learner.prepared(batches[i])
            found.append(self.learner.update(batch, self._step()))
            self.version += 1
        return found

    def _step(self) -> Step:
        """The next update."""
        copying, update = self.config.copying, self.config.update
        if self.is_copying:
            rate = copying.rate * (1 - self.samples / copying.samples)
            return Step(self.version, rate, COPY.but(gamma=update.rules.gamma))
        pull = copying.pull_at(self.samples - self.config.n_taught)
        return update.step(self.version, self.config.n_lessons, pull)

    def _anchor(self) -> PolicyModule | None:
        """The copy that the policy is pulled to: the first network of the history."""
        copying, history = self.config.copying, self.pool.history
        pull = copying.pull_at(self.samples - self.config.n_taught)
        if not (copying.samples and history and pull):
            return None
        anchor = new_policy(self.config, 0).to(self.learner.device)
        set_weights(anchor, history[0])
        return anchor

    def _end_period(self, played: list[Played], facts: list[np.ndarray]) -> Period:
        games, shares = self.pool.games, self.pool.win_shares()
        n_decks = np.sum([each.n_decks for each in played], axis=0)
        decks = np.sum([each.decks for each in played], axis=0) / np.maximum(n_decks, 1)[:, None]
        was_copied = not self.is_copying and self.pool.end_period(weights_of(self.learner.network))
        if was_copied:
            self.hero_history.append(self.bandit.chances())
        return Period(
            self.period, self.samples, sum(each.n_decisions for each in played),
            sum(len(each.opponents) for each in played), was_copied,
            np.where(games > 0, shares, np.nan), games, np.array(facts), decks, n_decks,
            self.bandit.chances(),
        )  # fmt: skip

    def state(self) -> dict[str, np.ndarray]:
        """Return arrays from which `restore` continues after a period."""
        n_weights = weights_of(self.learner.network).size
        numbers = self.period, self.samples, self.version, self.pool.waited
        return {
            **prefixed(self.learner.state(), "learner."),
            **prefixed(self.crew.state(), "crew."),
            **prefixed(self.ring.state(), "ring."),
            "numbers": np.array(numbers),
            "rng": generator_state(self.rng),
            "history": np.array(self.pool.history, np.float32).reshape(-1, n_weights),
            "hero_history": np.array(self.hero_history).reshape(-1, len(self.cards.heroes)),
            "preferences": self.bandit.preferences.copy(),
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a state of a training of the same settings and seed."""
        self.learner.restore(part(state, "learner."))
        self.crew.restore(part(state, "crew."))
        self.ring.restore(part(state, "ring."))
        self.period, self.samples, self.version, self.pool.waited = map(int, state["numbers"])
        restore_generator(self.rng, state["rng"])
        self.pool.begin_period(list(state["history"]))
        self.hero_history = list(state["hero_history"])
        self.bandit.preferences = state["preferences"].copy()

    def close(self) -> None:
        """End the actors' processes."""
        self.crew.close()
