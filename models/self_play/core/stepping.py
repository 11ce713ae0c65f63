"""One decision in each of many games: a pick of a card for a deck, or a choice in a battle.

A game that ends starts anew at once, with other decks to build, as game number + `stride`. A game
depends only on the settings, the seed, its number and its decisions.
"""

import numpy as np
from numba import int8, int16

from engine.core.costs import cost_of
from engine.core.entry_points import apply, begin
from engine.core.jit import BOOL, INT, VOID
from engine.core.setup import mulligan_replace, start_game
from engine.core.types import GAME_T, RULES_T, VM_T
from models.environments.core.action_space import LIST_T, action_at, list_legal
from models.environments.core.observing import clear, write_seen
from models.environments.core.records import OBSERVATION_T, SCRATCH_T, TURN_T
from models.environments.core.stepping import judge
from models.self_play.core import entry, kernel
from models.self_play.core.pointing import (
    MASK_T,
    choose,
    chosen_index,
    clear_mask,
    draw,
    kind_of,
    list_pointers,
)
from models.self_play.core.records import (
    BATTLE,
    BUILD,
    CONSTRUCT,
    DECISION_T,
    OPTION,
    PLACE_T,
    POOL_CARD_T,
    SETTINGS_T,
    SOURCE,
)

POOL_T = POOL_CARD_T[::1]
BUILT_T = int8[:, ::1]
_DEAR = 4  # the mulligan "cheap" replaces what costs this or more
#: Of 8 equally likely draws: numbers of random picks (Xiao et al. 2023, model b1.5).
_N_RANDOM = (0, 0, 0, 0, 1, 1, 2, 4)


@kernel(INT, PLACE_T, POOL_T, BUILT_T, MASK_T, LIST_T)
def list_cards(place, pool, built, mask, legal):
    """Writes the cards that the builder may pick into a mask and a list; returns their number."""
    n = 0
    counts, hero = built[place.builder], place.heroes[place.builder]
    for i in range(len(pool)):
        if (pool[i].heroes >> hero) & 1 and counts[i] < pool[i].max_copies:
            mask[i] = 1
            legal[n] = i
            n += 1
    return n


@kernel(VOID, PLACE_T, SETTINGS_T, POOL_T, BUILT_T, MASK_T, LIST_T)
def _pick_at_random(place, settings, pool, built, mask, legal):
    """Makes the first few picks of the builder, if the settings say so."""
    if settings.random_picks == 0:
        return
    for _ in range(min(_N_RANDOM[draw(place, settings, 8)], settings.deck_size - 1)):
        n = list_cards(place, pool, built, mask, legal)
        built[place.builder, legal[draw(place, settings, n)]] += 1
        place.n_picked += 1
        clear_mask(mask, legal, n)


@kernel(VOID, PLACE_T, SETTINGS_T, POOL_T, BUILT_T, MASK_T, LIST_T)
def start_building(place, settings, pool, built, mask, legal):
    """Starts the game of the place's number: heroes, and empty decks."""
    place.stage = BUILD
    place.draws = place.builder = place.n_picked = 0
    for side in range(2):
        place.heroes[side] = draw(place, settings, settings.n_heroes)
        for i in range(len(pool)):
            built[side, i] = 0
    _pick_at_random(place, settings, pool, built, mask, legal)


@kernel(VOID, PLACE_T, SETTINGS_T, POOL_T, BUILT_T)
def _fill_setup(place, settings, pool, built):
    for side in range(2):
        n = 0
        for i in range(len(pool)):
            for _ in range(built[side, i]):
                place.setup.decks[side, n] = pool[i].row
                n += 1
        place.setup.n_cards[side] = n
        place.setup.heroes[side] = settings.heroes[place.heroes[side]]


@kernel(VOID, GAME_T, RULES_T)
def _replace_dear_cards(game, rules):
    for side in range(2):
        for i in range(game.players[side].n_hand):
            if cost_of(game, rules, side, i) >= _DEAR:
                mulligan_replace(game, side, i)


@kernel(VOID, PLACE_T, SETTINGS_T, POOL_T, BUILT_T, RULES_T, VM_T)
def _start_battle(place, settings, pool, built, rules, vm):
    _fill_setup(place, settings, pool, built)
    place.stage = BATTLE
    start_game(place.game, rules, place.setup, settings.seed, place.number)
    if settings.mulligan == 1:
        _replace_dear_cards(place.game, rules)
    begin(place.game, rules, vm)


@kernel(VOID, PLACE_T, SETTINGS_T, POOL_T, BUILT_T, RULES_T, VM_T, MASK_T, LIST_T, INT)
def pick(place, settings, pool, built, rules, vm, mask, legal, card):
    """Adds a card to the builder's deck; after the last one of both, starts the battle."""
    built[place.builder, card] += 1
    place.n_picked += 1
    if place.n_picked < settings.deck_size:
        return
    if place.builder == 1:
        _start_battle(place, settings, pool, built, rules, vm)
        return
    place.builder = 1
    place.n_picked = 0
    _pick_at_random(place, settings, pool, built, mask, legal)


@kernel(VOID, PLACE_T, RULES_T, SCRATCH_T, SETTINGS_T, TURN_T, LIST_T)
def _list_options(place, rules, scratch, settings, turn, options):
    """Lists the legal actions; takes offered cards at random if the settings say so."""
    while True:
        place.n_options = list_legal(place.game, rules, scratch, options)
        place.step = SOURCE
        if settings.options == 0 or place.game.n_choices == 0 or place.n_options == 0:
            return
        index = np.int64(options[draw(place, settings, place.n_options)])
        apply(place.game, rules, scratch.vm, action_at(place.game, index))
        judge(place.game, turn)


@kernel(VOID, PLACE_T, RULES_T, SCRATCH_T, SETTINGS_T, TURN_T, LIST_T)
def _act(place, rules, scratch, settings, turn, options):
    """Plays the chosen action."""
    index = chosen_index(place, options)
    apply(place.game, rules, scratch.vm, action_at(place.game, index))
    judge(place.game, turn)
    if not (turn.terminated or turn.truncated):
        _list_options(place, rules, scratch, settings, turn, options)


@kernel(VOID, PLACE_T, SCRATCH_T, RULES_T, OBSERVATION_T)
def _observe(place, scratch, rules, seen):
    """Writes what the player to move knows of a battle; nothing while decks are built."""
    clear(scratch, seen)
    if place.stage != BUILD:
        write_seen(place.game, rules, scratch, place.game.active, seen)


@kernel(VOID, PLACE_T, SETTINGS_T, RULES_T, TURN_T, DECISION_T, BUILT_T, MASK_T)
def _describe(place, settings, rules, turn, decision, built, picks):
    """Writes whose decision it is, and of which kind."""
    is_build = place.stage == BUILD
    side = place.builder if is_build else np.int64(place.game.active)
    turn.number = place.number
    turn.to_move = side
    decision.kind = CONSTRUCT if is_build else kind_of(place, rules)
    decision.source = place.chosen[SOURCE] if place.step > SOURCE and not is_build else -1
    decision.option = place.chosen[OPTION] if place.step > OPTION and not is_build else -1
    decision.hero = settings.classes[place.heroes[side]]
    decision.n_picked = place.n_picked if is_build else settings.deck_size
    for i in range(len(picks)):
        picks[i] = built[side, i]


@kernel(
    BOOL, PLACE_T, SCRATCH_T, RULES_T, SETTINGS_T, POOL_T, TURN_T, BUILT_T, MASK_T, LIST_T, LIST_T,
    INT,
)  # fmt: skip
def _decide(place, scratch, rules, settings, pool, turn, built, mask, legal, options, action):
    """Makes a decision, or starts a game; returns whether the observation changes."""
    turn.rewards[0] = turn.rewards[1] = turn.error = 0
    turn.terminated = turn.truncated = False
    if action < 0:
        start_building(place, settings, pool, built, mask, legal)
        return True
    if place.stage == BUILD:
        pick(place, settings, pool, built, rules, scratch.vm, mask, legal, action)
        if place.stage == BUILD:
            return False
        _list_options(place, rules, scratch, settings, turn, options)
    else:
        turn.n_legal = choose(place, settings, options, mask, legal, action)
        if turn.n_legal:
            return False
        _act(place, rules, scratch, settings, turn, options)
    if turn.terminated or turn.truncated:
        place.number += settings.stride
        start_building(place, settings, pool, built, mask, legal)
    return True


@entry(
    VOID, SCRATCH_T, RULES_T, SETTINGS_T, POOL_T, INT[::1], PLACE_T[::1], TURN_T[::1],
    DECISION_T[::1], OBSERVATION_T[::1], int8[:, :, ::1], int8[:, ::1], int8[:, ::1],
    int16[:, ::1], int16[:, ::1], INT, INT,
)  # fmt: skip
def step_places(
    scratch, rules, settings, pool, actions, places, turns, decisions, observations, built, picks,
    masks, legal, options, start, stop,
):  # fmt: skip
    """Makes legal decisions in the games `start` to `stop` - 1 and shows the next ones.

    A decision is a card of the pool while decks are built, else a pointer; below 0, it starts the
    game of the place's number instead.
    """
    for i in range(start, stop):
        place, turn = places[i], turns[i]
        clear_mask(masks[i], legal[i], turn.n_legal)
        turn.n_legal = 0
        is_new = _decide(
            place, scratch, rules, settings, pool, turn, built[i], masks[i], legal[i], options[i],
            actions[i],
        )  # fmt: skip
        if is_new:
            _observe(place, scratch, rules, observations[i])
        if place.stage == BUILD:
            turn.n_legal = list_cards(place, pool, built[i], masks[i], legal[i])
        elif turn.n_legal == 0:
            turn.n_legal = list_pointers(place, options[i], masks[i], legal[i])
        _describe(place, settings, rules, turn, decisions[i], built[i], picks[i])
