"""Rock-paper-scissors, Kuhn poker and Leduc poker.

A game is a function of the actions so far, chance's included. It returns what comes next: a draw
of chance, a player's decision, or the end. All games are zero-sum games of two players.

Sources: Kuhn 1950, A simplified two-person poker; Southey et al. 2005, Bayes' Bluff (Leduc).
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

PASS, BET = 0, 1
FOLD, CALL, RAISE = 0, 1, 2
_KUHN_DEALS = list(permutations(range(3), 2))
_LEDUC_DEALS = [(a, b) for a in range(3) for b in range(3)]
_LEDUC_RAISES = (2, 4)  # chips, in the first and the second round
_MAX_RAISES = 2  # of both players in a round


@dataclass(frozen=True)
class Chance:
    """Chance draws action i with `chances[i]`."""

    chances: tuple[float, ...]


@dataclass(frozen=True)
class Decision:
    """A player, 0 or 1, decides."""

    player: int
    legal: tuple[int, ...]
    seen: str  # what it knows; equal texts are one information set


@dataclass(frozen=True)
class End:
    """The game is over; `reward` is player 0's, and player 1 gets its negative."""

    reward: float


Actions = tuple[int, ...]
SmallGame = Callable[[Actions], Chance | Decision | End]


def rock_paper_scissors(actions: Actions) -> Chance | Decision | End:
    """Rock 0, paper 1, scissors 2: player 1 does not see what player 0 chose."""
    if len(actions) < 2:
        return Decision(len(actions), (0, 1, 2), f"player {len(actions)}")
    return End((0.0, 1.0, -1.0)[(actions[0] - actions[1]) % 3])


def kuhn_poker(actions: Actions) -> Chance | Decision | End:
    """Three cards, one each, one chip ante and one bet: player 0 loses 1/18 chip per game."""
    if not actions:
        return Chance((1 / 6,) * 6)
    cards, bets = _KUHN_DEALS[actions[0]], actions[1:]
    winner = 1.0 if cards[0] > cards[1] else -1.0
    match bets:
        case (0, 0):
            return End(winner)
        case (1, 1) | (0, 1, 1):
            return End(2 * winner)
        case (1, 0):
            return End(1.0)
        case (0, 1, 0):
            return End(-1.0)
    player = len(bets) % 2
    return Decision(player, (PASS, BET), f"{'JQK'[cards[player]]}{''.join(map(str, bets))}")


@dataclass
class _Leduc:
    """A position of Leduc poker."""

    cards: tuple[int, int]  # each player's rank
    public: int | None  # rank of the card on the table, from the second round on
    pot: list[int]  # chips of each player
    rounds: list[list[int]]  # the actions of each round so far
    is_over: bool = False
    folded: int | None = None  # who folded

    @property
    def bets(self) -> list[int]:
        """The actions of the current round."""
        return self.rounds[-1]

    @property
    def is_round_over(self) -> bool:
        """Whether the last action was a call, except the first check."""
        return len(self.bets) > 1 and self.bets[-1] == CALL

    def act(self, action: int) -> None:
        """Play an action of the player to move."""
        player = len(self.bets) % 2
        self.bets.append(action)
        if action == FOLD:
            self.folded, self.is_over = player, True
            return
        self.pot[player] = self.pot[1 - player]
        if action == RAISE:
            self.pot[player] += _LEDUC_RAISES[len(self.rounds) - 1]
        self.is_over = self.is_round_over and self.public is not None

    def reward(self) -> float:
        """Player 0's chips won."""
        if self.folded is not None:
            winner = 1 - self.folded
        else:
            ranks = [(card == self.public, card) for card in self.cards]
            if ranks[0] == ranks[1]:
                return 0.0
            winner = 0 if ranks[0] > ranks[1] else 1
        return float(self.pot[1] if winner == 0 else -self.pot[0])


def _leduc(actions: Actions) -> _Leduc:
    game = _Leduc(_LEDUC_DEALS[actions[0]], None, [1, 1], [[]])
    for action in actions[1:]:
        if game.is_round_over:
            game.public = action
            game.rounds.append([])
        else:
            game.act(action)
    return game


def leduc_poker(actions: Actions) -> Chance | Decision | End:
    """Two cards of each of three ranks; one each, then a bet, one on the table, another bet.

    Suits do not matter, so only ranks are dealt. One chip ante; raises of 2 chips, then of 4; two
    raises per round.
    """
    if not actions:
        return Chance(tuple((2 if a != b else 1) * 2 / 30 for a, b in _LEDUC_DEALS))
    game = _leduc(actions)
    if game.is_over:
        return End(game.reward())
    if game.is_round_over:
        left = [2 - game.cards.count(rank) for rank in range(3)]
        return Chance(tuple(n / 4 for n in left))
    player = len(game.bets) % 2
    legal = [CALL]
    if game.pot[1 - player] > game.pot[player]:
        legal.insert(0, FOLD)
    if game.bets.count(RAISE) < _MAX_RAISES:
        legal.append(RAISE)
    table = "" if game.public is None else "JQK"[game.public]
    rounds = "/".join("".join("fcr"[action] for action in bets) for bets in game.rounds)
    return Decision(player, tuple(legal), f"{'JQK'[game.cards[player]]}{table}:{rounds}")


#: All games by name.
GAMES: dict[str, SmallGame] = {
    "rock-paper-scissors": rock_paper_scissors,
    "kuhn": kuhn_poker,
    "leduc": leduc_poker,
}
