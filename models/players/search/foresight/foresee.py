"""What the scorer would see after one action, and after the end of the turn."""

import numpy as np

from engine.core import enums as e
from engine.core.costs import attack_of, weapon_attack
from engine.core.jit import BOOL, INDEX, INT
from engine.core.types import GAME_T, RULES_T, VM_T
from models.players.core import kernel
from models.players.core.sight import copy_sight
from models.players.core.state import (
    ATTACK,
    DECK,
    HAND,
    HERO_ATTACK,
    OWN,
    PRICED,
    SIGHT_T,
    STRATEGY_T,
    THEIRS,
)
from models.players.search.foresight.fights import foresee_attack
from models.players.search.foresight.reactions import is_heard_when_drawn, stirs
from models.players.search.foresight.texts import foresee_play, foresee_power


@kernel(BOOL, GAME_T, INDEX, INDEX, SIGHT_T)
def _foresee_rest(game, side, whose, sight):
    """What was for this turn only ends for a side's minions; False if one of them goes back."""
    player = game.players[side]
    for i in range(player.n_board):
        slot = player.board[i]
        minion = game.characters[slot]
        if minion.keywords & e.BORROWED:
            return False
        if minion.turn_attack and not minion.keywords & e.ATTACK_IS_HEALTH:
            lasting = max(0, np.int64(minion.attack) + np.int64(minion.aura_attack))
            sight.values[ATTACK + whose] += lasting - attack_of(game, slot)
    return True


@kernel(INT, GAME_T, INDEX)
def _lasting_attack(game, side):
    """Attack of the hero, without what is for this turn only and without its weapon."""
    hero = game.characters[side]
    return np.int64(hero.attack) + np.int64(hero.aura_attack)


@kernel(BOOL, GAME_T, RULES_T, INDEX, SIGHT_T)
def _turn_matters(game, rules, side, sight):
    """Whether an aura or what an own card costs depends on the opponent's hand or on the turn."""
    if game.heeds & e.HEEDS_HAND:
        return True
    if sight.values[PRICED]:
        player = game.players[side]
        for i in range(player.n_hand):
            card = rules.cards[game.entities[player.hand[i]].card]
            if card.cost_side == e.ENEMY or card.cost_kind == e.DEATHS_THIS_TURN:
                return True
    return False


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, SIGHT_T)
def foresee_end_of_turn(game, rules, vm, side, sight):
    """The turn passes and the opponent draws; False if the end of the turn must be played."""
    if (game.listening >> e.TURN_START) & 1:
        return False
    if stirs(game, rules, vm, e.TURN_END, game.slot_entity[side], 0):
        return False
    player, opponent = game.players[side], game.players[1 - side]
    if opponent.n_deck == 0 or player.n_returning or _turn_matters(game, rules, side, sight):
        return False
    if player.spell_discount or player.next_secret_free or player.spells_free == 1:
        return False
    if game.spells_dearer or is_heard_when_drawn(game, rules, 1 - side):
        return False
    if not _foresee_rest(game, side, OWN, sight):
        return False
    if not _foresee_rest(game, 1 - side, THEIRS, sight):
        return False
    values = sight.values
    values[HERO_ATTACK + OWN] = max(0, _lasting_attack(game, side))
    theirs = _lasting_attack(game, 1 - side) + weapon_attack(game, 1 - side)
    values[HERO_ATTACK + THEIRS] = max(0, theirs)
    values[DECK + THEIRS] -= 1
    if opponent.n_hand < e.MAX_HAND:
        values[HAND + THEIRS] += 1
    return True


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
