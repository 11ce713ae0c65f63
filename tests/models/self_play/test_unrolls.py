"""Rows of decisions, and the ring in which they wait."""

import numpy as np

from models.self_play.unrolls import Recorder, Ring, Unrolls

STEP = np.dtype([("action", "i2"), ("ended", "?"), ("reward", "f4")])


def steps(*actions):
    found = np.zeros(len(actions), STEP)
    found["action"] = actions
    return found


def memory(n, value=0.0):
    return np.full((n, 2, 1), value, np.float32)


def filled(recorder, row, actions, start=0):
    for i, action in enumerate(actions):
        recorder.add(np.array([row]), steps(action), memory(1, start + i))


def test_a_row_is_cut_into_unrolls_that_share_a_decision():
    recorder = Recorder(2, 3, STEP, 1)
    filled(recorder, 1, range(8))
    assert recorder.n_complete == 2
    first, second = recorder.take(1), recorder.take(1)
    assert first.steps["action"][:, 0].tolist() == [0, 1, 2, 3]
    assert second.steps["action"][:, 0].tolist() == [3, 4, 5, 6]
    assert [each.memory[0, 0, 0] for each in (first, second)] == [0, 3]
    assert recorder.n_complete == 0


def test_rows_are_filled_independently():
    recorder = Recorder(3, 2, STEP, 1)
    recorder.add(np.array([0, 2]), steps(10, 20), memory(2))
    recorder.add(np.array([2]), steps(21), memory(1))
    recorder.add(np.array([0, 2]), steps(11, 22), memory(2))
    assert recorder.take(5).steps["action"].T.tolist() == [[20, 21, 22]]


def test_rewards_belong_to_the_last_decision_of_the_ended_game():
    recorder = Recorder(2, 2, STEP, 1)
    recorder.end(np.array([0]), np.array([1]))  # no decision yet
    filled(recorder, 0, [5, 6])
    recorder.end(np.array([0, 1]), np.array([-1, 1]))
    filled(recorder, 0, [7])
    recorder.end(np.array([0]), np.array([1]))
    filled(recorder, 0, [8, 9])
    found = recorder.take(2).steps
    assert found["reward"][:2].T.tolist() == [[0, -1], [1, 0]]
    assert found["ended"][:2].T.tolist() == [[False, True], [True, False]]


def test_a_restored_recorder_continues():
    recorder, other = Recorder(2, 3, STEP, 1), Recorder(2, 3, STEP, 1)
    filled(recorder, 1, range(6))
    other.restore(recorder.state())
    for each in (recorder, other):
        filled(each, 1, [6, 7], 6)
    one, two = recorder.take(9), other.take(9)
    assert (one.steps == two.steps).all()
    assert (one.memory == two.memory).all()


def unrolls(*actions):
    steps = np.zeros((3, len(actions)), STEP)
    steps["action"] = actions
    return Unrolls(steps, np.array(actions, np.float32)[:, None, None].repeat(2, 1))


def drawn(ring, n=200):
    return ring.draw(n, np.random.default_rng(1))


def test_the_newest_overwrite_the_oldest():
    ring = Ring(4)
    for first in range(0, 6, 2):
        ring.put(unrolls(first, first + 1))
    assert set(drawn(ring).steps["action"].ravel()) == {2, 3, 4, 5}


def test_what_has_not_been_put_is_not_drawn():
    ring = Ring(4)
    ring.put(unrolls(7, 8))
    found = drawn(ring)
    assert set(found.steps["action"].ravel()) == {7, 8}
    assert (found.memory[:, 0, 0] == found.steps["action"][0]).all()


def test_draws_are_uniform_and_uneven():
    ring = Ring(4)
    ring.put(unrolls(0, 1, 2, 3))
    counts = np.bincount(drawn(ring, 4).steps["action"][0], minlength=4)
    assert counts.tolist() != [1, 1, 1, 1]
    assert abs(np.bincount(drawn(ring, 4000).steps["action"][0]) - 1000).max() < 120


def test_a_restored_ring_continues():
    ring, other = Ring(4), Ring(4)
    ring.put(unrolls(0, 1, 2))
    other.restore(ring.state())
    for each in (ring, other):
        each.put(unrolls(8, 9))
    assert (drawn(ring).steps == drawn(other).steps).all()
    assert set(drawn(other).steps["action"].ravel()) == {1, 2, 8, 9}
