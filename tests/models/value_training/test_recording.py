"""What is recorded of games."""

import numpy as np
import pytest

from models.players.core.state import VALUE_SIGHT
from models.players.core.value import logit_of
from models.value_training.recording import STATE, States, chances_of, targets_of
from tests.models.value_training.conftest import TRAINING


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


def test_chances_are_those_of_the_network(states, network):
    floats, offsets = network.floats(TRAINING.rules()), states.offsets
    chances = chances_of(states, floats, threads=2)
    for i in range(0, len(chances), 97):
        output = logit_of(floats, states.features[offsets[i] : offsets[i + 1]])
        assert chances[i] == pytest.approx(1 / (1 + np.exp(-output)), abs=1e-6)


def naive_targets(rows: np.ndarray, taught: np.ndarray, share: float) -> np.ndarray:
    targets = np.zeros(len(rows))
    for i, row in enumerate(rows):
        later = [k for k in range(i, len(rows)) if (rows[k]["game"], rows[k]["side"]) ==
                 (row["game"], row["side"])]  # fmt: skip
        weight, total = 1.0, 0.0
        for k in later[1:]:
            total += weight * (1 - share) * taught[k]
            weight *= share
        targets[i] = total + weight * row["won"]
    return targets


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_targets_are_td_lambda(states, share):
    few = states.states[:150]
    taught = np.random.default_rng(2).random(len(few)).astype(np.float32)
    part = States(few, states.features[: int(few["length"].sum())])
    assert targets_of(part, taught, share) == pytest.approx(
        naive_targets(few, taught, share), abs=1e-6
    )
