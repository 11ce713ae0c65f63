import pytest

from models.environments.hearthstone import HearthstoneGame
from models.environments.opponent import NamedOpponent
from models.settings.config import ConfigError
from tests.models.environments.conftest import MATCHUPS


@pytest.mark.parametrize("name", ["fair-beam:value", "one-turn:value", "is-mcts:10:value"])
def test_players_by_name_play_whole_games(name):
    game, opponents = HearthstoneGame(MATCHUPS[0]), (NamedOpponent(name), NamedOpponent("random"))
    game.start(1, 0)
    while not game.standing().is_over:
        game.play(opponents[game.to_move()].act(game))
    assert game.standing().rewards == (1, -1)


def test_equal_seeds_give_equal_actions_and_the_game_does_not_change():
    game = HearthstoneGame(MATCHUPS[0])
    text = game.text()
    one, two = (NamedOpponent("is-mcts:20:value", 3).act(game) for _ in range(2))
    assert one == two
    assert game.text() == text


def test_a_fair_player_does_the_same_whatever_is_hidden():
    game, opponent = HearthstoneGame(MATCHUPS[0]), NamedOpponent("fair-beam:value")
    assert {opponent.act(game.copy(seed)) for seed in range(4)} == {opponent.act(game)}


def test_a_random_player_draws_each_decision_of_a_turn_anew():
    """By one draw for all, a turn would end only where there are fewer actions than before."""
    ends = []
    for seed in range(60):
        game, opponent = HearthstoneGame(MATCHUPS[0]), NamedOpponent("random", seed)
        numbers = [len(game.legal())]
        while (action := opponent.act(game)) != game.legal()[0]:
            game.play(action)
            numbers.append(len(game.legal()))
        if len(numbers) > 1:
            ends.append(numbers[-1] >= min(numbers[:-1]))
    assert any(ends)


def test_others_are_refused():
    with pytest.raises(ConfigError, match="no player is called 'nobody'"):
        NamedOpponent("nobody:value")
    with pytest.raises(ConfigError, match="a deck of its own"):
        NamedOpponent("learned:blackrock")
