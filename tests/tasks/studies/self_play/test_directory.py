"""The directory of a training by self-play, and what it refuses."""

import pytest

from models.self_play.ladder import PRESETS, Training, rung
from tasks.storage.files import StoreError, read_json, write_json
from tasks.studies.self_play.directory import TRAINING_FILE

TRAINING = Training(model="b2", settings=rung("b2").config(PRESETS["smoke"]))


@pytest.fixture
def begun(tmp_path):
    with TRAINING_FILE.opened(tmp_path / "b2", TRAINING) as (folder, _):
        return folder


def test_a_training_is_written_and_read(begun):
    assert TRAINING_FILE.load(begun)[0] == TRAINING


def test_a_training_may_become_longer_but_not_shorter(begun):
    longer = TRAINING.but(settings__samples=4096)
    with TRAINING_FILE.opened(begun, longer):
        pass
    assert TRAINING_FILE.load(begun)[0] == longer
    with pytest.raises(StoreError, match=r"--samples 1024 is less than the 4096 of the training"):
        TRAINING_FILE.check(begun, TRAINING)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 2}, "training.seed: 1 there, 2 now"),
        ({"settings__update__rate": 0.5}, "training.settings.update.rate: 0.001 there, 0.5 now"),
        ({"device": "cuda"}, 'training.device: "cpu" there, "cuda" now'),
    ],
)
def test_other_settings_are_refused(begun, changes, message):
    with pytest.raises(StoreError, match=message):
        TRAINING_FILE.check(begun, TRAINING.but(**changes))


def test_other_code_is_refused_unless_wanted(begun):
    facts = read_json(begun / TRAINING_FILE.name)
    write_json(begun / TRAINING_FILE.name, facts | {"digests": {"code": "another"}})
    with pytest.raises(StoreError, match="code"):
        TRAINING_FILE.check(begun, TRAINING)
    TRAINING_FILE.check(begun, TRAINING, resume_anyway=True)
