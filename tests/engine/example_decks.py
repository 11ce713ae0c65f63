"""A deck that tests of decks use."""

from engine.decks import Deck, deck_from_names

MIRACLE = [
    *["Backstab", "Preparation", "Shadowstep", "Cold Blood", "Conceal", "Deadly Poison"] * 2,
    *["Eviscerate", "Shiv", "Fan of Knives", "SI:7 Agent", "Azure Drake"] * 2,
    *["Gadgetzan Auctioneer"] * 2,
    *["Blade Flurry", "Sap", "Edwin VanCleef", "Bloodmage Thalnos"],
    *["Earthen Ring Farseer", "Leeroy Jenkins"],
]


def miracle(**changes) -> Deck:
    """A legal Rogue deck, with other names, class or name if given."""
    fields = {"hero": "Rogue", "names": MIRACLE, "name": "Miracle"} | changes
    return deck_from_names(**fields)
