import numpy as np

from models.environments.batch import GameBatch
from models.environments.hearthstone import HearthstoneGame
from tests.models.environments.conftest import MATCHUPS


def test_places_play_the_games_of_their_numbers():
    """Game by game what `HearthstoneGame` plays, also after one has ended."""
    n = 6
    batch, rng = GameBatch(MATCHUPS, n, seed=9), np.random.default_rng(2)
    games = [HearthstoneGame(MATCHUPS[i % 2]) for i in range(n)]
    for i, game in enumerate(games):
        game.start(9, i)
    ended = 0
    for _ in range(250):
        for i, game in enumerate(games):
            legal = batch.legal[i, : batch.turns["n_legal"][i]]
            assert (legal == game.legal()).all()
            assert (np.flatnonzero(batch.masks[i]) == np.sort(legal)).all()
            assert batch.turns["to_move"][i] == game.to_move()
            assert (batch.observations[i] == game.observe(game.to_move())).all()
        actions = batch.random_actions(rng)
        numbers = batch.turns["number"].copy()
        turns = batch.step(actions)
        for i, game in enumerate(games):
            game.play(int(actions[i]))
            standing = game.standing()
            assert tuple(turns["rewards"][i]) == standing.rewards
            assert turns["terminated"][i] == standing.terminated
            assert turns["number"][i] == numbers[i] + n * standing.is_over
            if standing.is_over:
                game.start(9, int(turns["number"][i]))
                ended += 1
    assert ended > n


def test_random_actions_reach_every_legal_one():
    games, rng = GameBatch(MATCHUPS, 1, seed=1), np.random.default_rng(0)
    for _ in range(30):
        games.step(games.random_actions(rng))
    drawn = {int(games.random_actions(rng)[0]) for _ in range(2000)}
    assert drawn == set(np.flatnonzero(games.masks[0]).tolist())


def test_new_decks_apply_to_games_that_start_later():
    games, other = GameBatch(MATCHUPS[:1], 1), GameBatch(MATCHUPS[1:], 1)
    before = games.observations.copy()
    games.setups[:] = other.setups
    assert (games.observations == before).all()
    games.reset()
    assert (games.observations == other.observations).all()
