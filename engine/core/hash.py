"""The digest by which a search recognises equal states.

As SabberStone's key it holds everything but entity ids; what lies in hand, deck and graveyard
counts without its order, boards count with theirs. The random stream is no part of it.
"""

import numpy as np

from engine.core.jit import INT, JIT_ON, entry, kernel
from engine.core.memory import word
from engine.core.state import (
    CHARACTER,
    COMPARED_FROM,
    COMPARED_SCALARS,
    GAME,
    MAX_ATTACHED,
    NO_SLOT,
    PLAYER,
)
from engine.core.types import GAME_T, U64

# Places and sizes in the record, in 64-bit words.
CHARACTERS_AT = GAME.fields["characters"][1] // 8
CHARACTER_WORDS = CHARACTER.itemsize // 8
_FEW_ATTACHED = MAX_ATTACHED - 8  # the last word is empty up to here
PLAYERS_AT = GAME.fields["players"][1] // 8
PLAYER_WORDS = PLAYER.itemsize // 8
SCALAR_WORDS = COMPARED_SCALARS // 8
SCALARS_AT = COMPARED_FROM // 8
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_Q = np.uint64(0xD6E8FEB86659FD93)
_SHIFT = np.uint64(32)


@kernel(U64, U64, U64)
def mix(total, bits):
    """Mixes 64 bits into a total."""
    total = (total ^ bits) * GOLDEN
    return total ^ (total >> _SHIFT)


if not JIT_ON:  # the same without NumPy's warning at every overflow

    def mix(total, bits):
        """Mixes 64 bits into a total."""
        product = ((int(total) ^ int(bits)) * int(GOLDEN)) & 0xFFFFFFFFFFFFFFFF
        return np.uint64(product ^ (product >> 32))


@kernel(INT, INT, INT)
def card_digest(card, extra):
    """A 32-bit digest of one card, to be added up where order does not count."""
    bits = ((card << 8 | (extra & 0xFF)) * 0x2545F491) & 0xFFFFFFFF
    bits = ((bits ^ (bits >> 15)) * 0x735A2D97) & 0xFFFFFFFF
    return bits ^ (bits >> 13)


@kernel(U64, GAME_T, INT, U64)
def _character(game, slot, total):
    first = CHARACTERS_AT + slot * CHARACTER_WORDS
    n = CHARACTER_WORDS if game.characters[slot].n_attached > _FEW_ATTACHED else CHARACTER_WORDS - 1
    for i in range(n):
        total = mix(total, word(game, first + i))
    return total


@kernel(INT, GAME_T, INT)
def gains_digest(game, side):
    """What cards have gained in a hand, to be added to their digests; 0 if nothing."""
    player, total = game.players[side], 0
    for i in range(player.n_hand):
        card = game.entities[player.hand[i]]
        if card.slot != NO_SLOT:
            change = np.int64(player.hand_cost[i]) & 0xFF  # of this card and no other
            total += card_digest(np.int64(card.card) << 8 | change, np.int64(card.slot))
    return total


@kernel(U64, GAME_T, INT, U64)
def _player(game, side, total):
    player = game.players[side]
    first = PLAYERS_AT + side * PLAYER_WORDS
    for i in range(SCALAR_WORDS):
        total = mix(total, word(game, first + i))
    total = _character(game, side, total)
    for i in range(player.n_board):
        total = _character(game, np.int64(player.board[i]), total)
    hand = 0
    for i in range(player.n_hand):
        card = np.int64(game.entities[player.hand[i]].card)
        hand += card_digest(card, np.int64(player.hand_cost[i]))
    if player.grown:
        hand += gains_digest(game, side)
    total = mix(total, np.uint64(hand))
    for i in range(player.n_secrets):
        card = np.int64(game.entities[player.secrets[i]].card)
        total = mix(total, np.uint64(card | np.int64(player.secret_order[i]) << 16))
    return total


@entry(U64, GAME_T)
def digest(game):
    """64-bit digest of the complete state (see the module's text)."""
    first = _player(game, 0, mix(_Q, word(game, SCALARS_AT)))
    second = _player(game, 1, mix(GOLDEN, word(game, SCALARS_AT + 1)))
    return mix(first, second)
