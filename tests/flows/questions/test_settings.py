"""Settings one by one, `--set`, and the presets they change."""

import json
import re
from contextlib import suppress
from itertools import permutations
from typing import Any, get_args

import pytest
from pydantic.fields import FieldInfo

from flows.questions.presets import PAPER, PRESETS, SMOKE, SUMMARIES, TRAINING_SUMMARIES, TRAININGS
from flows.questions.question import Preset, choices
from flows.questions.settings import keys, override
from models.problems.mesb import SIZES
from models.qd.sliding import SlidingConfig
from models.settings.config import ConfigError


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_named_explained_and_survives_json(name):
    experiment = PRESETS[name]
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


def test_a_players_name_gives_all_its_settings():
    player = override(PAPER, ["player=one-turn:value", "player.one_turn.samples=4"]).player
    assert (player.search, player.fidelity, player.one_turn.samples) == ("one-turn", "fair", 4)
    assert player.scorer.name == "value"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("player=one-turn:valu", "there is no player 'valu'"),
        ("player=learned:blackrock", "is no search"),
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
        ("surrogate.kind=12", "choose one of mlp, linear"),
        (
            "surrogate.own=5",
            "of the kind mlp has no such setting; choose one of kind, hidden, targets,",
        ),
        (
            "archive.budget=5",
            "of the kind grid has no such setting; choose one of kind, measures, shape,",
        ),
        ("surrogate.epoch=5", "did you mean surrogate.epochs?"),
        ("player.width=0", "player.width may be 1 to"),
        ("player.width=true", "true and false are not allowed here"),
        ("archive.shape=[true,10]", "true and false are not allowed here"),
        ("inner_loop.keep_archive=1", "write true or false"),
        ("archive.measures=[turns,dust]", """--set 'archive.measures=["turns", "dust"]'"""),
        ("archive.measures=turns", """--set 'archive.measures=["turns", "hand_size"]'"""),
        ("archive.shape=10", "the value is JSON; write it as in --set 'archive.shape=[40, 40]'"),
        ("surrogate.hidden=[128", "--set 'surrogate.hidden=[128, 32, 16]'"),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_allowed(setting, message):
    with pytest.raises(ConfigError) as error:
        override(PAPER, [setting])
    assert message in str(error.value)
    assert setting.partition("=")[0].rpartition(".")[2] in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_kind_and_its_own_settings_are_given_in_any_order(order):
    """A part of another kind has other settings; here the search must be another one as well."""
    settings = ["archive.last_size=7", "archive.kind=sliding", "proposals=mutation"]
    experiment = override(SMOKE, [settings[place] for place in order])
    assert experiment.archive == SlidingConfig(last_size=7)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            ["archive.shape=[10, 10]", "archive.kind=sliding"],
            "archive.shape: archive of the kind sliding has no such setting; choose one of kind, ",
        ),
        (["surrogate.own=5", "surrogate.kind=liner"], "no such kind; did you mean linear?"),
        (["surrogate.kind=5"], "no such kind; choose one of mlp, linear"),
        (
            ["archive.last_size=0", "archive.kind=sliding", "proposals=mutation"],
            "archive.last_size may be 1 to 1000",
        ),
    ],
)
def test_a_setting_that_its_kind_lacks_is_refused(settings, message):
    with pytest.raises(ConfigError, match=re.escape(message)):
        override(SMOKE, settings)


def test_a_setting_given_twice_is_refused():
    with pytest.raises(ConfigError, match="set twice"):
        override(PAPER, ["search.n_games=5", "search.n_games=6"])


def other(field: FieldInfo, value: Any) -> Any:
    """Another value of a number, a choice or a truth; None for anything else."""
    names = choices(field.annotation)
    if names:
        return next((name for name in names if name != value), None)
    if isinstance(value, bool):
        return not value
    return value / 2 if isinstance(value, float) else value - 1 if isinstance(value, int) else None


def test_a_setting_changes_itself_and_no_other():
    """Those that other settings must fit are left alone."""
    before = {name: (field, value) for name, field, value in keys(PAPER)}
    changed = set()
    for name, (field, value) in before.items():
        new = other(field, value)
        if new is None or new == value:
            continue
        with suppress(ConfigError):
            after = override(PAPER, [f"{name}={json.dumps(new)}"])
            differ = {each for each, _, found in keys(after) if found != before[each][1]}
            assert differ == {name}
            assert after != PAPER
            changed.add(name)
    assert {"search.n_games", "surrogate.epochs", "player.width", "ribs.sigma"} < changed
    assert len(changed) >= 25


def test_searches_trainings_and_mesb_have_the_same_presets():
    names = set(get_args(Preset))
    for presets in (PRESETS, SUMMARIES, TRAININGS, TRAINING_SUMMARIES, SIZES):
        assert set(presets) == names
