"""Minions that died and come back, and the deathrattles and deaths that a text asks for."""

import numpy as np

from engine.core import enums as e
from engine.core.amounts import died_this_game, has_died
from engine.core.deaths import push_deathrattles
from engine.core.events import push
from engine.core.jit import INDEX, INT, VOID, kernel
from engine.core.ops.minions import make_way, place_for
from engine.core.rng import below
from engine.core.select import is_dying, select_minions, sort_by_play
from engine.core.state import NO_SLOT
from engine.core.types import EFFECT_T, GAME_T, RULES_T, VM_T
from engine.core.zones import summon as summon_minion


@kernel(INDEX, GAME_T, INT)
def _nth_dead(game, nth):
    """The minion that died as the `nth` of this turn."""
    entity = 1
    while game.entities[entity].died != nth:
        entity += 1
    return entity


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def summon_dead(game, rules, vm, effect):
    """Summons all friendly minions that died this turn, in the order of their deaths."""
    side = vm.me.side
    place = place_for(game, vm, side)
    for nth in range(1, np.int64(game.deaths) + 1):
        dead = game.entities[_nth_dead(game, nth)]
        if dead.side != side:
            continue
        if summon_minion(game, rules, vm, side, dead.card, place) == NO_SLOT:
            return
        place += 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def revive(game, rules, vm, effect):
    """Summons the minion "it", or the source, again; with `amount` health if that is not 0.

    With `by` it is the target, if that has died, and for the side whose it was.
    """
    entity = vm.me.subject if vm.me.subject else vm.me.entity
    side = np.int64(vm.me.side)
    if effect.by:
        entity = vm.me.target
        side = np.int64(game.entities[entity].side)
        if not has_died(game, entity, 0):
            return
    card = game.entities[entity].card
    if rules.cards[card].type != e.MINION_CARD:
        return
    place = place_for(game, vm, side)
    slot = summon_minion(game, rules, vm, side, card, place)
    if slot == NO_SLOT:
        return
    make_way(vm, place)
    if effect.amount:
        game.characters[slot].health = effect.amount


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def resurrect(game, rules, vm, effect):
    """Summons a random one of the side's minions that died this game."""
    side = np.int64(vm.me.side)
    n = died_this_game(game, side, 0)
    if n == 0:
        return
    if n > 1:
        game.random_happened = 1
    left = below(game, n)
    for entity in range(3, np.int64(game.n_entities)):
        if game.entities[entity].side == side and has_died(game, entity, 0):
            if left == 0:
                card = game.entities[entity].card
                summon_minion(game, rules, vm, side, card, place_for(game, vm, side))
                return
            left -= 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def trigger_deathrattles(game, rules, vm, effect):
    """Runs the deathrattles of minions in play, in order of play; nobody dies of it."""
    n = select_minions(game, rules, vm, effect.on)
    sort_by_play(game, vm)
    for i in range(n):
        slot = vm.refs[i]
        minion, side, entity = game.characters[slot], game.slot_side[slot], game.slot_entity[slot]
        push_deathrattles(game, rules, vm, minion, side, entity, NO_SLOT)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def resolve_deaths(game, rules, vm, effect):
    """A death phase before the next row, which finds in its frame how many die of each side."""
    buried = 0
    for side in range(2):
        player = game.players[side]
        for i in range(player.n_board):
            if is_dying(game.characters[player.board[i]]):
                buried += 1 if side == vm.me.side else 256
    vm.frames[np.int64(vm.n_frames) - 1].value = buried
    push(game, vm, e.DEATHS, np.int64(game.active), 0)
