"""Who plays against a person, and hints."""

import numpy as np
import pytest
import torch

from engine.game import Game
from engine.rules import rules_for
from models.play.game import PersonGame
from models.play.hints import hint_of, seat_of
from models.players.learned import LearnedSetting
from models.players.player_names import read_player
from models.players.search_player import SearchPlayer
from models.self_play.checkpoint import Checkpoint, CheckpointError
from models.self_play.environment import EnvironmentConfig, card_pool
from models.self_play.matches import LearnedSeat
from models.self_play.network import Network, NetworkConfig
from tests.models.play.hidden import with_hidden_cards_permuted


def small_network(path, **changes):
    """Writes an untrained network, which plays as well as a trained one for tests."""
    torch.manual_seed(1)
    environment = EnvironmentConfig(heroes=("ROGUE", "HUNTER"), **changes)
    rules = rules_for(format=environment.format)
    pool = card_pool(rules, environment.heroes, None, environment.deck_size)
    network = Network(NetworkConfig(card=4, entity=8, state=16, memory=4), pool, rules)
    facts = {"method": "none", "samples": 0, "seed": 1}
    path.parent.mkdir(parents=True, exist_ok=True)
    Checkpoint.of(network, environment, rules, **facts).save(path)
    return path


@pytest.fixture
def settings(config, tmp_path):
    """Settings of a game against a network; the person goes first."""
    path = small_network(tmp_path / "small.npz")
    return config(0, "random", learned=LearnedSetting.read(f"{path}"), opponent_mulligan=False)


def test_a_network_plays_a_game(settings):
    game = PersonGame(settings, 1)
    game.mulligan([0])
    seat = seat_of(settings)
    while game.phase != "over":
        if game.phase == "player":
            codes = seat.actions(game, game.played, len(game.actions))
        else:
            codes = game.codes()[-1:]
        for code in codes:
            game.apply(code)
    again = PersonGame.restored(settings, 1, game.kept())
    assert again.outcome == game.outcome


def test_only_a_game_with_a_network_has_it_as_player(settings, config):
    assert isinstance(seat_of(settings), LearnedSeat)
    assert isinstance(seat_of(config(0, "random")), SearchPlayer)


@pytest.mark.parametrize("player", ["beam", "fair-beam", "mcts:50", "network"])
def test_a_hint_depends_on_nothing_hidden(settings, course, player):
    for n in (0, 6, 12, 18):
        game = course(seed=5, n=n).game
        side = int(game.record.active)

        def hint(position, side=side):
            if player == "network":
                return hint_of(seat_of(settings, side), position, 7)
            return hint_of(SearchPlayer(read_player(player).config), position, 7)

        before = game.record.copy()
        found = hint(game)
        assert np.array_equal(game.record, before)
        assert found.code in game.codes()
        assert found.texts
        for other in range(4):
            permuted = with_hidden_cards_permuted(
                game.record, game.rules, side, other, foreign=False
            )
            assert hint(Game(game.rules, permuted, 0)) == found


def test_a_changed_file_is_refused(settings, tmp_path):
    small_network(tmp_path / "small.npz", positions="choose")
    with pytest.raises(CheckpointError, match=r"small\.npz: is not the file it was"):
        seat_of(settings)
