import numpy as np

from models.self_play.peeking import Peeking


def test_the_first_cards_are_shown_up_to_the_limit():
    peeking = Peeking(n_games=2, n_cards=5, deck_size=3)
    peeking.limits[:] = [[0, 2], [3, 1]]
    places, sides, picks = np.arange(2), np.array([0, 1]), np.zeros((2, 5), np.int8)
    for card in (4, 1, 1):  # in game 0 side 0 picks, in game 1 side 1 does
        peeking.see_picks(places, sides, picks, np.array([card, card]))
        picks[:, card] += 1
    assert peeking.seen_by(np.array([1, 0])).tolist() == [[0, 1, 0, 0, 1], [0, 2, 0, 0, 1]]
    assert not peeking.seen_by(sides).any()


def test_the_learner_sees_no_less_than_its_opponent():
    peeking, seats = Peeking(400, 5, 30), np.arange(400) % 2
    peeking.start(np.arange(400), seats, np.random.default_rng(1))
    own, other = peeking.limits[np.arange(400), seats], peeking.limits[np.arange(400), 1 - seats]
    assert (own >= other).all()
    assert set(own) == set(range(31))
    assert (other[own == 30] < 30).any()


def test_new_games_show_nothing():
    peeking = Peeking(2, 3, 30)
    peeking.shown[:] = 1
    peeking.start(np.array([1]), np.array([0]), np.random.default_rng(1))
    assert peeking.shown[0].all()
    assert not peeking.shown[1].any()
