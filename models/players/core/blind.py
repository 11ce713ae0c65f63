"""What a fair player may not know, dealt anew before it searches.

Hidden are the order of both decks, and which of the opponent's cards, as a set known from its deck
list, lie in its hand, in its secrets and in its deck. Known stay: the numbers of all these cards,
what is in play, own hand and secrets, The Coin in the opponent's hand, and cards offered as a
choice. The dealing depends only on what is known and on the seed.
"""

import numpy as np

from engine.core.enums import SECRET_CARD
from engine.core.hash import card_digest
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.rng import below, seed_stream
from engine.core.state import NO_SLOT
from engine.core.types import GAME_T, RULES_T
from models.players.core import entry, kernel
from models.players.core.state import HIDDEN_T

_STREAM = 0x5EED0B11  # keeps the dealing apart from the streams of the search's states
_MASK = 0xFFFFFFFF


@kernel(VOID, GAME_T, INDEX, HIDDEN_T)
def _add(game, entity, hidden):
    for i in range(game.n_choices):
        if game.choices[i] == entity:
            return
    hidden.entities[hidden.n] = entity
    hidden.cards[hidden.n] = game.entities[entity].card
    hidden.n = np.int64(hidden.n) + 1


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX, HIDDEN_T)
def _collect(game, rules, side, viewer, hidden):
    """Lists the cards of `side` that the viewer can't see: secrets, then deck, then hand."""
    player = game.players[side]
    hidden.n = 0
    if side != viewer:
        for i in range(player.n_secrets):
            _add(game, player.secrets[i], hidden)
    for i in range(player.n_deck):
        _add(game, player.deck[i], hidden)
    if side != viewer:
        for i in range(player.n_hand):
            if game.entities[player.hand[i]].card != rules.coin:
                _add(game, player.hand[i], hidden)


@kernel(VOID, HIDDEN_T)
def _sort(hidden):
    """Puts the cards in an order that does not depend on where they lay."""
    for i in range(1, np.int64(hidden.n)):
        card = hidden.cards[i]
        j = i
        while j > 0 and hidden.cards[j - 1] > card:
            hidden.cards[j] = hidden.cards[j - 1]
            j -= 1
        hidden.cards[j] = card


@kernel(BOOL, RULES_T, HIDDEN_T, INDEX, INDEX)
def _can_be_secret(rules, hidden, place, i):
    """Whether card `i` can be the secret at `place`, next to those dealt before."""
    card = hidden.cards[i]
    for j in range(place):
        if hidden.cards[j] == card:
            return False
    return rules.cards[card].type == SECRET_CARD


@kernel(VOID, HIDDEN_T, INDEX, INDEX)
def _swap(hidden, i, j):
    card = hidden.cards[i]
    hidden.cards[i] = hidden.cards[j]
    hidden.cards[j] = card


@kernel(VOID, GAME_T, RULES_T, INDEX, HIDDEN_T)
def _deal(game, rules, n_secrets, hidden):
    """Deals the secrets, all different, then the rest: each choice uniform."""
    n = np.int64(hidden.n)
    for place in range(np.int64(n_secrets)):
        n_fit, chosen = 0, place
        for i in range(place, n):
            if _can_be_secret(rules, hidden, place, i):
                n_fit += 1
                if below(game, n_fit) == 0:
                    chosen = i
        _swap(hidden, place, chosen)
        game.listening |= np.int64(rules.cards[hidden.cards[place]].events)
    first = np.int64(n_secrets)
    for i in range(n - 1, first, -1):
        _swap(hidden, i, first + below(game, i + 1 - first))


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX, HIDDEN_T)
def _deal_side(game, rules, side, viewer, hidden):
    player = game.players[side]
    _collect(game, rules, side, viewer, hidden)
    _sort(hidden)
    _deal(game, rules, 0 if side == viewer else np.int64(player.n_secrets), hidden)
    for i in range(np.int64(hidden.n)):
        dealt = game.entities[hidden.entities[i]]
        dealt.card = hidden.cards[i]
        dealt.slot = NO_SLOT  # what it may have gained in hand is hidden, too
    total = np.int64(0)
    for i in range(player.n_deck):
        total += card_digest(np.int64(game.entities[player.deck[i]].card), 0)
    player.deck_sum = total & _MASK


@entry(VOID, GAME_T, RULES_T, INDEX, INT, HIDDEN_T)
def deal_anew(game, rules, side, seed, hidden):
    """Replaces what `side` can't see by one deal, all deals equally likely except for secrets.

    Which secrets lie open to be triggered is drawn first, uniformly among the sets that the hidden
    cards allow; hand and deck share what is left.
    """
    seed_stream(game, seed, _STREAM)
    _deal_side(game, rules, side, side, hidden)
    _deal_side(game, rules, 1 - side, side, hidden)
