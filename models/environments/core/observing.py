"""What one player may know of a game, written into an observation.

Hidden are the order of both decks, and which cards the opponent has in its hand, its secrets and
its deck. Of these cards only the numbers are written, and how many in its hand are The Coin, as for
the fair player (`models.players.core.blind`). Only its owner sees a choice of cards.
"""

import numpy as np
from numba import int16

from engine.core import enums as e
from engine.core.actions import power_cost
from engine.core.costs import attack_of, cost_of, mana_left, weapon_attack
from engine.core.jit import INDEX, INT, VOID
from engine.core.memory import copy_bytes
from engine.core.select import keywords_of
from engine.core.types import GAME_T, RULES_T
from models.environments.core import entry, kernel
from models.environments.core.records import (
    MAX_SEEN_DEAD,
    N_KEYWORDS,
    N_PLACES,
    OBSERVATION,
    OBSERVATION_T,
    SCRATCH_T,
    SEEN_CHARACTER_T,
    SEEN_PLAYER_T,
)

_SIZE = OBSERVATION.itemsize
_N_ON_SIDE = N_PLACES // 2
_ROWS_T = int16[:]  # a part of a record is no other array


@kernel(VOID, GAME_T, INDEX, SEEN_CHARACTER_T)
def _see_character(game, slot, seen):
    character = game.characters[slot]
    seen.card = character.card
    seen.attack = attack_of(game, slot)
    seen.health = character.health
    seen.max_health = character.max_health
    seen.attacks_made = character.attacks_made
    seen.fresh = character.fresh
    seen.spell_damage = character.spell_power
    seen.texts_given = character.n_attached
    flags = keywords_of(character)
    for i in range(N_KEYWORDS):
        seen.keywords[i] = (flags >> i) & 1


@kernel(VOID, GAME_T, RULES_T, INDEX, SEEN_PLAYER_T)
def _see_player(game, rules, side, seen):
    """What both players know of a side, except its graveyard."""
    player = game.players[side]
    seen.hero_class = rules.cards[player.hero].card_class
    seen.power = player.power
    seen.power_cost = power_cost(game, rules, side)
    seen.power_used = player.power_used
    seen.weapon = player.weapon
    seen.weapon_attack = weapon_attack(game, side)
    seen.weapon_durability = player.weapon_durability
    seen.armor = player.armor
    seen.crystals = player.crystals
    seen.mana = mana_left(game, side)
    seen.temporary_mana = player.temporary
    seen.locked = player.locked
    seen.overload = player.overload
    seen.fatigue = player.fatigue
    seen.spell_damage = player.spell_power
    seen.spell_discount = player.spell_discount
    seen.spells_free = player.spells_free
    seen.secret_free = player.next_secret_free
    seen.cards_played = player.cards_played
    seen.minions_played = player.minions_played
    seen.cards_drawn = player.cards_drawn
    seen.n_hand = player.n_hand
    seen.n_deck = player.n_deck
    seen.n_board = player.n_board
    seen.n_secrets = player.n_secrets
    n_coins = 0
    for i in range(player.n_hand):
        n_coins += game.entities[player.hand[i]].card == rules.coin
    seen.n_coins = n_coins


@kernel(VOID, _ROWS_T, INT)
def _sink(rows, last):
    """Moves the last of the rows to its place among those before it, which are sorted."""
    card = rows[last]
    i = last
    while i > 0 and rows[i - 1] > card:
        rows[i] = rows[i - 1]
        i -= 1
    rows[i] = card


@kernel(VOID, GAME_T, SCRATCH_T, INDEX)
def _find_piles(game, scratch, side):
    """Lists the own deck and both graveyards, in the order in which the cards were created.

    Branches would depend on the order of the draws, which no processor predicts.
    """
    piles = scratch.piles
    n_deck = n_own = n_enemy = 0
    for i in range(3, np.int64(game.n_entities)):
        entity = game.entities[i]
        is_own = np.int64(entity.side == side)
        is_dead = np.int64(entity.zone == e.IN_GRAVEYARD)
        piles.deck[n_deck] = entity.card
        piles.own_dead[n_own] = entity.card
        piles.enemy_dead[n_enemy] = entity.card
        n_deck += np.int64(entity.zone == e.IN_DECK) & is_own
        n_own += is_dead & is_own
        n_enemy += is_dead & (1 - is_own)
    piles.n_deck = n_deck
    piles.n_own_dead = n_own
    piles.n_enemy_dead = n_enemy


@kernel(VOID, GAME_T, SCRATCH_T, INDEX, OBSERVATION_T)
def _see_piles(game, scratch, side, seen):
    """The own deck, sorted, since its order is hidden, and both graveyards."""
    _find_piles(game, scratch, side)
    piles = scratch.piles
    last = 0
    for i in range(piles.n_deck):
        card = np.int64(piles.deck[i])
        seen.deck[i] = card
        if card < last:  # rare: cards are created in the order of the sorted deck list
            _sink(seen.deck, i)
        else:
            last = card
    seen.players[0].n_graveyard = piles.n_own_dead
    seen.players[1].n_graveyard = piles.n_enemy_dead
    for i in range(min(MAX_SEEN_DEAD, piles.n_own_dead)):
        seen.graveyards[0, i] = piles.own_dead[i]
    for i in range(min(MAX_SEEN_DEAD, piles.n_enemy_dead)):
        seen.graveyards[1, i] = piles.enemy_dead[i]


@kernel(VOID, GAME_T, RULES_T, INDEX, OBSERVATION_T)
def _see_own_cards(game, rules, side, seen):
    """What only the observer knows: its hand, its secrets, the cards offered to it."""
    player = game.players[side]
    for i in range(player.n_hand):
        seen.hand[i].card = game.entities[player.hand[i]].card
        seen.hand[i].cost = cost_of(game, rules, side, i)
    for i in range(player.n_secrets):
        seen.secrets[i] = game.entities[player.secrets[i]].card
    if game.n_choices and game.choice_side == side:
        seen.n_choices = game.n_choices
        seen.choice_source = game.entities[game.choice_source].card
        for i in range(game.n_choices):
            seen.choices[i] = game.entities[game.choices[i]].card


@kernel(VOID, SCRATCH_T, OBSERVATION_T)
def clear(scratch, seen):
    """Sets all fields to 0."""
    copy_bytes(seen, scratch.blank, _SIZE)


@kernel(VOID, GAME_T, RULES_T, SCRATCH_T, INDEX, OBSERVATION_T)
def write_seen(game, rules, scratch, side, seen):
    """Writes what the player of `side` may know of the game into `seen`, which is cleared."""
    seen.turn = game.turn
    seen.is_first = side == 0
    seen.to_move = game.result == e.RUNNING and game.active == side
    for k in range(2):
        of = np.int64(side) if k == 0 else 1 - np.int64(side)
        _see_player(game, rules, of, seen.players[k])
        _see_character(game, of, seen.characters[k * _N_ON_SIDE])
        player = game.players[of]
        for i in range(player.n_board):
            _see_character(game, player.board[i], seen.characters[k * _N_ON_SIDE + 1 + i])
    _see_own_cards(game, rules, side, seen)
    _see_piles(game, scratch, side, seen)


@entry(VOID, GAME_T, RULES_T, SCRATCH_T, INDEX, OBSERVATION_T)
def observe(game, rules, scratch, side, seen):
    """Writes what the player of `side` may know of the game into `seen`."""
    clear(scratch, seen)
    write_seen(game, rules, scratch, side, seen)
