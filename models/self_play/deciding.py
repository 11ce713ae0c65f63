"""`Decider`: a network that decides in games side by side, and may try its actions before.

With the choice `lookahead` it tries all actions in copies of the game before it takes one. In each
copy, what the player cannot see is dealt anew, the action is played, and the network plays on by
its most probable decisions, to the end of its turn. Its own estimate there, or the end of the
game, is the action's value. The turn ends when the network wants to end it, unless an action has a
greater value: this is one step of policy improvement (Bertsekas' rollout).
"""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from engine.rules import Rules
from models.environments.core.action_space import END_TURN, N_ACTIONS, list_legal
from models.environments.core.records import OBSERVATION, new_scratch
from models.players.core.state import HIDDEN
from models.players.games import GOLDEN, mix
from models.self_play.checkpoint import Checkpoint
from models.self_play.core.pointing import POINTERS
from models.self_play.core.records import (
    DECISION,
    END_OF_TURN,
    N_POINTERS,
    PLACE,
    POSITION,
    SELECT,
    SOURCE,
)
from models.self_play.core.rehearsing import LOST, OPEN, WON, begin_rehearsals, go_on_rehearsing
from models.self_play.inputs import Inputs, inputs_of

#: How often an action is tried, each time with other hidden cards.
N_DEALS = 2
_STREAM = 0x4E4EA45E  # keeps the deals of trials apart from other draws
_MOST_DECISIONS = 100  # in a turn; a copy that takes longer counts as it stands
_NOTHING = -1
_NEARLY_WON = 0.99  # the network's estimates stay below what is certain


class Room:
    """Memory for the decisions of games side by side, one row each.

    Attributes:
        seen: (n,) array of OBSERVATION: what is known of the battle.
        decisions: (n,) array of DECISION: what is decided.
        masks: (n, width) array of int8: 1 for legal decisions.
        legal: (n, N_POINTERS) array of int16, for the legal pointers.
        options: (n, N_ACTIONS) array of int16, for the legal actions.
    """

    def __init__(self, n: int, width: int = N_POINTERS) -> None:
        self.seen, self.decisions = np.zeros(n, OBSERVATION), np.zeros(n, DECISION)
        self.decisions["kind"] = SELECT  # rows without a game are no decks either
        self.masks = np.zeros((n, width), np.int8)
        self.legal, self.options = (np.zeros((n, k), np.int16) for k in (N_POINTERS, N_ACTIONS))

    def inputs(self, picks: np.ndarray, revealed: np.ndarray | None) -> Inputs:
        """Returns what a network is given, with deck lists and what is known of others."""
        return inputs_of(self.seen, self.decisions, picks, self.masks, revealed)


class Trials(NamedTuple):
    """Games in which a network may try its actions."""

    places: np.ndarray  #: (n,) array of PLACE: the games; they do not change
    rules: Rules  #: The cards
    #: (n,) arrays of int64, or numbers, of which the seeds of a game's trials are made
    words: tuple[np.ndarray | int, ...]


class Decider:
    """A network that decides in a fixed number of games side by side.

    All rows are evaluated in each step, whether they wait or not. So a row's numbers, to the last
    bit, depend on its place and content only, and no game on the others beside it.
    """

    def __init__(
        self, checkpoint: Checkpoint, choice: str, n: int, temperature: float = 1.0
    ) -> None:
        self.network = checkpoint.network
        self._n_cards, self._choice = len(checkpoint.pool), choice
        self._temperature = temperature
        self.memory = self.network.first_memory(n)
        self._rehearsals = Rehearsals(checkpoint) if choice == "lookahead" else None
        self._planned = np.zeros(n, np.int64)  # actions

    def begin(self, rows: np.ndarray) -> None:
        """Forgets what it remembers of some games."""
        self.memory[torch.from_numpy(rows)] = 0.0

    def decide(
        self,
        room: Room,
        rows: np.ndarray,
        draws: np.ndarray,
        picks: np.ndarray | None = None,
        revealed: np.ndarray | None = None,
        trials: Trials | None = None,
    ) -> np.ndarray:
        """Decides in some of the games.

        Args:
            room: What is decided in the n games.
            rows: (n,) array of bool: where it decides.
            draws: (n,) array of float64 in (0, 1), for sampling.
            picks: (n, n_cards) array of int8: deck lists, for decisions about decks. In battles
                they change values only, by one number for each deck.
            revealed: (n, n_cards) array of int8: cards known to be in the opponent's deck.
            trials: The games, for a network that looks ahead; None while decks are built.

        Returns:
            (n,) array of int64; only those of `rows` mean something.
        """
        if picks is None:
            picks = np.zeros((len(rows), self._n_cards), np.int8)
        with torch.no_grad():
            output = self.network(room.inputs(picks, revealed), self.memory)
            decides, before = torch.from_numpy(rows)[:, None, None], self.memory
            self.memory = torch.where(decides, output.memory, before)
        decided = chosen(output.log_probs, self._choice, draws, self._temperature)
        if self._rehearsals and trials:
            seeds = (uniform_draws(_STREAM, *trials.words) * 2**40).astype(np.int64)
            for row in np.flatnonzero(rows):
                place, shown = trials.places[row], None if revealed is None else revealed[row]
                if place["step"] == SOURCE:
                    self._planned[row] = self._rehearsals.action(
                        place,
                        trials.rules,
                        room.decisions[row],
                        before[row],
                        int(seeds[row]),
                        shown,
                    )
                # The plan may not fit: an option that is drawn can be another one than the plan's.
                pointer = POINTERS[self._planned[row], place["step"]]
                if pointer >= 0 and room.masks[row, pointer]:
                    decided[row] = pointer
        return decided


def chosen(
    log_probs: Tensor, choice: str, draws: np.ndarray, temperature: float = 1.0
) -> np.ndarray:
    """Return (n,) decisions by (n, width) log-probabilities: drawn for `sample`, else the best."""
    if choice != "sample":
        return log_probs.argmax(dim=1).numpy()
    if temperature != 1:
        log_probs = (log_probs - log_probs.amax(dim=1, keepdim=True)) / temperature
    totals = log_probs.exp().double().numpy().cumsum(axis=1)
    return (totals < draws[:, None] * totals[:, -1:]).sum(axis=1)


def uniform_draws(*words: np.ndarray | int) -> np.ndarray:
    """Returns (n,) array of float64 in (0, 1), made of (n,) arrays of int64, or of numbers."""
    mixed = np.zeros(1, np.uint64)
    for word in words:
        mixed = mix((mixed ^ np.asarray(word, np.int64).astype(np.uint64)) + GOLDEN)
    return ((mixed >> np.uint64(11)).astype(np.float64) + 0.5) / 2**53


class Rehearsals:
    """Copies of one game at a time, in which a network tries its actions."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.network = checkpoint.network
        self.settings = checkpoint.card.environment.left_to_chance()
        self._n_cards = len(checkpoint.pool)
        self._scratch, self._hidden = new_scratch(), np.zeros(1, HIDDEN)[0]
        self._options = np.zeros(N_ACTIONS, np.int16)
        self._room = _Copies(64)

    def action(
        self,
        place: np.record,
        rules: Rules,
        known: np.record,
        memory: Tensor,
        seed: int,
        revealed: np.ndarray | None = None,
    ) -> int:
        """Returns the index of the action that turned out best; equal seeds deal alike.

        `place` (dtype `PLACE`), where the side to move chooses an action, is not changed; `known`
        (dtype `DECISION`) has its class and number of cards; `memory` is (2, memory), `revealed`
        as in `Decider.decide`, of one row.
        """
        legal = self._legal(place, rules)
        if len(legal) == 1:
            return int(legal[0])
        tried = legal[legal != END_TURN]
        # The first row is the game as it is: the value of ending the turn now, if it is to end.
        actions = np.concatenate([[_NOTHING], np.repeat(tried, N_DEALS)])
        seeds = seed + np.concatenate([[0], np.tile(np.arange(N_DEALS), len(tried))])
        values = self._values(place, rules, known, memory, actions, seeds, revealed)
        means = values[1:].reshape(-1, N_DEALS).mean(axis=1)
        best = int(means.argmax())
        return END_TURN if values[0] > means[best] else int(tried[best])

    def _legal(self, place: np.record, rules: Rules) -> np.ndarray:
        """The actions that a player decides between.

        Of actions that differ in the position of a minion only, the last one stands for all if the
        settings choose the position.
        """
        n = list_legal(place["game"], rules.tables, self._scratch, self._options)
        legal = self._options[:n].astype(np.int64)
        if self.settings["positions"] == 2:
            return legal
        names = POINTERS[legal, :POSITION]
        return legal[np.append((names[1:] != names[:-1]).any(axis=1), True)]

    def _values(
        self,
        place: np.record,
        rules: Rules,
        known: np.record,
        memory: Tensor,
        actions: np.ndarray,
        seeds: np.ndarray,
        revealed: np.ndarray | None,
    ) -> np.ndarray:
        """(n,) array: what the turn is worth after each action; -inf if it does not end now."""
        if len(actions) > len(self._room.places):
            self._room = _Copies(2 * len(actions))
        room = self._room.first(len(actions))
        side = int(place["game"]["active"])
        room.decisions["hero"], room.decisions["n_picked"] = known["hero"], known["n_picked"]
        shared = rules.tables, self._scratch, self.settings
        shown = room.seen, room.decisions, room.masks, room.legal, room.options, room.standings
        begin_rehearsals(room.places, place, *shared, self._hidden, actions, seeds, *shown)
        values = _results(room.standings)
        picks = np.zeros((len(actions), self._n_cards), np.int8)  # see `Decider.decide`
        known_cards = None if revealed is None else np.tile(revealed, (len(actions), 1))
        is_open, memories = room.standings == OPEN, memory.expand(len(actions), *memory.shape)
        for step in range(_MOST_DECISIONS):
            with torch.no_grad():
                output = self.network(room.inputs(picks, known_cards), memories)
            pointers, memories = output.log_probs.argmax(dim=1).numpy(), output.memory
            values[is_open] = output.values.numpy()[is_open].clip(-_NEARLY_WON, _NEARLY_WON)
            is_open &= ~((room.decisions["source"] < 0) & (pointers == END_OF_TURN))
            if step == 0 and is_open[0]:
                values[0], is_open[0] = -np.inf, False
            go_on_rehearsing(
                room.places, *shared, side, np.where(is_open, pointers, _NOTHING), *shown
            )
            ended = is_open & (room.standings != OPEN)
            values[ended] = _results(room.standings[ended])
            is_open &= ~ended
            if not is_open.any():
                break
        return values


def _results(standings: np.ndarray) -> np.ndarray:
    """(n,) array: 1 for a win, -1 for a loss, else 0."""
    return (standings == WON).astype(np.float64) - (standings == LOST)


class _Copies(Room):
    """Memory for copies of a game, and how they stand."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.places, self.standings = np.zeros(n, PLACE), np.zeros(n, np.int64)

    def first(self, n: int) -> "_Copies":
        """Returns the memory of the first copies."""
        part = _Copies(0)
        part.__dict__ = {name: array[:n] for name, array in self.__dict__.items()}
        return part
