"""The virtual machine: runs the frames on its stack until none is left.

Nothing recurses: what an effect causes is pushed as frames, and the machine runs the newest first.
"""

import numpy as np

from engine.core import enums as e
from engine.core.amounts import holds
from engine.core.auras import refresh
from engine.core.events import copy_frame, reverse_from
from engine.core.jit import BOOL, VOID, kernel
from engine.core.ops import cards, damage, graveyard, heroes, minions, secrets, stats
from engine.core.phases import is_idle, run_step
from engine.core.rng import below
from engine.core.state import DEATHRATTLES_TWICE, IF_TWICE
from engine.core.types import EFFECT_T, FRAME_T, GAME_T, RULES_T, VM_T

_MOST_REPEATS = 79  # of a text whose end nothing may bring: 80 hits if all minions are immune


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def _run_control(game, rules, vm, effect):
    """Skips or repeats rows of the program that runs; its frame is still the top one."""
    op, text = effect.op, vm.frames[np.int64(vm.n_frames) - 1]
    skips = (
        op == e.SKIP
        or (op == e.SKIP_UNLESS and not holds(game, rules, vm, effect))
        or (op == e.MAYBE_SKIP and below(game, 100) >= effect.amount)
    )
    repeats = op == e.REPEAT and text.value < _MOST_REPEATS and not holds(game, rules, vm, effect)
    if skips:
        text.pc += effect.arg
    elif repeats:
        text.value += 1
        text.pc -= np.int64(effect.arg) + 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def _run_damage(game, rules, vm, effect):
    op = effect.op
    if op == e.DEAL:
        damage.deal(game, rules, vm, effect)
    elif op == e.DEAL_AND:
        damage.deal_and(game, rules, vm, effect)
    elif op == e.DEAL_SPLIT:
        damage.deal_split(game, rules, vm, effect)
    elif op == e.HEAL:
        damage.heal(game, rules, vm, effect)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def _run_stats(game, rules, vm, effect):
    op = effect.op
    if op == e.DESTROY:
        stats.destroy(game, rules, vm, effect)
    elif op == e.GIVE:
        stats.give(game, rules, vm, effect)
    elif op == e.LOSE:
        stats.lose(game, rules, vm, effect)
    elif op == e.SILENCE:
        stats.silence(game, rules, vm, effect)
    elif op == e.SET_ATTACK:
        stats.set_attack(game, rules, vm, effect)
    elif op == e.SET_HEALTH:
        stats.set_health(game, rules, vm, effect)
    elif op == e.DOUBLE_HEALTH:
        stats.double_health(game, rules, vm, effect)
    elif op == e.SWAP_STATS:
        stats.swap_stats(game, rules, vm, effect)
    elif op == e.SET_HERO_HEALTH:
        stats.set_hero_health(game, rules, vm, effect)
    elif op == e.DOUBLE_ATTACK:
        stats.double_attack(game, rules, vm, effect)
    elif op == e.BRAWL:
        stats.brawl(game, rules, vm, effect)
    elif op == e.GIVE_ONE_OF:
        stats.give_one_of(game, rules, vm, effect)
    elif op == e.SWAP_HEALTH:
        stats.swap_health(game, rules, vm, effect)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def _run_minions(game, rules, vm, effect):
    op = effect.op
    if op == e.SUMMON:
        minions.summon(game, rules, vm, effect)
    elif op == e.SUMMON_FROM_POOL:
        minions.summon_from_pool(game, rules, vm, effect)
    elif op == e.SUMMON_COPY:
        minions.summon_copy(game, rules, vm, effect)
    elif op == e.SUMMON_FROM_DECK:
        minions.summon_from_deck(game, rules, vm, effect)
    elif op == e.TRANSFORM:
        minions.transform(game, rules, vm, effect)
    elif op == e.TRANSFORM_POOL:
        minions.transform_pool(game, rules, vm, effect)
    elif op == e.BECOME_COPY:
        minions.become_copy(game, rules, vm, effect)
    elif op == e.STEAL:
        minions.steal(game, rules, vm, effect)
    elif op == e.SHADOW_CONTROL:
        minions.shadow_control(game, rules, vm, effect)
    elif op == e.RETURN_TO_HAND:
        minions.return_to_hand(game, rules, vm, effect)
    elif op == e.SWAP_WITH_HAND:
        minions.swap_with_hand(game, rules, vm, effect)
    elif op == e.PUT_INTO_PLAY:
        minions.put_into_play(game, rules, vm, effect)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def _run_graveyard(game, rules, vm, effect):
    op = effect.op
    if op == e.SUMMON_DEAD:
        graveyard.summon_dead(game, rules, vm, effect)
    elif op == e.REVIVE:
        graveyard.revive(game, rules, vm, effect)
    elif op == e.RESURRECT:
        graveyard.resurrect(game, rules, vm, effect)
    elif op == e.TRIGGER_DEATHRATTLES:
        graveyard.trigger_deathrattles(game, rules, vm, effect)
    elif op == e.RESOLVE_DEATHS:
        graveyard.resolve_deaths(game, rules, vm, effect)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def _run_cards(game, rules, vm, effect):
    op = effect.op
    if op == e.DRAW:
        cards.draw(game, rules, vm, effect)
    elif op == e.DRAW_KIND:
        cards.draw_kind(game, rules, vm, effect)
    elif op == e.ADD_CARD:
        cards.add_card(game, rules, vm, effect)
    elif op == e.ADD_FROM_POOL:
        cards.add_from_pool(game, rules, vm, effect)
    elif op == e.COPY_TO_OTHER:
        cards.copy_to_other(game, rules, vm, effect)
    elif op == e.COPY_FROM_HAND:
        cards.copy_from_hand(game, rules, vm, effect)
    elif op == e.COPY_FROM_DECK:
        cards.copy_from_deck(game, rules, vm, effect)
    elif op == e.DISCARD:
        cards.discard(game, rules, vm, effect)
    elif op == e.DISCARD_HAND:
        cards.discard_hand(game, rules, vm, effect)
    elif op == e.TRACKING:
        cards.tracking(game, rules, vm, effect)
    elif op == e.RETURN_NEXT_TURN:
        cards.return_next_turn(game, rules, vm, effect)
    elif op == e.REMOVE_TOP:
        cards.remove_top(game, rules, vm, effect)
    elif op == e.DRAW_TRANSFORMED:
        cards.draw_transformed(game, rules, vm, effect)
    elif op == e.SHUFFLE_IN:
        cards.shuffle_in(game, rules, vm, effect)
    elif op == e.COPY_TO_HAND:
        cards.copy_to_hand(game, rules, vm, effect)
    elif op == e.COPY_IT:
        cards.copy_it(game, rules, vm, effect)
    elif op == e.HAND_COSTS:
        cards.hand_costs(game, rules, vm, effect)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def _run_heroes(game, rules, vm, effect):
    op = effect.op
    if op == e.EQUIP:
        heroes.equip(game, rules, vm, effect)
    elif op == e.DESTROY_WEAPON:
        heroes.destroy_weapon(game, rules, vm, effect)
    elif op == e.GIVE_WEAPON:
        heroes.give_weapon(game, rules, vm, effect)
    elif op == e.GAIN_ARMOR:
        heroes.gain_armor(game, rules, vm, effect)
    elif op == e.REPLACE_HERO:
        heroes.replace_hero(game, rules, vm, effect)
    elif op == e.SET_POWER:
        heroes.set_power(game, rules, vm, effect)
    elif op == e.UPGRADE_POWER:
        heroes.upgrade_power(game, rules, vm, effect)
    elif op == e.POWER_COSTS:
        heroes.power_costs(game, rules, vm, effect)
    elif op == e.GAIN_CRYSTALS:
        heroes.gain_crystals(game, rules, vm, effect)
    elif op == e.LOSE_CRYSTALS:
        heroes.lose_crystals(game, rules, vm, effect)
    elif op == e.GAIN_MANA:
        heroes.gain_mana(game, rules, vm, effect)
    elif op == e.SPELL_DISCOUNT:
        heroes.spell_discount(game, rules, vm, effect)
    elif op == e.SPELLS_FREE_NEXT_TURN:
        heroes.spells_free_next_turn(game, rules, vm, effect)
    elif op == e.NEXT_SECRET_FREE:
        heroes.next_secret_free(game, rules, vm, effect)
    elif op == e.EQUIP_FROM_POOL:
        heroes.equip_from_pool(game, rules, vm, effect)
    elif op == e.SPELLS_DEARER:
        heroes.spells_dearer(game, rules, vm, effect)
    elif op == e.DRAGON_DISCOUNT:
        heroes.dragon_discount(game, rules, vm, effect)
    elif op == e.UNLOCK_MANA:
        heroes.unlock_mana(game, rules, vm, effect)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def _run_secrets(game, rules, vm, effect):
    op = effect.op
    if op == e.REVEAL:
        secrets.reveal(game, rules, vm, effect)
    elif op == e.DESTROY_SECRETS:
        secrets.destroy_secrets(game, rules, vm, effect)
    elif op == e.COUNTER:
        secrets.counter(game, rules, vm, effect)
    elif op == e.REDIRECT:
        secrets.redirect(game, rules, vm, effect)
    elif op == e.REDIRECT_TO_SUMMONED:
        secrets.redirect_to_summoned(game, rules, vm, effect)
    elif op == e.PREVENT_DEATH:
        secrets.prevent_death(game, rules, vm, effect)
    elif op == e.STEAL_SECRET:
        secrets.steal_secret(game, rules, vm, effect)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def run_effect(game, rules, vm, effect):
    """Runs one row; the verbs of a module have consecutive numbers."""
    op = effect.op
    if op < e.DEAL:
        _run_control(game, rules, vm, effect)
    elif op < e.DESTROY:
        _run_damage(game, rules, vm, effect)
    elif op < e.SUMMON:
        _run_stats(game, rules, vm, effect)
    elif op < e.SUMMON_DEAD:
        _run_minions(game, rules, vm, effect)
    elif op < e.DRAW:
        _run_graveyard(game, rules, vm, effect)
    elif op < e.EQUIP:
        _run_cards(game, rules, vm, effect)
    elif op < e.REVEAL:
        _run_heroes(game, rules, vm, effect)
    else:
        _run_secrets(game, rules, vm, effect)


@kernel(BOOL, GAME_T, FRAME_T)
def _is_void(game, frame):
    """Whether a frame has nothing left to do: it is at its end, or not to be started any more."""
    if frame.pc >= frame.stop:
        return True
    if not frame.guarded:
        return False
    if frame.guarded == IF_TWICE:
        return game.players[frame.side].traits & DEATHRATTLES_TWICE == 0
    zone = game.entities[frame.entity].zone
    return zone != e.IN_PLAY and zone != e.IN_SECRETS and zone != e.AS_WEAPON


@kernel(VOID, GAME_T, RULES_T, VM_T)
def run(game, rules, vm):
    """Runs until the stack is empty or the game has ended."""
    while vm.n_frames > 0 and game.result == e.RUNNING and game.error == e.NO_ERROR:
        while game.dirty:
            refresh(game, rules)
            vm.unsettled = 1
        top = vm.n_frames - 1
        frame = vm.frames[top]
        if frame.step != e.PROGRAM and is_idle(game, vm, frame.step):
            vm.n_frames = top
        elif frame.step != e.PROGRAM:
            copy_frame(vm.me, frame)
            vm.n_frames = top
            vm.unsettled |= frame.step == e.STRIKE
            run_step(game, rules, vm)
            if vm.n_frames > top + 1:
                reverse_from(vm, top)
        elif _is_void(game, frame):
            vm.n_frames = top
        else:
            copy_frame(vm.me, frame)
            frame.pc += 1
            frame.guarded = 0
            vm.unsettled = 1
            run_effect(game, rules, vm, rules.effects[vm.me.pc])
            if vm.n_frames > top + 2:
                reverse_from(vm, top + 1)
    vm.n_frames = 0
    while game.dirty:
        refresh(game, rules)
    if game.error != e.NO_ERROR:
        game.result = e.FAILED
