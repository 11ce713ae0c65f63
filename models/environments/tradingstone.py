"""`TradingStoneGame`: TradingStone for environments."""

import numpy as np

from engine.illegal import IllegalAction
from models.environments.two_player_game import Standing, check_seed
from models.tradingstone.core.game import N_ACTIONS
from models.tradingstone.core.match import N_SEEN
from models.tradingstone.game import TradingGame
from models.tradingstone.rules import TradingRules, rules_named


class TradingStoneGame:
    """TradingStone; player 0 begins.

    Observations and actions are those of `models.tradingstone.core.match.observe`.

    Args:
        rules: The name of a variant, or any rules.
        hidden: Whether a player does not see the opponent's hand.

    Raises:
        ConfigError: The variant does not exist.
    """

    name = "tradingstone_v0"
    n_actions = N_ACTIONS
    n_features = N_SEEN
    dtype: np.dtype = np.dtype(np.float32)

    def __init__(self, rules: str | TradingRules = "balanced", hidden: bool = True) -> None:
        self.rules = rules_named(rules) if isinstance(rules, str) else rules
        self.hidden = hidden
        self.start(0, 0)

    def start(self, seed: int, number: int) -> None:
        """See `TwoPlayerGame.start`."""
        words = np.random.SeedSequence((check_seed(seed), number)).generate_state(1, np.uint64)
        self.game = TradingGame.start(self.rules, first=0, seed=int(words[0] >> np.uint64(1)))

    def to_move(self) -> int:
        """See `TwoPlayerGame.to_move`."""
        return self.game.mover

    def standing(self) -> Standing:
        """Returns how the game stands; a game of too many turns is drawn."""
        if not self.game.is_over:
            return Standing()
        first = 2 * self.game.reward(0) - 1
        return Standing((first, -first), terminated=True)

    def observe(self, side: int) -> np.ndarray:
        """Returns the (N_SEEN,) array of float32 that holds what a side may know."""
        return self.game.observe(side, self.hidden)[0]

    def legal(self) -> np.ndarray:
        """See `TwoPlayerGame.legal`."""
        return np.array(self.game.legal_actions(), np.int16)

    def play(self, index: int) -> None:
        """See `TwoPlayerGame.play`."""
        try:
            self.game.apply(index)
        except ValueError as error:
            raise IllegalAction(str(error)) from None

    def text(self) -> str:
        """See `TwoPlayerGame.text`."""
        return str(self.game)
