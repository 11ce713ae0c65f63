"""The best exchange of blows between two boards of minions without texts, exactly.

Attacks on the hero change no minion, and they are allowed once no taunt stands. So they can all
come last: a state is worth what its minions are worth, and what those that have not attacked deal
to the hero, if they may. Only attacks on minions have to be tried. Equal minions are tried once,
and states that differ in the order of their boards are the same.

Source: an own observation; checked against `explore`.
"""

import numpy as np

from engine.core.enums import MAX_BOARD
from engine.core.hash import mix
from engine.core.jit import BOOL, INT, VOID
from engine.core.memory import copy_bytes
from engine.core.types import U64
from models.players.core import kernel
from models.players.core.scorers import damage_value, minion_value
from models.players.core.state import (
    FIGHTER,
    FIGHTER_T,
    MELEE,
    MELEE_T,
    N_MELEES,
    ONE_TURN_MEMORY_T,
    SEARCH_T,
    STRATEGY_T,
)
from models.players.search.one_turn.memory import add

NOTHING = -(2**40)  # the value of what is impossible
_OWN = np.uint64(0x9FB21C651E98DF25)
_THEIRS = np.uint64(0xD6E8FEB86659FD93)
_FIGHTER_BYTES = FIGHTER.itemsize
_MELEE_BYTES = MELEE.itemsize
_LEAST = 1 << 10


@kernel(INT, FIGHTER_T)
def _bits(fighter):
    """All that counts of a minion."""
    stats = np.int64(fighter.attack) << 16 | np.int64(fighter.health)
    flags = fighter.taunt | fighter.shield << 1 | fighter.ready << 2
    return stats << 3 | np.int64(flags)


@kernel(U64, MELEE_T)
def _key_of(melee):
    total = _OWN
    for i in range(np.int64(melee.n_own)):
        total = add(total, mix(_OWN, np.uint64(_bits(melee.own[i]))))
    for i in range(np.int64(melee.n_theirs)):
        total = add(total, mix(_THEIRS, np.uint64(_bits(melee.theirs[i]))))
    return total | np.uint64(1)


@kernel(BOOL, MELEE_T)
def has_taunt(melee):
    """Whether a minion of the opponent has taunt."""
    for i in range(np.int64(melee.n_theirs)):  # noqa: SIM110 - a compiled loop
        if melee.theirs[i].taunt:
            return True
    return False


@kernel(INT, STRATEGY_T, MELEE_T)
def value_of_minions(strategy, melee):
    """What both boards are worth."""
    value = np.int64(0)
    for i in range(np.int64(melee.n_own)):
        fighter = melee.own[i]
        value += minion_value(
            strategy, True, np.int64(fighter.attack), np.int64(fighter.health),
            fighter.taunt != 0, fighter.shield != 0,
        )  # fmt: skip
    for i in range(np.int64(melee.n_theirs)):
        fighter = melee.theirs[i]
        value -= minion_value(
            strategy, False, np.int64(fighter.attack), np.int64(fighter.health),
            fighter.taunt != 0, fighter.shield != 0,
        )  # fmt: skip
    return value


@kernel(VOID, SEARCH_T, STRATEGY_T, MELEE_T)
def _open(search, strategy, melee):
    """Values a state in which no minion is attacked any more."""
    search.n_nodes += 1
    melee.attacker = 0
    melee.defender = 0
    melee.face = 0
    if not has_taunt(melee):
        for i in range(np.int64(melee.n_own)):
            if melee.own[i].ready:
                melee.face += melee.own[i].attack
    value = value_of_minions(strategy, melee) + damage_value(strategy, np.int64(melee.face))
    for i in range(MAX_BOARD + 1):
        melee.best[i] = value if i >= melee.n_own else NOTHING


@kernel(BOOL, MELEE_T, INT)
def _attacks_anew(melee, i):
    """Whether a minion can attack, and none like it stands further left."""
    if not melee.own[i].ready:
        return False
    for j in range(i):  # noqa: SIM110 - a compiled loop
        if _bits(melee.own[j]) == _bits(melee.own[i]):
            return False
    return True


@kernel(BOOL, MELEE_T, BOOL, INT)
def _defends_anew(melee, behind_taunt, i):
    """Whether a minion may be attacked, and none like it stands further left."""
    if behind_taunt and not melee.theirs[i].taunt:
        return False
    for j in range(i):  # noqa: SIM110 - a compiled loop
        if _bits(melee.theirs[j]) == _bits(melee.theirs[i]):
            return False
    return True


@kernel(BOOL, MELEE_T)
def _next_pair(melee):
    """Goes on to the next pair of attacker and defender; False if all have been tried."""
    behind_taunt = has_taunt(melee)
    while melee.attacker < melee.n_own:
        if _attacks_anew(melee, np.int64(melee.attacker)):
            while melee.defender < melee.n_theirs:
                melee.defender += 1
                if _defends_anew(melee, behind_taunt, np.int64(melee.defender) - 1):
                    return True
        melee.attacker += 1
        melee.defender = 0
    return False


@kernel(BOOL, FIGHTER_T, INT)
def _survives(fighter, damage):
    """Whether a minion lives on after damage, which it takes."""
    if damage > 0 and fighter.shield:
        fighter.shield = 0
    else:
        fighter.health -= damage
    return fighter.health > 0


@kernel(VOID, MELEE_T, INT)
def _remove_own(melee, i):
    melee.n_own = np.int64(melee.n_own) - 1
    for j in range(i, np.int64(melee.n_own)):
        copy_bytes(melee.own[j], melee.own[j + 1], _FIGHTER_BYTES)


@kernel(VOID, MELEE_T, INT)
def _remove_theirs(melee, i):
    melee.n_theirs = np.int64(melee.n_theirs) - 1
    for j in range(i, np.int64(melee.n_theirs)):
        copy_bytes(melee.theirs[j], melee.theirs[j + 1], _FIGHTER_BYTES)


@kernel(VOID, MELEE_T, MELEE_T)
def copy_melee(target, source):
    """Copies a state."""
    copy_bytes(target, source, _MELEE_BYTES)


@kernel(VOID, MELEE_T, INT, INT)
def fight(melee, attacker, defender):
    """One minion attacks another, by their places."""
    first, second = melee.own[attacker], melee.theirs[defender]
    first.ready = 0
    dealt, taken = np.int64(first.attack), np.int64(second.attack)
    falls = not _survives(second, dealt)
    if not _survives(first, taken):
        _remove_own(melee, attacker)
    if falls:
        _remove_theirs(melee, defender)


@kernel(INT, ONE_TURN_MEMORY_T, U64)
def _place_of(memory, key):
    i = np.int64(key >> np.uint64(1)) & memory.melee_mask
    known = memory.known_melees
    while known[i].search == memory.n_melees and known[i].key != key:
        i = (i + 1) & memory.melee_mask
    return i


@kernel(VOID, MELEE_T, MELEE_T)
def _merge(melee, child):
    """A state is worth at least what can follow it."""
    melee.face = max(np.int64(melee.face), np.int64(child.face))
    for i in range(MAX_BOARD + 1):
        melee.best[i] = max(np.int64(melee.best[i]), np.int64(child.best[i]))


@kernel(BOOL, ONE_TURN_MEMORY_T, MELEE_T)
def _recall(memory, melee):
    """Reads the values of a state from the table, if they are there."""
    known = memory.known_melees[_place_of(memory, melee.key)]
    if known.search != memory.n_melees:
        return False
    melee.face = known.face
    for i in range(MAX_BOARD + 1):
        melee.best[i] = known.best[i]
    return True


@kernel(VOID, ONE_TURN_MEMORY_T, MELEE_T)
def _keep(memory, melee):
    known = memory.known_melees[_place_of(memory, melee.key)]
    known.key = melee.key
    known.search = memory.n_melees
    known.face = melee.face
    for i in range(MAX_BOARD + 1):
        known.best[i] = melee.best[i]
    memory.n_known_melees += 1


@kernel(VOID, ONE_TURN_MEMORY_T, INT)
def _empty_table(memory, size):
    memory.melee_mask = size - 1
    memory.n_melees += 1
    memory.n_known_melees = 0


@kernel(BOOL, SEARCH_T, STRATEGY_T)
def _try_all(search, strategy):
    """Tries all attacks from `melees[0]`; False if the table has no room left."""
    memory, depth = search.one_turn, 0
    while depth >= 0:
        melee, child = memory.melees[depth], memory.melees[depth + 1]
        if _next_pair(melee):
            copy_melee(child, melee)
            fight(child, np.int64(melee.attacker), np.int64(melee.defender) - 1)
            child.key = _key_of(child)
            if _recall(memory, child):
                _merge(melee, child)
            else:
                _open(search, strategy, child)
                depth += 1
            continue
        _keep(memory, melee)
        if 4 * memory.n_known_melees > 3 * memory.melee_mask:
            return False
        if depth > 0:
            _merge(memory.melees[depth - 1], melee)
        depth -= 1
    return True


@kernel(BOOL, SEARCH_T, STRATEGY_T, MELEE_T)
def solve_melee(search, strategy, melee):
    """Fills in `best` and `face` of a state; False if the largest table has no room for it.

    The table begins small and is started again larger, because a small one stays in the caches.
    """
    memory = search.one_turn
    melee.key = _key_of(melee)
    if memory.melee_mask == 0:
        _empty_table(memory, _LEAST)
    if _recall(memory, melee):
        return True
    while True:
        copy_melee(memory.melees[0], melee)
        _open(search, strategy, memory.melees[0])
        if _try_all(search, strategy):
            break
        size = 8 * (memory.melee_mask + 1)
        if size > N_MELEES:
            return False
        _empty_table(memory, size)
    melee.face = memory.melees[0].face
    for i in range(MAX_BOARD + 1):
        melee.best[i] = memory.melees[0].best[i]
    return True
