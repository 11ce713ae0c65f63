"""Every setting of a player changes the kernels' input or the cards."""

import pytest

from models.players.config import HAND_WRITTEN, SPREADS, HearthSimWeights, PlayerConfig, PlayerTree
from models.players.core.state import NETWORK, PER_POINT, SCORERS, WEIGHTS
from models.settings.config import ConfigError
from models.tree_search.core.state import METHODS, ROLLOUTS


@pytest.mark.parametrize(
    "change",
    [
        {"fidelity": "mesb"}, {"fidelity": "fair"}, {"depth": 12}, {"width": 5},
        {"positions": "rightmost"}, {"replan": "choice"}, {"replan": "news"},
        {"mulligan": "keep-cheap"}, {"one_turn__compat": "2014"}, {"one_turn__max_nodes": 1000},
        {"one_turn__chances": 2}, {"one_turn__samples": 5},
        *({f"weights__{name}": 7.5} for name in HearthSimWeights.model_fields),
    ],
)  # fmt: skip
def test_a_setting_changes_the_strategy(change):
    default, changed = (
        config.strategy("hearthsim", is_first=True)
        for config in (PlayerConfig(), PlayerConfig().but(**change))
    )
    assert changed.tobytes() != default.tobytes()


def test_every_hand_written_scorer_has_its_number():
    assert (*HAND_WRITTEN, "network", "value") == SCORERS
    for number, scorer in enumerate(HAND_WRITTEN):
        assert PlayerConfig(scorer=scorer).strategy(scorer, is_first=True).scorer == number


def test_only_the_first_player_of_dsame_searches_again_after_a_rejection():
    player = PlayerConfig()
    assert player.strategy("control", is_first=True).replan_on_rejection == 1
    assert player.strategy("control", is_first=False).replan_on_rejection == 0


def test_a_manifest_from_before_a_setting_has_its_default():
    config = PlayerConfig(depth=5)
    written = config.model_dump(mode="json")
    assert not {"search", "tree", "one_turn", "weights"} & written.keys()
    assert PlayerConfig.model_validate(written) == config == config.but(search="beam")
    assert "tree" in PlayerConfig(tree={"simulations": 5}).model_dump()


def test_every_scorer_has_a_spread_but_the_one_that_is_a_chance_to_win():
    assert set(SPREADS) == set(SCORERS) - {"value"}
    assert PlayerTree().points_of("control") == SPREADS["control"]
    assert PlayerTree().points_of("rogue-network") == SPREADS[SCORERS[NETWORK]]
    assert PlayerTree(squash=5).points_of("control") == 5


def test_a_strategy_has_the_settings_of_its_search():
    tree = {"simulations": 7, "rollout": "end", "uct_c": 0.5}
    for number, search in enumerate(METHODS):
        strategy = PlayerConfig(search=search, tree=tree).strategy("aggro", is_first=True)
        assert strategy.tree.method == number
        assert (strategy.tree.simulations, strategy.tree.uct_c) == (7, 0.5)
        assert strategy.tree.rollout == ROLLOUTS.index("end")
        assert strategy.tree.availability == (search == "is-mcts")
        assert strategy.squash == SPREADS["aggro"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"depth": 1}, "depth: "),
        ({"width": 0}, "width: "),
        ({"width": 65}, "width: "),
        ({"widht": 4}, "widht: "),
        ({"tree__simulations": 0}, "tree.simulations: "),
        ({"tree__squash": 0}, "tree.squash: "),
        ({"tree__rollout": "game"}, "tree.rollout: "),
        ({"scorer": "lucky"}, "no player 'lucky'"),
        ({"search": "wish"}, "search: Input should be 'beam'"),
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
