"""Games at a table: action by action, between compiled players and any `Seat`.

A game is that of `models.players.core.game_loop`, with the same seeds, deals and counts; a seat
decides instead of a search where there is one. A class of one's own takes about 10 ms for an
action, a thousand times as long as a compiled player.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from engine.core.enums import RUNNING
from engine.game import Game
from engine.rules import Rules
from models.players.core.game_loop import (
    act,
    begin_turns,
    clear_outcome,
    deal,
    end_turn,
    is_to_repeat,
    take_mulligan,
    take_turn,
)


class Seat(Protocol):
    """A player in one game, action by action: a search, a network, or a class of one's own.

    It keeps its memory from action to action. A game may be taken back, so a seat may be asked
    about an earlier position again.
    """

    @property
    def has_mulligan(self) -> bool:
        """Whether its games have a mulligan."""

    def actions(self, game: Game, played: np.record, number: int) -> list[int]:
        """Returns the codes of what the side to move does next, one action or more.

        Args:
            game: The position, which does not change.
            played: The game's seeds (dtype `models.players.core.state.PLAYED_GAME`).
            number: Number of actions before it in the game: equal numbers give equal actions.

        Raises:
            GameError: It found no action.
        """


#: Returns who sits on a side of a game, by its number among the games to play; None for the
#: compiled player of the side.
Seats = Callable[[int, int], Seat | None]


def play_at_desk(
    rules: Rules,
    desk: np.record,
    setups: np.ndarray,
    strategies: np.ndarray,
    games: np.ndarray,
    cards: np.ndarray,
    seats: Seats,
    first: int,
    stop: int,
) -> None:
    """Plays the games from `first` to `stop`, as `game_loop.play_games` does.

    The arguments are those of `play_games`, and `seats`: who sits where. It is called once for each
    try of a game, so a seat's memory is that of one game. The strategies of seats only have their
    mulligan.

    Raises:
        ConfigError: A seat cannot be taken.
        GameError: A seat failed.
    """
    for number in range(first, stop):
        played = games[number]
        setup = setups[played["deck"], played["opponent"]]
        second = len(strategies) - setups.shape[1] + int(played["opponent"])
        sides = strategies[int(played["player"])], strategies[second]
        played["attempts"], is_over = 0, False
        while not is_over:
            played["attempts"] += 1
            taken = [seats(number, side) for side in range(2)]
            _play_once(rules, desk, setup, sides, played, taken)
            is_over = not is_to_repeat(desk, played)
        if len(cards):
            cards[number] = desk["cards"]


def _play_once(
    rules: Rules,
    desk: np.record,
    setup: np.record,
    sides: Sequence[np.record],
    played: np.record,
    seats: Sequence[Seat | None],
) -> None:
    """Plays one game from its seeds to its end."""
    game, tables = Game(rules, desk.game, int(played["seed_a"])), rules.tables
    clear_outcome(played)
    deal(desk, tables, setup, played)
    for side, seat in enumerate(seats):
        if seat is None or seat.has_mulligan:
            take_mulligan(desk.game, tables, side, sides[side])
    begin_turns(desk, tables)
    most = 1
    while desk.game.result == RUNNING:
        side = int(desk.game.active)
        seat, strategy = seats[side], sides[side]
        if seat is None:
            end_turn(desk, played, side, take_turn(desk, tables, side, strategy, played))
            continue
        turn = desk.game.turn
        for code in seat.actions(game, played, int(desk.n_actions)):
            most = act(desk, tables, strategy, played, code, most)
            if desk.game.result != RUNNING or desk.game.turn != turn:
                break
