"""Auras, enrage and spell damage: recomputed from what is in play whenever it has changed."""

import numpy as np

from engine.core import enums as e
from engine.core import tables as t
from engine.core.amounts import compares
from engine.core.attached import carrier_of
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.select import fits
from engine.core.state import DEATHRATTLES_TWICE, POWER_TARGETS_MINIONS
from engine.core.types import AURA_T, GAME_T, RULES_T


@kernel(VOID, GAME_T)
def _clear(game):
    for side in range(2):
        player = game.players[side]
        player.spell_power = 0
        player.minion_cost = 0
        player.minion_discount = 0
        player.first_minion_cost = 0
        player.spell_cost = 0
        player.doubling = 0
        player.heal_damages = 0
        player.traits = 0
        player.battlecry_cost = 0
        player.weapon_aura = 0
        player.mech_cost = 0
        game.characters[side].aura_keywords = 0
        for i in range(player.n_board):
            character = game.characters[player.board[i]]
            character.aura_attack = 0
            character.aura_keywords = e.CHARGE if character.keywords & e.BORROWED else 0
            character.aura_next = 0


@kernel(INT, GAME_T, RULES_T, INDEX, INDEX)
def _count(game, rules, row, slot):
    """How many minions fit the selector row of the character in `slot`."""
    selector = rules.selectors[row]
    found = 0
    for other in range(2, 16):
        if game.slot_entity[other] != 0 and fits(
            game, rules, selector, game.slot_side[slot], game.slot_entity[slot], 0, other
        ):
            found += 1
    return found


@kernel(BOOL, GAME_T, RULES_T, INDEX, INDEX)
def _holds(game, rules, row, slot):
    """Whether an aura's own condition holds: about minions, or the cards in a hand."""
    needs = rules.effects[row]
    if needs.kind == e.COUNT:
        return compares(needs, _count(game, rules, needs.of, slot))
    side = np.int64(game.slot_side[slot])
    of = side if needs.of_side != e.ENEMY else 1 - side
    return compares(needs, np.int64(game.players[of].n_hand))


@kernel(BOOL, GAME_T, RULES_T, AURA_T, INDEX)
def _is_on(game, rules, aura, slot):
    if aura.condition == t.WHILE_DAMAGED:
        return game.characters[slot].health < game.characters[slot].max_health
    if aura.condition == t.WHILE_ARMED:
        return game.players[game.slot_side[slot]].weapon != 0
    if aura.condition == t.WHILE_HOLDS:
        return _holds(game, rules, aura.needs, slot)
    return True


@kernel(VOID, GAME_T, AURA_T, INDEX, INT)
def _add(game, aura, slot, times):
    character = game.characters[slot]
    character.aura_attack += np.int64(aura.attack) * times
    character.aura_next += np.int64(aura.health) * times
    character.aura_keywords |= aura.keywords


@kernel(VOID, GAME_T, RULES_T, AURA_T, INDEX)
def _apply_to_characters(game, rules, aura, slot):
    selector = rules.selectors[aura.on]
    side, entity = game.slot_side[slot], game.slot_entity[slot]
    times = _count(game, rules, aura.of, slot) if aura.per else 1
    if selector.pick == e.THIS:
        if slot >= 2:  # a weapon is no character
            _add(game, aura, slot, times)
        return
    for owner in range(2):
        player = game.players[owner]
        for i in range(np.int64(player.n_board)):
            other = player.board[i]
            if selector.pick == e.ADJACENT:
                left = i > 0 and player.board[i - 1] == slot
                right = i + 1 < player.n_board and player.board[i + 1] == slot
                if not (left or right):
                    continue
            if fits(game, rules, selector, side, entity, 0, other):
                _add(game, aura, other, times)


@kernel(VOID, GAME_T, AURA_T, INDEX)
def _change_costs(game, aura, side):
    """What cards in the side's hand cost more, or below 0 less."""
    player = game.players[side]
    if aura.cost_kind == t.COST_MINIONS:
        player.minion_cost += aura.cost
    elif aura.cost_kind == t.COST_FIRST_MINION:
        player.first_minion_cost += aura.cost
    elif aura.cost_kind == t.COST_SPELLS:
        player.spell_cost += aura.cost
    elif aura.cost_kind == t.COST_MINIONS_TO_1:
        player.minion_discount += -np.int64(aura.cost)
    elif aura.cost_kind == t.COST_MECHS:
        player.mech_cost += aura.cost
    elif aura.cost_kind == t.COST_BATTLECRIES:
        player.battlecry_cost += aura.cost


@kernel(VOID, GAME_T, AURA_T, INDEX)
def _apply_to_player(game, aura, side):
    player = game.players[side]
    if aura.cost_kind == t.ON_WEAPON:
        player.weapon_aura += aura.attack
    elif aura.cost_kind == t.ON_HERO:
        game.characters[side].aura_keywords |= aura.keywords
    elif aura.cost_kind == t.DOUBLES:
        player.doubling += 1
    elif aura.cost_kind == t.HEAL_DAMAGES:
        player.heal_damages += 1
    elif aura.cost_kind == t.TWICE:
        player.traits |= DEATHRATTLES_TWICE
    elif aura.cost_kind == t.POWER_TARGETS:
        player.traits |= POWER_TARGETS_MINIONS
    else:
        _change_costs(game, aura, side)


@kernel(INT, RULES_T, AURA_T)
def _heeds(rules, aura):
    """What it depends on: others' health, minions that enter play or leave it, cards in hand."""
    if aura.per:
        return e.HEEDS_HEALTH | e.HEEDS_ENTRY | e.HEEDS_LOSS
    heeds = 0
    if aura.condition == t.WHILE_HOLDS:
        is_count = rules.effects[aura.needs].kind == e.COUNT
        heeds = e.HEEDS_ENTRY | e.HEEDS_LOSS if is_count else e.HEEDS_HAND
    selector = rules.selectors[aura.on]
    by_health = selector.filter != e.ANY and selector.filter != e.WITH_KEYWORD
    if by_health or aura.condition == t.WHILE_DAMAGED:
        heeds |= e.HEEDS_HEALTH
    if selector.pick != e.THIS and aura.cost_kind == t.ON_CHARACTERS:
        heeds |= e.HEEDS_ENTRY
    if selector.pick == e.ADJACENT:
        heeds |= e.HEEDS_LOSS
    return heeds


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX, BOOL)
def _apply_card(game, rules, card_row, slot, late):
    """The auras of a card in play: those on minions with a keyword (`late`) or the rest.

    `slot` is where the minion stands, or the hero of a weapon.
    """
    card = rules.cards[card_row]
    side = np.int64(game.slot_side[slot])
    for a in range(card.auras, card.auras_stop):
        aura = rules.auras[a]
        game.heeds |= _heeds(rules, aura)
        if late != (rules.selectors[aura.on].filter == e.WITH_KEYWORD):
            continue
        if not _is_on(game, rules, aura, slot):
            continue
        if aura.cost_kind == t.ON_CHARACTERS:
            _apply_to_characters(game, rules, aura, slot)
        else:
            sides = rules.selectors[aura.on].side
            if sides & e.FRIENDLY:
                _apply_to_player(game, aura, side)
            if sides & e.ENEMY:
                _apply_to_player(game, aura, 1 - side)


@kernel(INT, GAME_T, RULES_T, INDEX)
def _gather(game, rules, side):
    """Applies all auras of a side; returns the events that something of it listens to."""
    player = game.players[side]
    listening = 0
    for i in range(player.n_board):
        slot = player.board[i]
        character = game.characters[slot]
        if not character.keywords & e.SILENCED:
            card = rules.cards[character.card]
            listening |= np.int64(card.events)
            if card.auras != card.auras_stop:
                _apply_card(game, rules, character.card, slot, False)
        if character.spell_power:
            player.spell_power += character.spell_power
            listening |= e.AURA_BIT
        for k in range(character.n_attached):
            carrier = carrier_of(rules, np.int64(character.attached[k]))
            listening |= np.int64(rules.cards[carrier].events)
    weapon = rules.cards[player.weapon]
    listening |= np.int64(weapon.events)
    if weapon.auras != weapon.auras_stop:
        _apply_card(game, rules, player.weapon, side, False)
    for i in range(player.n_secrets):
        listening |= np.int64(rules.cards[game.entities[player.secrets[i]].card].events)
    return listening


@kernel(VOID, GAME_T, RULES_T)
def _apply_late(game, rules):
    """Auras on minions with a keyword, when all others have given theirs."""
    for side in range(2):
        player = game.players[side]
        for i in range(player.n_board):
            slot = player.board[i]
            character = game.characters[slot]
            is_late = rules.cards[character.card].events & e.LATE_BIT
            if is_late and not character.keywords & e.SILENCED:
                _apply_card(game, rules, character.card, slot, True)


@kernel(VOID, GAME_T)
def _settle_health(game):
    """Gained health heals, lost health only caps (Hearthstone's rule for auras)."""
    for side in range(2):
        player = game.players[side]
        for i in range(player.n_board):
            character = game.characters[player.board[i]]
            change = np.int64(character.aura_next) - np.int64(character.aura_health)
            character.aura_health = character.aura_next
            character.aura_next = 0
            if change > 0:
                character.max_health += change
                character.health += change
            elif change < 0:
                was_hurt = character.health < character.max_health
                character.max_health += change
                if character.health >= character.max_health:
                    character.health = character.max_health
                    game.dirty |= was_hurt  # no more: what holds while damaged ends


@kernel(VOID, GAME_T, RULES_T)
def refresh(game, rules):
    """Recomputes everything that depends on what is in play."""
    game.dirty = 0
    game.heeds = 0
    _clear(game)
    game.listening = _gather(game, rules, 0) | _gather(game, rules, 1)
    if game.listening & e.LATE_BIT:
        _apply_late(game, rules)
    _settle_health(game)
