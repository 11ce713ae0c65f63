"""The directory of a training by self-play, and what it refuses."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from flows.studies.self_play.page import extract
from flows.studies.self_play.play import FILE, TIMING, players_of, run_periods
from models.self_play.checkpoint import Checkpoint
from models.self_play.ladder import PRESETS, Training, rung
from models.self_play.network import weights_of
from models.self_play.training import SelfPlayTraining
from tasks.storage.files import StoreError
from tests.flows.studies.test_study import TRAINING
from tests.kills import left_by_kills
from tests.run_contents import bytes_of, stamps


def test_a_training_may_become_longer_but_not_shorter(tmp_path):
    longer, begun = TRAINING.but(settings__samples=4096), tmp_path / "b2"
    for training in (TRAINING, longer):
        with FILE.opened(begun, training):
            pass
        assert FILE.load(begun)[0] == training
    with pytest.raises(StoreError, match=r"--samples 1024 is less than the 4096 of the training"):
        FILE.check(begun, TRAINING)


@pytest.mark.parametrize("name", ["b4", "c5"])
def test_each_hero_of_a_model_with_several_networks_is_a_player(name, tmp_path):
    settings = rung(name).config(PRESETS["smoke"].but(environment__heroes=("MAGE", "HUNTER")))
    learning = SelfPlayTraining(settings, seed=1)
    players = players_of(Training(model=name, settings=settings), learning)
    assert list(players) == ["-mage", "-hunter"]
    players["-hunter"].save(tmp_path / "hunter.npz")
    read = Checkpoint.load(tmp_path / "hunter.npz")
    assert read.card.heroes == ("HUNTER",)
    assert read.card.method == name
    whole = weights_of(learning.learner.network)
    assert (weights_of(read.network) == np.split(whole, 2)[1]).all()


def run(path: Path, samples: int) -> None:
    settings = rung("b3").config(PRESETS["smoke"]).but(samples=samples)
    training = Training(settings=settings, random_games=5)
    with FILE.opened(path, training) as (folder, _):
        run_periods(folder, training, False, lambda *_: None)


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    """A training after its first period, and the same after two."""
    paths = tmp_path_factory.mktemp("begun") / "one", tmp_path_factory.mktemp("begun") / "two"
    run(paths[0], 512)
    shutil.copytree(paths[0], paths[1])
    run(paths[1], 1024)
    return paths


@pytest.mark.parametrize("content", ["{}", None])
def test_a_training_without_its_times_has_its_periods(content, twice, tmp_path):
    shutil.copytree(twice[1], tmp_path / "copy")
    expected = extract(tmp_path / "copy")["periods"]
    (tmp_path / "copy" / TIMING).unlink()
    if content is not None:
        (tmp_path / "copy" / TIMING).write_text(content)
    found = extract(tmp_path / "copy")["periods"]
    seconds = ["seconds", "cpu_seconds"]
    assert found.drop(seconds).equals(expected.drop(seconds))
    assert found.select(seconds).null_count().row(0) == (2, 2)


@pytest.mark.parametrize("content", ["", "[]", "1", '{"1": 2}', '{"1": [1]}', '{"1": ["a", "b"]}'])
def test_damaged_times_are_no_training_without_periods(content, twice, tmp_path):
    shutil.copytree(twice[1], tmp_path / "copy")
    (tmp_path / "copy" / TIMING).write_text(content)
    with pytest.raises(StoreError, match=r"timing.json: damaged file \(.*\); delete this file"):
        extract(tmp_path / "copy")


def test_a_training_that_stops_before_any_file_ends_with_the_same_files(twice, tmp_path):
    path = shutil.copytree(twice[0], tmp_path / "begun")
    left = left_by_kills(path, lambda: run(path, 1024), tmp_path / "left")
    assert len(left) == 10  # a probe, the settings, five tables, the player, the time, the state
    before = stamps(path, "tables/periods/00001.parquet")
    for copy in left:
        assert extract(copy)["periods"]["period"].to_list()[0] == 1
        run(copy, 1024)
        assert bytes_of(copy, without=[TIMING]) == bytes_of(twice[1], without=[TIMING])
        after = stamps(copy, "tables/periods/*.parquet")
        assert before.items() <= after.items()  # not played again
