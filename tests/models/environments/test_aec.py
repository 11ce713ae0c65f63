import re
import sys
import warnings
from importlib import import_module

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra environments")
from pettingzoo.test import api_test, seed_test

from engine.illegal import IllegalAction
from models.environments.aec import GAMES, make

SETTINGS = {
    "hearthstone_v1": {"decks": ("Aggro Hunter", "Control Warlock")},
    "tradingstone_v0": {"rules": "literal"},
}
#: PettingZoo's test warns of these unless the environment is one of its own.
EXPECTED = (
    "Observation space for each agent probably should be",  # a dictionary with the mask
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros",  # after the end of a game
)


def new(name: str = "hearthstone_v1", **more):
    return make(name, **SETTINGS[name], **more)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_api_test_passes(name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(new(name), num_cycles=300)
    texts = [str(each.message) for each in caught]
    assert [text for text in texts if not text.startswith(EXPECTED)] == []


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_seed_test_passes(name):
    seed_test(lambda: new(name), num_cycles=300)


@pytest.mark.parametrize("name", GAMES)
def test_names_have_versions(name):
    assert re.fullmatch(r"[a-z_]+_v\d+", name)
    assert new(name).metadata["name"] == name


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_rendered(name):
    environment = new(name, render_mode="ansi")
    environment.reset(seed=1)
    assert len(environment.render()) > 20


def test_a_game_ends_with_opposite_rewards():
    environment, rng = new(), np.random.default_rng(0)
    environment.reset(seed=5)
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            break
        assert agent == environment.agent_selection
        environment.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert sorted(environment.rewards.values()) == [-1, 1]


def test_a_reset_without_seed_starts_the_next_game():
    def observations(environment):
        for settings in ({"seed": 5}, {}):
            environment.reset(**settings)
            yield environment.observe("player_0")["observation"].tolist()

    (first, second), others = observations(new()), [*observations(new())]
    assert others == [first, second]
    assert first != second


def test_the_player_that_does_not_move_has_no_legal_action():
    environment = new()
    environment.reset(seed=5)
    assert environment.observe("player_0")["action_mask"].any()
    assert not environment.observe("player_1")["action_mask"].any()


@pytest.mark.parametrize("action", [-1, 1, 10**6, 1.5, None, "end turn"])
def test_an_illegal_action_is_named(action):
    environment = new()
    environment.reset(seed=5)
    with pytest.raises(IllegalAction, match=str(action)):
        environment.step(action)


def test_human_mode_prints(capsys):
    environment = new(render_mode="human")
    environment.reset(seed=5)
    environment.step(0)
    assert "Rexxar" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "settings", "says"),
    [
        ("chess_v6", {}, "unknown environment 'chess_v6'; use one of hearthstone_v1, tr"),
        ("hearthstone_v1", SETTINGS["hearthstone_v1"] | {"render_mode": "rgb_array"},
         "render_mode 'rgb_array': use one of ansi, human"),
        ("hearthstone_v1", {}, "hearthstone_v1: missing .*'decks'; its settings are decks, "),
        ("tradingstone_v0", {"deck": "Aggro Hunter"},
         "tradingstone_v0: .*'deck'; its settings are rules, hidden"),
    ],
)  # fmt: skip
def test_names_modes_and_settings_that_do_not_exist(name, settings, says):
    with pytest.raises(ValueError, match=says):
        make(name, **settings)


def test_without_pettingzoo_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "models.environments.aec")
    with pytest.raises(ImportError, match=r"pip install 'hearthlight\[environments\]'"):
        import_module("models.environments.aec")
