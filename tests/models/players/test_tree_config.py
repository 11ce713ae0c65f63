"""The settings of a tree search for players."""

import pytest
from pydantic import ValidationError

from models.players.config import PlayerConfig
from models.players.core.state import NETWORK, SCORERS
from models.players.tree_config import SPREADS, PlayerTree
from models.tree_search.core.state import METHODS, ROLLOUTS


def test_every_scorer_has_a_spread():
    assert set(SPREADS) == set(SCORERS)
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


def test_defaults_are_in_no_manifest():
    assert "tree" not in PlayerConfig().model_dump()
    assert "tree" in PlayerConfig(tree={"simulations": 5}).model_dump()


@pytest.mark.parametrize("wrong", [{"simulations": 0}, {"squash": 0}, {"rollout": "game"}])
def test_impossible_settings_are_refused(wrong):
    with pytest.raises(ValidationError):
        PlayerTree(**wrong)
