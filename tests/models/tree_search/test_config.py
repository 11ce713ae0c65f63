import pytest

from models.settings.config import ConfigError
from models.tree_search.config import MAX_SIMULATIONS, TreeSearchConfig


def test_the_record_has_all_settings():
    config = TreeSearchConfig(
        method="pi-mcts", simulations=7, max_steps=8, uct_c=0.7, determinisations=3,
        rollout="actions", rollout_actions=5, widening_c=1.5, widening_alpha=0.25,
    )  # fmt: skip
    record = config.settings()
    assert {name: record[name].item() for name in record.dtype.names} == {
        "method": 1, "simulations": 7, "steps": 8, "determinisations": 3, "availability": 0,
        "rollout": 2, "rollout_actions": 5, "uct_c": 0.7, "widening_c": 1.5,
        "widening_alpha": 0.25,
    }  # fmt: skip


def test_availability_counts_belong_to_is_mcts_by_default():
    counts = {m: TreeSearchConfig(method=m).settings().availability for m in ("mcts", "is-mcts")}
    assert counts == {"mcts": 0, "is-mcts": 1}
    assert not TreeSearchConfig(method="is-mcts", availability=False).settings().availability


@pytest.mark.parametrize(
    ("name", "value"),
    [("simulations", 0), ("simulations", MAX_SIMULATIONS + 1), ("uct_c", -1), ("method", "uct")],
)
def test_impossible_settings_are_refused(name, value):
    with pytest.raises(ConfigError, match=name):
        TreeSearchConfig().but(**{name: value})
