"""Secrets: reveal, destroy, and what they do to the attack or spell that triggered them."""

import numpy as np

from engine.core import enums as e
from engine.core.events import emit
from engine.core.jit import BOOL, INDEX, VOID, kernel
from engine.core.rng import below
from engine.core.select import select, side_of
from engine.core.state import NO_SLOT
from engine.core.types import EFFECT_T, GAME_T, RULES_T, VM_T
from engine.core.zones import bury, has_secret, set_secret, summon


@kernel(BOOL, GAME_T, INDEX, INDEX)
def _remove(game, side, entity):
    """Takes a secret out of its zone; False if it is not there any more."""
    player = game.players[side]
    n = np.int64(player.n_secrets)
    for i in range(n):
        if player.secrets[i] == entity:
            for k in range(i, n - 1):
                player.secrets[k] = player.secrets[k + 1]
                player.secret_order[k] = player.secret_order[k + 1]
            player.n_secrets = n - 1
            game.dirty = 1
            return True
    return False


@kernel(BOOL, GAME_T, INDEX, INDEX)
def _take_secret(game, side, entity):
    """Puts a secret into the graveyard; False if it is not in its zone any more."""
    if not _remove(game, side, entity):
        return False
    bury(game, entity)
    return True


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def reveal(game, rules, vm, effect):
    """Reveals the secret whose text runs."""
    me = vm.me
    if _take_secret(game, me.side, me.entity):
        emit(game, rules, vm, e.REVEALED, me.entity, 0, 0)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def destroy_secrets(game, rules, vm, effect):
    """Destroys the side's secrets: all, or one at random if `arg` is 1."""
    side = side_of(vm, effect.side)
    player = game.players[side]
    if effect.arg:
        if player.n_secrets:
            if player.n_secrets > 1:
                game.random_happened = 1
            from_left = below(game, np.int64(player.n_secrets))
            _take_secret(game, side, player.secrets[from_left])
        return
    while player.n_secrets:
        _take_secret(game, side, player.secrets[0])


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def counter(game, rules, vm, effect):
    """The spell being cast has no effect, and nothing else notices that it was cast."""
    vm.countered = 1
    while vm.n_frames and vm.frames[vm.n_frames - 1].step == e.PROGRAM:
        vm.n_frames -= 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def redirect(game, rules, vm, effect):
    """The attack under way goes to the character the selector picks."""
    if select(game, rules, vm, effect.on):
        vm.defender = game.slot_entity[vm.refs[0]]


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def redirect_to_summoned(game, rules, vm, effect):
    """Summons a minion that becomes the target of the attack, or of the spell if `amount` is 1."""
    slot = summon(game, rules, vm, vm.me.side, effect.arg, e.MAX_BOARD)
    if slot == NO_SLOT:
        return
    if effect.amount:
        vm.target = game.slot_entity[slot]
    else:
        vm.defender = game.slot_entity[slot]


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def prevent_death(game, rules, vm, effect):
    """The hero is immune until the end of the turn (the damage was prevented when it came)."""
    game.characters[vm.me.side].keywords |= e.IMMUNE


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def steal_secret(game, rules, vm, effect):
    """A random secret of the other side changes sides; one that the side has already is gone."""
    side = vm.me.side
    player, other = game.players[side], game.players[1 - side]
    if other.n_secrets == 0:
        return
    if other.n_secrets > 1:
        game.random_happened = 1
    index = below(game, np.int64(other.n_secrets))
    entity, order = other.secrets[index], other.secret_order[index]
    _remove(game, 1 - side, entity)
    if has_secret(game, side, game.entities[entity].card) or player.n_secrets >= e.MAX_SECRETS:
        bury(game, entity)
        return
    game.entities[entity].side = side
    set_secret(game, rules, side, entity)
    player.secret_order[np.int64(player.n_secrets) - 1] = order  # as of a minion that changes sides
