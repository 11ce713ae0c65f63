"""The start of a game: decks, opening hands, mulligan, first turn."""

import numpy as np
from numba import from_dtype

from engine.core import enums as e
from engine.core.events import clear_stack, push, reverse_from
from engine.core.jit import INDEX, INT, VOID, entry, kernel, record
from engine.core.memory import clear_game
from engine.core.ops.cards import draw_card
from engine.core.phases import begin_turn
from engine.core.rng import seed_stream
from engine.core.state import NO_SLOT
from engine.core.types import GAME_T, RULES_T, VM_T
from engine.core.vm import run
from engine.core.zones import (
    add_to_hand,
    new_entity,
    put_on_top,
    shuffle_deck,
    shuffle_into_deck,
    take_from_top,
)

SETUP = record(
    ("decks", "u2", (2, e.MAX_DECK)),  # card rows, in list order
    ("heroes", "u2", (2,)),  # rows of the hero cards
    ("n_cards", "u1", (2,)),
    ("unshuffled", "u1"),  # 1: the decks keep their order, the last card on top
    ("pad", "u1"),
)
SETUP_T = from_dtype(SETUP)
FIRST_HAND, SECOND_HAND = 3, 4


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX)
def _place_hero(game, rules, side, card):
    entity = new_entity(game, card, side, e.IN_PLAY)
    game.entities[entity].slot = side
    game.slot_entity[side] = entity
    game.slot_side[side] = side
    hero = game.characters[side]
    hero.card = card
    hero.health = rules.cards[card].health
    hero.max_health = rules.cards[card].health
    player = game.players[side]
    player.hero = card
    player.power = rules.cards[card].power


@entry(VOID, GAME_T, RULES_T, SETUP_T, INT, INT)
def start_game(game, rules, setup, seed_a, seed_b):
    """A new game from two decks: shuffled, 3 cards for the first player and 4 for the second."""
    clear_game(game)
    seed_stream(game, seed_a, seed_b)
    game.n_entities = 1  # 0 is no entity
    game.entities[0].slot = NO_SLOT
    game.order = 1
    for side in range(2):
        _place_hero(game, rules, side, setup.heroes[side])
    for side in range(2):
        for i in range(setup.n_cards[side]):
            put_on_top(game, side, new_entity(game, setup.decks[side, i], side, e.IN_DECK))
        if not setup.unshuffled:
            shuffle_deck(game, side)
    for side in range(2):
        n = FIRST_HAND if side == 0 else SECOND_HAND
        for _ in range(min(n, np.int64(game.players[side].n_deck))):
            add_to_hand(game, side, take_from_top(game, side), 0)


@entry(VOID, GAME_T, INDEX, INDEX)
def mulligan_replace(game, side, hand_index):
    """Replaces an opening card by the top card; then the old one is shuffled into the deck."""
    player = game.players[side]
    if player.n_deck == 0:
        return
    old = player.hand[hand_index]
    drawn = take_from_top(game, side)
    player.hand[hand_index] = drawn
    game.entities[drawn].zone = e.IN_HAND
    shuffle_into_deck(game, side, old)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def _start_of_game(game, rules, vm):
    """Runs "Start of Game": of the first player's cards, then of the second's; hand or deck."""
    clear_stack(vm)
    for entity in range(1, np.int64(game.n_entities)):
        row = game.entities[entity].card
        card = rules.cards[row]
        if card.start != card.start_stop:
            side = np.int64(game.entities[entity].side)
            frame = vm.frames[push(game, vm, e.PROGRAM, side, entity)]
            frame.pc = card.start
            frame.stop = card.start_stop
    reverse_from(vm, 0)
    run(game, rules, vm)


@entry(VOID, GAME_T, RULES_T, VM_T)
def begin(game, rules, vm):
    """Runs "Start of Game", gives the second player The Coin and starts the first turn."""
    _start_of_game(game, rules, vm)
    add_to_hand(game, 1, new_entity(game, rules.coin, 1, e.REMOVED), 0)
    begin_turn(game, 0)
    draw_card(game, rules, vm, 0)
    run(game, rules, vm)
