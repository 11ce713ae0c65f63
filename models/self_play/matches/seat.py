"""`LearnedSeat`: a learned player in one game, action by action.

`models.self_play.matches.games` plays many games at once; here somebody else plays the other side,
at its own speed.
"""

from itertools import count

import numpy as np

from engine.core.memory import copy_game
from engine.decks import Deck
from engine.game import Game
from models.environments.core.action_space import N_ACTIONS, action_at
from models.environments.core.observing import observe
from models.environments.core.records import OBSERVATION, new_scratch
from models.self_play.core.records import DECISION, N_POINTERS, PLACE
from models.self_play.matches.core.records import BEGIN
from models.self_play.matches.core.stepping import point
from models.self_play.matches.players import (
    Decider,
    LearnedPlayer,
    hero_numbers,
    settings_of,
    uniform_draws,
)
from models.self_play.matches.rehearsals import Rehearsals, next_pointer, seed_of

_STREAM = 0x5EA7  # keeps these draws apart from those of the game
_ALL = np.ones(1, bool)


class LearnedSeat:
    """A learned player with a deck in one game, a `models.players.table.Seat`.

    A network with memory remembers its decisions in this seat. It forgets them when it is asked
    about an earlier position than before.

    Args:
        player: The player.
        deck: Its deck.
    """

    def __init__(self, player: LearnedPlayer, deck: Deck) -> None:
        checkpoint = player.checkpoints[player.place_of(deck.hero)]
        self._decider = Decider(checkpoint, player.choice, 1)
        is_careful = player.choice == "lookahead"
        self._rehearsals = Rehearsals(checkpoint) if is_careful else None
        self._settings = settings_of(checkpoint)
        self._scratch, self._place = new_scratch(), np.zeros(1, PLACE)[0]
        self._seen, self._decisions = np.zeros(1, OBSERVATION), np.zeros(1, DECISION)
        self._decisions["hero"] = hero_numbers([deck.hero])
        self._decisions["n_picked"] = len(deck.cards)
        self._masks = np.zeros((1, N_POINTERS), np.int8)
        self._legal, self._options = np.zeros(N_POINTERS, np.int16), np.zeros(N_ACTIONS, np.int16)
        self._last = -1

    @property
    def has_mulligan(self) -> bool:
        """Whether its games have a mulligan."""
        return bool(self._settings["mulligan"])

    def actions(self, game: Game, played: np.record, number: int) -> list[int]:
        """As `Seat.actions`: one action. It sees only what the side to move may know."""
        seed = int(played["seed_a"])
        if number <= self._last:
            self._decider.begin(_ALL)
        self._last = number
        place, tables, side = self._place, game.rules.tables, int(game.record.active)
        copy_game(place["game"], game.record)
        place["number"], place["draws"] = seed & 0xFFFFFFFF, 2 * number
        observe(game.record, tables, self._scratch, side, self._seen[0])
        pointer = planned = BEGIN
        for step in count():
            n = point(
                place, tables, self._scratch, self._settings, self._decisions[0], self._masks[0],
                self._legal, self._options, pointer,
            )  # fmt: skip
            if n == 0:
                return [int(action_at(place["game"], int(self._legal[0])))]
            draws, memory = uniform_draws(_STREAM, seed, number, step), self._decider.memory[0]
            decided = self._decider.decide(self._seen, self._decisions, self._masks, _ALL, draws)
            if self._rehearsals is None:
                pointer = int(decided[0])
                continue
            if pointer == BEGIN:
                planned = self._rehearsals.action(
                    place, game.rules, self._decisions[0], memory, seed_of(seed, number)
                )
            pointer = next_pointer(planned, int(place["step"]), self._masks[0], int(decided[0]))
        raise AssertionError  # an action has four pointers at most
