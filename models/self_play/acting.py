"""`Actor`: many games side by side, played by networks; what the learner decides is recorded.

actor = Actor(SelfPlayConfig(), games, np.random.SeedSequence(1))
played = actor.follow(order)

`outcomes_against_random` shows in training whether the policy learns.

In a game against itself, the learner plays both seats and both are recorded, unless the settings
say otherwise. Against a copy of its past it has one seat, which alternates from game to game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from models.self_play.checkpoint import generator_state, part, prefixed, restore_generator
from models.self_play.config import SelfPlayConfig
from models.self_play.core.records import CONSTRUCT
from models.self_play.environment import BuildAndPlay, EnvironmentConfig
from models.self_play.inputs import Inputs, inputs_of
from models.self_play.network import PolicyModule, set_weights
from models.self_play.opponents import LEARNER, OpponentPool
from models.self_play.pilot import Pilot
from models.self_play.unrolls import Recorder, Unrolls, plain, step_inputs, step_type
from models.surrogates.dense import one_thread

_NOBODY = -2  # beside LEARNER and the copies: no network decides
_NEARLY_1 = 1 - 1e-6  # keeps a draw below the sum of the probabilities, which is rounded


@dataclass(frozen=True)
class Played:
    """What an actor reports; games are those that ended, in order."""

    unrolls: Unrolls  #: Decisions of the learner
    opponents: np.ndarray  #: (n_games,) array, as of `OpponentPool.choose`
    #: (n_games,) array: 1 where the learner won, -1 where it lost, 0 in a draw; those of its
    #: alternating seat in games against itself
    outcomes: np.ndarray
    heroes: np.ndarray  #: (n_games,) array: the learner's heroes, by their place in the pool
    n_decisions: int  #: Decisions of all players, also of those that are not recorded
    #: (n_heroes, n_cards) array: copies of each card in the decks that the learner built
    decks: np.ndarray
    n_decks: np.ndarray  #: (n_heroes,) array: those decks

    def without_unrolls(self) -> "Played":
        """Return the counts only, which take little memory."""
        return replace(self, unrolls=self.unrolls.at(np.zeros(0, np.int64)))


@dataclass(frozen=True)
class Order:
    """What an actor is to play."""

    n_rows: int  #: Unrolls to return
    version: int  #: Number of the learner's weights
    weights: np.ndarray  #: (n_weights,) array: the learner's weights
    #: Weights of the copies that joined the history since the last order
    copies: tuple[np.ndarray, ...]
    payoffs: np.ndarray  #: (n_copies,) array, as of `OpponentPool`
    games: np.ndarray  #: (n_copies,) array, as of `OpponentPool`
    #: (n_copies + 1, n_heroes) array: how the players choose their heroes, the learner last; None:
    #: the game draws them
    hero_chances: np.ndarray | None = None
    is_copying: bool = False  #: Whether the pilot plays, and its decisions are recorded


class Actor:
    """Games between the learner and its opponents.

    `games` are of this actor only. While the learner is made a copy of a player, that player, the
    `pilot`, plays all games.
    """

    def __init__(
        self,
        config: SelfPlayConfig,
        games: BuildAndPlay,
        seed: np.random.SeedSequence,
        device: str = "cpu",
    ) -> None:
        n, n_cards, width = games.n_games, len(games.pool), games.masks.shape[1]
        self.config, self.games, self.device = config, games, device
        self.network = self.new_network()
        self.pool: OpponentPool[PolicyModule] = OpponentPool(config.opponents)
        self.hero_chances: np.ndarray | None = None
        self.rng = np.random.default_rng(seed)
        is_peeking = config.network.peek
        self.peeking = Peeking(n, n_cards, config.environment.deck_size) if is_peeking else None
        memory = self.network.first_memory(1).shape[-1]
        self.memory = np.zeros((n, 2, 2, memory), np.float32)
        step = step_type(n_cards, width, is_peeking)
        self.recorder = Recorder(2 * n, config.recording.unroll, step, memory)
        self.frame = np.zeros(n, step)
        self.seats = np.arange(n) % 2  # the learner's
        self.opponents = np.full(n, LEARNER)
        self.decks = np.zeros((len(games.pool.heroes), n_cards), np.int64)
        self.n_decks = np.zeros(len(games.pool.heroes), np.int64)
        self.has_begun = False
        self.pilot = Pilot(games, config.copying) if config.copying.samples else None

    def new_network(self) -> PolicyModule:
        """Return a network with random weights for these games."""
        return self.config.new_network(self.games.pool, self.games.rules).to(self.device)

    def follow(self, order: Order) -> Played:
        """Play as ordered."""
        set_weights(self.network, order.weights)
        for weights in order.copies:
            copy = self.new_network()
            set_weights(copy, weights)
            self.pool.history.append(copy)
        self.pool.payoffs, self.pool.games = order.payoffs, order.games
        self.hero_chances = order.hero_chances
        if self.pilot and not order.is_copying:
            self.pilot = None
            self.recorder.clear()
        if not self.has_begun:
            self._start(np.arange(self.games.n_games))
            self.has_begun = True
        return self.play(order.n_rows, order.version)

    def play(self, n_rows: int, version: int) -> Played:
        """Play with weights of this number until there are `n_rows` unrolls."""
        ended: list[np.ndarray] = []
        n_decisions, self.decks[:], self.n_decks[:] = 0, 0, 0
        self.frame["version"] = version
        while self.recorder.n_complete < n_rows:
            ended.append(self._step())
            n_decisions += self.games.n_games
        results = np.concatenate(ended, axis=1) if ended else np.zeros((3, 0), np.int64)
        opponents, outcomes, heroes = results
        return Played(
            self.recorder.take(n_rows), opponents, outcomes, heroes, n_decisions,
            self.decks.copy(), self.n_decks.copy(),
        )  # fmt: skip

    def _step(self) -> np.ndarray:
        """One decision in each game; opponents, outcomes and heroes of the games that ended."""
        sides = self.games.turns["to_move"].astype(np.int64)
        self._look(sides)
        actions = self._decide(sides)
        self._note_picks(sides, actions)
        heroes = self.games.heroes[np.arange(len(sides)), self.seats]
        turns = self.games.step(actions)
        places = np.flatnonzero(turns["terminated"] | turns["truncated"])
        seats = self.seats[places]
        rewards = turns["rewards"][places]
        for side in range(2):
            known = self._is_recorded(places, np.full(len(places), side))
            self.recorder.end(2 * places[known] + side, rewards[known, side])
        found = [self.opponents[places], rewards[np.arange(len(places)), seats], heroes[places]]
        self._start(places)
        return np.stack(found).astype(np.int64)

    def _look(self, sides: np.ndarray) -> None:
        games, frame = self.games, self.frame
        frame["seen"], frame["decision"] = games.seen, games.decisions
        frame["picks"], frame["mask"] = games.picks, games.masks
        if self.peeking:
            frame["revealed"] = self.peeking.seen_by(sides)

    def _decide(self, sides: np.ndarray) -> np.ndarray:
        """Draw all decisions, and record the learner's."""
        places = np.arange(len(sides))
        players = np.where(sides == self.seats, LEARNER, self.opponents)
        before = self.memory[places, sides]
        is_known, decides = self._is_recorded(places, sides), np.ones(len(sides), bool)
        if self.pilot:
            pointers, decides = self.pilot.decide(self.rng)
            is_known &= self.pilot.is_copied()
        self._draw(sides, np.where(decides | (before.shape[-1] > 0), players, _NOBODY), before)
        actions = self.frame["action"].astype(np.int64)
        if self.pilot:
            actions = np.where(decides, actions, pointers)
            self.frame["action"] = pointers
            self.pilot.follow(pointers, actions)
        known = np.flatnonzero(is_known)
        self.recorder.add(2 * known + sides[known], self.frame[known], before[known])
        return actions

    def _draw(self, sides: np.ndarray, players: np.ndarray, before: np.ndarray) -> None:
        """Draw the networks' decisions into the frame, and keep their memory."""
        memory, frame = torch.from_numpy(before), plain(self.frame)
        draws = torch.from_numpy(self.rng.random(len(sides), np.float32))
        for player in np.unique(players[players != _NOBODY]):
            rows = np.flatnonzero(players == player)
            network = self.network if player == LEARNER else self.pool.history[player]
            some = step_inputs(frame[rows].view(self.frame.dtype))
            chosen, log_probs, after = drawn(network, some, memory[rows], draws[rows])
            self.frame["action"][rows], self.frame["log_prob"][rows] = chosen, log_probs
            self.memory[rows, sides[rows]] = after

    def _is_recorded(self, places: np.ndarray, sides: np.ndarray) -> np.ndarray:
        """Whether these sides' decisions are learned from."""
        is_seat = sides == self.seats[places]
        if self.config.recording.seats == "one":
            return is_seat
        return is_seat | (self.opponents[places] == LEARNER)

    def _note_picks(self, sides: np.ndarray, actions: np.ndarray) -> None:
        """Count the learner's finished decks, and show picks to those who may see them."""
        building = np.flatnonzero(self.frame["decision"]["kind"] == CONSTRUCT)
        picks = self.frame["picks"][building]
        if self.peeking:
            self.peeking.see_picks(building, sides[building], picks, actions[building])
        is_last = self.frame["decision"]["n_picked"][building] == self.games.config.deck_size - 1
        done = building[is_last & self._is_recorded(building, sides[building])]
        heroes = self.games.heroes[done, sides[done]]
        np.add.at(self.decks, heroes, self.frame["picks"][done])
        np.add.at(self.decks, (heroes, actions[done]), 1)
        np.add.at(self.n_decks, heroes, 1)

    def _start(self, places: np.ndarray) -> None:
        """Assign seats, opponents and heroes to the new games in these places."""
        self.seats[places] = 1 - self.seats[places]
        self.opponents[places] = self.pool.choose(self.rng, len(places))
        self.memory[places] = 0
        if self.peeking:
            self.peeking.start(places, self.seats[places], self.rng)
        if self.hero_chances is not None:
            heroes = np.zeros((len(places), 2), np.int64)
            for side in range(2):
                players = np.where(self.seats[places] == side, LEARNER, self.opponents[places])
                sums = self.hero_chances[players].cumsum(axis=1)
                draws = self.rng.random(len(places))[:, None] * sums[:, -1:] * _NEARLY_1
                heroes[:, side] = (draws >= sums).sum(axis=1)
            self.games.choose_heroes(places, heroes)

    def state(self) -> dict[str, np.ndarray]:
        """Return arrays from which `restore` continues, except networks and history."""
        peeking = self.peeking
        found = {
            **prefixed(self.games.state(), "games."),
            **prefixed(self.recorder.state(), "recorder."),
            **{name: getattr(self, name).copy() for name in ("memory", "seats", "opponents")},
            "rng": generator_state(self.rng),
            "has_begun": np.array(self.has_begun),
            **prefixed(self.pilot.state() if self.pilot else {}, "pilot."),
        }
        if peeking:
            found |= {
                "peeking.limits": peeking.limits.copy(),
                "peeking.shown": peeking.shown.copy(),
            }
        return found

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a state of an actor with the same arguments; orders bring the history."""
        self.games.restore(part(state, "games."))
        self.recorder.restore(part(state, "recorder."))
        for name in ("memory", "seats", "opponents"):
            getattr(self, name)[:] = state[name]
        restore_generator(self.rng, state["rng"])
        self.has_begun = bool(state["has_begun"])
        if pilot := part(state, "pilot."):
            assert self.pilot
            self.pilot.restore(pilot)
        else:
            self.pilot = None
        if self.peeking:
            self.peeking.limits[:] = state["peeking.limits"]
            self.peeking.shown[:] = state["peeking.shown"]


def drawn(
    network: PolicyModule, inputs: Inputs, memory: Tensor, draws: Tensor
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return actions drawn from a policy, their log-probabilities and the memory after them.

    `memory` is (n, 2, memory), the LSTM's state before; `draws` (n,), uniform in [0, 1).
    """
    device = next(network.parameters()).device
    with torch.no_grad():
        output = network(inputs.to(device), memory.to(device))
        sums = output.log_probs.exp().cumsum(dim=1)
        chosen = (sums <= _NEARLY_1 * draws.to(device)[:, None] * sums[:, -1:]).sum(dim=1)
        taken = output.log_probs.gather(1, chosen[:, None]).squeeze(1)
    return chosen.cpu().numpy(), taken.cpu().numpy(), output.memory.cpu().numpy()


class Peeking:
    """What players of the paper's model c5 are shown of the opponent's deck, in games side by side.

    A player may see the first n cards that the opponent picks, while it builds and in the battle.
    The first player builds before the second, so it sees them only in the battle.

    Source: Xiao et al. 2023: in training n1 and n2 are uniform in {0, ..., deck size}; the learner
    sees n1 cards and its opponent min(n1, n2).

    Attributes:
        limits: (n_games, 2) array: cards that each side sees at most.
    """

    def __init__(self, n_games: int, n_cards: int, deck_size: int) -> None:
        self.deck_size = deck_size
        self.limits = np.zeros((n_games, 2), np.int64)
        self.shown = np.zeros((n_games, 2, n_cards), np.int8)  # by the side that sees them

    def start(self, places: np.ndarray, seats: np.ndarray, rng: np.random.Generator) -> None:
        """Begin new games in these places; the side `seats` sees no less than the other."""
        most, other = rng.integers(0, self.deck_size + 1, (2, len(places)))
        self.limits[places, seats] = most
        self.limits[places, 1 - seats] = np.minimum(most, other)
        self.shown[places] = 0

    def see_picks(
        self, places: np.ndarray, sides: np.ndarray, picks: np.ndarray, actions: np.ndarray
    ) -> None:
        """Show cards picked now, `actions`, to those who may see them; `picks` are those before."""
        n_picked = picks.sum(axis=1) + 1
        is_shown = n_picked <= self.limits[places, 1 - sides]
        at = places[is_shown], 1 - sides[is_shown]
        self.shown[at] = picks[is_shown]
        self.shown[*at, actions[is_shown]] += 1

    def seen_by(self, sides: np.ndarray) -> np.ndarray:
        """Return the (n_games, n_cards) array of the opponents' cards that these sides see."""
        return self.shown[np.arange(len(sides)), sides]


def outcomes_against_random(
    network: PolicyModule, environment: EnvironmentConfig, n_games: int, seed: int
) -> np.ndarray:
    """Return (n_games,) results of a policy, 1, -1 or 0, against random decisions and decks.

    Both play with random heroes; the policy draws its decisions, and goes first in half of the
    games. If it peeks, it sees a uniform number of first cards. No picks of decks are random.
    """
    games = BuildAndPlay(environment.but(random_picks=False), n_games, seed, threads=1)
    rng, seats, places = np.random.default_rng(seed), np.arange(n_games) % 2, np.arange(n_games)
    outcomes, is_over = np.zeros(n_games, np.int64), np.zeros(n_games, bool)
    memory = network.first_memory(n_games).cpu()
    peeking = None
    if network.config.peek:
        peeking = Peeking(n_games, len(games.pool), environment.deck_size)
        peeking.start(places, seats, rng)
    with one_thread():
        while not is_over.all():
            sides = games.turns["to_move"].astype(np.int64)
            actions = games.random_actions(rng)
            revealed = peeking.seen_by(sides) if peeking else None
            own = np.flatnonzero((sides == seats) & ~is_over)
            if len(own):
                inputs = inputs_of(games.seen, games.decisions, games.picks, games.masks, revealed)
                rows = torch.from_numpy(own)
                draws = torch.from_numpy(rng.random(len(own), np.float32))
                found, _, after = drawn(network, inputs.at(rows), memory[rows], draws)
                actions[own], memory[rows] = found, torch.from_numpy(after)
            if peeking:
                building = np.flatnonzero(games.is_build & ~is_over)
                peeking.see_picks(
                    building, sides[building], games.picks[building], actions[building]
                )
            turns = games.step(actions)
            ended = np.flatnonzero((turns["terminated"] | turns["truncated"]) & ~is_over)
            outcomes[ended] = turns["rewards"][ended, seats[ended]]
            is_over[ended] = True
    return outcomes
