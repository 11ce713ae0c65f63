import numpy as np
import pytest

from engine.core import enums as e
from engine.game import Game
from engine.illegal import IllegalAction
from models.environments.core.action_space import (
    ACTIONS,
    FIRST_ATTACK,
    N_ACTIONS,
    N_ON_SIDE,
    action_at,
)
from models.environments.core.records import N_PLACES
from models.environments.hearthstone import MAX_NUMBER, HearthstoneGame, illegal_index, index_text
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


def entity_at(game, place: int) -> int:
    """The entity at a place, written as the documentation of places says."""
    mover = int(game.active)
    side = mover if place < N_ON_SIDE else 1 - mover
    k = place % N_ON_SIDE
    slot = side if k == 0 else int(game.players[side].board[k - 1])
    return int(game.slot_entity[slot])


def test_the_table_says_what_the_kernel_does(rules):
    """In a game with all places and hand cards taken, field by field of every index."""
    full = ["Wisp"] * 7
    game = Game.stage(hand=["Wisp"] * 10, board=full, enemy_board=full, rules=rules).record
    entities = {0: 0} | {1 + place: entity_at(game, place) for place in range(N_PLACES)}
    hand = game.players[0].hand.tolist()
    for index, row in enumerate(ACTIONS):
        kind, source, target, position, choice = row.tolist()
        sources = {e.PLAY: hand[source], e.POWER: entities[1], e.ATTACK: entities[1 + source % 16]}
        expected = kind | sources.get(kind, 0) << 8 | entities[target] << 16 | position << 24
        assert action_at(game, index) == expected | choice << 32
    assert len(np.unique(ACTIONS)) == N_ACTIONS


@pytest.mark.parametrize(
    ("index", "text"),
    [
        (0, "end turn"),
        (2, "choose card 1"),
        (FIRST_ATTACK, "attack with the own hero on the enemy hero"),
        (FIRST_ATTACK + 10, "attack with the own minion 0 on the enemy minion 1"),
        (N_ACTIONS - 1, "play hand card 9 at position 6 on the enemy minion 6, option 1"),
    ],
)
def test_an_index_as_text(index, text):
    assert index_text(index) == text


def test_the_error_names_the_index_and_legal_ones():
    advice = "(end turn) is not legal now; use one that the mask allows: 3, 4"
    assert str(illegal_index(0, np.array([3, 4]))).endswith(advice)
    assert "0 to 2520" in str(illegal_index(N_ACTIONS, np.array([0])))


def test_after_the_end_no_action_is_offered():
    assert "the game is over" in f"{illegal_index(0, np.array([], np.int64))}"
