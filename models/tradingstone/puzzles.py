"""Puzzles: boards that one sequence of attacks clears, built backwards.

Each own card attacks once. Every enemy is the sum of the attacks meant for it, less what the last
of them may waste; so the board can be cleared, and a wrong attack mostly makes that impossible.
"""

import numpy as np

from models.tradingstone.core.game import new_game
from models.tradingstone.rules import RULES

_MOST = 9
_N_ENEMIES = 2


def new_puzzle(seed: int) -> np.record:
    """Return a puzzle: 4 or 5 cards that can be cleared, and a spare card of 1 to 3.

    Args:
        seed: Equal seeds give equal puzzles.
    """
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
