"""Cards are followed alike by compiled and by interpreted code."""

from hashlib import sha256

import numpy as np

from models.players.core.state import CARD_GAME
from models.players.decks import named_deck, opponent_suite
from models.players.games import Watched, new_setups, new_strategies, play, schedule_games
from models.players.player_names import read_player
from tests.both_ways import other_way, show


def bytes_of_cards() -> str:
    """A digest of what becomes of both sides' cards in games of random players."""
    config, opponents, found = read_player("random").config, opponent_suite("elite"), sha256()
    rules = config.rules()
    setups = new_setups(rules, [named_deck("Classic Miracle Rogue")], opponents)
    strategies = new_strategies(config, opponents)
    for side in range(2):
        games = schedule_games(1, np.arange(1), 2, len(opponents))
        cards = np.zeros(len(games), CARD_GAME)
        play(rules, setups, strategies, games, threads=1, watched=Watched(side, cards))
        assert (cards["played"] > 0).any(axis=1).all()
        found.update(cards.tobytes())
    return found.hexdigest()


def test_interpreted_and_compiled_records_are_the_same():
    assert other_way("tests.models.players.core.test_card_games") == [bytes_of_cards()]


if __name__ == "__main__":
    show([bytes_of_cards()])
