"""Numbers of players and characters, and what auras make of them."""

import numpy as np

from engine.core import enums as e
from engine.core.auras import refresh
from engine.core.costs import attack_of, mana_left
from engine.core.jit import INDEX, INT
from engine.core.memory import copy_game, word
from engine.core.select import is_dying
from engine.core.state import MAX_ATTACHED, PREFIX
from engine.core.types import GAME_T, RULES_T
from tests.engine.soundness import faults as s
from tests.engine.soundness import kernel

_WORDS = PREFIX // 8
_MOST = 2000  # attack or health that no game of our cards comes near


@kernel(INT, GAME_T, RULES_T, INDEX)
def _check_weapon(game, rules, side):
    player = game.players[side]
    if player.weapon == 0:
        left = player.weapon_entity or player.weapon_attack or player.weapon_durability
        return s.WRONG_WEAPON if left else s.SOUND
    if (
        rules.cards[player.weapon].type != e.WEAPON_CARD
        or game.entities[player.weapon_entity].card != player.weapon
        or player.weapon_durability <= 0
    ):
        return s.WRONG_WEAPON
    return s.SOUND


@kernel(INT, GAME_T, RULES_T)
def check_players(game, rules):
    """Mana, armour and weapons; whose turn it is."""
    for side in range(2):
        player = game.players[side]
        if player.crystals > e.MAX_MANA or mana_left(game, side) > e.MAX_MANA:
            return s.WRONG_MANA
        if mana_left(game, side) < 0:
            return s.WRONG_MANA
        if player.armor < 0 or player.armor > _MOST:
            return s.OUT_OF_PROPORTION
        if _check_weapon(game, rules, side) != s.SOUND:
            return s.WRONG_WEAPON
    return s.SOUND if game.active == (game.turn + 1) & 1 else s.WRONG_TURN


@kernel(INT, GAME_T, RULES_T, INDEX)
def _check_character(game, rules, slot):
    character = game.characters[slot]
    card = game.entities[game.slot_entity[slot]].card
    kind = e.HERO_CARD if slot < 2 else e.MINION_CARD
    if character.card != card or rules.cards[card].type != kind:
        return s.WRONG_CHARACTER
    if character.n_attached > MAX_ATTACHED or character.order > game.order:
        return s.WRONG_CHARACTER
    if character.aura_next:
        return s.OUT_OF_DATE
    if character.health > character.max_health:
        return s.TOO_HEALTHY
    if character.max_health > _MOST or attack_of(game, slot) > _MOST or character.health < -_MOST:
        return s.OUT_OF_PROPORTION
    if game.result == e.RUNNING and is_dying(character):
        return s.UNDEAD
    return s.SOUND


@kernel(INT, GAME_T, RULES_T)
def check_characters(game, rules):
    """Heroes and minions; nobody who is dead stays while the game goes on."""
    for side in range(2):
        player = game.players[side]
        if player.hero != game.characters[side].card:
            return s.NO_HERO
        fault = _check_character(game, rules, side)
        for i in range(player.n_board):
            fault = max(fault, _check_character(game, rules, player.board[i]))
        if fault != s.SOUND:
            return fault
    return s.SOUND


@kernel(INT, GAME_T)
def check_result(game):
    """The game ends when a hero has died."""
    first, second = is_dying(game.characters[0]), is_dying(game.characters[1])
    expected = e.RUNNING
    if first:
        expected = e.BOTH_LOST if second else e.SECOND_WON
    elif second:
        expected = e.FIRST_WON
    return s.SOUND if game.result == expected else s.WRONG_RESULT


@kernel(INT, GAME_T, RULES_T)
def _listening(game, rules):
    """The events that something in play listens to, as bits."""
    bits = 0
    for side in range(2):
        player = game.players[side]
        for i in range(player.n_board):
            character = game.characters[player.board[i]]
            if not character.keywords & e.SILENCED:
                bits |= np.int64(rules.cards[character.card].events)
            if character.spell_power:
                bits |= e.AURA_BIT
            for k in range(character.n_attached):
                carrier = rules.attachments[character.attached[k] & 15]
                bits |= np.int64(rules.cards[carrier].events)
        bits |= np.int64(rules.cards[player.weapon].events)
        for i in range(player.n_secrets):
            bits |= np.int64(rules.cards[game.entities[player.secrets[i]].card].events)
    return bits


@kernel(INT, s.CHECK_T, GAME_T, RULES_T)
def check_auras(check, game, rules):
    """Recomputing everything from scratch changes nothing.

    One bit of `listening` too few, and a trigger stays silent; one too many, and equal states have
    two digests.
    """
    if game.dirty:
        return s.OUT_OF_DATE
    if game.listening != _listening(game, rules):
        return s.WRONG_LISTENING
    fresh = check.game
    copy_game(fresh, game)
    fresh.dirty = 1
    while fresh.dirty:
        refresh(fresh, rules)
    for i in range(_WORDS):
        if word(fresh, i) != word(game, i):
            return s.WRONG_AURAS
    return s.SOUND
