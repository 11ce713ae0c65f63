import pytest

from models.settings.config import ConfigError
from models.tree_search.config import MAX_SIMULATIONS, TreeSettings


def test_the_record_has_all_settings():
    config = TreeSettings(
        simulations=7, max_steps=8, uct_c=0.7, determinisations=3,
        rollout="actions", rollout_actions=5, widening_c=1.5, widening_alpha=0.25,
    )  # fmt: skip
    record = config.settings_of("pi-mcts")
    assert {name: record[name].item() for name in record.dtype.names} == {
        "method": 1, "simulations": 7, "steps": 8, "determinisations": 3, "availability": 0,
        "rollout": 2, "rollout_actions": 5, "uct_c": 0.7, "widening_c": 1.5,
        "widening_alpha": 0.25,
    }  # fmt: skip


def test_availability_counts_belong_to_is_mcts_by_default():
    counts = {m: TreeSettings().settings_of(m).availability for m in ("mcts", "is-mcts")}
    assert counts == {"mcts": 0, "is-mcts": 1}
    assert not TreeSettings(availability=False).settings_of("is-mcts").availability


@pytest.mark.parametrize(
    ("name", "value"),
    [("simulations", 0), ("simulations", MAX_SIMULATIONS + 1), ("uct_c", -1)],
)
def test_impossible_settings_are_refused(name, value):
    with pytest.raises(ConfigError, match=name):
        TreeSettings().but(**{name: value})
