"""Cards drawn, made, copied and discarded; fatigue."""

import numpy as np

from engine.core import enums as e
from engine.core.amounts import amount_of
from engine.core.events import emit, push, tell_drawn
from engine.core.hash import card_digest
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.ops.damage import hurt
from engine.core.ops.minions import random_of_pool
from engine.core.rng import below
from engine.core.select import is_race, select_minions, side_of, sort_by_play
from engine.core.types import EFFECT_T, GAME_T, RULES_T, VM_T
from engine.core.zones import (
    add_to_hand,
    bury,
    deck_index,
    new_entity,
    remove_minion,
    shuffle_into_deck,
    take_from_deck,
    take_from_hand,
    take_from_top,
)


@kernel(BOOL, GAME_T, RULES_T, INDEX, INT)
def _is_next(game, rules, side, race):
    """Whether the top card of the side's deck is of the race; 0 is any."""
    player = game.players[side]
    if race == 0 or player.n_deck == 0:
        return race == 0
    return is_race(rules, game.entities[player.deck[np.int64(player.n_deck) - 1]].card, race)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def draw(game, rules, vm, effect):
    """The side draws cards, which cost `arg` less; with `by`, one, if it is of that race."""
    n = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    less = np.int64(effect.arg) if _is_next(game, rules, side, np.int64(effect.by)) else 0
    for i in range(n):
        before = vm.n_frames
        if draw_one(game, rules, vm, side, less) and vm.n_frames > before:
            for _ in range(i + 1, n):  # each after what comes of the draw before it
                vm.frames[push(game, vm, e.DRAW_STEP, side, 0)].value = less
            return


@kernel(BOOL, GAME_T, INDEX, INDEX)
def _make(game, side, card):
    """Adds a new card to a hand; a full hand makes none, nor does row 0, which is no card."""
    if card == 0 or game.players[side].n_hand >= e.MAX_HAND:
        return False
    entity = new_entity(game, card, side, e.REMOVED)
    return entity != 0 and add_to_hand(game, side, entity, 0)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def add_card(game, rules, vm, effect):
    """Adds copies of a card to the side's hand."""
    n = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    for _ in range(n):
        _make(game, side, effect.arg)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def add_from_pool(game, rules, vm, effect):
    """Adds random cards of a pool, or of the opponent's class (`by`), to the side's hand.

    They cost `less` less. For an opponent whose hero has no class it is the card in `of`.
    """
    n = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    pool = np.int64(effect.arg)
    foreign = np.int64(rules.cards[game.players[1 - side].hero].card_class)
    if effect.by:
        pool += foreign - 1
    for _ in range(n):
        card = effect.of
        if foreign or not effect.by:
            card = random_of_pool(game, rules, pool)
        if _make(game, side, card):
            player = game.players[side]
            player.hand_cost[np.int64(player.n_hand) - 1] -= effect.less


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def copy_to_other(game, rules, vm, effect):
    """Adds a copy of the card just played to the other player's hand."""
    it = game.entities[vm.me.subject]
    if e.MINION_CARD <= rules.cards[it.card].type <= e.WEAPON_CARD:
        _make(game, 1 - it.side, it.card)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def copy_from_hand(game, rules, vm, effect):
    """Adds a copy of a random card in the other player's hand, as it is there, to yours."""
    other = game.players[1 - vm.me.side]
    if other.n_hand == 0:
        return
    if other.n_hand > 1:
        game.random_happened = 1
    i = below(game, np.int64(other.n_hand))
    if _make(game, vm.me.side, game.entities[other.hand[i]].card):
        mine = game.players[vm.me.side]
        mine.hand_cost[np.int64(mine.n_hand) - 1] = other.hand_cost[i]
        if other.grown:
            original = game.entities[other.hand[i]]
            game.entities[mine.hand[np.int64(mine.n_hand) - 1]].slot = original.slot
            mine.grown = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def copy_from_deck(game, rules, vm, effect):
    """Adds copies of different random cards in the other player's deck to your hand."""
    other = game.players[1 - vm.me.side]
    left = np.int64(other.n_deck)
    wanted = min(amount_of(game, rules, vm, effect), left)
    if 0 < wanted < left:
        game.random_happened = 1
    for i in range(other.n_deck):  # sampling without replacement, in one pass
        if below(game, left) < wanted:
            _make(game, vm.me.side, game.entities[other.deck[i]].card)
            wanted -= 1
        left -= 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def draw_kind(game, rules, vm, effect):
    """Draws random cards of a race (`arg`) from the deck; without any, makes the card in `of`."""
    side = vm.me.side
    player = game.players[side]
    n = amount_of(game, rules, vm, effect)
    for k in range(n):
        found, chosen = 0, -1
        for i in range(player.n_deck):
            if is_race(rules, game.entities[player.deck[i]].card, np.int64(effect.arg)):
                found += 1
                if below(game, found) == 0:
                    chosen = i
        if found > n - k:
            game.random_happened = 1
        if chosen >= 0:
            take_drawn(game, rules, vm, side, take_from_deck(game, side, chosen))
        elif effect.of:
            _make(game, side, effect.of)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def discard(game, rules, vm, effect):
    """The side discards random cards."""
    n = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    player = game.players[side]
    for k in range(n):
        if player.n_hand == 0:
            return
        if player.n_hand > n - k:
            game.random_happened = 1
        bury(game, take_from_hand(game, side, below(game, np.int64(player.n_hand))))


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def discard_hand(game, rules, vm, effect):
    """The side discards its hand."""
    side = side_of(vm, effect.side)
    player = game.players[side]
    while player.n_hand > 0:
        bury(game, take_from_hand(game, side, np.int64(player.n_hand) - 1))


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def tracking(game, rules, vm, effect):
    """Shows the top cards of the deck; the game waits until one is chosen."""
    side = vm.me.side
    player = game.players[side]
    n = min(amount_of(game, rules, vm, effect), np.int64(player.n_deck))
    for i in range(n):
        game.choices[i] = player.deck[np.int64(player.n_deck) - 1 - i]
    game.n_choices = n
    game.choice_side = side
    game.choice_source = vm.me.entity


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX)
def take_choice(game, rules, vm, index):
    """Draws the card chosen and discards the others that were shown.

    One that has been drawn since, by a text about the spell that showed it, stays where it is.
    """
    side = game.choice_side
    n = np.int64(game.n_choices)
    game.n_choices = 0
    chosen = game.choices[index]
    for i in range(n):
        entity = game.choices[i]
        place = deck_index(game, side, entity)
        if place < 0:
            continue
        take_from_deck(game, side, place)
        if entity == chosen:
            take_drawn(game, rules, vm, side, entity)
        else:
            bury(game, entity)


@kernel(BOOL, GAME_T, INDEX)
def _take_from_graveyard(game, entity):
    """Takes a card buried this turn out of the graveyard; False if it is not there any more."""
    buried = game.entities[entity]
    if buried.zone != e.IN_GRAVEYARD:
        return False
    player = game.players[buried.side]
    digest = card_digest(np.int64(buried.card), np.int64(game.turn))
    player.graveyard_sum = (np.int64(player.graveyard_sum) - digest) & 0xFFFFFFFF
    buried.zone = e.REMOVED
    return True


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def return_next_turn(game, rules, vm, effect):
    """The spell leaves the graveyard; it comes back to hand at the end of the turn."""
    if _take_from_graveyard(game, vm.me.entity):
        game.entities[vm.me.entity].zone = e.RETURNING
        game.players[vm.me.side].n_returning += 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def copy_it(game, rules, vm, effect):
    """Adds copies of the card that the event is about to the side's hand, as printed."""
    n = amount_of(game, rules, vm, effect)
    for _ in range(n):
        _make(game, side_of(vm, effect.side), game.entities[vm.me.subject].card)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def hand_costs(game, rules, vm, effect):
    """Changes what the cards in the side's hand cost, for good; far below 0 it stops."""
    change = amount_of(game, rules, vm, effect)
    player = game.players[side_of(vm, effect.side)]
    for i in range(player.n_hand):
        player.hand_cost[i] = max(-100, np.int64(player.hand_cost[i]) + change)


@kernel(VOID, GAME_T, INDEX)
def bring_back(game, side):
    """The side's returning cards come to hand."""
    for entity in range(1, np.int64(game.n_entities)):
        card = game.entities[entity]
        if card.zone == e.RETURNING and card.side == side:
            add_to_hand(game, side, entity, 0)
    game.players[side].n_returning = 0


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def remove_top(game, rules, vm, effect):
    """Removes the top cards of the side's deck; nobody draws them, and an empty deck is no harm."""
    side = side_of(vm, effect.side)
    n = min(amount_of(game, rules, vm, effect), np.int64(game.players[side].n_deck))
    for _ in range(n):
        bury(game, take_from_top(game, side))


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def draw_transformed(game, rules, vm, effect):
    """Draws cards; minions that come to hand become the card `arg`."""
    n = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    player = game.players[side]
    for _ in range(n):
        if draw_card(game, rules, vm, side):
            last = np.int64(player.n_hand) - 1
            if rules.cards[game.entities[player.hand[last]].card].type == e.MINION_CARD:
                game.entities[take_from_hand(game, side, last)].zone = e.REMOVED
                _make(game, side, effect.arg)


@kernel(VOID, GAME_T, INDEX, INDEX, INT)
def _shuffle_new(game, side, card, n):
    """Shuffles new cards into a deck; a full one takes no more."""
    for _ in range(min(n, e.MAX_DECK - np.int64(game.players[side].n_deck))):
        entity = new_entity(game, card, side, e.REMOVED)
        if entity:
            shuffle_into_deck(game, side, entity)


@kernel(VOID, GAME_T, RULES_T, INDEX)
def _shuffle_minion(game, rules, slot):
    """Shuffles a minion into its controller's deck; if that is full it is destroyed."""
    side = np.int64(game.slot_side[slot])
    if game.players[side].n_deck >= e.MAX_DECK:
        game.characters[slot].keywords |= e.DOOMED
        return
    shuffle_into_deck(game, side, remove_minion(game, rules, slot))


@kernel(VOID, GAME_T, INDEX)
def _shuffle_buried(game, entity):
    """Shuffles a card buried this turn into its controller's deck, unless that is full.

    It gets another number there: the old one still says which death of this turn was its own.
    """
    side = np.int64(game.entities[entity].side)
    if game.players[side].n_deck < e.MAX_DECK and _take_from_graveyard(game, entity):
        _shuffle_new(game, side, game.entities[entity].card, 1)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def shuffle_in(game, rules, vm, effect):
    """Shuffles new cards into the side's deck: `arg`, or with `by` 2 copies of minions' cards.

    With `by` 1 it shuffles minions into their controllers' decks. The source of a deathrattle
    leaves the graveyard for it; if its deathrattle runs twice, it is gone the second time.
    """
    n, side = amount_of(game, rules, vm, effect), side_of(vm, effect.side)
    if effect.by == 0:
        _shuffle_new(game, side, effect.arg, n)
        return
    found = select_minions(game, rules, vm, effect.on)
    for i in range(found):
        if effect.by == 1:
            _shuffle_minion(game, rules, vm.refs[i])
        else:
            _shuffle_new(game, side, game.characters[vm.refs[i]].card, n)
    if found == 0 and effect.by == 1 and rules.selectors[effect.on].pick == e.THIS:
        _shuffle_buried(game, vm.me.entity)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def copy_to_hand(game, rules, vm, effect):
    """Adds copies of minions' cards, in order of play, to the side's hand."""
    n, side = amount_of(game, rules, vm, effect), side_of(vm, effect.side)
    found = select_minions(game, rules, vm, effect.on)
    sort_by_play(game, vm)
    for i in range(found):
        for _ in range(n):
            _make(game, side, game.characters[vm.refs[i]].card)


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX)
def _take_fatigue(game, rules, vm, side):
    """Fatigue is damage like any other: armour absorbs it, an immune hero takes none."""
    player = game.players[side]
    player.fatigue += 1
    vm.unsettled = 1
    dealt = hurt(game, rules, vm, 0, side, np.int64(player.fatigue))
    if dealt > 0:
        emit(game, rules, vm, e.DAMAGED, game.slot_entity[side], 0, dealt)


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, INDEX)
def take_drawn(game, rules, vm, side, entity):
    """A card that has just left the side's deck is drawn; False if there is no room for it.

    One that is cast when drawn needs none, and another one is drawn after it.
    """
    game.last_drawn = game.entities[entity].card
    game.players[side].cards_drawn += 1
    card = rules.cards[game.last_drawn]
    if card.keywords & e.CASTS_WHEN_DRAWN:
        bury(game, entity)
        frame = vm.frames[push(game, vm, e.PROGRAM, side, entity)]
        frame.pc = card.play
        frame.stop = card.play_stop
        push(game, vm, e.DRAW_STEP, side, 0)
        return True
    if not add_to_hand(game, side, entity, 0):
        return False
    tell_drawn(game, rules, vm, side, entity)
    return True


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX)
def draw_card(game, rules, vm, side):
    """Draws a card, or takes fatigue; True if the card came to hand or is cast."""
    player = game.players[side]
    game.last_drawn = 0
    if player.n_deck == 0:
        if not player.fatigue_off:
            _take_fatigue(game, rules, vm, side)
        return False
    entity = take_from_top(game, side)
    return take_drawn(game, rules, vm, side, entity)


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, INT)
def draw_one(game, rules, vm, side, less):
    """The side draws a card, which costs less, or takes fatigue; True if it keeps or casts it."""
    player = game.players[side]
    held = np.int64(player.n_hand)
    if not draw_card(game, rules, vm, side):
        return False
    if player.n_hand > held:
        player.hand_cost[held] -= less
    return True
