import numpy as np
import pytest

from engine.illegal import IllegalAction
from models.environments.hearthstone import MAX_NUMBER, HearthstoneGame
from tests.models.environments.conftest import MATCHUPS


def middle_of_a_game(n_actions: int = 40) -> HearthstoneGame:
    game, rng = HearthstoneGame(MATCHUPS[0]), np.random.default_rng(3)
    for _ in range(n_actions):
        game.play(int(rng.choice(game.legal())))
    return game


def test_a_game_runs_to_its_end():
    game, rng = HearthstoneGame(MATCHUPS[1]), np.random.default_rng(1)
    while not game.standing().is_over:
        game.play(int(rng.choice(game.legal())))
    assert game.standing().terminated
    assert sorted(game.standing().rewards) == [-1, 1]
    assert len(game.legal()) == 0


def test_a_copy_shows_the_same_and_deals_hidden_cards_anew():
    game = middle_of_a_game()
    copies = [game.copy(seed) for seed in range(4)]
    for copy in copies:
        assert (copy.observe(game.to_move()) == game.observe(game.to_move())).all()
        assert (copy.legal() == game.legal()).all()
    texts = {copy.text() for copy in copies}
    assert len(texts) > 1
    assert game.copy(2).text() == copies[2].text()


def test_a_copy_and_its_game_are_independent():
    game = middle_of_a_game()
    text, legal = game.text(), game.legal()
    copy = game.copy(1)
    copy.play(0)
    assert (game.text(), game.legal().tolist()) == (text, legal.tolist())
    again = game.copy(1)
    game.play(0)
    assert again.legal().tolist() == legal.tolist()


def test_texts():
    game = HearthstoneGame(MATCHUPS[0])
    assert "Rexxar 30 health" in game.text()
    assert game.action_text(0) == "ends the turn"
    with pytest.raises(IllegalAction, match="action 1 "):
        game.action_text(1)


def test_numbers_have_a_range():
    with pytest.raises(ValueError, match="game number"):
        HearthstoneGame(MATCHUPS[0]).start(0, MAX_NUMBER + 1)
