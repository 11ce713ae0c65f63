"""`TradingRules`: the rules of a game, and the variants `RULES`.

The paper leaves open what happens when a card attacks in its first turn, how many cards a turn
allows, and how a game without cards ends. Its literal reading is `literal`; there the first player
wins four games in five. `balanced` is closer to Hearthstone.

Puzzles are boards that one sequence of attacks clears, built backwards. Each own card attacks once.
Every enemy is the sum of the attacks meant for it, less what the last of them may waste; so the
board can be cleared, and a wrong attack mostly makes that impossible.
"""

from collections.abc import Mapping

import numpy as np
from pydantic import Field

from models.settings.config import Config, named
from models.tradingstone.core.game import N_PLACES, new_game
from models.tradingstone.core.game import RULES as RECORD

_TWO_32 = 2**32


class TradingRules(Config):
    """The rules; the defaults are the literal reading of the paper."""

    n_cards: int = Field(N_PLACES, ge=1, le=N_PLACES, description="Cards of each hand.")
    health: int = Field(30, ge=1, le=1000, description="Health of each player.")
    max_value: int = Field(
        9, ge=1, le=15, description="Attack and health of a card are uniform from 1 to this."
    )
    sickness: bool = Field(False, description="Whether a card must wait a turn before it attacks.")
    max_plays: int = Field(
        N_PLACES, ge=1, le=N_PLACES, description="Cards that a player may play in a turn."
    )
    max_turns: int = Field(
        60, ge=1, le=10_000, description="Turns of both players; then the game is drawn."
    )
    noise: float = Field(0.0, ge=0, le=1, description="Share of attacks that hit another enemy.")
    puzzle: bool = Field(
        False, description="Whether the first player must clear the enemy's board before it passes."
    )

    def record(self) -> np.record:
        """Return the RULES record."""
        record = np.zeros(1, RECORD)[0]
        for name, value in self.model_dump(exclude={"noise"}).items():
            record[name] = value
        record.noise = round(self.noise * _TWO_32)
        return record


#: The variants by name.
RULES: Mapping[str, TradingRules] = {
    "literal": TradingRules(),
    "balanced": TradingRules(sickness=True, max_plays=1),
    "noisy": TradingRules(noise=0.1),
    "puzzle": TradingRules(puzzle=True),
}


def rules_named(name: str) -> TradingRules:
    """Return a variant of the rules.

    Raises:
        ConfigError: The variant does not exist; the message suggests one.
    """
    return named(f"{name}: no rules of TradingStone", name, RULES)


_MOST = 9
_N_ENEMIES = 2


def new_puzzle(seed: int) -> np.record:
    """Return a puzzle: 4 or 5 cards that can be cleared, and a spare card of 1 to 3."""
    rng, game = np.random.default_rng(seed), new_game()
    attacks = _attacks(rng, int(rng.integers(2, 4)))
    health = [0] * _N_ENEMIES
    for i, attack in enumerate(attacks):
        health[i % _N_ENEMIES] += attack
    last = [attacks[i::_N_ENEMIES][-1] for i in range(_N_ENEMIES)]
    health = [total - int(rng.integers(each)) for total, each in zip(health, last, strict=True)]
    own = [(attack, int(rng.integers(1, _MOST + 1))) for attack in attacks]
    own.append((int(rng.integers(1, 4)), int(rng.integers(1, 4))))
    enemies = [(int(rng.integers(1, _MOST + 1)), each) for each in health]
    for side, cards in enumerate((own, enemies)):
        for place, card in enumerate(rng.permutation(cards)):
            game.board_attack[side, place], game.board_health[side, place] = card
        game.board[side] = game.ready[side] = (1 << len(cards)) - 1
        game.health[side] = RULES["puzzle"].health
    game.random = int(rng.integers(2**32))
    return game


def _attacks(rng: np.random.Generator, n: int) -> list[int]:
    """Attacks of `n` cards; those meant for one enemy leave it at most 9 health."""
    while True:
        attacks = rng.integers(1, _MOST + 1, n).tolist()
        if all(sum(attacks[i::_N_ENEMIES]) <= _MOST for i in range(_N_ENEMIES)):
            return attacks
