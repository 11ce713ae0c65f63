"""What the player to move is shown depends on what it may know, and on nothing else."""

import numpy as np

from models.environments.core.action_space import N_ACTIONS, list_legal
from models.environments.core.observing import observe
from models.players.core.blind import deal_anew
from models.players.core.state import HIDDEN
from models.self_play.environment import BuildAndPlay
from tests.models.play.hidden import hidden_cards


def shown(games: BuildAndPlay) -> bytes:
    arrays = games.observations, games.decisions, games.picks, games.masks
    return b"".join(array.tobytes() for array in arrays)


def deal_all_anew(games: BuildAndPlay, seed: int) -> int:
    """Permutes hidden cards, and the enemy's deck list; returns how many games change."""
    n_changed = 0
    for i in np.flatnonzero(~games.is_build):
        game, side = games._places[i].game, int(games.turns["to_move"][i])
        before = hidden_cards(game, side)
        deal_anew(game, games.rules.tables, side, seed, np.zeros(1, HIDDEN)[0])
        n_changed += before != hidden_cards(game, side)
    enemies = 1 - games.turns["to_move"]
    rows = np.arange(games.n_games)
    games._built[rows, enemies] = np.roll(games._built[rows, enemies], 1, axis=1)
    return n_changed


def test_hidden_cards_change_nothing_that_is_shown(new_games):
    """Two batches with equal decisions, of which one deals hidden cards anew before each."""
    n_changed = 0
    for n_steps in range(60, 260, 25):
        games, other = new_games(60, n_steps), new_games(60, n_steps)
        assert shown(games) == shown(other)
        n_changed += deal_all_anew(other, seed=n_steps)
        _show_again(games)
        _show_again(other)
        assert shown(games) == shown(other)
    assert n_changed > 200


def _show_again(games: BuildAndPlay) -> None:
    """Writes what is shown of battles, from the positions; legal actions must stay the same."""
    scratch, legal = games._scratches[0], np.zeros(N_ACTIONS, np.int16)
    for i in np.flatnonzero(~games.is_build):
        place, side = games._places[i], int(games.turns["to_move"][i])
        observe(place.game, games.rules.tables, scratch, side, games._seen[i])
        n_legal = list_legal(place.game, games.rules.tables, scratch, legal)
        assert (legal[:n_legal] == games._options[i, : place.n_options]).all()
