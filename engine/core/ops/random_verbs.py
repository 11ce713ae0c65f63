"""Which effects raise `game.random_happened`; nothing here is compiled.

A player who re-plans after random outcomes watches this flag. It means that an effect picked among
more than it took: a random target, card, amount or transformation. Draws, shuffles and the effects
that happen with a chance of 50 % do not raise it, nor does "random" with only one possibility.

Source: SabberStone's event `OnRandomHappened`, which DSA-ME's evaluator listens to.
"""

import numpy as np

from engine.core.enums import BETWEEN, OF_SELECTOR, OPS, RANDOM

# The verbs that pick by themselves; any other does when its selector or its amount is random.
RANDOM_VERBS = frozenset(
    {
        "deal_split",  # each of its pings
        "brawl",
        "summon_from_pool",
        "summon_from_deck",
        "put_into_play",
        "resurrect",
        "transform_pool",
        "swap_with_hand",
        "draw_kind",
        "add_from_pool",
        "copy_from_hand",
        "copy_from_deck",
        "discard",
        "give_one_of",
        "equip_from_pool",
        "steal_secret",
        "destroy_secrets",  # if it destroys one
    }
)


def may_be_random(tables: np.record, row: int) -> bool:
    """Whether the effect in a row of `effects` can raise the flag."""
    effect = tables.effects[row]
    verb = OPS[effect.op]
    if verb == "destroy_secrets":
        return bool(effect.arg)
    selectors = {int(effect.on)}
    if effect.kind in OF_SELECTOR:
        selectors.add(int(effect.of))
    picks = any(tables.selectors[row].pick == RANDOM for row in selectors)
    return verb in RANDOM_VERBS or picks or effect.kind == BETWEEN
