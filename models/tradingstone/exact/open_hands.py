"""Backward induction: the value of every position with both hands open and no chance.

Each deal of two cards and eight turns has about a thousand positions.
"""

from models.settings.config import ConfigError
from models.tradingstone.core.game import FIRST_ATTACK, HERO, PASS
from models.tradingstone.game import TradingGame
from models.tradingstone.rules import TradingRules

#: Rules of a game that is solved in a second or so; its deals are won, lost and drawn.
SMALL = TradingRules(n_cards=2, health=4, max_value=2, sickness=True, max_plays=1, max_turns=8)

_ON_PLAYER = (FIRST_ATTACK + HERO) % 8  # rest of the number of an attack on the player

Key = tuple[object, ...]


class OpenHands:
    """The values of positions, computed when first asked for and then remembered."""

    def __init__(self, rules: TradingRules):
        """Args: rules without noise.

        Raises:
            ConfigError: Attacks may go astray.
        """
        if rules.noise > 0:
            raise ConfigError(f"noise {rules.noise}: backward induction needs rules with noise 0")
        self.rules = rules
        self._values: dict[Key, float] = {}

    def value(self, game: TradingGame) -> float:
        """Return the first player's reward if both play perfectly."""
        if game.is_over:
            return game.reward(0)
        key = _key(game)
        if key not in self._values:
            self._values[key] = self._best(game)
        return self._values[key]

    def values(self, game: TradingGame) -> dict[int, float]:
        """Return the value after each legal action, perfect play following."""
        return {action: self.value(_after(game, action)) for action in _different(game)}

    def best(self, game: TradingGame) -> list[int]:
        """Return the actions of perfect play."""
        values = self.values(game)
        most = (min if game.mover else max)(values.values())
        return [action for action, value in values.items() if value == most]

    def _best(self, game: TradingGame) -> float:
        """The best value that the player to move can reach; a win ends the search."""
        won = float(game.mover == 0)
        found = 1 - won
        for action in _different(game):
            value = self.value(_after(game, action))
            found = min(found, value) if game.mover else max(found, value)
            if found == won:
                break
        return found


def _after(game: TradingGame, action: int) -> TradingGame:
    after = game.copy()
    after.apply(action)
    return after


def _different(game: TradingGame) -> list[int]:
    """The legal actions, of equal cards one, attacks on the player first."""
    cards, found, hand = set(), [], game.hand(game.mover)
    for action in game.legal_actions():
        if action < FIRST_ATTACK:
            card = hand[action]
            if card in cards:
                continue
            cards.add(card)
        found.append(action)
    return sorted(
        found, key=lambda action: (action == PASS, action < FIRST_ATTACK, action % 8 != _ON_PLAYER)
    )


def _key(game: TradingGame) -> Key:
    """What the value of a position depends on; cards in any order."""
    record, sides = game.record, []
    for side in (0, 1):
        hand = sorted(filter(None, game.hand(side)))
        board = [
            (*card, game.is_ready(side, i))
            for i, card in enumerate(game.board(side))
            if card is not None
        ]
        sides.append((int(record.health[side]), tuple(hand), tuple(sorted(board))))
    return (*sides, game.mover, game.turn, int(record.plays))
