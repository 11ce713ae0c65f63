"""A deck, its pool, and a small field, in which a search of two actions plays quickly."""

import pytest

from engine.decks import class_pool
from models.players.config import PlayerConfig
from models.players.decks import named_deck, opponent_suite
from models.players.field import Field

DECK = named_deck("Zoolock")
POOL = class_pool("WARLOCK", "blackrock")
PLAYER = PlayerConfig(
    fidelity="fair", format="blackrock", opponents_scorer="aggro", width=2, depth=3
)


@pytest.fixture
def field() -> Field:
    """Three opponents."""
    return Field(opponent_suite("brm15")[:3], PLAYER, seed=5, threads=2)
