"""What is printed on cards, as numbers: a part of each card's embedding.

Without it, a network learns each card only from the results of games.
"""

import numpy as np

from engine.core.enums import CLASSES, KEYWORDS, POWER_CARD, RACES
from engine.rules import Rules

_AMOUNTS = ("cost", "attack", "health", "spell_power", "overload")
_TEXTS = ("play", "combo", "deathrattle", "triggers", "auras")
_CHOICES = ("options", "target")
_SCALE = 0.1
_N_TYPES = POWER_CARD + 1
_KINDS = _N_TYPES + len(CLASSES) + len(RACES) + len(KEYWORDS)
N_PRINTED = len(_AMOUNTS) + len(_TEXTS) + len(_CHOICES) + _KINDS


def printed_numbers(rules: Rules) -> np.ndarray:
    """Return an (n_cards, N_PRINTED) array of float32 by card row; row 0, no card, is all 0.

    Cost, attack, health or durability, spell damage and overload are divided by 10. The others are
    0 or 1: kinds of texts, options, targets, type, class, race, keywords.
    """
    cards = rules.tables["cards"][: len(rules.names)]
    bits = np.array(list(KEYWORDS.values()), np.uint32)
    found = np.concatenate(
        [
            np.stack([cards[name] * _SCALE for name in _AMOUNTS], axis=1),
            np.stack([cards[f"{name}_stop"] > cards[name] for name in _TEXTS], axis=1),
            np.stack([cards[name] > 0 for name in _CHOICES], axis=1),
            np.eye(_N_TYPES)[cards["type"]],
            np.eye(len(CLASSES))[cards["card_class"]],
            np.eye(len(RACES))[cards["race"]],
            (cards["keywords"][:, None] & bits) > 0,
        ],
        axis=1,
    ).astype(np.float32)
    found[0] = 0
    return found
