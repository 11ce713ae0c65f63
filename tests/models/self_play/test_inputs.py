import numpy as np
import torch

from engine.core.enums import CLASSES, KEYWORDS, MINION_CARD, POWER_CARD, RACES
from models.environments.core.records import SEEN_CHARACTER
from models.self_play.environment import card_pool
from models.self_play.inputs import (
    N_CHARACTER_NUMBERS,
    N_PLAYER_NUMBERS,
    N_PRINTED,
    inputs_of,
    printed_numbers,
)
from models.self_play.network import SIZES, Network


def inputs_after(new_games, n_steps):
    games = new_games(30, n_steps)
    return games, inputs_of(games.seen, games.decisions, games.picks, games.masks)


def test_a_deck_in_the_making_is_its_picks_hero_and_mask(new_games):
    games, inputs = inputs_after(new_games, 20)
    assert inputs.is_build.all()
    assert (inputs.picks.numpy() == games.picks).all()
    assert (inputs.hero.numpy() == games.decisions["hero"]).all()
    assert (inputs.mask.numpy() == (games.masks == 1)).all()
    assert not inputs.players.any()


def test_a_battle_is_its_observation(new_games):
    games, inputs = inputs_after(new_games, 130)
    seen = games.seen
    assert (~inputs.is_build).any()
    assert (inputs.hand.numpy() == seen["hand"]["card"]).all()
    assert np.allclose(inputs.costs.numpy() * 10, seen["hand"]["cost"])
    assert (inputs.minions[:, 1].numpy() == seen["characters"]["card"][:, 9:]).all()
    assert inputs.minion_numbers.shape == (30, 2, 7, N_CHARACTER_NUMBERS)
    assert inputs.players.shape == (30, 2, N_PLAYER_NUMBERS)
    attack = SEEN_CHARACTER.names.index("attack") - 1
    attacks = inputs.minion_numbers[:, 0, :, attack].numpy() * 10
    assert np.allclose(attacks, seen["characters"]["attack"][:, 1:8])
    health = N_PLAYER_NUMBERS - N_CHARACTER_NUMBERS + SEEN_CHARACTER.names.index("health") - 1
    healths = inputs.players[:, 1, health].numpy() * 10
    assert np.allclose(healths, seen["characters"]["health"][:, 8])


def test_rows_are_selected_in_all_tensors(new_games):
    _, inputs = inputs_after(new_games, 130)
    some = inputs.at(torch.tensor([4, 2]))
    assert len(some) == 2
    assert (some.hand == inputs.hand[[4, 2]]).all()
    assert (some.players == inputs.players[[4, 2]]).all()


def test_each_card_has_what_is_printed_on_it(rules):
    numbers = printed_numbers(rules)
    assert numbers.shape == (len(rules.names), N_PRINTED)
    assert not numbers[0].any()
    n_keywords, types = len(KEYWORDS), POWER_CARD + 1
    yeti, sen_jin = numbers[[rules.find("Chillwind Yeti"), rules.find("Sen'jin Shieldmasta")]]
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
