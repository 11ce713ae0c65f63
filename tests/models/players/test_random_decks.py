"""Random decks with a mana curve."""

import numpy as np

from engine.patches import Patch
from models.players.random_decks import random_decks


def test_decks_are_legal_and_most_have_a_curve():
    decks = random_decks(90, "classic", Patch(), 4)
    costs = [np.mean([Patch().card_data(c).cost for c in d.cards]) for d in decks]
    assert [deck.hero for deck in decks[:9]] == [deck.hero for deck in decks[9:18]]
    assert all(len(deck.cards) == 30 for deck in decks)
    assert np.median(costs) < 3.6 < max(costs)
    assert random_decks(90, "classic", Patch(), 4) == decks
