import numpy as np
import pytest

from engine.illegal import IllegalAction
from models.environments.batch import GameBatch
from models.environments.core.action_space import N_ACTIONS
from models.environments.hearthstone import HearthstoneGame
from tests.models.environments.conftest import MATCHUPS


def played(n_games: int, n_steps: int, **settings) -> tuple[GameBatch, list[bytes]]:
    games = GameBatch(MATCHUPS, n_games, **settings)
    rng, steps = np.random.default_rng(5), []
    for _ in range(n_steps):
        turns = games.step(games.random_actions(rng))
        arrays = (turns, games.observations, games.masks)
        steps.append(b"".join(array.tobytes() for array in arrays))
    return games, steps


def test_threads_do_not_matter():
    _, expected = played(600, 120, seed=4, threads=1)
    games, steps = played(600, 120, seed=4, threads=3)
    assert steps == expected
    assert games.turns["number"].max() >= 600


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


def test_a_reset_repeats_the_games():
    games, _ = played(8, 130, seed=7)
    first = GameBatch(MATCHUPS, 8, seed=7)
    games.reset()
    assert (games.turns == first.turns).all()
    assert (games.observations == first.observations).all()
    assert (games.masks == first.masks).all()
    games.reset(seed=8)
    assert (games.observations != first.observations).any()


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


def test_an_illegal_action_is_named_and_none_is_played():
    games = GameBatch(MATCHUPS, 3)
    before, actions = games.observations.copy(), np.zeros(3, np.int64)
    for wrong, says in ((1, r"action 1 \(choose card 0\)"), (-1, "action -1"), (N_ACTIONS, "2520")):
        actions[2] = wrong
        with pytest.raises(IllegalAction, match=f"place 2 of the batch, game 2: .*{says}"):
            games.step(actions)
    assert (games.observations == before).all()


@pytest.mark.parametrize("actions", [np.zeros(2, int), np.zeros(3), np.zeros((3, 1), int)])
def test_actions_of_another_shape_or_kind_are_an_error(actions):
    with pytest.raises(ValueError, match="give one whole number for each of 3 games"):
        GameBatch(MATCHUPS, 3).step(actions)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"n_games": 0}, "n_games: 0; use at least 1"),
        ({"n_games": 1, "threads": 0}, "threads: 0; use at least 1"),
        ({"n_games": 1, "seed": -1}, "seed -1"),
    ],
)
def test_settings_out_of_range_are_named(settings, says):
    with pytest.raises(ValueError, match=says):
        GameBatch(MATCHUPS, **settings)


def test_results_cannot_be_overwritten():
    games = GameBatch(MATCHUPS, 2)
    for array in (games.turns, games.observations, games.seen, games.masks, games.legal):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
