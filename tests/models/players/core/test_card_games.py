"""Cards are followed alike by compiled and by interpreted code."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np

from engine.core.jit import JIT_ON
from models.players.core.state import CARD_GAME
from models.players.decks import named_deck, opponent_suite
from models.players.games import (
    Watched,
    new_setups,
    new_strategies,
    play,
    schedule_games,
)
from models.players.player_names import read_player

ROOT = Path(__file__).parents[4]


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
    done = subprocess.run(
        [sys.executable, "-m", "tests.models.players.core.test_card_games"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1" if JIT_ON else "0"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(not JIT_ON), bytes_of_cards()]


if __name__ == "__main__":
    print(JIT_ON, bytes_of_cards())
