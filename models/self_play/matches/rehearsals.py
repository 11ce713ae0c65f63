"""`Rehearsals`: a network tries all its actions in copies of the game, before it takes one.

In each copy, what the player cannot see is dealt anew, the action is played, and the network plays
on by its most probable decisions, to the end of its turn. Its own estimate there, or the end of the
game, is the action's value. The turn ends when the network wants to end it, unless an action has a
greater value: this is one step of policy improvement (Bertsekas' rollout).
"""

import numpy as np
import torch
from torch import Tensor

from engine.rules import Rules
from models.environments.core.action_space import END_TURN, N_ACTIONS
from models.environments.core.records import OBSERVATION, new_scratch
from models.players.core.state import HIDDEN
from models.self_play.checkpoint import Checkpoint
from models.self_play.core.records import DECISION, END_OF_TURN, N_POINTERS, PLACE, SELECT
from models.self_play.inputs import inputs_of
from models.self_play.matches.core.rehearsing import (
    LOST,
    OPEN,
    WON,
    begin_rehearsals,
    go_on_rehearsing,
    list_actions,
    pointer_at,
)
from models.self_play.matches.players import settings_of, uniform_draws

_STREAM = 0x4E4EA45E  # keeps these deals apart from other draws
#: How often an action is tried, each time with other hidden cards.
N_DEALS = 2
_MOST_DECISIONS = 100  # in a turn; a copy that takes longer counts as it stands
_NOTHING = -1
_NEARLY_WON = 0.99  # the network's estimates stay below what is certain


class Rehearsals:
    """Copies of one game at a time, in which a network tries its actions.

    Args:
        checkpoint: The network.
    """

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.network, self.settings = checkpoint.network, settings_of(checkpoint)
        self._n_cards = len(checkpoint.pool)
        self._scratch, self._hidden = new_scratch(), np.zeros(1, HIDDEN)[0]
        self._options, self._actions = np.zeros((2, N_ACTIONS), np.int16)
        self._room = _Room(64)

    def action(
        self,
        place: np.record,
        rules: Rules,
        known: np.record,
        memory: Tensor,
        seed: int,
        revealed: np.ndarray | None = None,
    ) -> int:
        """Returns the action that turned out best, by its index.

        Args:
            place: A game, in which the side to move chooses an action (dtype `PLACE`); not changed.
            rules: The cards.
            known: A decision with the player's class and its number of cards (dtype `DECISION`).
            memory: (2, memory) tensor: the network's memory.
            seed: Equal seeds deal alike.
            revealed: (n_cards,) array of int8: cards known to be in the opponent's deck.
        """
        n = list_actions(
            place, rules.tables, self._scratch, self.settings, self._options, self._actions
        )
        legal = self._actions[:n].astype(np.int64)
        if n == 1:
            return int(legal[0])
        tried = legal[legal != END_TURN]
        # The first row is the game as it is: the value of ending the turn now, if it is to end.
        actions = np.concatenate([[_NOTHING], np.repeat(tried, N_DEALS)])
        seeds = seed + np.concatenate([[0], np.tile(np.arange(N_DEALS), len(tried))])
        values = self._values(place, rules, known, memory, actions, seeds, revealed)
        means = values[1:].reshape(-1, N_DEALS).mean(axis=1)
        best = int(means.argmax())
        return END_TURN if values[0] > means[best] else int(tried[best])

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
            self._room = _Room(2 * len(actions))
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
            inputs = inputs_of(room.seen, room.decisions, picks, room.masks, known_cards)
            with torch.no_grad():
                output = self.network(inputs, memories)
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


def next_pointer(planned: int, step: int, mask: np.ndarray, decided: int) -> int:
    """Returns the next pointer of a planned action.

    Args:
        planned: Its index.
        step: The step of the decision.
        mask: (n_pointers,) array of int8: 1 for legal pointers.
        decided: The network's own decision, for when the plan does not fit: an option that is
            drawn can be another one than the plan's.
    """
    pointer = int(pointer_at(planned, step))
    return pointer if pointer >= 0 and mask[pointer] else decided


def seed_of(*words: np.ndarray | int) -> int:
    """Returns a seed of deals, made of whole numbers."""
    return int(uniform_draws(_STREAM, *words)[0] * 2**40)


def _results(standings: np.ndarray) -> np.ndarray:
    """(n,) array: 1 for a win, -1 for a loss, else 0."""
    return (standings == WON).astype(np.float64) - (standings == LOST)


class _Room:
    """Memory for copies of a game, which grows."""

    def __init__(self, n: int) -> None:
        self.places, self.standings = np.zeros(n, PLACE), np.zeros(n, np.int64)
        self.seen, self.decisions = np.zeros(n, OBSERVATION), np.zeros(n, DECISION)
        self.decisions["kind"] = SELECT  # copies that ended at once have no decision
        self.masks = np.zeros((n, N_POINTERS), np.int8)
        self.legal = np.zeros((n, N_POINTERS), np.int16)
        self.options = np.zeros((n, N_ACTIONS), np.int16)

    def first(self, n: int) -> "_Room":
        """Returns the memory of the first copies."""
        part = _Room(0)
        part.__dict__ = {name: array[:n] for name, array in self.__dict__.items()}
        return part
