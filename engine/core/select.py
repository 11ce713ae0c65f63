"""Which characters a selector means, and whether one fits."""

import numpy as np

from engine.core import enums as e
from engine.core.attached import carrier_of
from engine.core.costs import attack_of
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.rng import below
from engine.core.state import MAX_REFS, N_SLOTS, NO_SLOT
from engine.core.types import CHARACTER_T, GAME_T, RULES_T, SELECTOR_T, VM_T


@kernel(INDEX, GAME_T, INDEX)
def slot_of(game, entity):
    """The slot of an entity in play, NO_SLOT of any other."""
    slot = game.entities[entity].slot
    return slot if entity and slot < N_SLOTS else NO_SLOT


@kernel(BOOL, CHARACTER_T)
def is_dying(character):
    """Whether the character goes in the next death phase."""
    return character.health <= 0 or (character.keywords & e.DOOMED) != 0


@kernel(INT, CHARACTER_T)
def keywords_of(character):
    """Keywords and flags, auras included."""
    return np.int64(character.keywords) | np.int64(character.aura_keywords)


@kernel(BOOL, RULES_T, INDEX, INT)
def is_race(rules, card, race):
    """Whether the card has the race."""
    found = rules.cards[card].race
    return found == race or (found == e.ALL_RACES and race != 0)


@kernel(BOOL, RULES_T, CHARACTER_T)
def has_deathrattle(rules, character):
    """Whether the minion has a deathrattle, printed or given."""
    card = rules.cards[character.card]
    if card.deathrattle != card.deathrattle_stop and not character.keywords & e.SILENCED:
        return True
    for i in range(character.n_attached):
        given = rules.cards[carrier_of(rules, np.int64(character.attached[i]))]
        if given.deathrattle != given.deathrattle_stop:
            return True
    return False


@kernel(BOOL, GAME_T, RULES_T, INDEX, INT, INT)
def _passes_rare_filter(game, rules, slot, test, value):
    """Filters of few cards; apart, so that `fits` stays small enough to be part of its callers."""
    character = game.characters[slot]
    if test == e.ATTACK_IS:  # a card is played before auras reach it
        return attack_of(game, slot) - np.int64(character.aura_attack) == value
    if test == e.MORTAL:
        return not (character.keywords & e.STURDY and character.health <= 1)
    if test == e.IS_CARD:
        return character.card == value
    if test == e.WITH_DEATHRATTLE:
        return has_deathrattle(rules, character)
    if test == e.LEGENDARY:
        return rules.cards[character.card].legendary != 0
    return not is_race(rules, character.card, value)  # NOT_RACE


@kernel(BOOL, GAME_T, RULES_T, SELECTOR_T, INDEX, INDEX)
def _passes_filter(game, rules, selector, slot, target):
    character = game.characters[slot]
    test, value = selector.filter, selector.value
    if test == e.ANY:
        return True
    if test == e.UNDAMAGED:
        return character.health == character.max_health
    if test == e.HURT:
        return character.health < character.max_health
    if test == e.WITH_KEYWORD:
        return (keywords_of(character) & value) != 0
    if test == e.ATTACK_AT_LEAST:
        return attack_of(game, slot) >= value
    if test == e.ATTACK_AT_MOST:
        return attack_of(game, slot) <= value
    if test == e.DEAD:
        return is_dying(character)
    if test == e.ALIVE:
        return not is_dying(character)
    if test == e.OTHER_THAN_TARGET:
        return game.slot_entity[slot] != target
    if test == e.NOT_CARD:
        return character.card != value
    if test == e.BYSTANDING:  # what the attack under way decides: see _take_side
        return True
    if test == e.HEALTH_AT_MOST:
        return character.health <= value
    return _passes_rare_filter(game, rules, slot, test, value)


@kernel(BOOL, SELECTOR_T, INDEX, INDEX)
def _is_on(selector, viewer, owner):
    return (selector.side & (e.FRIENDLY if owner == viewer else e.ENEMY)) != 0


@kernel(BOOL, GAME_T, RULES_T, SELECTOR_T, INDEX, INDEX, INDEX, INDEX)
def fits(game, rules, selector, side, source, target, slot):
    """Whether the character in `slot` fits the selector of `side`'s entity `source`."""
    if not _is_on(selector, side, game.slot_side[slot]):
        return False
    if slot < 2:
        if selector.kind == e.MINIONS or (selector.kind == e.AIMS and slot == side):
            return False
    elif selector.kind == e.HEROES:
        return False
    if selector.other and game.slot_entity[slot] == source:
        return False
    if selector.race and not is_race(rules, game.characters[slot].card, selector.race):
        return False
    return _passes_filter(game, rules, selector, slot, target)


@kernel(BOOL, GAME_T, RULES_T, SELECTOR_T, INDEX, INDEX, INDEX)
def entity_fits(game, rules, selector, side, source, subject):
    """Whether the subject of an event, in play or not, fits the selector."""
    if selector.pick == e.THIS:
        return subject == source
    entity = game.entities[subject]
    if not _is_on(selector, side, entity.side) or (selector.other and subject == source):
        return False
    card = rules.cards[entity.card]
    kind = selector.kind
    if kind == e.MINIONS and card.type != e.MINION_CARD:
        return False
    if kind == e.HEROES and card.type != e.HERO_CARD:
        return False
    if kind == e.SPELLS and card.type != e.SPELL_CARD and card.type != e.SECRET_CARD:
        return False
    if kind == e.SECRETS and card.type != e.SECRET_CARD:
        return False
    if kind == e.OVERLOADERS and card.overload == 0:
        return False
    if selector.race and not is_race(rules, entity.card, selector.race):
        return False
    slot = entity.slot
    if slot >= N_SLOTS:  # out of play only a name can be asked for
        return selector.filter != e.NOT_CARD or entity.card != selector.value
    return _passes_filter(game, rules, selector, slot, 0)


@kernel(VOID, GAME_T, VM_T, INDEX)
def _take(game, vm, slot):
    if vm.n_refs >= MAX_REFS:
        game.error = e.TOO_MANY_REFS
        return
    vm.refs[vm.n_refs] = slot
    vm.n_refs += 1


@kernel(VOID, GAME_T, RULES_T, VM_T, SELECTOR_T, INDEX)
def _take_entity(game, rules, vm, selector, entity):
    slot = slot_of(game, entity)
    me = vm.me
    if slot != NO_SLOT and fits(game, rules, selector, me.side, me.entity, me.target, slot):
        _take(game, vm, slot)


@kernel(INT, GAME_T, INDEX)
def board_index(game, slot):
    """The place of a minion's slot on its board, from the left."""
    player = game.players[game.slot_side[slot]]
    for i in range(player.n_board):
        if player.board[i] == slot:
            return i
    return -1


@kernel(VOID, GAME_T, RULES_T, VM_T, SELECTOR_T, INDEX)
def _take_neighbours(game, rules, vm, selector, entity):
    vm.by_place = 1
    slot = slot_of(game, entity)
    if slot == NO_SLOT or slot < 2:
        return
    player = game.players[game.slot_side[slot]]
    i = board_index(game, slot)
    if i > 0:
        _take_entity(game, rules, vm, selector, game.slot_entity[player.board[i - 1]])
    if i + 1 < player.n_board:
        _take_entity(game, rules, vm, selector, game.slot_entity[player.board[i + 1]])


@kernel(BOOL, GAME_T, VM_T, INDEX)
def _is_bystander(game, vm, slot):
    """Whether the living character is outside an attack that can still be turned to it.

    Immune characters are not attacked, by the choice of a secret neither.
    """
    attacker, entity = slot_of(game, vm.attacker), game.slot_entity[slot]
    if attacker == NO_SLOT or is_dying(game.characters[attacker]):
        return False
    if entity == vm.attacker or entity == vm.defender or is_dying(game.characters[slot]):
        return False
    if keywords_of(game.characters[slot]) & e.IMMUNE:
        return False
    return vm.defender == vm.me.target


@kernel(VOID, GAME_T, RULES_T, VM_T, SELECTOR_T, INDEX)
def _take_side(game, rules, vm, selector, side):
    me = vm.me
    alive_only = selector.pick == e.RANDOM
    player = game.players[side]
    for i in range(-1, np.int64(player.n_board)):
        slot = side if i < 0 else player.board[i]
        if alive_only and is_dying(game.characters[slot]):
            continue
        if not fits(game, rules, selector, me.side, me.entity, me.target, slot):
            continue
        if selector.filter != e.BYSTANDING or _is_bystander(game, vm, slot):
            _take(game, vm, slot)


@kernel(VOID, GAME_T, VM_T, INT)
def _keep_random(game, vm, n):
    """Keeps `n` of the references, picked uniformly without replacement."""
    found = np.int64(vm.n_refs)
    n = min(n, found)
    if found > n:  # taking all is no choice
        game.random_happened = 1
    for i in range(n):
        j = i + below(game, found - i)
        vm.refs[i], vm.refs[j] = vm.refs[j], vm.refs[i]
    vm.n_refs = n


@kernel(INT, GAME_T, RULES_T, VM_T, INDEX)
def select(game, rules, vm, row):
    """Writes the slots of all characters the selector row means to `vm.refs`; returns how many.

    Sides come in the order own, enemy; the hero before its minions, minions from the left.
    """
    selector = rules.selectors[row]
    vm.n_refs = 0
    me = vm.me
    pick = selector.pick
    if pick == e.THIS:
        _take_entity(game, rules, vm, selector, me.entity)
    elif pick == e.TARGET:
        _take_entity(game, rules, vm, selector, me.target)
    elif pick == e.IT:
        _take_entity(game, rules, vm, selector, me.subject)
    elif pick == e.ATTACKER:
        _take_entity(game, rules, vm, selector, vm.attacker)
    elif pick == e.DEFENDER:
        _take_entity(game, rules, vm, selector, vm.defender)
    elif pick == e.ADJACENT:
        _take_neighbours(game, rules, vm, selector, me.entity)
    elif pick == e.BESIDE_TARGET:
        _take_neighbours(game, rules, vm, selector, me.target)
    else:
        if selector.side & e.FRIENDLY:
            _take_side(game, rules, vm, selector, me.side)
        if selector.side & e.ENEMY:
            _take_side(game, rules, vm, selector, 1 - me.side)
        if vm.n_refs > 1:  # from left to right
            vm.by_place = 1
        if pick == e.RANDOM and vm.n_refs:
            _keep_random(game, vm, np.int64(selector.count))
    return np.int64(vm.n_refs)


@kernel(INT, GAME_T, RULES_T, VM_T, INDEX)
def select_minions(game, rules, vm, row):
    """As `select`, but passes over heroes."""
    found = select(game, rules, vm, row)
    vm.n_refs = 0
    for i in range(found):
        slot = vm.refs[i]
        if slot >= 2:
            vm.refs[vm.n_refs] = slot
            vm.n_refs += 1
    return np.int64(vm.n_refs)


@kernel(VOID, GAME_T, VM_T)
def sort_by_play(game, vm):
    """Puts the references in order of play."""
    for i in range(1, np.int64(vm.n_refs)):
        slot, j = vm.refs[i], i
        order = game.characters[slot].order
        while j > 0 and game.characters[vm.refs[j - 1]].order > order:
            vm.refs[j] = vm.refs[j - 1]
            j -= 1
        vm.refs[j] = slot


@kernel(INDEX, VM_T, INT)
def side_of(vm, side):
    """The player that FRIENDLY or ENEMY means for the effect that runs."""
    return vm.me.side if side != e.ENEMY else 1 - vm.me.side
