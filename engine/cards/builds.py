"""Cards whose text was different in an earlier build; changed numbers are in `data/`.

Each takes the place of the card of its id under patches of that build (`engine/patches.py`).
"""

from engine.dsl import *

BUILD_CARDS = {
    "23321": [
        spell("EX1_145", "Preparation", 0, next_spell_costs_less(3)),
    ],
}
