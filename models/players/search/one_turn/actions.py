"""The actions that the one-turn player tries in a state, and the cards that nobody knows.

Left out are actions whose states equal those of others: the second of two equal cards, and other
places on the board where no place matters.

The player plans as if a card that it draws stayed unknown: it counts as a card of mean value, and
is not played before the turn is planned anew. The decks lie in an order that does not depend on
their real one, the cards of about the mean cost on top, for texts that ask what was drawn.

Source: HearthSim, CardDrawNode.
"""

import numpy as np

from engine.core.entry_points import list_options
from engine.core.enums import ATTACK, END_TURN, IN_DECK, MINION_CARD, PLAY
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.select import board_index, slot_of
from engine.core.types import GAME_T, OPTIONS_T, RULES_T
from engine.core.zones import hand_index
from models.players.core import kernel
from models.players.core.scorers import LOST, WON, card_value
from models.players.core.state import HEARTHSIM, SEARCH_T, STACKED_T, STRATEGY_T
from models.players.search.states import is_considered


@kernel(BOOL, GAME_T, INDEX, INDEX)
def is_drawn(root, side, entity):
    """Whether a card came from the side's deck since the root of the search.

    Cards that the root shows to choose from are known.
    """
    if entity >= root.n_entities:
        return False
    if root.entities[entity].zone != IN_DECK or root.entities[entity].side != side:
        return False
    for i in range(root.n_choices):  # noqa: SIM110 - a compiled loop
        if root.choices[i] == entity:
            return False
    return True


@kernel(INT, GAME_T, RULES_T, INDEX, INDEX, INT)
def _rank(game, rules, side, entity, cost):
    """Where a card lies: the larger, the further down."""
    player, row = game.players[side], np.int64(game.entities[entity].card)
    distance = abs(np.int64(rules.cards[row].cost) * np.int64(player.n_deck) - cost)
    return distance << 16 | row


@kernel(VOID, GAME_T, RULES_T, INDEX)
def hide_order(game, rules, side):
    """Puts a deck in an order that depends on its cards only."""
    player = game.players[side]
    cost = np.int64(0)
    for i in range(player.n_deck):
        cost += np.int64(rules.cards[game.entities[player.deck[i]].card].cost)
    for i in range(1, np.int64(player.n_deck)):
        entity, j = player.deck[i], i
        rank = _rank(game, rules, side, entity, cost)
        while j > 0 and _rank(game, rules, side, player.deck[j - 1], cost) < rank:
            player.deck[j] = player.deck[j - 1]
            j -= 1
        player.deck[j] = entity


@kernel(INT, GAME_T, RULES_T, STRATEGY_T, INDEX)
def mean_card_value(game, rules, strategy, side):
    """HearthSim's value of a card of the deck, mean; 0 of an empty deck."""
    player, total = game.players[side], np.int64(0)
    n = np.int64(player.n_deck)
    for i in range(n):
        total += card_value(rules, strategy, game.entities[player.deck[i]].card)
    return total // n if n else total


@kernel(INT, GAME_T, RULES_T, INDEX, STRATEGY_T, SEARCH_T, INT)
def without_news(game, rules, side, strategy, search, points):
    """The score of a state with each drawn card at the deck's mean, by HearthSim's scorer."""
    if strategy.scorer != HEARTHSIM or points in (WON, LOST):
        return points
    player = game.players[side]
    for i in range(player.n_hand):
        entity = player.hand[i]
        if is_drawn(search.root, side, entity):
            points -= card_value(rules, strategy, game.entities[entity].card)
            points += search.one_turn.deck_value
    return points


NO_MORE_CARDS = -1  # from here on only attacks: the first branch of HearthSim in 2014


@kernel(BOOL, GAME_T, GAME_T, INDEX, INDEX)
def _has_twin(game, root, side, entity):
    """Whether an equal card that can be played lies further left in the hand."""
    player = game.players[side]
    place = hand_index(game, entity)
    for i in range(place):
        other = player.hand[i]
        same = game.entities[other].card == game.entities[entity].card
        same &= player.hand_cost[i] == player.hand_cost[place]
        same &= game.entities[other].slot == game.entities[entity].slot
        if same and not is_drawn(root, side, other):
            return True
    return False


@kernel(BOOL, GAME_T, RULES_T, SEARCH_T, INDEX, STRATEGY_T, INT)
def _plays_anew(game, rules, search, side, strategy, action):
    """Whether playing a card leads to another state than the actions before it."""
    source = (action >> 8) & 255
    if is_drawn(search.root, side, source):
        return False
    if _has_twin(game, search.root, side, source):
        return False
    card = rules.cards[game.entities[source].card]
    if card.type != MINION_CARD or search.one_turn.by_place:
        return is_considered(game, rules, strategy, action)
    leftmost = strategy.as_in_2014 and not strategy.rightmost_only
    place = 0 if leftmost else np.int64(game.players[side].n_board)
    return (action >> 24) & 255 == place


@kernel(INT, GAME_T, INDEX, INT)
def _target_rank(game, side, target):
    """Where HearthSim has a target: own hero and minions, then the opponent's hero and minions."""
    slot = slot_of(game, target)
    if target == 0 or slot >= 16:
        return 0
    place = 0 if slot < 2 else 1 + board_index(game, slot)
    return 1 + place + (0 if game.slot_side[slot] == side else 16)


@kernel(INT, GAME_T, INDEX, INT)
def _rank_in_2014(game, side, action):
    """Where an action has its turn in HearthSim: hero power, cards from the left, attacks."""
    kind, source, target = action & 255, (action >> 8) & 255, (action >> 16) & 255
    place = (action >> 24) & 255
    if kind == PLAY:
        group = 16 + hand_index(game, source)
    elif kind == ATTACK:
        slot = slot_of(game, source)
        group = 48 if slot < 2 else 32 + board_index(game, slot)
    else:
        group = 0
    return (group << 16) | (_target_rank(game, side, target) << 8) | place


@kernel(VOID, GAME_T, INDEX, OPTIONS_T)
def _sort_as_in_2014(game, side, actions):
    for i in range(1, np.int64(actions.n)):
        action, j = actions.actions[i], i
        rank = _rank_in_2014(game, side, action)
        while j > 0 and _rank_in_2014(game, side, actions.actions[j - 1]) > rank:
            actions.actions[j] = actions.actions[j - 1]
            j -= 1
        actions.actions[j] = action


@kernel(VOID, STACKED_T)
def _put_attacks_first(state):
    """Adds the branch without cards in front, if there are both cards and attacks."""
    actions, n = state.actions, np.int64(state.actions.n)
    if n == 0 or actions.actions[0] & 255 == ATTACK or actions.actions[n - 1] & 255 != ATTACK:
        return
    for i in range(n, 0, -1):
        actions.actions[i] = actions.actions[i - 1]
    actions.actions[0] = NO_MORE_CARDS
    actions.n = n + 1


@kernel(BOOL, GAME_T, RULES_T, SEARCH_T, INDEX, STRATEGY_T, STACKED_T)
def list_actions(game, rules, search, side, strategy, state):
    """Lists the actions to try; whether the turn can end now. The end of the turn is not listed."""
    list_options(game, rules, search.options)
    options, actions, n = search.options, state.actions, 0
    for i in range(np.int64(options.n)):
        action = options.actions[i]
        kind = action & 255
        if kind == END_TURN or (state.no_cards and kind != ATTACK):
            continue
        if kind == PLAY and not _plays_anew(game, rules, search, side, strategy, action):
            continue
        actions.actions[n] = action
        n += 1
    actions.n = n
    if strategy.as_in_2014 and game.n_choices == 0 and state.level == 0:
        _sort_as_in_2014(game, side, actions)
        _put_attacks_first(state)
    return options.n > 0 and options.actions[0] & 255 == END_TURN
