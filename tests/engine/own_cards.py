"""Rules with the engine's cards and a test's own."""

from dataclasses import replace

from engine.cards import CARDS, FIRST_CARDS
from engine.cards.variants import Variant
from engine.compiler.cards import compile_cards
from engine.dsl.cards import Card
from engine.rules import COIN, Rules, rules_for

POOL = ["CS2_231", "CS2_182"]  # Wisp and Chillwind Yeti: every random card is one of them


def rules_with(*cards: Card) -> Rules:
    """The rules of the engine's cards and these.

    Raises:
        CardError: A card means nothing.
    """
    later = range(1 + len(FIRST_CARDS), 1 + len(CARDS))
    rows = compile_cards([*CARDS, *cards], lambda pool: POOL, later)
    rows.tables.coin = rows.card_rows[COIN]
    Variant().write(rows.tables)
    made = rows.cards
    return replace(
        rules_for(),
        tables=rows.tables,
        digest="own cards",
        ids=("", *(card.id for card in made)),
        names=("", *(card.name for card in made)),
        rows=rows.card_rows,
        table_rows=rows,
    )
