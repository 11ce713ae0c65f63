"""What is recorded of games."""

import numpy as np

from models.players.core.state import VALUE_SIGHT
from models.value_training.recording import STATE


def test_both_sides_of_a_game_see_opposite_results(states):
    rows = states.states
    for game in np.unique(rows["game"]):
        own = rows[rows["game"] == game]
        wins = {int(side): set(own["won"][own["side"] == side].tolist()) for side in (0, 1)}
        assert wins in ({0: {1}, 1: {0}}, {0: {0}, 1: {1}})


def test_every_end_of_a_turn_is_recorded_and_a_quarter_of_the_other_states(states):
    rows = states.states
    ends = rows[rows["ends"] == 1]
    for game in np.unique(rows["game"]):
        sides = ends["side"][ends["game"] == game]
        assert (np.diff(sides.astype(int)) != 0).all()  # the sides take turns
    assert 0.1 < 1 - len(ends) / len(rows) < 0.6


def test_memory_of_a_state_has_room_for_its_features(states):
    assert states.states["length"].max() < VALUE_SIGHT.fields["rows"][0].shape[0]
    assert states.states.dtype == STATE
