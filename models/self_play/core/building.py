"""Picks of cards for decks, with what may still be picked."""

from numba import int8

from engine.core.costs import cost_of
from engine.core.entry_points import begin
from engine.core.jit import INT, VOID
from engine.core.setup import mulligan_replace, start_game
from engine.core.types import GAME_T, RULES_T, VM_T
from models.environments.core.action_space import LIST_T
from models.self_play.core import kernel
from models.self_play.core.pointing import MASK_T, clear_mask, draw
from models.self_play.core.records import BATTLE, BUILD, PLACE_T, POOL_CARD_T, SETTINGS_T

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
