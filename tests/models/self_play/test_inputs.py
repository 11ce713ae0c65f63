import numpy as np
import torch

from models.environments.core.records import SEEN_CHARACTER
from models.self_play.inputs import N_CHARACTER_NUMBERS, N_PLAYER_NUMBERS, inputs_of


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
    assert np.allclose(
        inputs.players[:, 1, health].numpy() * 10, seen["characters"]["health"][:, 8]
    )


def test_rows_are_selected_in_all_tensors(new_games):
    _, inputs = inputs_after(new_games, 130)
    some = inputs.at(torch.tensor([4, 2]))
    assert len(some) == 2
    assert (some.hand == inputs.hand[[4, 2]]).all()
    assert (some.players == inputs.players[[4, 2]]).all()
