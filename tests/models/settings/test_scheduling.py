import pytest

from flows.questions.presets import SMOKE, TRAININGS
from flows.questions.settings import override
from models.problems.experiment import Experiment
from models.problems.player_training import PlayerTraining
from models.settings.config import ConfigError
from models.settings.scheduling import without_scheduling


@pytest.mark.parametrize(
    ("config", "setting", "name"),
    [
        (SMOKE, "search.chunk_games=20", "chunk_games"),
        (SMOKE, "inner_loop.slice_generations=20", "slice_generations"),
        (SMOKE, "scheduling.chunk_games=20", "chunk_games"),
        (TRAININGS["smoke"], "chunk_games=20", "chunk_games"),
    ],
)
def test_a_command_changes_scheduling_by_former_keys_and_nothing_that_is_recorded(
    config, setting, name
):
    changed = override(config, [setting])
    assert getattr(changed.scheduling, name) == 20 != getattr(config.scheduling, name)
    assert changed.model_dump(mode="json") == config.model_dump(mode="json")
    assert "scheduling" not in changed.model_dump()


def test_a_former_key_is_checked_like_any_other():
    with pytest.raises(ConfigError, match=r"scheduling\.chunk_games may be 1 to 10000000"):
        override(SMOKE, ["search.chunk_games=0"])
    with pytest.raises(ConfigError, match="set twice"):
        override(SMOKE, ["search.chunk_games=20", "scheduling.chunk_games=30"])


def test_settings_of_older_manifests_are_read():
    old = SMOKE.model_dump(mode="json")
    old["search"]["chunk_games"], old["inner_loop"]["slice_generations"] = 60, 10_000
    assert without_scheduling(old) == SMOKE.model_dump(mode="json")
    assert Experiment.model_validate(old).search == SMOKE.search
    training = TRAININGS["smoke"].model_dump(mode="json") | {"chunk_games": 60}
    assert PlayerTraining.model_validate(training).evolution == TRAININGS["smoke"].evolution


def test_scheduling_survives_other_changes():
    changed = override(SMOKE, ["search.chunk_games=20"]).but(search__n_games=8)
    assert changed.scheduling.chunk_games == 20
