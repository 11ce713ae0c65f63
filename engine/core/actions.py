"""Actions: one int64 each, and what playing one puts on the stack.

An action is `kind | source << 8 | target << 16 | position << 24 | choice << 32`; source and target
are entities (0: none), the position counts from the left, the choice from 0.
"""

import numpy as np

from engine.core import enums as e
from engine.core.costs import cost_of, pay
from engine.core.events import clear_stack, push
from engine.core.jit import BOOL, INDEX, INT, VOID, entry, kernel
from engine.core.ops.cards import take_choice
from engine.core.ops.heroes import break_weapon
from engine.core.rng import below
from engine.core.select import is_dying, is_race, keywords_of, slot_of
from engine.core.types import GAME_T, RULES_T, VM_T
from engine.core.vm import run
from engine.core.zones import bury, enter_play, equip_entity, hand_index, take_from_hand

_MASK = 0xFFFFFFFF


@kernel(INT, INT, INT, INT, INT, INT)
def pack(kind, source, target, position, choice):
    """The action as one number."""
    return kind | source << 8 | target << 16 | position << 24 | choice << 32


@kernel(INT, GAME_T, RULES_T, INDEX)
def power_cost(game, rules, side):
    """What the side's hero power costs."""
    player = game.players[side]
    return max(0, np.int64(rules.cards[player.power].cost) - np.int64(player.power_discount))


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INDEX)
def _enter(game, rules, vm, side, entity):
    """The card goes where its type belongs."""
    player = game.players[side]
    kind = rules.cards[game.entities[entity].card].type
    if kind == e.MINION_CARD:
        player.minions_played += 1
        if player.dragon_discount and is_race(rules, game.entities[entity].card, e.DRAGON):
            player.dragon_discount = 0
        enter_play(game, rules, side, entity, vm.position)
    elif kind == e.WEAPON_CARD:
        break_weapon(game, rules, vm, side)
        equip_entity(game, rules, side, entity)
    elif kind == e.SECRET_CARD:
        player.spell_discount = 0
        player.next_secret_free = 0
        game.entities[entity].zone = e.REMOVED  # on its way to the secrets
    else:
        player.spell_discount = 0
        bury(game, entity)


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX)
def _play(game, rules, vm, entity):
    side = np.int64(game.active)
    player = game.players[side]
    index = hand_index(game, entity)
    vm.paid = cost_of(game, rules, side, index)
    pay(game, side, np.int64(vm.paid))
    take_from_hand(game, side, index)
    vm.played = entity
    vm.before = player.cards_played
    vm.combo = player.cards_played > 0
    player.cards_played += 1
    _enter(game, rules, vm, side, entity)
    push(game, vm, e.DEATHS, side, 0)
    push(game, vm, e.AFTER_PLAY, side, entity)
    push(game, vm, e.DEATHS, side, 0)
    push(game, vm, e.RESOLVE, side, entity)
    push(game, vm, e.DEATHS, side, 0)
    push(game, vm, e.ON_PLAY, side, entity)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def _use_power(game, rules, vm):
    side = np.int64(game.active)
    pay(game, side, power_cost(game, rules, side))
    game.players[side].power_used += 1
    vm.combo = vm.target != 0  # a power that takes a target only now then has another text
    push(game, vm, e.DEATHS, side, 0)
    push(game, vm, e.RESOLVE, side, game.slot_entity[side])


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def _is_forgetful(game, rules, slot):
    """Whether a character, or the hero's weapon, may attack the wrong enemy."""
    if keywords_of(game.characters[slot]) & e.FORGETFUL:
        return True
    weapon = game.players[slot].weapon if slot < 2 else 0
    return weapon != 0 and rules.cards[weapon].keywords & e.FORGETFUL != 0


@kernel(BOOL, GAME_T, INDEX, INDEX)
def _is_wrong_enemy(game, slot, target):
    """Whether a forgetful attack on `target` may hit another one; taunt does not protect them."""
    character = game.characters[slot]
    if keywords_of(character) & (e.STEALTH | e.IMMUNE) or is_dying(character):
        return False
    return game.slot_entity[slot] != target


@kernel(INDEX, GAME_T, INDEX, INDEX)
def _enemy_hit(game, side, target):
    """The enemy that a forgetful attack hits: in half of the cases a random other than `target`."""
    player = game.players[side]
    others = 0
    for i in range(-1, np.int64(player.n_board)):
        others += _is_wrong_enemy(game, side if i < 0 else player.board[i], target)
    if others == 0:
        return target
    left = below(game, 2 * others)  # one draw, so that a search can enumerate the outcomes
    if left >= others:
        return target
    if others > 1:
        game.random_happened = 1
    for i in range(-1, np.int64(player.n_board)):
        slot = side if i < 0 else player.board[i]
        if _is_wrong_enemy(game, slot, target):
            if left == 0:
                return game.slot_entity[slot]
            left -= 1
    return target


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX)
def _attack(game, rules, vm, entity):
    """Who attacks the wrong enemy does so from the start: secrets are about that one."""
    side = np.int64(game.active)
    slot = slot_of(game, entity)
    attacker = game.characters[slot]
    attacker.attacks_made += 1
    attacker.keywords &= _MASK ^ (e.STEALTH | e.FADING_STEALTH)
    vm.attacker = entity
    vm.defender = vm.target
    if _is_forgetful(game, rules, slot):
        vm.defender = _enemy_hit(game, 1 - side, vm.target)
    push(game, vm, e.DEATHS, side, 0)
    push(game, vm, e.STRIKE, side, 0)
    push(game, vm, e.DECLARE, side, 0)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def _end_turn(game, rules, vm):
    """The turn passes; if it outlives heroes, only the last death phase may end the game."""
    side = np.int64(game.active)
    push(game, vm, e.DEATHS, side, 0)
    push(game, vm, e.DRAW_STEP, 1 - side, 0)
    vm.frames[push(game, vm, e.DEATHS, side, 0)].value = rules.turn_outlives_heroes
    push(game, vm, e.START_OF_TURN, side, 0)
    push(game, vm, e.SWITCH, side, 0)
    vm.frames[push(game, vm, e.DEATHS, side, 0)].value = rules.turn_outlives_heroes
    push(game, vm, e.HAND_BACK, side, 0)
    push(game, vm, e.END_OF_TURN, side, 0)


@entry(VOID, GAME_T, RULES_T, VM_T, INT)
def apply(game, rules, vm, action):
    """Plays one legal action to its end; `game.result` says whether the game goes on.

    Verbs that pick at random raise `game.random_happened`; the caller clears it before.
    """
    kind = action & 255
    source = (action >> 8) & 255
    clear_stack(vm)
    vm.target = (action >> 16) & 255
    vm.position = (action >> 24) & 255
    vm.choice = (action >> 32) & 255
    if kind == e.END_TURN:
        _end_turn(game, rules, vm)
    elif kind == e.PLAY:
        _play(game, rules, vm, source)
    elif kind == e.POWER:
        _use_power(game, rules, vm)
    elif kind == e.ATTACK:
        _attack(game, rules, vm, source)
    else:
        vm.unsettled = 1
        push(game, vm, e.DEATHS, np.int64(game.active), 0)  # after the text of a card that is drawn
        take_choice(game, rules, vm, vm.choice)
    run(game, rules, vm)
