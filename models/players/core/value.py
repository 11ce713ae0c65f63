"""The learned evaluation: what the value network sees of a state, and its chance to win.

The network is a sum of rows, one for each feature of the state that holds, a layer of 64 and one of
32 rectified neurons, and a logistic output. Features are numbers of rows: the side to move, sizes
of hands and decks, health, mana, weapons, the own hand by card, and each minion by its attack and
health, its card, its keywords, and whether it can attack. Nothing that `side` can't see is in them.

A network is one array of float32, made for the cards of some rules by
`models.players.value_networks`. A strategy has its address only, as searches copy strategies. All
additions have a fixed order, so all machines compute the same. The tanh is that of both networks.
"""

import ctypes
import math

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from engine.core import enums as e
from engine.core.costs import attack_of, cost_of, mana_left, weapon_attack
from engine.core.jit import BOOL, FLOAT, INDEX, INT, JIT_ON, VOID
from engine.core.select import keywords_of
from engine.core.tables import N_CARDS
from engine.core.types import GAME_T, RULES_T
from models.players.core import entry, kernel
from models.players.core.state import (
    N_VALUE_FIRST,
    N_VALUE_SECOND,
    STRATEGY_T,
    VALUE_SIGHT,
    VALUE_SIGHT_T,
)

#: A won game, in points of the score; what `WON` means is more.
CERTAIN = 2_147_000_000

# --- the rows: name, size; each stands for one value of what it counts, the last one for more -----
_OF_STATE = (
    ("mover", 2), ("seat", 2), ("round", 16), ("mana", 12), ("power_ready", 1),
    ("hand_costs", 41), ("hand_cost", 11),
)  # fmt: skip
_OF_SIDE = (
    ("health", 61), ("crystals", 11), ("hand", 11), ("deck", 41), ("fatigue", 11),
    ("weapon", 48), ("class", 10), ("secrets", 6), ("locked", 6), ("board", 8),
    ("attack", 41), ("board_health", 61), ("threat", 122), ("spell_power", 6),
    ("stats", 169), ("keyword", 28), ("taunt", 13), ("ready", 13), ("attached", 1),
)  # fmt: skip


def _places(start: int, blocks: tuple[tuple[str, int], ...]) -> tuple[dict[str, int], int]:
    """The first row of each block, and the row behind the last one."""
    places = {}
    for name, size in blocks:
        places[name] = start
        start += size
    return places, start


#: The first row of each block, of the state and of the own side; those of the other side follow.
STATE_ROWS, _FIRST_OF_SIDE = _places(0, _OF_STATE)
SIDE_ROWS, _FIRST_OF_OTHER = _places(_FIRST_OF_SIDE, _OF_SIDE)
_PER_SIDE = _FIRST_OF_OTHER - _FIRST_OF_SIDE
#: Rows that do not depend on the cards.
N_GENERAL = _FIRST_OF_SIDE + 2 * _PER_SIDE
#: The zones whose cards have a row each; a zone's first row is `N_GENERAL + zone * N_CARDS`.
ZONES = ("hand", "own", "theirs")
_HAND, _OWN_BOARD = 0, 1
N_ROWS = N_GENERAL + len(ZONES) * N_CARDS
#: What comes before the rows in a network's array: biases and the upper layers.
PARTS = (
    ("first_bias", (N_VALUE_FIRST,)),
    ("second", (N_VALUE_FIRST, N_VALUE_SECOND)),
    ("second_bias", (N_VALUE_SECOND,)),
    ("third", (N_VALUE_SECOND,)),
    ("third_bias", (16,)),  # the first of them; the others keep the rows aligned
)
_STARTS, N_UPPER = _places(0, tuple((name, math.prod(shape)) for name, shape in PARTS))
N_FLOATS = N_UPPER + N_ROWS * N_VALUE_FIRST

_MOVER, _SEAT, _ROUND, _MANA, _POWER_READY, _HAND_COSTS, _HAND_COST = STATE_ROWS.values()
(
    _HEALTH, _CRYSTALS, _HAND_SIZE, _DECK, _FATIGUE, _WEAPON, _CLASS, _SECRETS, _LOCKED, _BOARD,
    _ATTACK, _BOARD_HEALTH, _THREAT, _SPELL_POWER, _STATS, _KEYWORD, _TAUNT, _READY, _ATTACHED,
) = (row - _FIRST_OF_SIDE for row in SIDE_ROWS.values())  # fmt: skip
_ALL_KEYWORDS = (1 << 28) - 1


@kernel(INDEX, VALUE_SIGHT_T, INDEX, INT)
def _add(sight, n, row):
    """Adds a feature behind `n` others; returns how many there are then.

    The number is handed on: one in memory would be read and written again for each feature.
    `MAX_FEATURES` is room for those of the fullest state.
    """
    sight.rows[n] = row
    return n + 1


@kernel(INT, INT, INT)
def _within(value, most):
    """The value from 0 to `most`."""
    return max(0, min(most, value))


@kernel(BOOL, GAME_T, INDEX, INT, INT)
def _can_attack(game, slot, flags, attack):
    """Whether a minion can attack now or, out of turn, in its side's next one."""
    if attack <= 0 or flags & (e.CANT_ATTACK | e.FROZEN):
        return False
    if game.slot_side[slot] != game.active:
        return True
    minion = game.characters[slot]
    if minion.fresh and not flags & (e.CHARGE | e.RUSH):
        return False
    limit = 2 if flags & e.WINDFURY else 1
    return minion.attacks_made < (4 if flags & e.MEGA_WINDFURY else limit)


@kernel(types.UniTuple(INT, 2), GAME_T, INDEX, INT, INT, VALUE_SIGHT_T, INDEX)
def _see_minion(game, slot, first, zone, sight, n):
    """Adds a minion's features; returns their number and the attack that it can make."""
    minion = game.characters[slot]
    flags, attack = keywords_of(minion), attack_of(game, slot)
    health = np.int64(minion.health)
    n = _add(sight, n, first + _STATS + 13 * _within(attack, 12) + _within(health, 12))
    if not flags & e.SILENCED:
        n = _add(sight, n, N_GENERAL + zone * N_CARDS + np.int64(minion.card))
    rest, bit = flags & _ALL_KEYWORDS, np.int64(0)
    while rest:
        if rest & 1:
            n = _add(sight, n, first + _KEYWORD + bit)
        rest >>= 1
        bit += 1
    if flags & e.TAUNT:
        n = _add(sight, n, first + _TAUNT + _within(health, 12))
    if minion.n_attached:
        n = _add(sight, n, first + _ATTACHED)
    if not _can_attack(game, slot, flags, attack):
        return n, 0
    n = _add(sight, n, first + _READY + _within(attack, 12))
    return n, attack


@kernel(BOOL, GAME_T, INDEX)
def _has_taunt(game, side):
    """Whether one of a side's minions has taunt."""
    player = game.players[side]
    for i in range(player.n_board):
        if keywords_of(game.characters[player.board[i]]) & e.TAUNT:
            return True
    return False


@kernel(INDEX, GAME_T, RULES_T, INDEX, INT, INT, VALUE_SIGHT_T, INDEX)
def _see_side(game, rules, side, first, zone, sight, n):
    """Adds what both players see of a side, whose rows begin at `first`; returns the number."""
    player, other = game.players[side], game.players[1 - side]
    hero = game.characters[side]
    attack = health = threat = np.int64(0)
    for i in range(player.n_board):
        slot = player.board[i]
        n, ready = _see_minion(game, slot, first, zone, sight, n)
        threat += ready
        attack += attack_of(game, slot)
        health += np.int64(game.characters[slot].health)
    weapon = weapon_attack(game, side)
    if side == game.active:
        if hero.attacks_made == 0 and not keywords_of(hero) & e.FROZEN:
            threat += attack_of(game, side)
    else:
        threat += weapon
    remaining = np.int64(game.characters[1 - side].health) + np.int64(other.armor)
    n = _add(
        sight, n, first + _HEALTH + _within(np.int64(hero.health) + np.int64(player.armor), 60)
    )
    n = _add(sight, n, first + _CRYSTALS + _within(np.int64(player.crystals), 10))
    n = _add(sight, n, first + _HAND_SIZE + _within(np.int64(player.n_hand), 10))
    n = _add(sight, n, first + _DECK + _within(np.int64(player.n_deck), 40))
    n = _add(sight, n, first + _FATIGUE + _within(np.int64(player.fatigue), 10))
    durability = _within(np.int64(player.weapon_durability), 5)
    if player.weapon:
        n = _add(sight, n, first + _WEAPON + 6 * _within(weapon, 7) + durability)
    n = _add(sight, n, first + _CLASS + _within(np.int64(rules.cards[player.hero].card_class), 9))
    n = _add(sight, n, first + _SECRETS + _within(np.int64(player.n_secrets), 5))
    locked = player.locked if side == game.active else player.overload
    n = _add(sight, n, first + _LOCKED + _within(np.int64(locked), 5))
    n = _add(sight, n, first + _BOARD + np.int64(player.n_board))
    n = _add(sight, n, first + _ATTACK + _within(attack, 40))
    n = _add(sight, n, first + _BOARD_HEALTH + _within(health, 60))
    walled = 61 if _has_taunt(game, 1 - side) else 0
    n = _add(sight, n, first + _THREAT + walled + _within(threat - remaining + 30, 60))
    return _add(sight, n, first + _SPELL_POWER + _within(np.int64(player.spell_power), 5))


@kernel(INDEX, GAME_T, RULES_T, INDEX, VALUE_SIGHT_T, INDEX)
def _see_own_cards(game, rules, side, sight, n):
    """Adds the own hand and the own secrets; returns the number."""
    player, total = game.players[side], np.int64(0)
    for i in range(player.n_hand):
        cost = cost_of(game, rules, side, i)
        total += cost
        n = _add(
            sight, n, N_GENERAL + _HAND * N_CARDS + np.int64(game.entities[player.hand[i]].card)
        )
        n = _add(sight, n, _HAND_COST + _within(cost, 10))
    n = _add(sight, n, _HAND_COSTS + _within(total, 40))
    for i in range(player.n_secrets):
        card = np.int64(game.entities[player.secrets[i]].card)
        n = _add(sight, n, N_GENERAL + _OWN_BOARD * N_CARDS + card)
    return n


@entry(VOID, GAME_T, RULES_T, INDEX, VALUE_SIGHT_T)
def see_features(game, rules, side, sight):
    """Lists the features of a state as `side` sees it, in a fixed order."""
    own, n = np.int64(side), 0
    is_mover = game.active == side
    n = _add(sight, n, _MOVER + (1 if is_mover else 0))
    n = _add(sight, n, _SEAT + own)
    n = _add(sight, n, _ROUND + _within((np.int64(game.turn) + 1) // 2, 15))
    n = _add(sight, n, _MANA + (1 + _within(mana_left(game, own), 10) if is_mover else 0))
    if is_mover and not game.players[side].power_used:
        n = _add(sight, n, _POWER_READY)
    n = _see_own_cards(game, rules, side, sight, n)
    n = _see_side(game, rules, own, _FIRST_OF_SIDE, _OWN_BOARD, sight, n)
    sight.n = _see_side(game, rules, 1 - own, _FIRST_OF_OTHER, _OWN_BOARD + 1, sight, n)


_VECTOR = 16
_OFFSETS = {name: place for name, (_, place, *_) in (VALUE_SIGHT.fields or {}).items()}


class _Forward:
    """Writes the network's layers in LLVM's language: vectors of 16 floats, added in order."""

    def __init__(self, builder, sight, address) -> None:
        self.builder = builder
        self.float, self.vector = ir.FloatType(), ir.VectorType(ir.FloatType(), _VECTOR)
        self.sight = builder.bitcast(sight, ir.IntType(8).as_pointer())
        self.floats = builder.inttoptr(address, self.float.as_pointer())

    def number(self, value):
        return ir.Constant(ir.IntType(64), value)

    def field(self, name, type_):
        place = self.builder.gep(self.sight, [self.number(_OFFSETS[name])])
        return self.builder.bitcast(place, type_.as_pointer())

    def load(self, start, index, base=None):
        place = self.builder.gep(self.floats if base is None else base, [start])
        place = self.builder.gep(place, [self.number(_VECTOR * index)])
        return self.builder.load(self.builder.bitcast(place, self.vector.as_pointer()), align=4)

    def store(self, vectors, base):
        for k, vector in enumerate(vectors):
            place = self.builder.gep(base, [self.number(_VECTOR * k)])
            place = self.builder.bitcast(place, self.vector.as_pointer())
            self.builder.store(vector, place, align=4)

    def rectified(self, vectors):
        zero = ir.Constant(self.vector, [0.0] * _VECTOR)
        return [
            self.builder.select(self.builder.fcmp_ordered(">", each, zero), each, zero)
            for each in vectors
        ]

    def loop(self, first, goes_on, following, start, body):
        """Runs `body(i, vectors)` for `first`, `following(first)`, ... while `goes_on(i)`.

        The vectors, at first `start`, then what `body` returns, stay in registers.
        """
        b = self.builder
        before = b.block
        head, inside, after = (b.append_basic_block(f"value_{n}") for n in ("head", "in", "out"))
        b.branch(head)
        b.position_at_end(head)
        i = b.phi(ir.IntType(64))
        i.add_incoming(first, before)
        carried = [b.phi(self.vector) for _ in start]
        for phi, vector in zip(carried, start, strict=True):
            phi.add_incoming(vector, before)
        b.cbranch(goes_on(i), inside, after)
        b.position_at_end(inside)
        changed = body(i, carried)
        i.add_incoming(following(i), b.block)
        for phi, each in zip(carried, changed, strict=True):
            phi.add_incoming(each, b.block)
        b.branch(head)
        b.position_at_end(after)
        return carried

    def numbers(self, count):
        """What `loop` needs for i in range(count)."""
        b, one = self.builder, self.number(1)
        return self.number(0), lambda i: b.icmp_signed("<", i, count), lambda i: b.add(i, one)

    def bits(self, mask):
        """What `loop` needs to run once for each bit in a mask; i is the rest of the mask."""
        b, none, one = self.builder, self.number(0), self.number(1)
        return (
            mask,
            lambda rest: b.icmp_unsigned("!=", rest, none),
            lambda rest: b.and_(rest, b.sub(rest, one)),
        )

    def mask(self, vectors):
        """The number whose bit i is set if number i of all vectors is above 0."""
        b, zero = self.builder, ir.Constant(self.vector, [0.0] * _VECTOR)
        mask = self.number(0)
        for k, each in enumerate(vectors):
            bits = b.bitcast(b.fcmp_ordered(">", each, zero), ir.IntType(_VECTOR))
            mask = b.or_(mask, b.shl(b.zext(bits, ir.IntType(64)), self.number(_VECTOR * k)))
        return mask

    def spread(self, value):
        undefined = ir.Constant(self.vector, ir.Undefined)
        single = self.builder.insert_element(undefined, value, ir.Constant(ir.IntType(32), 0))
        places = ir.Constant(ir.VectorType(ir.IntType(32), _VECTOR), [0] * _VECTOR)
        return self.builder.shuffle_vector(single, undefined, places)


@intrinsic
def _logit(typingctx, sight, address):
    """The network's output before the logistic function."""

    def codegen(context, builder, signature, args):
        net = _Forward(builder, *args)
        b, number = builder, net.number
        wide, narrow = N_VALUE_FIRST // _VECTOR, N_VALUE_SECOND // _VECTOR
        rows = net.field("rows", ir.IntType(32))

        def add_row(i, sums):
            row = b.zext(b.load(b.gep(rows, [i])), ir.IntType(64))
            start = b.add(number(N_UPPER), b.mul(row, number(N_VALUE_FIRST)))
            return [b.fadd(each, net.load(start, k)) for k, each in enumerate(sums)]

        bias = [net.load(number(_STARTS["first_bias"]), k) for k in range(wide)]
        count = b.load(net.field("n", ir.IntType(64)))
        first = net.field("first", net.float)
        sums = net.loop(*net.numbers(count), bias, add_row)
        net.store(net.rectified(sums), first)

        def add_neuron(rest, sums):
            i = b.cttz(rest, ir.Constant(ir.IntType(1), 1))
            start = b.add(number(_STARTS["second"]), b.mul(i, number(N_VALUE_SECOND)))
            factor = net.spread(b.load(b.gep(first, [i])))
            return [b.fadd(each, b.fmul(factor, net.load(start, k))) for k, each in enumerate(sums)]

        bias = [net.load(number(_STARTS["second_bias"]), k) for k in range(narrow)]
        # A neuron of 0 adds nothing: half of them are left out.
        second = net.rectified(net.loop(*net.bits(net.mask(sums)), bias, add_neuron))
        third = [net.load(number(_STARTS["third"]), k) for k in range(narrow)]
        output = b.load(b.gep(net.floats, [number(_STARTS["third_bias"])]))
        for x, w in zip(second, third, strict=True):
            products = b.fmul(x, w)
            for k in range(_VECTOR):
                place = ir.Constant(ir.IntType(32), k)
                output = b.fadd(output, b.extract_element(products, place))
        return b.fpext(output, ir.DoubleType())

    return types.float64(sight, types.int64), codegen


def parts_of(floats: np.ndarray) -> dict[str, np.ndarray]:
    """Returns views of a network's (N_FLOATS,) array: those of `PARTS`, and `rows`."""
    parts = {
        name: floats[_STARTS[name] : _STARTS[name] + math.prod(shape)].reshape(shape)
        for name, shape in PARTS
    }
    return parts | {"rows": floats[N_UPPER:].reshape(N_ROWS, N_VALUE_FIRST)}


def logit_of(floats: np.ndarray, rows: np.ndarray) -> float:
    """A network's output for some features before the logistic function, as the kernel sums it."""
    parts, zero = parts_of(floats), np.float32(0)
    first = parts["first_bias"].copy()
    for row in rows:
        first += parts["rows"][row]
    second = parts["second_bias"].copy()
    for i, x in enumerate(np.maximum(first, zero)):
        second += x * parts["second"][i]
    output = parts["third_bias"][0]
    for product in np.maximum(second, zero) * parts["third"]:
        output = np.float32(output + product)
    return float(output)


if not JIT_ON:  # the same in plain Python

    def _logit(sight, address):
        floats = np.frombuffer((ctypes.c_float * N_FLOATS).from_address(int(address)), np.float32)
        return logit_of(floats, sight.rows[: sight.n])


@entry(FLOAT, VALUE_SIGHT_T, INT)
def logit(sight, address):
    """The network's output for the features listed in `sight`."""
    return _logit(sight, address)


SATURATED = 22.0  # from here on the tanh of a float64 is 1 exactly
_PER_UNIT = 64  # values of the tanh in the table
_TANH = np.tanh(np.arange(SATURATED * _PER_UNIT + 1) / _PER_UNIT)


@kernel(FLOAT, FLOAT)
def exact_tanh(x):
    """The exact tanh, without the call where it is 1 to the last bit."""
    if x >= SATURATED:
        return 1.0
    if x <= -SATURATED:
        return -1.0
    return math.tanh(x)


@kernel(FLOAT, FLOAT)
def near_tanh(x):
    """The tanh to ten digits: a table and four terms of the Taylor series, without a division."""
    size = min(math.fabs(x), SATURATED)
    place = np.int64(size * _PER_UNIT + 0.5)
    h = size - place / _PER_UNIT
    y = _TANH[place]
    square = y * y
    change = h * (1 + h * (-y + h * (square - 1 / 3 + h * y * (2 / 3 - square))))
    return math.copysign(y + (1 - square) * change, x)


@kernel(INT, GAME_T, RULES_T, INDEX, STRATEGY_T, VALUE_SIGHT_T)
def value_of_state(game, rules, side, strategy, sight):
    """The score of a state in which both heroes live: (2 p - 1) times a won game's points."""
    see_features(game, rules, side, sight)
    return np.int64(np.rint(CERTAIN * near_tanh(_logit(sight, strategy.value_at) / 2)))
