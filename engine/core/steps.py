"""The steps of an action: which function each is, and whether it would find nothing to do."""

import numpy as np

from engine.core import enums as e
from engine.core.deaths import bury_dead, is_anyone_dying, react_to_next_death
from engine.core.jit import BOOL, INDEX, VOID, kernel
from engine.core.phases import (
    after_play,
    declare,
    draw_step,
    end_of_turn,
    hand_back,
    on_play,
    resolve,
    start_of_turn,
    strike,
    switch,
)
from engine.core.types import GAME_T, RULES_T, VM_T

_HEARD_BY_STEP = {  # of the steps that only emit
    e.ON_PLAY: (e.PLAYED, e.SUMMONED, e.CAST, e.SPELL_TARGETED),
    e.AFTER_PLAY: (e.AFTER_PLAYED, e.AFTER_SUMMONED, e.AFTER_CAST),
    e.DECLARE: (e.ATTACKS,),
    e.END_OF_TURN: (e.TURN_END,),
    e.START_OF_TURN: (e.TURN_START,),
}
_HEARD = np.array([sum(1 << event for event in _HEARD_BY_STEP.get(step, ())) for step in range(16)])


@kernel(VOID, GAME_T, RULES_T, VM_T)
def run_step(game, rules, vm):
    """Runs the step of an action that `vm.me` stands for."""
    step = vm.me.step
    if step == e.DEATHS:
        bury_dead(game, rules, vm)
    elif step == e.DEATH:
        react_to_next_death(game, rules, vm)
    elif step == e.RESOLVE:
        resolve(game, rules, vm)
    elif step == e.ON_PLAY:
        on_play(game, rules, vm)
    elif step == e.AFTER_PLAY:
        after_play(game, rules, vm)
    elif step == e.DECLARE:
        declare(game, rules, vm)
    elif step == e.STRIKE:
        strike(game, rules, vm)
    elif step == e.END_OF_TURN:
        end_of_turn(game, rules, vm)
    elif step == e.HAND_BACK:
        hand_back(game, rules)
    elif step == e.SWITCH:
        switch(game, rules)
    elif step == e.START_OF_TURN:
        start_of_turn(game, rules, vm)
    elif step == e.DRAW_STEP:
        draw_step(game, rules, vm)


@kernel(BOOL, GAME_T, VM_T, INDEX)
def is_idle(game, vm, step):
    """Whether a step would find nothing to do: nobody is dying, or nobody listens to its events."""
    if step == e.DEATHS:
        if vm.unsettled:
            vm.unsettled = (vm.n_broken | vm.lost) != 0 or is_anyone_dying(game)
        return vm.unsettled == 0
    heard = _HEARD[step]
    return heard != 0 and game.listening & heard == 0
