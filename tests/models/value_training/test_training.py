"""Games that are recorded, targets, the fit and its checks: against naive references."""

import numpy as np
import pytest

from models.players.core.state import VALUE_SIGHT
from models.players.core.value import logit_of
from models.players.value_networks import ValueNetwork
from models.problems.rows import Rows
from models.value_training.checks import area, by_part, log_loss, reliability
from models.value_training.config import ValueTraining
from models.value_training.decks import random_decks
from models.value_training.fitting import fit
from models.value_training.games import LEARNED, decks_of, record_rows, seed_of, states_in
from models.value_training.recording import STATE, States
from models.value_training.targets import chances_of, targets_of

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


def test_games_are_the_same_on_any_number_of_threads_and_in_any_parts(table):
    assert recorded(60, threads=1).equals(table)
    assert recorded(20, first=40).equals(table[40:])


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


def test_decks_are_legal_and_most_have_a_curve():
    decks = random_decks(90, "classic", TRAINING.player.patch, 4)
    costs = [np.mean([TRAINING.player.patch.card_data(c).cost for c in d.cards]) for d in decks]
    assert [deck.hero for deck in decks[:9]] == [deck.hero for deck in decks[9:18]]
    assert all(len(deck.cards) == 30 for deck in decks)
    assert np.median(costs) < 3.6 < max(costs)
    assert random_decks(90, "classic", TRAINING.player.patch, 4) == decks


def test_seeds_of_purposes_differ():
    seeds = {seed_of(TRAINING, purpose, n) for purpose in range(3) for n in range(3)}
    assert len(seeds) == 9
    assert decks_of(TRAINING, seed_of(TRAINING, LEARNED)) != decks_of(TRAINING, 1)


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


def test_a_fit_learns_and_is_repeatable(states, network):
    won = states.states["won"] == 1
    chances = chances_of(states, network.floats(TRAINING.rules()))
    assert log_loss(chances, won) < 0.6 < log_loss(np.full(len(won), 0.5), won)
    assert fitted(states).content() == network.content()
    assert fitted(states, seed=2).content() != network.content()


def test_a_fit_goes_on_from_a_network(states, network):
    """Without a step, the network stays what it was, but for the grid of its rows."""
    config = TRAINING.fit.but(batch_size=256, epochs=1, rate=1e-12, forgotten=0)
    again = fit(states, targets_of(states, None), TRAINING.rules(), config, 7, network)
    rules = TRAINING.rules()
    before, after = (chances_of(states, each.floats(rules)) for each in (network, again))
    assert after == pytest.approx(before, abs=1e-3)


def test_a_trained_network_knows_the_cards_of_its_games(states, network):
    rules = TRAINING.rules()
    assert set(network.ids) <= set(rules.rows)
    assert len(network.ids) > 100


def test_checks_are_those_of_the_textbook():
    chances, won = np.array([0.1, 0.4, 0.35, 0.8]), np.array([0, 0, 1, 1]) == 1
    assert area(chances, won) == 0.75
    assert area(np.full(4, 0.3), won) == 0.5
    assert log_loss(np.full(4, 0.5), won) == pytest.approx(np.log(2))
    parts = by_part(chances, won, np.array([1, 2, 5, 20]))
    assert parts["first"].to_list() == [0, 1, 4, 14]
    assert parts["states"].to_list() == [4, 2, 1, 1]
    bins = reliability(chances, won)
    assert bins["states"].sum() == 4
    assert bins.filter(bin=8)["won"].to_list() == [1.0]


def test_memory_of_a_state_has_room_for_its_features(states):
    assert states.states["length"].max() < VALUE_SIGHT.fields["rows"][0].shape[0]
    assert states.states.dtype == STATE
