"""Rounds of decks against decks: the games of an evaluation, in any division."""

import numpy as np
import pytest

from engine.decks import Deck, DeckError
from models.players.config import PlayerConfig
from models.players.decks import Opponent, opponent_suite
from models.players.duels import play_rounds
from models.players.evaluate_decks import evaluate_decks

MESB = PlayerConfig(fidelity="mesb")
#: Aggro and control decks, which tell the two kinds of players apart.
DECKS = (*opponent_suite("elite")[:1], *opponent_suite("elite")[3:5])
OTHERS = opponent_suite("elite")[2:4]


def test_rounds_are_the_games_of_an_evaluation_and_the_same_in_parts():
    won = play_rounds(DECKS, OTHERS, MESB, 6, seed=3, threads=2)
    assert won.shape == (6, 3, 2)
    for number, deck in enumerate(DECKS):
        player, which = MESB.but(scorer=deck.scorer), np.array([number])
        table = evaluate_decks([deck.deck], OTHERS, player, 12, 3, indices=which)
        assert won.sum(axis=0)[number].tolist() == table["opponent_wins"][0].to_list()
    parts = [play_rounds(DECKS, OTHERS, MESB, 3, 3, first, threads=1) for first in (0, 3)]
    np.testing.assert_array_equal(np.concatenate(parts), won)


def test_an_illegal_deck_is_refused_on_either_side():
    deck = DECKS[0].deck
    short = Opponent(Deck("short", deck.hero, deck.cards[:-1]), "aggro")
    for sides in ((DECKS, [short]), ([short], OTHERS)):
        with pytest.raises(DeckError, match="29 cards"):
            play_rounds(*sides, MESB, 1, seed=3)
