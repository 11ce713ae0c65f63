"""A small field, in which a search of two actions plays quickly."""

import pytest

from models.players.config import PlayerConfig
from models.players.decks import opponent_suite
from models.players.field import Field

PLAYER = PlayerConfig(
    fidelity="fair", format="blackrock", opponents_scorer="aggro", width=2, depth=3
)


@pytest.fixture
def field() -> Field:
    """Three opponents."""
    return Field(opponent_suite("brm15")[:3], PLAYER, seed=5, threads=2)
