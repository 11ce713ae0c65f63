"""Settings of the one-turn player, and HearthSim's weights."""

import pytest

from models.players.config import PlayerConfig
from models.players.core.state import PER_POINT, WEIGHTS
from models.players.one_turn_config import HearthSimWeights
from models.settings.config import ConfigError


@pytest.mark.parametrize(
    "change",
    [
        {"one_turn__compat": "2014"},
        {"one_turn__max_nodes": 1000},
        {"one_turn__chances": 2},
        {"one_turn__samples": 5},
        *({f"weights__{name}": 7.5} for name in HearthSimWeights.model_fields),
    ],
)
def test_a_setting_changes_the_strategy(change):
    default = PlayerConfig().strategy("hearthsim", is_first=True)
    changed = PlayerConfig().but(**change).strategy("hearthsim", is_first=True)
    assert changed.tobytes() != default.tobytes()


def test_an_older_manifest_lacks_the_settings():
    written = PlayerConfig().model_dump(mode="json")
    assert not {"one_turn", "weights"} & written.keys()
    assert PlayerConfig.model_validate(written) == PlayerConfig()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weights__w_mna": 1}, "w_mna: no such setting; did you mean weights.w_mana?"),
        ({"weights": {"w_mna": 1}}, "w_mna: no such weight; did you mean w_mana"),
        ({"weights__w_a": "much"}, "weights.w_a: Input should be a valid number"),
        ({"weights__w_a": 1e9}, "weights.w_a: Input should be less than or equal to 1000"),
        ({"one_turn__max_nodes": 0}, "one_turn.max_nodes: Input should be greater than or equal"),
        ({"one_turn__compat": "2015"}, "one_turn.compat: Input should be 'clean' or '2014'"),
        ({"search": "one-turn", "mixups": 0.1}, "mixups: only the beam has them"),
    ],
)
def test_bad_input_is_refused(change, message):
    with pytest.raises(ConfigError, match=message.replace("?", r"\?")):
        PlayerConfig().but(**change)


def test_every_number_of_a_weight_is_read():
    numbers = HearthSimWeights(w_mana=0.25).numbers(as_in_2014=False)
    assert dict(zip(WEIGHTS, numbers / PER_POINT, strict=True)) == {
        **dict(HearthSimWeights()),
        "w_mana": 0.25,
        "minion_extra": 0.0001,
        "card_extra": 0.001,
    }


def test_weights_as_read_in_2014():
    weights = HearthSimWeights(w_divine_shield=0.25, wt_divine_shield=0.75, w_mana=0.3)
    read = weights.as_read_in_2014()
    assert (read.w_mana, read.w_divine_shield, read.wt_divine_shield) == (0, 0.75, 0)
    assert (read.w_sd_mult, read.w_sd_add) == (weights.w_sd_add, weights.w_sd_mult)
    assert read.w_a == weights.w_a
