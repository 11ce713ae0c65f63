"""Every card the engine plays: one list per file, in the order of their table rows.

To add a card, write its line into the file of its class, or of its set (see `engine/README.md`).
Cards of Basic, Classic and the Hall of Fame are in the files of the classes; those of later sets in
`naxxramas`, `goblins_neutral`, `goblins_classes` and `blackrock`. `variants` says what a variant of
the rules may change, `sabberstone` is one, and `builds` holds cards whose text was different in an
earlier build.
"""

from engine.cards import (
    blackrock,
    druid,
    goblins_classes,
    goblins_neutral,
    hunter,
    mage,
    naxxramas,
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

FIRST_CARDS = [
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
#: Their rows follow those of all other cards of a build, so that these keep theirs.
LATER_CARDS = [
    *naxxramas.CARDS,
    *goblins_neutral.CARDS,
    *goblins_classes.CARDS,
    *blackrock.CARDS,
]
CARDS = [*FIRST_CARDS, *LATER_CARDS]

VARIANTS = {"printed": Variant(), "sabberstone": sabberstone.SABBERSTONE}
