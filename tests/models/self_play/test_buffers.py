import numpy as np

from models.self_play.buffers import Ring
from models.self_play.steps import Unrolls

STEP = np.dtype([("action", "i2")])


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
