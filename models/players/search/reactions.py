"""Whether anything in play reacts to an action, and what damage and attacks do if nothing does.

This is a dry run of the engine's own events. It also finds which auras an action leaves as they
are.
"""

import numpy as np

from engine.core import enums as e
from engine.core import tables as t
from engine.core.costs import attack_of
from engine.core.events import emit
from engine.core.jit import BOOL, INDEX, INT
from engine.core.select import keywords_of
from engine.core.types import AURA_T, CARD_T, GAME_T, RULES_T, VM_T
from models.players.core import kernel
from models.players.core.state import (
    ATTACK,
    HEALTH,
    HERO_ATTACK,
    MINION_HEALTH,
    MINIONS,
    OWN,
    PRICED,
    SIGHT_T,
    TAUNTS,
    THEIRS,
)

HEARS_A_MINION = 1 << e.PLAYED | 1 << e.AFTER_PLAYED | 1 << e.SUMMONED | 1 << e.AFTER_SUMMONED
_HEARS_A_SPELL = 1 << e.PLAYED | 1 << e.CAST | 1 << e.AFTER_CAST | 1 << e.SPELL_TARGETED


@kernel(BOOL, GAME_T, RULES_T, VM_T, INT, INDEX, INDEX)
def stirs(game, rules, vm, event, subject, other):
    """Whether anything in play reacts to the event."""
    if not (game.listening >> event) & 1:
        return False
    vm.n_frames = 0
    emit(game, rules, vm, event, subject, other, 0)
    return vm.n_frames > 0


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX)
def stirs_as_minion(game, rules, vm, minion):
    """Whether anything in play reacts to the minion that is played."""
    if not game.listening & HEARS_A_MINION:
        return False
    return (
        stirs(game, rules, vm, e.PLAYED, minion, 0)
        or stirs(game, rules, vm, e.SUMMONED, minion, 0)
        or stirs(game, rules, vm, e.AFTER_PLAYED, minion, 0)
        or stirs(game, rules, vm, e.AFTER_SUMMONED, minion, 0)
    )


@kernel(BOOL, GAME_T, RULES_T, VM_T, INT)
def stirs_as_spell(game, rules, vm, action):
    """Whether anything in play reacts to the spell."""
    if not game.listening & _HEARS_A_SPELL:
        return False
    spell, target = (action >> 8) & 255, (action >> 16) & 255
    return (
        stirs(game, rules, vm, e.PLAYED, spell, 0)
        or stirs(game, rules, vm, e.CAST, spell, target)
        or stirs(game, rules, vm, e.AFTER_CAST, spell, 0)
        or stirs(game, rules, vm, e.SPELL_TARGETED, spell, target)
    )


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def is_heard_when_drawn(game, rules, side):
    """Whether anything, itself included, may react to the top card of a deck that is not empty."""
    player = game.players[side]
    card = rules.cards[game.entities[player.deck[np.int64(player.n_deck) - 1]].card]
    if card.keywords & e.CASTS_WHEN_DRAWN:
        return True
    return ((game.listening | card.events) >> e.DRAWN) & 1 != 0


DAMAGE, ENTRY, ARMS, LOSS = 1, 2, 4, 8  # see `steady_under`; LOSS << side
_ALL = DAMAGE | ENTRY | ARMS | LOSS | LOSS << 1


@kernel(INT, RULES_T, AURA_T, INDEX)
def _steadiness(rules, aura, side):
    """What does not change the aura of the side for others: see `steady_under`."""
    selector = rules.selectors[aura.on]
    if selector.filter != e.ANY or aura.per or aura.condition == t.WHILE_HOLDS:
        return 0
    if aura.condition == t.WHILE_DAMAGED and selector.pick != e.THIS:
        return 0
    steady = _ALL
    if selector.pick == e.ADJACENT:
        steady &= ~(LOSS << side)
    if selector.pick != e.THIS:
        steady &= ~ENTRY
    if aura.condition == t.WHILE_ARMED:
        steady &= ~ARMS
    return steady


@kernel(INT, GAME_T, RULES_T)
def steady_under(game, rules):
    """What changes no aura in play, as bits.

    DAMAGE: damage to others; ENTRY: a new minion; ARMS: another weapon; LOSS << side: a minion of
    the side that leaves.
    """
    steady = _ALL
    if not game.listening & e.AURA_BIT:
        return steady
    for side in range(2):
        player = game.players[side]
        weapon = rules.cards[player.weapon]
        if weapon.auras != weapon.auras_stop:
            return 0
        for i in range(player.n_board):
            card = rules.cards[game.characters[player.board[i]].card]
            for a in range(card.auras, card.auras_stop):
                steady &= _steadiness(rules, rules.auras[a], side)
    return steady


@kernel(BOOL, RULES_T, CARD_T, BOOL)
def bears(rules, card, dies):
    """Whether damage to the minion, or its death, changes none of its own auras for others."""
    for a in range(card.auras, card.auras_stop):
        aura = rules.auras[a]
        if aura.condition == t.WHILE_DAMAGED and not dies:
            return False
        if dies and (rules.selectors[aura.on].pick != e.THIS or aura.cost_kind != t.ON_CHARACTERS):
            return False
    return True


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def ignores_places(game, rules, side):
    """Whether no aura on the side's board asks who stands beside whom."""
    if not game.listening & e.AURA_BIT:
        return True
    player = game.players[side]
    for i in range(player.n_board):
        card = rules.cards[game.characters[player.board[i]].card]
        for a in range(card.auras, card.auras_stop):
            if rules.selectors[rules.auras[a].on].pick == e.ADJACENT:
                return False
    return True


NOT_PLAIN = (
    e.ATTACK_IS_HEALTH | e.LIFESTEAL | e.STURDY | e.IMMUNE | e.DOOMED | e.FORGETFUL | e.CLEAVES
)
_WEARS_OTHERWISE = e.DULLS | e.IMMUNE_WHEN_ATTACKING | e.FORGETFUL


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, INDEX, INT, BOOL, INT, INDEX, SIGHT_T)
def foresee_minion(game, rules, vm, source, slot, damage, is_poisoned, steady, whose, sight):
    """A minion takes damage in a fight; False if more comes of it than its loss."""
    minion = game.characters[slot]
    if damage <= 0 or minion.keywords & e.DIVINE_SHIELD:
        return True
    card = rules.cards[minion.card]
    entity, values = game.slot_entity[slot], sight.values
    lost = damage
    dies = is_poisoned or np.int64(minion.health) <= damage
    if stirs(game, rules, vm, e.DAMAGED, entity, source) or not bears(rules, card, dies):
        return False
    if dies:
        if minion.n_attached or card.deathrattle != card.deathrattle_stop:
            return False
        if not steady & LOSS << np.int64(game.slot_side[slot]):
            return False
        if stirs(game, rules, vm, e.DIED, entity, 0):
            return False
        lost = np.int64(minion.health)
        values[ATTACK + whose] -= attack_of(game, slot)
        values[MINIONS + whose] -= 1
    values[MINION_HEALTH + whose] -= lost
    if keywords_of(minion) & e.TAUNT:
        values[TAUNTS + whose] -= lost
    return True


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, INDEX, INT, INDEX, SIGHT_T)
def foresee_hero(game, rules, vm, source, side, damage, whose, sight):
    """A hero takes damage; False if more comes of it, or it may die."""
    if damage <= 0:
        return True
    if stirs(game, rules, vm, e.DAMAGED, game.slot_entity[side], source):
        return False
    hero = game.characters[side]
    lost = max(0, damage - np.int64(game.players[side].armor))
    sight.values[HEALTH + whose] -= lost
    return np.int64(hero.health) > lost


@kernel(INT, GAME_T, INDEX)
def unarmed_attack(game, side):
    """Attack of the hero without its weapon."""
    hero = game.characters[side]
    return np.int64(hero.attack) + np.int64(hero.turn_attack) + np.int64(hero.aura_attack)


@kernel(BOOL, RULES_T, INDEX)
def has_last_words(rules, weapon):
    """Whether more comes of the weapon's end than that it is gone."""
    return rules.cards[weapon].deathrattle != rules.cards[weapon].deathrattle_stop


@kernel(BOOL, GAME_T, RULES_T, INDEX, INT, SIGHT_T)
def _foresee_wear(game, rules, side, steady, sight):
    """The hero's weapon loses durability; False if more comes of it."""
    player = game.players[side]
    if player.weapon == 0:
        return True
    if rules.cards[player.weapon].keywords & _WEARS_OTHERWISE:
        return False
    if player.weapon_durability > 1:
        return True
    if has_last_words(rules, player.weapon):
        return False
    sight.values[HERO_ATTACK + OWN] = max(0, unarmed_attack(game, side))
    return steady & ARMS != 0


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, INDEX, INDEX, INT, SIGHT_T)
def _foresee_blow(game, rules, vm, attacker, defender, side, steady, sight):
    """The defender takes the attacker's damage; False if more comes of it."""
    attack, source = attack_of(game, attacker), game.slot_entity[attacker]
    if defender < 2:
        return foresee_hero(game, rules, vm, source, defender, attack, THEIRS, sight)
    poison = keywords_of(game.characters[attacker]) & e.POISONOUS != 0
    return foresee_minion(game, rules, vm, source, defender, attack, poison, steady, THEIRS, sight)


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, INDEX, INDEX, INT, SIGHT_T)
def _foresee_return(game, rules, vm, attacker, defender, side, steady, sight):
    """The attacker takes the defender's damage; False if more comes of it."""
    back, source = attack_of(game, defender), game.slot_entity[defender]
    poison = keywords_of(game.characters[defender]) & e.POISONOUS != 0
    if attacker >= 2:
        return foresee_minion(game, rules, vm, source, attacker, back, poison, steady, OWN, sight)
    if poison or not _foresee_wear(game, rules, side, steady, sight):
        return False
    return foresee_hero(game, rules, vm, source, side, back, OWN, sight)


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, INT, INT, SIGHT_T)
def foresee_attack(game, rules, vm, side, steady, action, sight):
    """One character attacks another; False if the attack must be played."""
    attacker = game.entities[(action >> 8) & 255].slot
    defender = game.entities[(action >> 16) & 255].slot
    flags = keywords_of(game.characters[attacker]) | keywords_of(game.characters[defender])
    if not steady & DAMAGE or sight.values[PRICED] or flags & NOT_PLAIN:
        return False
    first, second = game.slot_entity[attacker], game.slot_entity[defender]
    if stirs(game, rules, vm, e.ATTACKS, first, second):
        return False
    if not _foresee_blow(game, rules, vm, attacker, defender, side, steady, sight):
        return False
    return _foresee_return(game, rules, vm, attacker, defender, side, steady, sight)
