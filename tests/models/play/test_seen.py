"""What a side sees does not depend on what it cannot see."""

import json

import pytest

from models.play.course import Course
from models.play.seen import seen_by
from tests.models.play.hidden import with_hidden_cards_permuted


@pytest.mark.parametrize("person", [0, 1])
def test_hidden_cards_do_not_change_what_is_seen(course, person):
    for seed in range(4):
        for n in (0, 5, 10, 15, 20, 25, 30):
            game = course(seed=seed, n=n, person=person, player="random").game
            record = game.record
            seen = json.dumps(seen_by(record, game.rules, person))
            for other in range(5):
                permuted = with_hidden_cards_permuted(record, game.rules, person, other)
                assert json.dumps(seen_by(permuted, game.rules, person)) == seen


def test_it_shows_the_own_hand_and_only_numbers_of_the_other(course: Course):
    state = course(seed=1, n=3).state()
    own, enemy = state["board"]["own"], state["board"]["enemy"]
    assert len(own["hand"]) == own["n_hand"]
    assert enemy["n_hand"] > 0
    assert not {"hand", "secrets"} & set(enemy)
    assert "entity" not in json.dumps(state)
