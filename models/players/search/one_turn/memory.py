"""The stack of states that the one-turn player is in, and the values it knows by the states' keys.

As the engine's digest a key holds everything but entity numbers. It also leaves out what cannot
matter before the turn is over: the order of play of minions and weapons without a text, and, if
nothing in the game asks who stands where, the order of the boards. So most orders of the same
actions lead to one key.
"""

from typing import Any

import numpy as np

from engine.core.costs import mana_left
from engine.core.enums import ADJACENT, BESIDE_TARGET, CHOOSE, CLEAVES
from engine.core.hash import (
    CHARACTER_WORDS,
    CHARACTERS_AT,
    GOLDEN,
    PLAYER_WORDS,
    PLAYERS_AT,
    SCALAR_WORDS,
    SCALARS_AT,
    card_digest,
    gains_digest,
    mix,
)
from engine.core.jit import BOOL, INDEX, INT, JIT_ON, VOID
from engine.core.memory import word
from engine.core.rng import scramble
from engine.core.state import CHARACTER, PLAYER
from engine.core.tables import N_SELECTORS
from engine.core.types import CHARACTER_T, GAME_T, RULES_T, U64
from models.players.core import kernel
from models.players.core.scorers import LOST, WON
from models.players.core.state import (
    HEARTHSIM,
    MAX_DEPTH,
    MAX_NODES,
    ONE_TURN_MEMORY_T,
    PER_POINT,
    SEARCH_T,
    STACKED_T,
    STRATEGY_T,
)
from models.players.search.one_turn.actions import is_drawn

_PER_MANA = PER_POINT // 100
_TABLE = 2 * MAX_NODES
_LEAST = 1 << 10
MOST_STACKED = MAX_DEPTH - 1  # with the action under way and the end of the turn, a whole plan


@kernel(VOID, ONE_TURN_MEMORY_T, STRATEGY_T)
def begin_pass(memory, strategy):
    """Forgets the values known; there is room for twice as many as the pass may try."""
    memory.n_searches += 1
    memory.n_stacked = 0
    memory.stopped = 0
    size = _LEAST
    while size < min(_TABLE, 2 * strategy.max_nodes):
        size *= 2
    memory.mask = size - 1


@kernel(INT, ONE_TURN_MEMORY_T, U64)
def place_of(memory, key):
    """The place of a key in the table: its own, or the free one where it belongs."""
    i = np.int64(key >> np.uint64(1)) & memory.mask
    while memory.known[i].search == memory.n_searches and memory.known[i].key != key:
        i = (i + 1) & memory.mask
    return i


@kernel(BOOL, ONE_TURN_MEMORY_T, INT)
def is_known(memory, place):
    """Whether the place in the table holds a value."""
    return memory.known[place].search == memory.n_searches


@kernel(VOID, ONE_TURN_MEMORY_T, U64, INT)
def keep_value(memory, key, value):
    """Remembers the value of a state."""
    known = memory.known[place_of(memory, key)]
    known.key = key
    known.search = memory.n_searches
    known.value = value


@kernel(INT, STRATEGY_T, INT, INT)
def with_bonus(strategy, points, bonus):
    """A value with what HearthSim gives for mana left at its stops, 0.01 for each."""
    if strategy.scorer != HEARTHSIM or points in (WON, LOST):
        return points
    return points + _PER_MANA * bonus


@kernel(BOOL, GAME_T, GAME_T, INDEX, INT)
def has_drawn(child, parent, side, action):
    """Whether an action drew unknown cards; a card chosen among those shown is known."""
    return action & 255 != CHOOSE and child.players[side].n_deck < parent.players[side].n_deck


@kernel(VOID, ONE_TURN_MEMORY_T, STACKED_T, GAME_T, GAME_T, INDEX, INT)
def describe_child(memory, state, child, game, side, action):
    """Writes how the state on place `n_stacked` comes from the one below it."""
    below = memory.stack[np.int64(memory.n_stacked) - 1]
    state.action = action
    state.level = below.level
    state.best = LOST
    state.next = 0
    state.bonus = below.bonus
    state.stop = below.stop
    state.no_cards = 1 if action < 0 else np.int64(below.no_cards)
    state.length = np.int64(below.length) + (action >= 0)
    if action >= 0 and has_drawn(child, game, side, action):
        state.bonus = np.int64(below.bonus) + mana_left(child, side)
        if state.stop == 0:
            state.stop = state.length


@kernel(VOID, SEARCH_T, STRATEGY_T, INT, INT, INT, INT)
def offer_plan(search, strategy, points, bonus, action, stop):
    """Keeps the actions on the stack and `action` as the plan, if none was as good before.

    Of equal values, that with more mana left at its stops is better. `stop` is the number of
    actions after which the turn is planned anew, 0 if it is played to its end.
    """
    memory = search.one_turn
    if search.n_plan > 0:
        if points < search.best:
            return
        later = strategy.scorer == HEARTHSIM or bonus <= memory.best_bonus
        if points == search.best and later:
            return
    search.best = points
    memory.best_bonus = bonus
    n = 0
    for i in range(1, np.int64(memory.n_stacked)):
        if memory.stack[i].action >= 0:
            search.plan[n] = memory.stack[i].action
            n += 1
    search.plan[n] = action
    search.n_plan = stop if stop else n + 1


def _offset(dtype: Any, field: str) -> int:
    """The byte at which a field of a record begins."""
    return dtype.fields[field][1]


_WEAPON_ORDER = _offset(PLAYER, "weapon_order")
_Q = np.uint64(0xC2B2AE3D27D4EB4F)
# A character's order of play is in its first word; the weapon's in another one.
_ORDER = _offset(CHARACTER, "order")
_NO_ORDER = np.uint64(0xFFFFFFFFFFFFFFFF ^ (0xFFFF << (8 * _ORDER)))
_WEAPON_WORD = _WEAPON_ORDER // 8
_NO_WEAPON_ORDER = np.uint64(0xFFFFFFFFFFFFFFFF ^ (0xFFFF << (8 * (_WEAPON_ORDER % 8))))
_DRAWN = 1 << 12


@kernel(U64, U64, U64)
def add(total, part):
    """Adds up where order does not count."""
    return total + part


assert _ORDER < 8  # in the first word
if not JIT_ON:  # the same without NumPy's warning at every overflow

    def add(total, part):
        """Adds up where order does not count."""
        return np.uint64((int(total) + int(part)) & 0xFFFFFFFFFFFFFFFF)


@kernel(BOOL, RULES_T, INDEX, INDEX)
def _rows_ask(rules, start, stop):
    """Whether a program asks for neighbours."""
    for i in range(start, stop):
        effect = rules.effects[i]
        for row in (np.int64(effect.on), np.int64(effect.of)):
            if row < N_SELECTORS:  # `of` may be another number
                pick = rules.selectors[row].pick
                if pick in (ADJACENT, BESIDE_TARGET):
                    return True
    return False


@kernel(BOOL, RULES_T, INDEX)
def _text_asks(rules, row):
    card = rules.cards[row]
    if card.keywords & CLEAVES:
        return True
    if _rows_ask(rules, card.play, card.play_stop):
        return True
    if _rows_ask(rules, card.combo, card.combo_stop):
        return True
    if _rows_ask(rules, card.deathrattle, card.deathrattle_stop):
        return True
    for i in range(card.triggers, card.triggers_stop):
        if _rows_ask(rules, rules.triggers[i].start, rules.triggers[i].stop):
            return True
    for i in range(card.auras, card.auras_stop):
        if rules.selectors[rules.auras[i].on].pick == ADJACENT:
            return True
    return False


@kernel(BOOL, RULES_T, INDEX)
def _card_asks(rules, row):
    """Whether a card, or one of its options, asks who stands beside whom."""
    card = rules.cards[row]
    if _text_asks(rules, row):
        return True
    for i in range(card.n_options):  # noqa: SIM110 - a compiled loop
        if _text_asks(rules, np.int64(card.options) + i):
            return True
    return False


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def _side_asks(game, rules, side):
    player = game.players[side]
    if _card_asks(rules, player.power) or _card_asks(rules, player.weapon):
        return True
    for i in range(player.n_board):
        minion = game.characters[player.board[i]]
        if minion.n_attached or _card_asks(rules, minion.card):
            return True
    for i in range(player.n_secrets):
        if _card_asks(rules, game.entities[player.secrets[i]].card):
            return True
    return False


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def places_matter(game, rules, side):
    """Whether a card that the side can play this turn, or one in play, asks for neighbours."""
    if _side_asks(game, rules, side) or _side_asks(game, rules, 1 - side):
        return True
    player = game.players[side]
    for i in range(player.n_hand):  # noqa: SIM110 - a compiled loop
        if _card_asks(rules, game.entities[player.hand[i]].card):
            return True
    return False


@kernel(BOOL, RULES_T, CHARACTER_T)
def _has_text(rules, minion):
    card = rules.cards[minion.card]
    return card.events != 0 or card.deathrattle != card.deathrattle_stop or minion.n_attached != 0


@kernel(U64, GAME_T, RULES_T, INDEX, U64)
def _character(game, rules, slot, total):
    first = CHARACTERS_AT + np.int64(slot) * CHARACTER_WORDS
    start = word(game, first)
    if slot < 2 or not _has_text(rules, game.characters[slot]):
        start &= _NO_ORDER
    total = mix(total, start)
    for i in range(1, CHARACTER_WORDS):
        total = mix(total, word(game, first + i))
    return total


@kernel(U64, GAME_T, RULES_T, INDEX, BOOL, U64)
def _board(game, rules, side, by_place, total):
    player = game.players[side]
    if by_place:
        for i in range(player.n_board):
            total = _character(game, rules, player.board[i], total)
        return total
    together = _Q
    for i in range(player.n_board):
        together = add(together, _character(game, rules, player.board[i], _Q))
    return mix(total, together)


@kernel(U64, GAME_T, RULES_T, SEARCH_T, INDEX, U64)
def _hand(game, rules, search, side, total):
    """The cards of a hand as a set; one drawn in the search is another than one known."""
    player, cards = game.players[side], np.int64(0)
    for i in range(player.n_hand):
        entity = player.hand[i]
        card = np.int64(game.entities[entity].card)
        if is_drawn(search.root, side, entity):
            card += _DRAWN
        cards += card_digest(card, np.int64(player.hand_cost[i]))
    if player.grown:
        cards += gains_digest(game, np.int64(side))
    return mix(total, np.uint64(cards))


@kernel(U64, GAME_T, RULES_T, SEARCH_T, INDEX, U64)
def _player(game, rules, search, side, total):
    player = game.players[side]
    first = PLAYERS_AT + np.int64(side) * PLAYER_WORDS
    weapon_has_text = rules.cards[player.weapon].events != 0
    for i in range(SCALAR_WORDS):
        bits = word(game, first + i)
        if i == _WEAPON_WORD and not weapon_has_text:
            bits &= _NO_WEAPON_ORDER
        total = mix(total, bits)
    total = _character(game, rules, side, total)
    total = _board(game, rules, side, search.one_turn.by_place != 0, total)
    total = _hand(game, rules, search, side, total)
    for i in range(player.n_secrets):
        total = mix(total, np.uint64(game.entities[player.secrets[i]].card))
    return total


@kernel(U64, GAME_T, RULES_T, SEARCH_T, INT, INT)
def key_of(game, rules, search, context, bonus):
    """The key of a state, never 0.

    `context` is what else the value of the state depends on, `bonus` that of the stops on the way.
    """
    extra = np.uint64(scramble(context << 24 ^ bonus))
    first = _player(game, rules, search, 0, mix(_Q ^ extra, word(game, SCALARS_AT)))
    second = _player(game, rules, search, 1, mix(GOLDEN, word(game, SCALARS_AT + 1)))
    return mix(first, second) | np.uint64(1)
