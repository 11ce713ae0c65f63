"""What becomes of one side's cards in a game, followed card by card in `desk.cards`.

A card is the entity that the deck's list made: a copy that a text makes is another card, and a card
that leaves the hand and comes back is the same one. `desk.watched` switches this on.
"""

import numpy as np

from engine.core.enums import MAX_DECK, PLAY
from engine.core.jit import INT, VOID
from engine.core.setup import SETUP_T
from models.players.core import kernel
from models.players.core.state import DESK_T, NEVER

_HEROES = 2  # entities 1 and 2; the first player's cards follow, then the second player's


@kernel(INT, DESK_T, INT)
def _place_of(desk, entity):
    """The place of a card in the followed deck's list; -1 for any other card."""
    place = np.int64(entity) - np.int64(desk.first_card)
    return place if 0 <= place < np.int64(desk.n_cards) else -1


@kernel(VOID, DESK_T, SETUP_T)
def note_offer(desk, setup):
    """Clears the record and notes the opening hand, before the mulligan."""
    side = np.int64(desk.watched) - 1
    desk.n_cards = setup.n_cards[side]
    desk.first_card = _HEROES + 1 + side * np.int64(setup.n_cards[0])
    for place in range(MAX_DECK):
        desk.cards.drawn[place] = NEVER
        desk.cards.played[place] = NEVER
        desk.cards.offered[place] = 0
        desk.cards.replaced[place] = 0
        desk.cards.depth[place] = 0
        desk.cards.held[place] = 0
    player = desk.game.players[side]
    for i in range(np.int64(player.n_hand)):
        desk.cards.offered[_place_of(desk, np.int64(player.hand[i]))] = i + 1


@kernel(VOID, DESK_T)
def note_mulligan(desk):
    """Notes the hand and the order of the deck after the mulligan, before the first draw."""
    cards, player = desk.cards, desk.game.players[np.int64(desk.watched) - 1]
    n_hand, n_deck = np.int64(player.n_hand), np.int64(player.n_deck)
    for place in range(np.int64(desk.n_cards)):
        offered = np.int64(cards.offered[place])
        if offered > 0 and _place_of(desk, np.int64(player.hand[offered - 1])) != place:
            cards.replaced[place] = 1
    for i in range(n_hand):
        cards.drawn[_place_of(desk, np.int64(player.hand[i]))] = 0
    for i in range(n_deck):
        cards.depth[_place_of(desk, np.int64(player.deck[i]))] = n_deck - i


@kernel(VOID, DESK_T)
def note_draws(desk):
    """Notes the cards that have come into the hand."""
    side = np.int64(desk.watched) - 1
    player = desk.game.players[side]
    turn = (np.int64(desk.game.turn) + 1 - side) // 2
    for i in range(np.int64(player.n_hand)):
        place = _place_of(desk, np.int64(player.hand[i]))
        if place >= 0 and desk.cards.drawn[place] == NEVER:
            desk.cards.drawn[place] = turn


@kernel(VOID, DESK_T, INT)
def note_action(desk, action):
    """Notes draws since the last action, and the card that this one, not yet made, plays."""
    note_draws(desk)
    side = np.int64(desk.watched) - 1
    if action & 0xFF == PLAY and np.int64(desk.game.active) == side:
        place = _place_of(desk, (action >> 8) & 0xFF)
        if place >= 0 and desk.cards.played[place] == NEVER:
            desk.cards.played[place] = (np.int64(desk.game.turn) + 1 - side) // 2


@kernel(VOID, DESK_T)
def note_end(desk):
    """Notes the last draws and the hand at the end of the game."""
    note_draws(desk)
    player = desk.game.players[np.int64(desk.watched) - 1]
    for i in range(np.int64(player.n_hand)):
        place = _place_of(desk, np.int64(player.hand[i]))
        if place >= 0:
            desk.cards.held[place] = 1
