import numpy as np

from models.self_play.steps import Recorder

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
