"""What nobody knows before a card is drawn: the order of the decks.

The player plans as if a card that it draws stayed unknown: it counts as a card of mean value, and
is not played before the turn is planned anew. The decks lie in an order that does not depend on
their real one, the cards of about the mean cost on top, for texts that ask what was drawn.

Source: HearthSim, CardDrawNode.
"""

import numpy as np

from engine.core.enums import IN_DECK
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.types import GAME_T, RULES_T
from models.players.core import kernel
from models.players.core.hearthsim import card_value
from models.players.core.scorers import LOST, WON
from models.players.core.state import HEARTHSIM, SEARCH_T, STRATEGY_T


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
