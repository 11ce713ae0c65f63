"""Cards are followed alike by compiled and by interpreted code."""

from hashlib import sha256

import numpy as np

from models.players.core.state import CARD_GAME
from models.players.games import Watched, play
from models.players.player_names import read_player
from tests.both_ways import other_way
from tests.models.players.conftest import scheduled


def bytes_of_cards() -> list[str]:
    """A digest of what becomes of both sides' cards in games of random players."""
    config, found = read_player("random").config, sha256()
    for side in range(2):
        *about, games = scheduled(config, 2, seed=1)
        cards = np.zeros(len(games), CARD_GAME)
        play(*about, games, threads=1, watched=Watched(side, cards))
        assert (cards["played"] > 0).any(axis=1).all()
        found.update(cards.tobytes())
    return [found.hexdigest()]


def test_interpreted_and_compiled_records_are_the_same():
    module = "tests.models.players.core.test_card_games"
    assert other_way(module, "bytes_of_cards") == bytes_of_cards()
