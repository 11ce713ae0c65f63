"""Random games between random decks, with every check after every action."""

import numpy as np
from numba import types

from engine.core import enums as e
from engine.core.entry_points import apply, begin, list_options
from engine.core.jit import INDEX, INT, VOID, linked
from engine.core.memory import copy_game, word
from engine.core.rng import below, scramble, seed_stream
from engine.core.setup import SETUP_T, mulligan_replace, start_game
from engine.core.state import ENTITY, PREFIX
from engine.core.types import GAME_T, RULES_T
from engine.decks import DECK_SIZE, HERO_CARDS
from engine.rules import Rules
from tests.engine.random_games import deck_cards, implemented_classes
from tests.engine.soundness import entry, kernel, steps
from tests.engine.soundness import faults as s

# Compiled once, not in each kernel that calls them: 6 CPU-seconds in all.
check_options, check_state = linked(steps.check_options), linked(steps.check_state)
check_step = linked(steps.check_step)

MAX_TURNS = 1000
_ENTITY = ENTITY.itemsize
_COPIED = 4  # a copy of one in so many games is played on
_LATEST_COPY = 60  # after at most so many actions


def new_pools(rules: Rules) -> np.ndarray:
    """(n_classes,) array of POOL: what random decks of the rules' format are made of."""
    cards = deck_cards(rules)
    heroes = implemented_classes(rules)
    pools = np.zeros(len(heroes), s.POOL)
    for pool, hero in zip(pools, heroes, strict=True):
        pool["hero"] = rules.row(HERO_CARDS[hero])
        for name, card_class in (("own", hero), ("neutral", "NEUTRAL")):
            of_class = [card for card in cards if card.card_class == card_class]
            rows = [rules.row(card.id) for card in of_class for _ in range(card.max_copies)]
            pool[name][: len(rows)] = rows
            pool[f"n_{name}"] = len(rows)
    return pools


@entry(VOID, GAME_T, s.POOL_T, SETUP_T, INDEX)
def draw_deck(game, pool, setup, side):
    """Draws a legal deck of a class: 0 to 30 class cards, the rest neutral; uses the game's stream.

    Source: selection sampling, Knuth 1997, The Art of Computer Programming 2, algorithm 3.4.2S.
    """
    setup.heroes[side] = pool.hero
    setup.n_cards[side] = DECK_SIZE
    n_own = min(np.int64(pool.n_own), below(game, DECK_SIZE + 1))
    drawn = 0
    for i in range(pool.n_own):
        if below(game, np.int64(pool.n_own) - i) < n_own - drawn:
            setup.decks[side, drawn] = pool.own[i]
            drawn += 1
    for i in range(pool.n_neutral):
        if below(game, np.int64(pool.n_neutral) - i) < DECK_SIZE - drawn:
            setup.decks[side, drawn] = pool.neutral[i]
            drawn += 1


@entry(VOID, s.ROOM_T, RULES_T, INT, INT)
def open_game(room, rules, seed, number):
    """Starts the game of `room.setup`, with a random mulligan."""
    game = room.game
    start_game(game, rules, room.setup, scramble(seed) + 1, number)
    for side in range(2):
        for i in range(game.players[side].n_hand):
            if below(game, 2):
                mulligan_replace(game, side, i)
    begin(game, rules, room.vm)
    room.n_actions = 0
    room.most_options = 0
    room.most_attached = 0


@entry(INT, GAME_T, GAME_T)
def compare_games(first, second):
    """Returns the number of words in which two games differ."""
    if first.n_entities != second.n_entities:
        return 1
    different = 0
    for i in range((PREFIX + _ENTITY * np.int64(first.n_entities)) // 8):
        different += word(first, i) != word(second, i)
    return different


@kernel(VOID, s.ROOM_T)
def _note_sizes(room):
    game = room.game
    room.most_options = max(room.most_options, np.int64(room.options.n))
    for slot in range(2, 16):
        if game.slot_entity[slot]:
            n = np.int64(game.characters[slot].n_attached)
            room.most_attached = max(room.most_attached, n)


@entry(INT, s.ROOM_T, RULES_T)
def play_action(room, rules):
    """Plays a random action and checks the state before and after it; returns the fault."""
    game = room.game
    list_options(game, rules, room.options)
    fault = check_options(game, room.options)
    if fault != s.SOUND:
        return fault
    _note_sizes(room)
    room.action = room.options.actions[below(game, np.int64(room.options.n))]
    room.n_actions += 1
    copy_game(room.before, game)
    apply(game, rules, room.vm, room.action)
    fault = check_state(room.check, game, rules)
    return fault if fault != s.SOUND else check_step(room.before, game, room.action)


_play_action = linked(play_action)


@entry(INT, s.ROOM_T, RULES_T, INT)
def play_checked(room, rules, copied_after):
    """Plays an opened game to its end, checked; returns the fault.

    After `copied_after` actions (-1: never) a copy is made, over the game that was copied before,
    which has to end in the same bytes.
    """
    game, twin = room.game, room.twin
    fault = check_state(room.check, game, rules)
    has_twin = False
    while fault == s.SOUND and game.result == e.RUNNING:
        if room.n_actions == copied_after:
            copy_game(twin, game)
            has_twin = True
        fault = _play_action(room, rules)
        if has_twin:
            list_options(twin, rules, room.options)
            below(twin, np.int64(room.options.n))
            apply(twin, rules, room.vm, room.action)
        if game.turn > MAX_TURNS:
            fault = s.ENDLESS
    if fault == s.SOUND and has_twin and compare_games(game, twin):
        return s.COPY_DIFFERS
    return fault


_play_checked = linked(play_checked)


@entry(VOID, s.ROOM_T, types.Array(s.POOL_T, 1, "C"), INT, INT)
def deal(room, pools, seed, number):
    """Deals two random decks to the game of that number: all pairs of classes in turn."""
    game, n = room.game, len(pools)
    seed_stream(game, seed, number)
    pair = number % (n * n)
    draw_deck(game, pools[pair // n], room.setup, 0)
    draw_deck(game, pools[pair % n], room.setup, 1)


@entry(VOID, s.ROOM_T, RULES_T, types.Array(s.POOL_T, 1, "C"),
       types.Array(s.GAME_RECORD_T, 1, "C"), INT, INT, INT)  # fmt: skip
def play_checked_games(room, rules, pools, records, seed, first, stop):
    """Plays the games number `first` to `stop - 1` and writes the (stop - first,) records."""
    for number in range(first, stop):
        game, made = room.game, records[number - first]
        deal(room, pools, seed, number)
        copied_after = 1 + below(game, _LATEST_COPY) if number % _COPIED == 0 else -1
        open_game(room, rules, seed, number)
        made.fault = _play_checked(room, rules, copied_after)
        made.result = game.result
        made.error = game.error
        made.turns = game.turn
        made.n_entities = game.n_entities
        made.n_actions = room.n_actions
        made.most_options = room.most_options
        made.most_attached = room.most_attached
