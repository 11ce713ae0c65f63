"""Cards on the move: creation, hand, deck, board, graveyard. No text runs here."""

import numpy as np

from engine.core import enums as e
from engine.core.events import emit
from engine.core.hash import card_digest
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.rng import below
from engine.core.select import board_index
from engine.core.state import DIED_EARLIER, MAX_ATTACHED, MAX_ENTITIES, N_SLOTS, NO_SLOT
from engine.core.types import GAME_T, RULES_T, VM_T

_MASK = 0xFFFFFFFF


@kernel(INDEX, GAME_T)
def _long_dead(game):
    """A card buried before this turn, so that no text under way is about it; 0: there is none.

    Its number is free to be used again; only its place in the list of the graveyard is lost.
    """
    for entity in range(3, MAX_ENTITIES):
        dead = game.entities[entity]
        if dead.zone == e.IN_GRAVEYARD and dead.died >= DIED_EARLIER:
            return entity
    return 0


@kernel(INDEX, GAME_T, INDEX, INDEX, INT)
def new_entity(game, card, side, zone):
    """Creates a card; returns its entity, 0 (no entity) if there is no room for one more."""
    entity = np.int64(game.n_entities)
    if entity < MAX_ENTITIES:
        game.n_entities = entity + 1
    else:
        entity = np.int64(_long_dead(game))
        if entity == 0:
            game.error = e.TOO_MANY_ENTITIES
            return 0
    made = game.entities[entity]
    made.card = card
    made.side = side
    made.zone = zone
    made.slot = NO_SLOT
    made.died = 0
    return entity


@kernel(VOID, GAME_T, INDEX)
def bury(game, entity):
    """Puts a card into its controller's graveyard."""
    buried = game.entities[entity]
    buried.zone = e.IN_GRAVEYARD
    buried.slot = NO_SLOT
    player = game.players[buried.side]
    digest = card_digest(np.int64(buried.card), np.int64(game.turn))
    player.graveyard_sum = (np.int64(player.graveyard_sum) + digest) & _MASK


@kernel(VOID, GAME_T, INDEX, INDEX)
def put_on_top(game, side, entity):
    """Puts a card on top of a deck."""
    player = game.players[side]
    if player.n_deck >= e.MAX_DECK:
        game.error = e.DECK_OVERFLOW
        return
    player.deck[player.n_deck] = entity
    player.n_deck += 1
    moved = game.entities[entity]
    moved.zone = e.IN_DECK
    moved.side = side
    digest = card_digest(np.int64(moved.card), 0)
    player.deck_sum = (np.int64(player.deck_sum) + digest) & _MASK


@kernel(INDEX, GAME_T, INDEX)
def take_from_top(game, side):
    """Takes the top card off a deck that is not empty."""
    player = game.players[side]
    player.n_deck = np.int64(player.n_deck) - 1
    entity = player.deck[player.n_deck]
    digest = card_digest(np.int64(game.entities[entity].card), 0)
    player.deck_sum = (np.int64(player.deck_sum) - digest) & _MASK
    return entity


@kernel(INDEX, GAME_T, INDEX, INDEX)
def take_from_deck(game, side, index):
    """Takes the card at `index` (0 is the bottom) out of a deck."""
    player = game.players[side]
    entity = player.deck[index]
    for i in range(np.int64(index), np.int64(player.n_deck) - 1):
        player.deck[i] = player.deck[i + 1]
    player.deck[np.int64(player.n_deck) - 1] = entity
    return take_from_top(game, side)


@kernel(VOID, GAME_T, INDEX, INDEX)
def shuffle_into_deck(game, side, entity):
    """Puts a card at a uniformly random place of a deck."""
    put_on_top(game, side, entity)
    player = game.players[side]
    top = np.int64(player.n_deck) - 1
    i = below(game, top + 1)
    player.deck[top], player.deck[i] = player.deck[i], player.deck[top]


@kernel(VOID, GAME_T, INDEX)
def shuffle_deck(game, side):
    """Shuffles a deck uniformly."""
    player = game.players[side]
    for i in range(np.int64(player.n_deck) - 1, 0, -1):
        j = below(game, i + 1)
        player.deck[i], player.deck[j] = player.deck[j], player.deck[i]


@kernel(BOOL, GAME_T, INDEX, INDEX, INT)
def add_to_hand(game, side, entity, cost_change):
    """Adds a card to a hand; a card too many goes to the graveyard and False comes back."""
    player = game.players[side]
    added = game.entities[entity]
    added.side = side
    added.slot = NO_SLOT
    if player.n_hand >= e.MAX_HAND:
        bury(game, entity)
        return False
    player.hand[player.n_hand] = entity
    player.hand_cost[player.n_hand] = cost_change
    player.n_hand += 1
    added.zone = e.IN_HAND
    if game.heeds & e.HEEDS_HAND:
        game.dirty = 1
    return True


@kernel(INT, GAME_T, INDEX)
def hand_index(game, entity):
    """The place of a card in its controller's hand, -1 if it is not there."""
    player = game.players[game.entities[entity].side]
    for i in range(player.n_hand):
        if player.hand[i] == entity:
            return i
    return -1


@kernel(INT, GAME_T, INDEX, INDEX)
def deck_index(game, side, entity):
    """The place of a card in the side's deck, -1 if it is not there."""
    player = game.players[side]
    for i in range(player.n_deck):
        if player.deck[i] == entity:
            return i
    return -1


@kernel(INDEX, GAME_T, INDEX, INDEX)
def take_from_hand(game, side, index):
    """Takes the card at `index` out of a hand."""
    player = game.players[side]
    entity = player.hand[index]
    for i in range(np.int64(index), np.int64(player.n_hand) - 1):
        player.hand[i] = player.hand[i + 1]
        player.hand_cost[i] = player.hand_cost[i + 1]
    player.n_hand = np.int64(player.n_hand) - 1
    if game.heeds & e.HEEDS_HAND:
        game.dirty = 1
    return entity


@kernel(INDEX, GAME_T)
def free_slot(game):
    """A free minion slot; 14 minions fill them all, so one is free if a board has room."""
    for slot in range(2, N_SLOTS):
        if game.slot_entity[slot] == 0:
            return slot
    return NO_SLOT


@kernel(VOID, GAME_T, RULES_T, INDEX)
def notice(game, rules, card):
    """A card came into play: what it listens to counts from now on."""
    events = np.int64(rules.cards[card].events)
    game.listening |= events
    if events & e.AURA_BIT or game.heeds & e.HEEDS_ENTRY:
        game.dirty = 1


@kernel(VOID, GAME_T, INDEX, INDEX)
def _insert(game, slot, position):
    player = game.players[game.slot_side[slot]]
    n = np.int64(player.n_board)
    at = min(np.int64(position), n)
    for i in range(n, at, -1):
        player.board[i] = player.board[i - 1]
    player.board[at] = slot
    player.n_board = n + 1


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX)
def print_minion(game, rules, slot, card):
    """Makes the character in `slot` the minion as its card is printed."""
    printed, character = rules.cards[card], game.characters[slot]
    character.card = card
    character.order = game.order
    game.order += 1
    character.keywords = printed.keywords
    character.aura_keywords = 0
    character.attack = printed.attack
    character.health = printed.health
    character.max_health = printed.health
    character.turn_attack = 0
    character.aura_attack = 0
    character.aura_health = 0
    character.aura_next = 0
    character.attacks_made = 0
    character.fresh = 1
    character.spell_power = printed.spell_power
    character.n_attached = 0
    for i in range(MAX_ATTACHED):
        character.attached[i] = 0


@kernel(INDEX, GAME_T, RULES_T, INDEX, INDEX, INDEX)
def enter_play(game, rules, side, entity, position):
    """Puts a minion card on a board with room, at a place from the left; returns its slot."""
    slot = free_slot(game)
    placed = game.entities[entity]
    gained = NO_SLOT - np.int64(placed.slot)
    placed.zone = e.IN_PLAY
    placed.side = side
    placed.slot = slot
    game.slot_entity[slot] = entity
    game.slot_side[slot] = side
    print_minion(game, rules, slot, placed.card)
    game.characters[slot].attack += gained
    if game.players[side].sturdy:
        game.characters[slot].keywords |= e.STURDY
    _insert(game, slot, position)
    notice(game, rules, placed.card)
    return slot


@kernel(VOID, GAME_T, RULES_T, INDEX)
def leave_board(game, rules, slot):
    """Takes a minion off its board; its slot stays its own until `free`."""
    player = game.players[game.slot_side[slot]]
    n = np.int64(player.n_board) - 1
    for i in range(board_index(game, slot), n):
        player.board[i] = player.board[i + 1]
    player.n_board = n
    minion = game.characters[slot]
    was_heard = rules.cards[minion.card].events or minion.n_attached or minion.spell_power
    if was_heard or game.heeds & e.HEEDS_LOSS:
        game.dirty = 1


@kernel(INDEX, GAME_T, RULES_T, INDEX)
def remove_minion(game, rules, slot):
    """Takes a minion out of play without its death; returns its entity, which is nowhere now."""
    leave_board(game, rules, slot)
    entity = game.slot_entity[slot]
    game.slot_entity[slot] = 0
    game.entities[entity].slot = NO_SLOT
    game.entities[entity].zone = e.REMOVED
    return entity


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX)
def change_side(game, rules, slot, side):
    """Moves a minion to the right end of the other board, which has room."""
    leave_board(game, rules, slot)
    game.slot_side[slot] = side
    game.entities[game.slot_entity[slot]].side = side
    game.characters[slot].fresh = 1
    game.characters[slot].attacks_made = 0
    _insert(game, slot, e.MAX_BOARD)
    game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX)
def take_control(game, rules, slot, side):
    """Gives a minion to the side; with no room there it is destroyed."""
    if game.slot_side[slot] == side:
        return
    if game.players[side].n_board >= e.MAX_BOARD:
        game.characters[slot].keywords |= e.DOOMED
        return
    change_side(game, rules, slot, side)


@kernel(INDEX, GAME_T, RULES_T, VM_T, INDEX, INDEX, INDEX)
def summon(game, rules, vm, side, card, position):
    """Summons a new minion; returns its slot, NO_SLOT if the board is full."""
    if game.players[side].n_board >= e.MAX_BOARD:
        return NO_SLOT
    entity = new_entity(game, card, side, e.IN_PLAY)
    if entity == 0:
        return NO_SLOT
    slot = enter_play(game, rules, side, entity, position)
    emit(game, rules, vm, e.SUMMONED, entity, 0, 0)
    emit(game, rules, vm, e.AFTER_SUMMONED, entity, 0, 0)
    return slot


@kernel(BOOL, GAME_T, INDEX, INDEX)
def has_secret(game, side, card):
    """Whether the side has the secret in play."""
    player = game.players[side]
    for i in range(player.n_secrets):  # noqa: SIM110 - a compiled loop
        if game.entities[player.secrets[i]].card == card:
            return True
    return False


@kernel(BOOL, RULES_T, INDEX)
def _needs_order(rules, card):
    """Whether it matters when a secret was played: it reacts to deaths, and not after all others.

    Only such a secret takes a number, so that a search knows other states as equal in whatever
    order the rest was played.
    """
    text = rules.cards[card]
    for i in range(text.triggers, text.triggers_stop):
        if rules.triggers[i].event == e.DIED:
            return not rules.triggers[i].late
    return False


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX)
def set_secret(game, rules, side, entity):
    """Puts a secret into its zone, which has room."""
    player, card = game.players[side], game.entities[entity].card
    player.secrets[player.n_secrets] = entity
    player.secret_order[player.n_secrets] = 0
    if _needs_order(rules, card):
        player.secret_order[player.n_secrets] = game.order
        game.order += 1
    player.n_secrets += 1
    game.entities[entity].zone = e.IN_SECRETS
    game.listening |= np.int64(rules.cards[card].events)


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX)
def equip_entity(game, rules, side, entity):
    """Equips a weapon card; the old weapon must be gone."""
    player, card = game.players[side], game.entities[entity].card
    printed = rules.cards[card]
    player.weapon = card
    player.weapon_entity = entity
    player.weapon_attack = printed.attack
    player.weapon_durability = printed.health
    player.weapon_order = game.order
    game.order += 1
    game.entities[entity].zone = e.AS_WEAPON
    game.entities[entity].side = side
    game.listening |= np.int64(printed.events)
    if game.listening & e.AURA_BIT:
        game.dirty = 1
