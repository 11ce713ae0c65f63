"""Decks that tests of decks use."""

from hypothesis import strategies as st

from engine.decks import CLASSES, Deck, card_data, class_pool, deck_code, deck_from_names

MIRACLE = [
    *["Backstab", "Preparation", "Shadowstep", "Cold Blood", "Conceal", "Deadly Poison"] * 2,
    *["Eviscerate", "Shiv", "Fan of Knives", "SI:7 Agent", "Azure Drake"] * 2,
    *["Gadgetzan Auctioneer"] * 2,
    *["Blade Flurry", "Sap", "Edwin VanCleef", "Bloodmage Thalnos"],
    *["Earthen Ring Farseer", "Leeroy Jenkins"],
]
#: Minions of any class that have no text, or only Taunt.
PLAIN = (
    *("Wisp", "Murloc Raider", "Bloodfen Raptor", "River Crocolisk", "Chillwind Yeti"),
    *("Oasis Snapjaw", "Boulderfist Ogre", "War Golem", "Magma Rager", "Core Hound"),
    *("Goldshire Footman", "Frostwolf Grunt", "Silverback Patriarch", "Fen Creeper"),
)
#: Words of the game's own text of a deck, by the language of the client.
EXPORTS = {
    "English": ("Class: {hero}", "Format: Wild", "To use this deck, copy it, and paste it"),
    "German": ("Klasse: Unbekannt", "Format: Wild", "Kopiert es, um das Deck zu benutzen"),
}


def miracle(**changes) -> Deck:
    """A legal Rogue deck, with other names, class or name if given."""
    fields = {"hero": "Rogue", "names": MIRACLE, "name": "Miracle"} | changes
    return deck_from_names(**fields)


def list_with(*names: str) -> str:
    """A list of two copies of some cards each, and of plain minions up to 30 cards."""
    return "\n".join(f"2x {name}" for name in (*names, *PLAIN)[:15])


@st.composite
def decks(draw) -> Deck:
    """A legal deck of any class."""
    cards = class_pool(draw(st.sampled_from(CLASSES)))
    copies = [i for i, n in enumerate(cards.max_copies.tolist()) for _ in range(n)]
    chosen = draw(st.permutations(copies))[:30]
    return Deck("", cards.hero, tuple(sorted(cards.ids[i] for i in chosen)))


def exported(deck: Deck, language: str = "English") -> str:
    """A deck as the game copies it; only the English card names are real."""
    about, format, end = EXPORTS[language]
    names = {i: card_data(i).name if language == "English" else f"Karte {i}" for i in deck.cards}
    cards = [f"{n}x ({card_data(i).cost}) {names[i]}" for i, n in deck.counts().items()]
    comments = [about.format(hero=deck.hero.capitalize()), format, "", *cards, "", "", end]
    lines = ["### Mine, and good", *(f"# {each}".rstrip() for each in comments)]
    lines.insert(-2, deck_code(deck))
    return "\n".join(lines)
