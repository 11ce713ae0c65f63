"""Numba types of the records that kernels take."""

from numba import from_dtype, types

from engine.core.state import CHARACTER, FRAME, GAME, OPTIONS, PLAYER, VM
from engine.core.tables import AURA, CARD, EFFECT, RULES, SELECTOR

GAME_T = from_dtype(GAME)
PLAYER_T = from_dtype(PLAYER)
CHARACTER_T = from_dtype(CHARACTER)
VM_T = from_dtype(VM)
FRAME_T = from_dtype(FRAME)
OPTIONS_T = from_dtype(OPTIONS)
RULES_T = from_dtype(RULES)
CARD_T = from_dtype(CARD)
EFFECT_T = from_dtype(EFFECT)
SELECTOR_T = from_dtype(SELECTOR)
AURA_T = from_dtype(AURA)
U64 = types.uint64
