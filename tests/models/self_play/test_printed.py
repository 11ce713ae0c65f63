import numpy as np
import torch

from engine.core.enums import CLASSES, KEYWORDS, MINION_CARD, POWER_CARD, RACES
from models.self_play.card_pool import card_pool
from models.self_play.network import SIZES, Network
from models.self_play.printed import N_PRINTED, printed_numbers


def test_each_card_has_what_is_printed_on_it(rules):
    numbers = printed_numbers(rules)
    assert numbers.shape == (len(rules.names), N_PRINTED)
    assert not numbers[0].any()
    n_keywords, types = len(KEYWORDS), POWER_CARD + 1
    yeti, sen_jin = (
        numbers[rules.find(name)] for name in ("Chillwind Yeti", "Sen'jin Shieldmasta")
    )
    np.testing.assert_allclose(yeti[:5], [0.4, 0.4, 0.5, 0, 0], atol=1e-6)
    np.testing.assert_allclose(sen_jin[:5], [0.4, 0.3, 0.5, 0, 0], atol=1e-6)
    assert not yeti[-n_keywords:].any()
    assert np.flatnonzero(sen_jin[-n_keywords:]) == [list(KEYWORDS).index("taunt")]
    at = N_PRINTED - n_keywords - len(RACES) - len(CLASSES) - types
    assert yeti[at : at + types].argmax() == MINION_CARD
    knife, flame = (numbers[rules.find(name)][5:12] for name in ("Knife Juggler", "Flamestrike"))
    assert knife.tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert flame.tolist() == [1, 0, 0, 0, 0, 0, 0]


def test_cards_with_equal_prints_differ_by_their_own_vectors_only(rules):
    network = Network(SIZES["mini"], card_pool(rules, ("MAGE",), None, 30), rules)
    numbers = printed_numbers(rules)
    kinds, sizes = np.unique(numbers, axis=0, return_counts=True)
    same = np.flatnonzero((numbers == kinds[sizes.argmax()]).all(axis=1))
    assert len(same) > 1
    vectors = network.embed.cards() - network.embed.own.weight
    torch.testing.assert_close(vectors[same], vectors[same[:1]].expand(len(same), -1))
