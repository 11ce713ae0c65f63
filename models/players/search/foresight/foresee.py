"""What the scorer would see after one action."""

from engine.core import enums as e
from engine.core.jit import BOOL, INDEX, INT
from engine.core.types import GAME_T, RULES_T, VM_T
from models.players.core.jit import kernel
from models.players.core.sight import copy_sight
from models.players.core.state import SIGHT_T, STRATEGY_T
from models.players.search.foresight.fights import foresee_attack
from models.players.search.foresight.texts import foresee_play, foresee_power
from models.players.search.foresight.turns import foresee_end_of_turn


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SIGHT_T, INT, SIGHT_T)
def foresee(game, rules, vm, side, strategy, steady, before, action, sight):
    """Writes to `sight` what the scorer would see after the action; False if it must be played.

    `game` is the state before the action, `before` what the scorer sees of it, and `steady` what
    its auras are steady under (`auras.steady_under`).
    """
    kind = action & 255
    copy_sight(sight, before)
    if kind == e.END_TURN:
        return foresee_end_of_turn(game, rules, vm, side, sight)
    if kind == e.ATTACK:
        return foresee_attack(game, rules, vm, side, steady, action, sight)
    if kind == e.PLAY:
        return foresee_play(game, rules, vm, side, strategy, steady, action, sight)
    if kind == e.POWER:
        return foresee_power(game, rules, vm, side, strategy, steady, action, sight)
    return False
