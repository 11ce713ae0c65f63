"""Games of a training by their numbers."""

from models.problems.rows import Rows
from models.value_training.games import LEARNED, decks_of, record_rows, seed_of, states_in
from tests.models.value_training.conftest import TRAINING, recorded


def test_games_are_the_same_on_any_number_of_threads_and_in_any_parts(table):
    assert recorded(60, threads=1).equals(table)
    assert recorded(20, first=40).equals(table[40:])


def test_the_played_network_plays_the_games(table, network):
    assert not recorded(60, network).equals(table)


def test_errors_change_games_and_half_of_the_games_have_none(table):
    without = record_rows(TRAINING.but(errors=0), None, 3, Rows.numbered(60, 1, 9))
    same = [a.equals(b) for a, b in zip(table["features"], without["features"], strict=True)]
    assert 15 <= sum(same) <= 45


def test_states_are_written_and_read(states):
    parts = states_in([recorded(25), recorded(35, first=25)])
    assert parts.states.tobytes() == states.states.tobytes()
    assert (parts.features == states.features).all()


def test_seeds_of_purposes_differ():
    seeds = {seed_of(TRAINING, purpose, n) for purpose in range(3) for n in range(3)}
    assert len(seeds) == 9
    assert decks_of(TRAINING, seed_of(TRAINING, LEARNED)) != decks_of(TRAINING, 1)
