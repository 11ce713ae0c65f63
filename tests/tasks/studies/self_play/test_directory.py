"""The directory of a training by self-play, and what it refuses."""

import pytest

from models.self_play.ladder import PRESETS, Training, rung
from tasks.storage.files import StoreError, read_json, write_json
from tasks.studies.self_play.directory import check_training, load_training, opened_training
from tasks.studies.self_play.players import SETTINGS

TRAINING = Training(model="b2", settings=rung("b2").config(PRESETS["smoke"]))


@pytest.fixture
def begun(tmp_path):
    with opened_training(tmp_path / "b2", TRAINING) as folder:
        return folder


def test_a_training_is_written_and_read(begun):
    assert load_training(begun)[0] == TRAINING


def test_a_training_may_become_longer_but_not_shorter(begun):
    longer = TRAINING.but(settings__samples=4096)
    with opened_training(begun, longer):
        pass
    assert load_training(begun)[0] == longer
    with pytest.raises(StoreError, match=r"--samples 1024 is less than the 4096 of the training"):
        check_training(begun, TRAINING)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 2}, "training.seed: 1 there, 2 now"),
        ({"settings__update__rate": 0.5}, "training.settings.update.rate: 0.0003 there, 0.5 now"),
    ],
)
def test_other_settings_are_refused(begun, changes, message):
    with pytest.raises(StoreError, match=message):
        check_training(begun, TRAINING.but(**changes))


def test_other_code_is_refused_unless_wanted(begun):
    facts = read_json(begun / SETTINGS)
    write_json(begun / SETTINGS, facts | {"code": "0" * len(facts["code"])})
    with pytest.raises(StoreError, match="code"):
        check_training(begun, TRAINING)
    check_training(begun, TRAINING, resume_anyway=True)


def test_foreign_content_is_refused(tmp_path):
    (tmp_path / "notes.txt").touch()
    with pytest.raises(StoreError, match=r"not empty and no training by self-play"):
        check_training(tmp_path, TRAINING)
    with pytest.raises(StoreError, match=r"is a file; --out must be a directory"):
        check_training(tmp_path / "notes.txt", TRAINING)


def test_a_training_of_another_version_is_refused(begun):
    write_json(begun / SETTINGS, read_json(begun / SETTINGS) | {"format_version": 9})
    with pytest.raises(StoreError, match="format version 9"):
        load_training(begun)
    write_json(begun / SETTINGS, {"format": "other"})
    with pytest.raises(StoreError, match="not of a training by self-play"):
        load_training(begun)
