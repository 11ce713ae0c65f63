import pytest

from flows.configs.options import keys, override
from flows.configs.presets import PAPER, PRESETS, SUMMARIES, preset
from models.config import ConfigError


def test_the_paper_preset_has_the_papers_values():
    search = PAPER.search
    assert (search.initial_evaluations, search.evaluations, search.n_games) == (100, 10_000, 200)
    assert PAPER.inner_loop.generations * PAPER.inner_loop.batch_size == 1_000_000
    assert PAPER.archive.shape == (40, 40)
    assert (PAPER.player.depth, PAPER.player.width) == (13, 4)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_named_explained_and_survives_json(name):
    experiment = preset(name)
    assert experiment.name == name
    assert SUMMARIES[name]
    recorded = experiment.model_dump(mode="json")
    assert type(experiment).model_validate(recorded).model_dump(mode="json") == recorded


def test_settings_are_read_as_json_or_words():
    settings = ["search.n_games=20", "archive.shape=[10, 20]", "surrogate.kind=linear"]
    experiment = override(PAPER, settings)
    assert experiment.search.n_games == 20
    assert experiment.archive.shape == (10, 20)
    assert experiment.surrogate.kind == "linear"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("search.n_game=5", "did you mean search.n_games?"),
        ("n_games=5", "did you mean search.n_games?"),
        ("serch.n_games=5", "did you mean search.n_games?"),
        ("colour=red", "presets --keys"),
        ("search=5", "search.n_games"),
        ("search.n_games", "write key=value"),
        ("search.n_games=-5", "search.n_games may be 1 to 100000"),
        ("search.n_games=many", "search.n_games may be 1 to 100000"),
        ("search.n_games=1e300", "search.n_games may be 1 to 100000"),
        ("search.evaluations=10", "must not exceed evaluations"),
        ("surrogate.learning_rate=0", "more than 0"),
        ("surrogate.kind=forest", "'mlp' or 'linear'"),
        ("player.width=0", "player.width may be 1 to"),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_allowed(setting, message):
    with pytest.raises(ConfigError) as error:
        override(PAPER, [setting])
    assert message in str(error.value)
    assert setting.partition("=")[0].rpartition(".")[2] in str(error.value)
    assert "\n" not in str(error.value)


def test_a_setting_given_twice_is_refused():
    with pytest.raises(ConfigError, match="set twice"):
        override(PAPER, ["search.n_games=5", "search.n_games=6"])


def test_every_setting_changes_the_experiment_it_is_recorded_in():
    names = [name for name, _, _ in keys(PAPER)]
    assert len(names) == len(set(names)) > 20


def test_an_unknown_preset_is_refused():
    with pytest.raises(ConfigError, match="did you mean quick"):
        preset("quik")
