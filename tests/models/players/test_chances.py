"""A side's chance to win, by the included network."""

import pytest

from engine.game import Game
from models.players.chances import chance_to_win
from tests.models.players.core.test_blind import with_hidden_cards_permuted


def test_the_chances_of_both_sides_are_almost_opposite(states, rules):
    """Each side knows its own hand, so both may hope at first."""
    games = [Game(rules, record, 1) for record in states(2, seed=3, step=3)]
    sums = [chance_to_win(game, 0) + chance_to_win(game, 1) for game in games]
    assert sum(sums) / len(sums) == pytest.approx(1, abs=0.15)
    assert sums[-1] == pytest.approx(1, abs=0.1)


def test_it_depends_on_nothing_hidden(states, rules):
    for record in states(3, seed=4, step=9):
        side = int(record.active)
        others = [with_hidden_cards_permuted(record, rules, seed) for seed in range(3)]
        assert len({chance_to_win(Game(rules, other, 1), side) for other in others}) == 1


def test_who_has_the_board_and_the_health_is_ahead():
    board = ["Boulderfist Ogre", "Chillwind Yeti", "Chillwind Yeti"]
    ahead, behind = Game.stage(board=board), Game.stage(enemy_board=board)
    behind.record.characters[0].health = 8
    assert chance_to_win(ahead, 0) > 0.9
    assert chance_to_win(behind, 0) < 0.2
