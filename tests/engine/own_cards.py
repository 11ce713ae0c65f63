"""Rules with cards of a test's own, beside those of the engine."""

from dataclasses import replace

from engine.cards import CARDS
from engine.compile import Compiler
from engine.dsl.cards import Card
from engine.rules import COIN, Rules, rules_for

POOL = ["CS2_231", "CS2_182"]  # Wisp and Chillwind Yeti: every random card is one of them


def rules_with(*cards: Card) -> Rules:
    """The rules of the engine's cards and these.

    Raises:
        CardError: A card means nothing.
    """
    compiler = Compiler([*CARDS, *cards], lambda pool: POOL)
    tables = compiler.compile()
    tables.coin = compiler.row[COIN]
    made = compiler.cards
    return replace(
        rules_for(),
        tables=tables,
        digest="own cards",
        ids=("", *(card.id for card in made)),
        names=("", *(card.name for card in made)),
        rows=compiler.row,
        compiler=compiler,
    )
