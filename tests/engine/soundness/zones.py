"""Where every card is: zones of entities against the lists of both players."""

import numpy as np

from engine.core import enums as e
from engine.core.hash import card_digest
from engine.core.jit import INDEX, INT
from engine.core.state import N_SLOTS, NO_SLOT
from engine.core.types import GAME_T, RULES_T
from tests.engine.soundness import faults as s
from tests.engine.soundness import kernel

_MASK = 0xFFFFFFFF


@kernel(INT, s.CHECK_T, GAME_T, INDEX, INT, INDEX)
def _lies(check, game, entity, zone, side):
    """One place where the entity lies, according to a list of the side."""
    if entity == 0 or entity >= game.n_entities:
        return s.NEVER_MADE
    check.places[entity] += 1
    found = game.entities[entity]
    if found.zone != zone or found.side != side:
        return s.ELSEWHERE
    return s.SOUND


@kernel(INT, s.CHECK_T, GAME_T, INDEX, INDEX)
def _stands(check, game, slot, side):
    """A character of the side in its slot."""
    entity = np.int64(game.slot_entity[slot])
    if game.slot_side[slot] != side or game.entities[entity].slot != slot:
        return s.WRONG_SLOT
    return _lies(check, game, entity, e.IN_PLAY, side)


@kernel(INT, s.CHECK_T, GAME_T, INDEX)
def _lists_of(check, game, side):
    """Goes through all lists of a player."""
    player = game.players[side]
    if (
        player.n_hand > e.MAX_HAND
        or player.n_deck > e.MAX_DECK
        or player.n_board > e.MAX_BOARD
        or player.n_secrets > e.MAX_SECRETS
    ):
        return s.TOO_MANY
    fault = _stands(check, game, side, side)
    if game.slot_entity[side] != 1 + side:
        fault = s.NO_HERO
    for i in range(player.n_board):
        slot = player.board[i]
        if slot < 2 or slot >= N_SLOTS:
            return s.WRONG_SLOT
        fault = max(fault, _stands(check, game, slot, side))
    for i in range(player.n_deck):
        fault = max(fault, _lies(check, game, player.deck[i], e.IN_DECK, side))
    for i in range(player.n_hand):
        fault = max(fault, _lies(check, game, player.hand[i], e.IN_HAND, side))
    for i in range(player.n_secrets):
        fault = max(fault, _lies(check, game, player.secrets[i], e.IN_SECRETS, side))
    if player.weapon:
        fault = max(fault, _lies(check, game, player.weapon_entity, e.AS_WEAPON, side))
    return fault


@kernel(INT, s.CHECK_T, GAME_T, RULES_T)
def check_places(check, game, rules):
    """Every entity lies in exactly the place it says, or in none if it is gone."""
    for entity in range(game.n_entities):
        check.places[entity] = 0
    fault = s.SOUND
    for side in range(2):
        fault = max(fault, _lists_of(check, game, side))
    if fault != s.SOUND:
        return fault
    returning = 0
    for entity in range(game.n_entities):
        found = game.entities[entity]
        gone = found.zone in (e.REMOVED, e.IN_GRAVEYARD, e.RETURNING, e.AS_HERO)
        if check.places[entity] != (0 if gone else 1):
            return s.WRONG_PLACE
        grows = found.zone == e.IN_HAND and found.card == rules.grower
        if found.zone != e.IN_PLAY and found.slot != NO_SLOT and not grows:
            return s.ELSEWHERE
        if found.zone == e.RETURNING:
            returning += 1 if found.side == 0 else 1000
    expected = np.int64(game.players[0].n_returning) + 1000 * np.int64(game.players[1].n_returning)
    return s.SOUND if returning == expected else s.WRONG_PLACE


@kernel(INT, GAME_T)
def check_slots(game):
    """As many slots are taken as characters stand on both sides."""
    taken = 0
    for slot in range(N_SLOTS):
        taken += game.slot_entity[slot] != 0
    standing = 2 + np.int64(game.players[0].n_board) + np.int64(game.players[1].n_board)
    return s.SOUND if taken == standing else s.WRONG_SLOT


@kernel(INT, GAME_T, RULES_T, INDEX)
def _check_card(game, rules, entity):
    """A card in hand or deck is one that can be played."""
    kind = rules.cards[game.entities[entity].card].type
    known = kind in (e.MINION_CARD, e.SPELL_CARD, e.SECRET_CARD, e.WEAPON_CARD)
    return s.SOUND if known else s.WRONG_CARD


@kernel(INT, GAME_T, RULES_T, INDEX)
def _check_secrets(game, rules, side):
    """The side's secrets are secrets, each once."""
    player = game.players[side]
    for i in range(player.n_secrets):
        card = game.entities[player.secrets[i]].card
        if rules.cards[card].type != e.SECRET_CARD:
            return s.WRONG_SECRET
        for k in range(i):
            if game.entities[player.secrets[k]].card == card:
                return s.WRONG_SECRET
    return s.SOUND


@kernel(INT, GAME_T, RULES_T)
def check_cards(game, rules):
    """What may lie in a hand, a deck and a secret zone; the digest of a deck."""
    for side in range(2):
        player = game.players[side]
        fault, total = _check_secrets(game, rules, side), 0
        for i in range(player.n_hand):
            fault = max(fault, _check_card(game, rules, player.hand[i]))
        for i in range(player.n_deck):
            fault = max(fault, _check_card(game, rules, player.deck[i]))
            total += card_digest(np.int64(game.entities[player.deck[i]].card), 0)
        if fault != s.SOUND:
            return fault
        if total & _MASK != player.deck_sum:
            return s.WRONG_DECK_SUM
    return s.SOUND
