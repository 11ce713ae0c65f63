"""Who an effect is about: selectors, amounts and conditions."""

import numpy as np

from engine.core import enums as e
from engine.core.costs import attack_of, mana_left, weapon_attack
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.rng import below
from engine.core.state import MAX_REFS, NO_SLOT
from engine.core.types import CHARACTER_T, EFFECT_T, GAME_T, RULES_T, SELECTOR_T, VM_T


@kernel(INDEX, GAME_T, INDEX)
def slot_of(game, entity):
    """The slot of an entity in play, NO_SLOT of any other."""
    return game.entities[entity].slot if entity else NO_SLOT


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


@kernel(BOOL, GAME_T, SELECTOR_T, INDEX, INDEX)
def _passes_filter(game, selector, slot, target):
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
    return character.health <= value  # HEALTH_AT_MOST


@kernel(BOOL, SELECTOR_T, INDEX, INDEX)
def _is_on(selector, viewer, owner):
    return (selector.side & (e.FRIENDLY if owner == viewer else e.ENEMY)) != 0


@kernel(BOOL, GAME_T, RULES_T, SELECTOR_T, INDEX, INDEX, INDEX, INDEX)
def fits(game, rules, selector, side, source, target, slot):
    """Whether the character in `slot` fits the selector of `side`'s entity `source`."""
    if not _is_on(selector, side, game.slot_side[slot]):
        return False
    if slot < 2:
        if selector.kind == e.MINIONS:
            return False
    elif selector.kind == e.HEROES:
        return False
    if selector.other and game.slot_entity[slot] == source:
        return False
    if selector.race and not is_race(rules, game.characters[slot].card, selector.race):
        return False
    return _passes_filter(game, selector, slot, target)


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
    return slot == NO_SLOT or _passes_filter(game, selector, slot, 0)


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
    if game.characters[slot].keywords & e.IMMUNE:
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
    if found > n:  # who takes all that there are does not pick
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


@kernel(INT, GAME_T, RULES_T, VM_T, INDEX, INT)
def _sum_over(game, rules, vm, row, kind):
    total = 0
    for i in range(select(game, rules, vm, row)):
        slot = vm.refs[i]
        if kind == e.SUM_ATTACK:
            total += attack_of(game, slot)
        elif kind == e.SUM_HEALTH:
            total += np.int64(game.characters[slot].health)
        else:
            total += 1
    return total


@kernel(INT, GAME_T, RULES_T, INDEX, INT)
def _deck_costs(game, rules, side, parity):
    """Cards in the side's deck whose printed cost has the parity.

    Before the first turn the opening hand still counts as part of the deck.
    """
    player = game.players[side]
    found = 0
    if game.turn == 0:
        for i in range(player.n_hand):
            cost = np.int64(rules.cards[game.entities[player.hand[i]].card].cost)
            found += (cost & 1) == parity
    for i in range(player.n_deck):
        cost = np.int64(rules.cards[game.entities[player.deck[i]].card].cost)
        found += (cost & 1) == parity
    return found


@kernel(BOOL, GAME_T, INDEX, INDEX)
def is_on_board(game, side, card):
    """Whether the side has the minion on its board."""
    player = game.players[side]
    for i in range(player.n_board):  # noqa: SIM110 - a compiled loop
        if game.characters[player.board[i]].card == card:
            return True
    return False


@kernel(INT, GAME_T, RULES_T, INDEX, INDEX)
def missing_of_pool(game, rules, side, pool):
    """How many cards of a pool of minions the side does not have on its board."""
    found = 0
    for i in range(rules.pool_starts[pool], rules.pool_starts[pool + 1]):
        found += not is_on_board(game, side, rules.pool_cards[i])
    return found


@kernel(INT, GAME_T, RULES_T, INDEX, INT)
def side_amount(game, rules, side, kind):
    """What a kind of amount counts on one side."""
    player = game.players[side]
    if kind == e.WEAPON_ATTACK:
        return weapon_attack(game, side)
    if kind == e.WEAPON_DURABILITY:
        return np.int64(player.weapon_durability) if player.weapon else 0
    if kind == e.WEAPON_COUNT:
        return 1 if player.weapon else 0
    if kind == e.ARMOR:
        return np.int64(player.armor)
    if kind == e.HAND_SIZE:
        return np.int64(player.n_hand)
    if kind == e.HAND_GAP:
        return max(0, np.int64(game.players[1 - side].n_hand) - np.int64(player.n_hand))
    if kind == e.SECRET_COUNT:
        return np.int64(player.n_secrets)
    if kind == e.OPEN_SLOTS:
        return e.MAX_BOARD - np.int64(player.n_board)
    if kind == e.CRYSTALS:
        return np.int64(player.crystals)
    if kind == e.MANA:
        return mana_left(game, side)
    if kind == e.DECK_SIZE:
        return np.int64(player.n_deck)
    if kind == e.ODD_COSTS:
        return _deck_costs(game, rules, side, 1)
    if kind == e.EVEN_COSTS:
        return _deck_costs(game, rules, side, 0)
    hero = game.characters[side]
    if kind == e.HERO_HEALTH_OF:
        return np.int64(hero.health)
    return np.int64(hero.max_health) - np.int64(hero.health)  # HERO_DAMAGE


@kernel(INDEX, VM_T, INT)
def side_of(vm, side):
    """The player that FRIENDLY or ENEMY means for the effect that runs."""
    return vm.me.side if side != e.ENEMY else 1 - vm.me.side


@kernel(INT, GAME_T, RULES_T, VM_T, EFFECT_T)
def amount_of(game, rules, vm, effect):
    """The effect's number: `amount + scale * (what its kind counts)`."""
    kind = effect.kind
    amount = np.int64(effect.amount)
    if kind == e.CONSTANT:
        return amount
    if kind == e.BETWEEN:
        game.random_happened = 1
        return amount + below(game, np.int64(effect.of) - amount + 1)
    if kind == e.VALUE:
        counted = np.int64(vm.me.value)
    elif kind == e.CARDS_BEFORE:
        counted = np.int64(vm.before)
    elif kind == e.DRAWN_COST:
        counted = np.int64(rules.cards[game.last_drawn].cost)
    elif kind == e.COUNT or kind == e.SUM_ATTACK or kind == e.SUM_HEALTH:
        counted = _sum_over(game, rules, vm, effect.of, kind)
    else:
        counted = side_amount(game, rules, side_of(vm, effect.of_side), kind)
    return amount + np.int64(effect.scale) * counted


@kernel(BOOL, EFFECT_T, INT)
def compares(effect, counted):
    """Whether what was counted fits a condition row."""
    if effect.compare == e.AT_LEAST:
        return counted >= effect.amount
    if effect.compare == e.AT_MOST:
        return counted <= effect.amount
    return counted == effect.amount


@kernel(BOOL, GAME_T, RULES_T, VM_T, EFFECT_T)
def holds(game, rules, vm, effect):
    """Whether the condition row holds: what it counts against `amount`."""
    kind = effect.kind
    if kind == e.COUNT or kind == e.SUM_ATTACK or kind == e.SUM_HEALTH:
        counted = _sum_over(game, rules, vm, effect.of, kind)
    elif kind == e.VALUE:
        counted = np.int64(vm.me.value)
    elif kind == e.CARDS_BEFORE:
        counted = np.int64(vm.before)
    else:
        counted = side_amount(game, rules, side_of(vm, effect.of_side), kind)
    return compares(effect, counted)
