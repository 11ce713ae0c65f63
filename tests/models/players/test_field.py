"""A field of opponents in the same deals."""

import numpy as np

from models.players.config import PlayerConfig
from models.players.decks import opponent_suite
from models.players.evaluations import evaluate_decks
from models.players.field import Field

MESB = PlayerConfig(fidelity="mesb")
DECK, OTHER, *FIELD = (opponent_suite("elite")[place] for place in (0, 3, 2, 3))


def test_all_decks_play_the_same_games_in_any_parts():
    field = Field(FIELD, MESB, seed=3, threads=2)
    won = field.play_all([DECK, OTHER, DECK], 0, 6)
    assert won.shape == (3, 6, 2)
    np.testing.assert_array_equal(won[0], won[2])
    parts = [field.play_all([DECK], first, 3)[0] for first in (0, 3)]
    np.testing.assert_array_equal(np.concatenate(parts), won[0])


def test_a_field_has_the_games_of_evaluations_in_both_seats():
    won = Field(FIELD, MESB, seed=3, threads=1).play_all([DECK], 0, 6)[0]
    alone = MESB.but(scorer=DECK.scorer)
    table = evaluate_decks([DECK.deck], FIELD, alone, 6, 3)
    assert [won[::2, 0].sum(), won[1::2, 0].sum()] == table["opponent_wins"][0].to_list()
    alone, number = MESB.but(scorer=FIELD[0].scorer), np.array([1])
    second = Field(FIELD[:1], MESB, seed=3, threads=1).play_all([DECK], 0, 6)[0, :, 1]
    table = evaluate_decks([FIELD[0].deck], [DECK], alone, 6, 3, indices=number)
    assert 6 - second.sum() == sum(table["opponent_wins"][0].to_list())
