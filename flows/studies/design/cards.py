"""What a design tries: cards by name, new ones as lines of the card language, and patches."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.card_data import CardData
from engine.decks import Patch, PatchError, new_patch
from engine.patches import Change, NewLine, find_patchable
from engine.rules import patch_problems
from models.settings.config import ConfigError
from models.settings.patches import find_patch


@dataclass(frozen=True)
class DesignedCard:
    """A card of a design, and the patch that has it, with the numbers as given."""

    card: CardData
    patch: Patch


@cache
def designed(text: str, base: Patch) -> DesignedCard:
    """The card of a name, an id or a line of the card language.

    Raises:
        PatchError: There is none, decks cannot have it, or the line makes no sense.
    """
    if "(" in text:
        patch = new_patch(base.name, [], base, base.description, [NewLine(text, "CARD")])
        if problems := patch_problems(patch):
            raise PatchError(f"CARD: {'; '.join(problems.values())}")
        return DesignedCard(patch.new_cards[-1], patch)
    card = find_patchable(text, base)
    if card.id not in {each.id for each in base.cards}:
        raise PatchError(f"'{card.name}' ({card.id}) is in no deck; give a card of decks")
    return DesignedCard(card, base)


def find_designs(texts: Sequence[str], base: Patch, heroes: set[str]) -> tuple[str, ...]:
    """The cards' ids, or their lines; each once.

    Raises:
        ConfigError: A card is given twice, or no deck is of its class.
        PatchError: As `designed`.
    """
    found: dict[str, str] = {}
    for text in texts:
        card = designed(text, base).card
        if card.id in found:
            raise ConfigError(f"CARD: '{card.name}' is given twice; give it once")
        if card.card_class not in {*heroes, "NEUTRAL"}:
            raise ConfigError(
                f"CARD: '{card.name}' is a card of {card.card_class.capitalize()}, a class without "
                "decks near the equilibrium; give another card or another metagame"
            )
        found[card.id] = text if "(" in text else card.id
    return tuple(found.values())


def on_top(text: str, base: Patch) -> Patch:
    """A patch by name or from a file, with its changes applied to the cards of a metagame.

    Raises:
        PatchError: There is none, or it changes nothing or what the metagame does not have.
    """
    patch, where = find_patch(text), f"--patch {text}"
    changes = [Change(card, field, value, where) for card, field, value in patch.changes]
    if not changes:
        raise PatchError(
            f"{where}: it changes no number of a card, and no deck has its new cards; give these "
            "as CARD"
        )
    new = [NewLine(line, where) for line in patch.new]
    made = new_patch(patch.name, changes, base, patch.description, new)
    if problems := patch_problems(made):
        raise PatchError(f"{where}: {'; '.join(problems.values())}")
    return made
