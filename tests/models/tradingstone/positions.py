"""Positions of TradingStone for tests."""

import numpy as np

from models.tradingstone.core.game import FIRST_ATTACK, HERO, PASS, RULES, new_game, start_game


def rules_record(noise=0.0, **changes):
    """The literal rules with changes."""
    record = np.zeros(1, RULES)[0]
    values = {"n_cards": 7, "health": 30, "max_value": 9, "max_plays": 7, "max_turns": 60}
    for name, value in (values | {"noise": int(noise * 2**32)} | changes).items():
        record[name] = value
    return record


def opening(seed, mover=0, **changes):
    """A game with both hands dealt."""
    game = new_game()
    start_game(game, rules_record(**changes), mover, seed)
    return game


def lethal():
    """A game in which one attack wins, and that attack; if it is missed, the opponent wins."""
    game = opening(3)
    game.hand[:] = 0
    game.health[:] = 3
    game.board[:] = game.ready[:] = (0b101, 0b1)
    game.board_attack[:, :3] = ((1, 1, 3), (9, 1, 1))
    game.board_health[:, :3] = 9
    return game, 7 + 8 * 2 + 7


def describe(action):
    """Return an action in words."""
    if action == PASS:
        return "pass"
    if action < FIRST_ATTACK:
        return f"play card {action}"
    attacker, defender = divmod(action - FIRST_ATTACK, 8)
    return f"attack {'the player' if defender == HERO else f'card {defender}'} with card {attacker}"
