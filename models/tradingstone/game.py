"""`TradingGame`: a game of TradingStone from Python.

game = TradingGame.start(RULES["literal"], first=0, seed=1)
print(game)
print(game.legal_actions())
game.apply(63)  # pass
"""

from typing import Self

import numpy as np

from models.tradingstone.core.game import (
    DRAWN,
    FIRST_WON,
    N_ACTIONS,
    N_PLACES,
    RUNNING,
    SECOND_WON,
    is_legal,
    new_game,
    start_game,
)
from models.tradingstone.core.match import N_SEEN, apply_one, observe
from models.tradingstone.rules import RULES, TradingRules, new_puzzle

Card = tuple[int, int]
_RESULTS = {RUNNING: "", FIRST_WON: "player 0 won", SECOND_WON: "player 1 won", DRAWN: "drawn"}


class TradingGame:
    """A position. Cards are pairs of attack and health; empty places are None."""

    def __init__(self, rules: TradingRules, record: np.record, table: np.record | None = None):
        """Args: the rules, the GAME record of the position, and the rules' record if it is made.

        The game owns the position; the rules' record may be shared.
        """
        self.rules = rules
        self.record = record
        self.table = rules.record() if table is None else table

    @classmethod
    def start(cls, rules: TradingRules = RULES["literal"], first: int = 0, seed: int = 0) -> Self:
        """Deal a new game, or build a puzzle if the rules are a puzzle's, where player 0 begins.

        Raises:
            ValueError: `first` is neither 0 nor 1, or the seed is negative.
        """
        if first not in (0, 1):
            raise ValueError(f"first {first}: use 0 or 1")
        if seed < 0:
            raise ValueError(f"seed {seed}: use 0 or more")
        if rules.puzzle:
            return cls(rules, new_puzzle(seed))
        game = cls(rules, new_game())
        start_game(game.record, game.table, first, seed)
        return game

    @property
    def mover(self) -> int:
        """The player to move."""
        return int(self.record.mover)

    @property
    def turn(self) -> int:
        """The number of passes so far."""
        return int(self.record.turn)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record.result != RUNNING)

    def reward(self, side: int) -> float:
        """The reward of a player: 1 won, 0 lost, 0.5 drawn or not over."""
        if self.record.result in (RUNNING, DRAWN):
            return 0.5
        return float(self.record.result == FIRST_WON + side)

    def health(self, side: int) -> int:
        """The health of a player."""
        return int(self.record.health[side])

    def hand(self, side: int) -> list[Card | None]:
        """The hand of a player, place by place."""
        record = self.record
        return _cards(record.hand[side], record.hand_attack[side], record.hand_health[side])

    def board(self, side: int) -> list[Card | None]:
        """The board of a player, place by place."""
        record = self.record
        return _cards(record.board[side], record.board_attack[side], record.board_health[side])

    def is_ready(self, side: int, place: int) -> bool:
        """Whether a card on the board may attack in its player's turn."""
        return bool(self.record.ready[side] >> place & 1)

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the player to move, ascending; none if the game is over."""
        _, legal = self.observe(self.mover, is_hidden=False)
        return [int(action) for action in np.flatnonzero(legal)]

    def apply(self, action: int) -> None:
        """Play an action.

        Raises:
            ValueError: The action is not legal; the message lists the legal ones.
        """
        if not is_legal(self.record, self.table, action):
            legal = self.legal_actions()
            reason = f"the legal actions are {legal}" if legal else "the game is over"
            raise ValueError(f"action {action} is not legal: {reason}")
        apply_one(self.record, self.table, action)

    def copy(self) -> "TradingGame":
        """Return an independent copy."""
        return TradingGame(self.rules, self.record.copy(), self.table)

    def after(self, action: int) -> "TradingGame":
        """Return the game after an action; errors are those of `apply`."""
        copy = self.copy()
        copy.apply(action)
        return copy

    def observe(self, side: int, is_hidden: bool) -> tuple[np.ndarray, np.ndarray]:
        """Return what a player sees, see `core.match.observe`: (73,) floats and a (64,) mask."""
        seen, legal = np.zeros(N_SEEN, np.float32), np.zeros(N_ACTIONS, np.bool_)
        observe(self.record, self.table, side, is_hidden, seen, legal)
        return seen, legal

    def __str__(self) -> str:
        """The position in five lines; * marks cards that may attack."""
        lines = [f"turn {self.turn}, player {self.mover} to move"]
        if self.is_over:
            lines = [f"turn {self.turn}, {_RESULTS[int(self.record.result)]}"]
        for side in (0, 1):
            hand = " ".join(f"{a}/{h}" for a, h in filter(None, self.hand(side))) or "-"
            board = " ".join(
                f"{i}:{card[0]}/{card[1]}{'*' * self.is_ready(side, i)}"
                for i, card in enumerate(self.board(side))
                if card is not None
            )
            lines.append(f"player {side}: {self.health(side)} health, hand {hand}")
            lines.append(f"  board {board or '-'}")
        return "\n".join(lines)


def _cards(taken: int, attack: np.ndarray, health: np.ndarray) -> list[Card | None]:
    return [
        (int(attack[i]), int(health[i])) if int(taken) >> i & 1 else None for i in range(N_PLACES)
    ]
