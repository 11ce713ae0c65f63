"""What a side sees does not depend on what it cannot see."""

import json

import pytest

from models.players.seen import seen_by
from tests.models.play.hidden import with_hidden_cards_permuted


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_do_not_change_what_is_seen(states, rules, side, seed):
    for record in states(seed, seed):
        seen = json.dumps(seen_by(record, rules, side))
        for other in range(5):
            permuted = with_hidden_cards_permuted(record, rules, side, other)
            assert json.dumps(seen_by(permuted, rules, side)) == seen


def test_it_shows_the_own_hand_and_only_numbers_of_the_other(states, rules):
    seen = seen_by(states(1, 1)[2], rules, 0)
    own, enemy = seen["own"], seen["enemy"]
    assert len(own["hand"]) == own["n_hand"]
    assert enemy["n_hand"] > 0
    assert not {"hand", "secrets"} & set(enemy)
    assert "entity" not in json.dumps(seen)
