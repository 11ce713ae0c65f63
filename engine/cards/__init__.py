"""Every card the engine plays: one list per class file, in the order of their table rows.

To add a card, write its line into the file of its class (see `engine/README.md`). Beside the
classes, `variants` says what a variant of the rules may change, `sabberstone` is one, and `builds`
holds cards whose text was different in an earlier build.
"""

from engine.cards import (
    druid,
    hunter,
    mage,
    neutral,
    paladin,
    priest,
    rogue,
    sabberstone,
    shaman,
    warlock,
    warrior,
)
from engine.cards.variants import Variant

CARDS = [
    *neutral.CARDS,
    *druid.CARDS,
    *hunter.CARDS,
    *mage.CARDS,
    *paladin.CARDS,
    *priest.CARDS,
    *rogue.CARDS,
    *shaman.CARDS,
    *warlock.CARDS,
    *warrior.CARDS,
]

VARIANTS = {"printed": Variant(), "sabberstone": sabberstone.SABBERSTONE}
