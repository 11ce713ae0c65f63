"""Networks as data: by name, from files, and errors."""

import json

import numpy as np
import pytest

from models.players.config import PlayerConfig
from models.players.core.state import STRATEGY
from models.players.networks import (
    FOLDER,
    N_WEIGHTS,
    NetworkError,
    ScorerNetwork,
    file_content,
    named_network,
    network_names,
    set_networks,
)
from models.settings.config import ConfigError


@pytest.mark.parametrize("name", network_names())
def test_every_carried_network_says_where_it_is_from(name):
    content = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert content["name"] == name
    assert len(named_network(name).weights) == N_WEIGHTS == 109
    assert content["source"]
    written = file_content(name, content["source"], content["weights"])
    for key in ("layer_sizes", "layout", "inputs", "weights", "check_vectors"):
        assert content[key] == written[key]


def test_weights_stand_where_the_layout_says():
    strategies = np.zeros(2, STRATEGY)
    set_networks(strategies, np.arange(218.0).reshape(2, 109))
    assert strategies["first"][0, 1, 2] == 1 * 5 + 2
    assert strategies["second"][0, 4, 3] == 75 + 4 * 4 + 3
    assert strategies["third"][1, 3] == 109 + 98
    assert strategies["first_bias"][0, 0] == 99
    assert strategies["second_bias"][0, 0] == 104
    assert strategies["third_bias"].tolist() == [108, 217]


def test_a_file_plays_as_the_name_does(tmp_path):
    path = tmp_path / "copy.json"
    path.write_text((FOLDER / "rogue-network.json").read_text(encoding="utf-8"), encoding="utf-8")
    named, config = PlayerConfig(), PlayerConfig().but(scorer=str(path))
    weights = named_network("rogue-network").weights
    assert config.scorer == ScorerNetwork(name="rogue-network", weights=weights)
    ours = config.strategy(config.scorer, is_first=True)
    assert ours.tobytes() == named.strategy(named.scorer, is_first=True).tobytes()


def test_a_manifest_holds_the_network_and_not_the_path(tmp_path):
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"weights": [0.5] * 109}))
    config = PlayerConfig().but(scorer=str(path))
    path.unlink()
    assert PlayerConfig.model_validate(json.loads(config.model_dump_json())) == config


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps({"weights": [0.1] * 108}), "109 weights, got an array of shape (108,)"),
        ('{"weights": [' + "0.1, " * 108 + "NaN]}", "weight 108 is nan"),
        ('{"weights": [' + "0.1, " * 108 + "1e999]}", "weight 108 is inf"),
        (json.dumps({"weights": [0.1] * 108 + ["x"]}), "weight 108 is not a number: 'x'"),
        (json.dumps({"layer_sizes": [15, 32, 1], "weights": [0.1] * 109}), "[15, 5, 4, 1]"),
        ('{"name": "x"}', 'no list "weights"'),
        ("[1, 2]", 'no list "weights"'),
        ("not JSON", "not JSON"),
    ],
)
def test_a_file_without_such_a_network_is_refused(tmp_path, text, message):
    path = tmp_path / "player.json"
    path.write_text(text)
    with pytest.raises(NetworkError) as error:
        ScorerNetwork.from_file(path)
    assert message in str(error.value)
    assert str(path) in str(error.value)
    with pytest.raises(ConfigError, match=r"scorer: .*player.json"):
        PlayerConfig().but(scorer=str(path))


def test_unknown_names_are_told_the_known_ones():
    with pytest.raises(ConfigError, match=r"no player 'lucky'; use one of .*rogue-network.*aggro"):
        PlayerConfig().but(scorer="lucky")
    with pytest.raises(ConfigError, match=r"lucky.json: cannot be read as a player's file"):
        PlayerConfig().but(scorer="lucky.json")
    with pytest.raises(NetworkError, match="unknown network 'aggro'; use one of"):
        named_network("aggro")


def test_networks_that_are_none_are_refused():
    with pytest.raises(ValueError, match="2 players for weights of shape"):
        set_networks(np.zeros(2, STRATEGY), np.zeros((1, 109)))
    with pytest.raises(ValueError, match="109 weights"):
        set_networks(np.zeros(1, STRATEGY), np.zeros((1, 108)))
