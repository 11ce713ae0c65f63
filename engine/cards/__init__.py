"""Every card the engine plays: one list per class file, in the order of their table rows.

To add a card, write its line into the file of its class (see `engine/README.md`). Beside the
classes, `sabberstone` holds the cards of that variant, and `builds` cards whose text was different
in an earlier build.
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

# Variants by name: the cards that take the place of the printed ones.
VARIANTS = {"printed": [], "sabberstone": sabberstone.CARDS}
