"""A network as the opponent of a person, and its hints."""

import pytest
import torch

from engine.game import Game
from engine.rules import rules_for
from models.play.game import PersonGame
from models.play.learned import LearnedThinker
from models.play.thinker import Thinker, thinker_of
from models.players.decks import named_deck
from models.players.learned import LearnedSetting
from models.self_play.card_pool import card_pool
from models.self_play.checkpoint import Checkpoint, CheckpointError
from models.self_play.environment import EnvironmentConfig
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
    thinker = thinker_of(settings)
    while game.phase != "over":
        if game.phase == "player":
            codes = thinker.actions(game.game, game.played, len(game.actions))
        else:
            codes = game.game.codes()[-1:]
        for code in codes:
            game.apply(code)
    again = PersonGame.restored(settings, 1, game.kept())
    assert again.result == game.result


def test_only_a_game_with_a_network_has_it_as_player(settings, config):
    assert isinstance(thinker_of(settings), LearnedThinker)
    assert isinstance(thinker_of(config(0, "random")), Thinker)


def test_a_hint_of_a_network_depends_on_nothing_hidden(settings, course):
    for n in (0, 6, 12):
        game = course(seed=5, n=n).game
        side = int(game.game.record.active)
        thinker = LearnedThinker(settings.learned, named_deck("Control Hunter"), game.rules)
        hint = thinker.hint(game.game, 7)
        assert hint.code in game.game.codes()
        assert len(hint.texts) == 1
        for other in range(4):
            permuted = with_hidden_cards_permuted(game.game.record, game.rules, side, other)
            assert thinker.hint(Game(game.rules, permuted, 0), 7) == hint


def test_a_changed_file_is_refused(settings, tmp_path):
    small_network(tmp_path / "small.npz", positions="choose")
    with pytest.raises(CheckpointError, match=r"small\.npz: is not the file it was"):
        thinker_of(settings)
