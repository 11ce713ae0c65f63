"""Some recorded games, and a network fitted to them."""

import pytest

from models.players.value_networks import ValueNetwork
from models.problems.rows import Rows
from models.value_training.config import ValueTraining
from models.value_training.fitting import fit
from models.value_training.games import record_rows, states_in
from models.value_training.recording import targets_of

TRAINING = ValueTraining(decks=20).but(player__format="classic")


def recorded(n: int, network: ValueNetwork | None = None, threads: int | None = None, first=0):
    rows = Rows.numbered(first + n, 1, 9).part(first, first + n)
    return record_rows(TRAINING, network, 3, rows, threads)


@pytest.fixture(scope="module")
def table():
    return recorded(60)


@pytest.fixture(scope="module")
def states(table):
    return states_in([table])


@pytest.fixture(scope="module")
def network(states):
    return fitted(states)


def fitted(states, seed: int = 1, **changes) -> ValueNetwork:
    config = TRAINING.fit.but(batch_size=256, epochs=4, **changes)
    return fit(states, targets_of(states, None), TRAINING.rules(), config, seed)
